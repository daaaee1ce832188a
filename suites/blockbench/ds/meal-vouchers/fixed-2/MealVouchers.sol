pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @dev Prepaid vouchers for meals. A company buys them for a canteen, and the canteen has them paid out.
 */
contract MealVouchers {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    struct Voucher {
        address buyer;
        address canteen;
        uint256 amount;
        uint256 expires;
        bool paid;
    }

    uint256 public constant LIFETIME = 365 days;

    IERC20 public token;
    Voucher[] public vouchers;

    event Bought(uint256 indexed id, address indexed buyer, address indexed canteen, uint256 amount);
    event Settled(address indexed canteen, uint256 count, uint256 amount);
    event Reclaimed(uint256 indexed id, uint256 amount);

    /**
     * @dev Sets the token in which vouchers are paid.
     */
    constructor(IERC20 _token) public {
        require(address(_token) != address(0), "no token");
        token = _token;
    }

    /**
     * @dev Buys a voucher for a canteen. It counts for what arrives.
     */
    function buy(address _canteen, uint256 _amount) external returns (uint256 id) {
        require(_canteen != address(0), "no canteen");
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), _amount);
        uint256 arrived = token.balanceOf(address(this)).sub(before);
        require(arrived > 0, "no amount");
        id = vouchers.length;
        vouchers.push(Voucher(msg.sender, _canteen, arrived, now.add(LIFETIME), false));
        emit Bought(id, msg.sender, _canteen, arrived);
    }

    /**
     * @dev Pays the canteen for the meals it has given out.
     */
    function settle(uint256[] calldata _ids) external returns (uint256 total) {
        for (uint256 i = 0; i < _ids.length; i++) {
            require(i == 0 || _ids[i] != _ids[i - 1], "twice");
            Voucher storage voucher = vouchers[_ids[i]];
            require(voucher.canteen == msg.sender, "not yours");
            require(now < voucher.expires, "expired");
            require(!voucher.paid, "paid");
            total = total.add(voucher.amount);
        }
        for (uint256 j = 0; j < _ids.length; j++) {
            vouchers[_ids[j]].paid = true;
        }
        token.safeTransfer(msg.sender, total);
        emit Settled(msg.sender, _ids.length, total);
    }

    /**
     * @dev Returns the amount of a voucher that was not used in time.
     */
    function reclaim(uint256 _id) external {
        Voucher storage voucher = vouchers[_id];
        require(voucher.buyer == msg.sender, "not yours");
        require(now >= voucher.expires, "not yet");
        require(!voucher.paid, "paid");
        voucher.paid = true;
        token.safeTransfer(msg.sender, voucher.amount);
        emit Reclaimed(_id, voucher.amount);
    }
}
