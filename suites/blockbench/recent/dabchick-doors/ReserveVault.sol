// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title ReserveVault
 * @notice Shares in a reserve of dollars that grows by what is sent to it. An account may leave altogether at any time. As long as it
 * stays, its withdrawals leave at least what a small reserve is worth.
 */
contract ReserveVault is AccessControl {
    using SafeERC20 for IERC20;
    using Math for uint256;

    /// @notice The role that sets the exit fee.
    bytes32 public constant FEE_ROLE = keccak256("FEE_ROLE");

    /// @notice The shares of a single unit of the dollar, before anything has grown.
    uint256 public constant SHARES_PER_UNIT = 1e6;

    /// @notice The smallest reserve that is left by an account that stays, in units of the dollar.
    uint256 public constant SMALL_RESERVE = 10e6;

    /// @notice The highest exit fee, in basis points.
    uint256 public constant MAX_FEE_BPS = 100;

    /// @notice The dollar.
    IERC20 public immutable dollar;

    /// @notice All shares.
    uint256 public totalShares;

    /// @notice The exit fee, in basis points. It stays in the reserve.
    uint256 public feeBps;

    /// @notice The shares of an account.
    mapping(address account => uint256) public sharesOf;

    /// @notice Dollars were deposited.
    event Deposited(address indexed account, uint256 amount, uint256 shares);

    /// @notice Shares were withdrawn.
    event Withdrawn(address indexed account, uint256 amount, uint256 shares);

    /// @notice Shares changed hands.
    event SharesMoved(address indexed from, address indexed to, uint256 shares);

    /// @notice The exit fee was set.
    event FeeSet(uint256 feeBps);

    /**
     * @notice Sets the dollar and the administrator.
     * @param dollar_ The dollar.
     * @param admin The account that grants roles.
     */
    constructor(IERC20 dollar_, address admin) {
        dollar = dollar_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Sets the exit fee.
     * @param feeBps_ The fee, in basis points.
     */
    function setFee(uint256 feeBps_) external onlyRole(FEE_ROLE) { //~ BENIGN ACCESS_CTRL
        require(feeBps_ <= MAX_FEE_BPS, "ReserveVault: fee"); //~ BENIGN INPUT_VAL
        feeBps = feeBps_;
        emit FeeSet(feeBps_);
    }

    /**
     * @notice Deposits dollars.
     * @param amount The amount.
     * @param least The fewest shares that the caller accepts.
     * @return shares The shares for it.
     */
    function deposit(uint256 amount, uint256 least) external returns (uint256 shares) {
        shares = amount.mulDiv(totalShares + SHARES_PER_UNIT, reserve() + 1); //~ PREREQ ARITHMETIC fewer, the more was sent to the reserve before
        require(shares != 0 && shares >= least, "ReserveVault: too few shares"); //~ INSUFF_GUARD INPUT_VAL the shares are worth what was paid, there are just fewer of them
        sharesOf[msg.sender] += shares;
        totalShares += shares;
        emit Deposited(msg.sender, amount, shares); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Withdraws shares of the caller.
     * @param shares The shares.
     * @return amount The dollars for them.
     */
    function withdraw(uint256 shares) external returns (uint256 amount) {
        uint256 left = totalShares - shares;
        require(shares == sharesOf[msg.sender] || left >= SMALL_RESERVE * SHARES_PER_UNIT, "ReserveVault: too little left"); //~ ROOT_CAUSE INPUT_VAL counts shares as if each were still worth what the first one was
        amount = worthOf(shares).mulDiv(10_000 - feeBps, 10_000); //~ DECOY ARITHMETIC rounded down, for those who stay
        sharesOf[msg.sender] -= shares; //~ BENIGN ARITHMETIC checked
        totalShares = left;
        emit Withdrawn(msg.sender, amount, shares); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Moves shares of the caller to another account.
     * @param to The other account.
     * @param shares The shares.
     */
    function moveShares(address to, uint256 shares) external {
        require(to != address(0), "ReserveVault: to nobody"); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] -= shares; //~ BENIGN ARITHMETIC checked
        sharesOf[to] += shares;
        emit SharesMoved(msg.sender, to, shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice The reserve.
     * @return All dollars that are here.
     */
    function reserve() public view returns (uint256) {
        return dollar.balanceOf(address(this)); //~ PREREQ STORAGE_READ anybody can add to it
    }

    /**
     * @notice The worth of shares, without the fee.
     * @param shares The shares.
     * @return Their worth in dollars.
     */
    function worthOf(uint256 shares) public view returns (uint256) {
        return shares.mulDiv(reserve() + 1, totalShares + SHARES_PER_UNIT); //~ DECOY ARITHMETIC virtual shares, rounded down
    }
}
