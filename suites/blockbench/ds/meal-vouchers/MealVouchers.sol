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
        require(address(_token) != address(0), "no token"); //~ BENIGN INIT
        token = _token;
    }

    /**
     * @dev Buys a voucher for a canteen. It counts for what arrives.
     */
    function buy(address _canteen, uint256 _amount) external returns (uint256 id) {
        require(_canteen != address(0), "no canteen"); //~ BENIGN INPUT_VAL
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        uint256 arrived = token.balanceOf(address(this)).sub(before); //~ DECOY ARITHMETIC a donation in between only helps
        require(arrived > 0, "no amount"); //~ BENIGN INPUT_VAL
        id = vouchers.length;
        vouchers.push(Voucher(msg.sender, _canteen, arrived, now.add(LIFETIME), false)); //~ PREREQ STATE_MOD anybody may name itself
        emit Bought(id, msg.sender, _canteen, arrived); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Pays the canteen for the meals it has given out.
     */
    function settle(uint256[] calldata _ids) external returns (uint256 total) {
        for (uint256 i = 0; i < _ids.length; i++) {
            require(i == 0 || _ids[i] != _ids[i - 1], "twice"); //~ ROOT_CAUSE INPUT_VAL neighbours only
            Voucher storage voucher = vouchers[_ids[i]];
            require(voucher.canteen == msg.sender, "not yours"); //~ BENIGN ACCESS_CTRL
            require(now < voucher.expires, "expired"); //~ BENIGN TIMESTAMP
            require(!voucher.paid, "paid"); //~ PREREQ INPUT_VAL
            total = total.add(voucher.amount); //~ PREREQ ARITHMETIC
        }
        for (uint256 j = 0; j < _ids.length; j++) {
            vouchers[_ids[j]].paid = true; //~ PREREQ STATE_MOD only after all were looked at
        }
        token.safeTransfer(msg.sender, total); //~ PREREQ FUND_XFER
        emit Settled(msg.sender, _ids.length, total); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Returns the amount of a voucher that was not used in time.
     */
    function reclaim(uint256 _id) external {
        Voucher storage voucher = vouchers[_id];
        require(voucher.buyer == msg.sender || voucher.canteen == msg.sender, "not yours"); //~ SECONDARY_VULN#2 ACCESS_CTRL the canteen has given no meal for it
        require(now >= voucher.expires, "not yet"); //~ BENIGN TIMESTAMP //~ INSUFF_GUARD#2 TIMESTAMP holds the canteen off no longer than the buyer
        require(!voucher.paid, "paid"); //~ BENIGN INPUT_VAL
        voucher.paid = true; //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, voucher.amount); //~ BENIGN FUND_XFER //~ PREREQ#2 FUND_XFER goes to who asks
        emit Reclaimed(_id, voucher.amount);
    }
}
