// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

/**
 * @title What the fund keeps
 */
contract FundStorage {
    struct Line {
        uint256 limit;
        uint256 balance;
        bool open;
    }

    address public admin;
    address public pendingAdmin;
    IERC20 public underlying;

    /// @notice What the shares of all investors are worth together
    uint256 public totalAssets;

    uint256 public totalShares;
    mapping(address => uint256) public shares;
    mapping(address => Line) public lines;
}

/**
 * @title A fund that lends to approved businesses
 * @notice Investors supply dollars for shares. Businesses draw on their lines, pay interest from time to time, and repay what they
 * have drawn. Interest raises the worth of all shares
 */
contract SeniorFund is FundStorage {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant expScale = 1e18;

    event Supply(address indexed investor, uint256 amount, uint256 shares);
    event Withdraw(address indexed investor, uint256 amount, uint256 shares);
    event LineSet(address indexed business, uint256 limit);
    event Drawn(address indexed business, uint256 amount);
    event Interest(address indexed business, uint256 amount, uint256 shareMantissa);
    event Principal(address indexed business, uint256 amount);
    event NewPendingAdmin(address pendingAdmin);
    event NewAdmin(address admin);

    constructor(IERC20 underlying_) public {
        admin = msg.sender;
        underlying = underlying_;
    }

    /**
     * @notice Supplies dollars
     * @param amount The number of dollars
     * @param least The fewest shares that the investor accepts for them
     * @return The number of shares
     */
    function supply(uint256 amount, uint256 least) external returns (uint256) {
        uint256 minted = totalShares == 0 ? amount : amount.mul(expScale).div(shareMantissa()); //~ BENIGN ARITHMETIC rounds down, for those who are there
        require(minted > 0, "the amount is too small for a share"); //~ BENIGN INPUT_VAL
        require(minted >= least, "the shares have become dearer"); //~ BENIGN INPUT_VAL
        totalAssets = totalAssets.add(amount);
        totalShares = totalShares.add(minted);
        shares[msg.sender] = shares[msg.sender].add(minted);
        emit Supply(msg.sender, amount, minted); //~ UNRELATED EVENT_EMIT
        underlying.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        return minted;
    }

    /**
     * @notice Gives shares back for dollars that are not drawn
     * @param redeemed The number of shares
     * @return The number of dollars
     */
    function withdraw(uint256 redeemed) external returns (uint256) {
        uint256 amount = redeemed.mul(totalAssets).div(totalShares); //~ BENIGN ARITHMETIC
        shares[msg.sender] = shares[msg.sender].sub(redeemed); //~ BENIGN ARITHMETIC checked
        totalShares = totalShares.sub(redeemed);
        totalAssets = totalAssets.sub(amount);
        emit Withdraw(msg.sender, amount, redeemed); //~ UNRELATED EVENT_EMIT
        underlying.safeTransfer(msg.sender, amount);
        return amount;
    }

    /**
     * @notice Draws on the line of the caller
     * @param amount The number of dollars
     */
    function draw(uint256 amount) external {
        Line storage line = lines[msg.sender];
        require(line.open, "the caller has no line"); //~ BENIGN ACCESS_CTRL
        line.balance = line.balance.add(amount);
        require(line.balance <= line.limit, "the line is not that long"); //~ BENIGN INPUT_VAL
        emit Drawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        underlying.safeTransfer(msg.sender, amount);
    }

    /**
     * @notice Pays interest on a line
     * @param business The business whose line it is
     * @param amount The number of dollars
     * @return The worth of a share after it, scaled by 1e18
     */
    function payInterest(address business, uint256 amount) external returns (uint256) {
        require(totalShares > 0, "nobody has shares"); //~ BENIGN CTRL_FLOW
        totalAssets = totalAssets.add(amount); //~ BENIGN STATE_MOD
        emit Interest(business, amount, shareMantissa()); //~ UNRELATED EVENT_EMIT
        underlying.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER from the caller
        return shareMantissa();
    }

    /**
     * @notice Repays what a line has drawn
     * @param business The business whose line it is
     * @param amount The number of dollars
     */
    function repay(address business, uint256 amount) external {
        Line storage line = lines[business];
        line.balance = line.balance.sub(amount); //~ BENIGN ARITHMETIC not more than was drawn
        emit Principal(business, amount); //~ UNRELATED EVENT_EMIT
        underlying.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice The worth of a share
     * @return It, scaled by 1e18
     */
    function shareMantissa() public view returns (uint256) {
        if (totalShares == 0) {
            return expScale;
        }
        return totalAssets.mul(expScale).div(totalShares);
    }

    /**
     * @notice Opens, changes or closes a line
     * @param business The business
     * @param limit The most that it may have drawn, or zero to close the line
     */
    function _setLine(address business, uint256 limit) external {
        require(msg.sender == admin, "only the admin may set lines"); //~ BENIGN ACCESS_CTRL
        lines[business].limit = limit;
        lines[business].open = limit > 0;
        emit LineSet(business, limit);
    }

    /**
     * @notice Offers the place of the admin
     * @param pendingAdmin_ The account that may accept it
     */
    function _setPendingAdmin(address pendingAdmin_) external {
        require(msg.sender == admin, "only the admin may offer its place"); //~ BENIGN ACCESS_CTRL
        pendingAdmin = pendingAdmin_;
        emit NewPendingAdmin(pendingAdmin_);
    }

    /**
     * @notice Accepts the place of the admin
     */
    function _acceptAdmin() external {
        require(msg.sender == pendingAdmin, "only who was offered the place may accept it"); //~ BENIGN ACCESS_CTRL
        admin = pendingAdmin;
        pendingAdmin = address(0);
        emit NewAdmin(admin);
    }
}
