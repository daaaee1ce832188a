// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/**
 * @title ThatchDividends
 * @notice Pays the income of a thatchers' guild to those who have staked its token, week by week.
 */
contract ThatchDividends is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice Role that hands in income.
    bytes32 public constant BURSAR_ROLE = keccak256("BURSAR_ROLE");

    /// @notice The time over which the income of one week is paid.
    uint256 public constant WEEK = 7 days;

    uint256 private constant _PRECISION = 1e18;

    /// @notice The token that is staked.
    IERC20 public immutable thatch;

    /// @notice The coin that is paid.
    IERC20 public immutable coin;

    /// @notice Income that waits for the next week.
    uint256 public income;

    /// @notice Coins of the present week that are not shared out yet.
    uint256 public pot;

    /// @notice Coins a second in the present week.
    uint256 public rate;

    /// @notice Until when time has been paid for.
    uint256 public paidUntil;

    /// @notice When the present week is over.
    uint256 public weekEnd;

    /// @notice Coins for one staked unit since the beginning, times 1e18.
    uint256 public index;

    /// @notice All staked units.
    uint256 public totalStake;

    /// @notice Staked units of an account.
    mapping(address account => uint256) public stakeOf;

    mapping(address account => uint256) private _indexOf;
    mapping(address account => uint256) private _earned;

    /**
     * @notice Units were staked.
     * @param account The account.
     * @param amount The units.
     */
    event Staked(address indexed account, uint256 amount);

    /**
     * @notice Units were given back.
     * @param account The account.
     * @param amount The units.
     */
    event Unstaked(address indexed account, uint256 amount);

    /**
     * @notice Coins were paid.
     * @param account The account.
     * @param amount The coins.
     */
    event Claimed(address indexed account, uint256 amount);

    /**
     * @notice Income was handed in.
     * @param amount The coins.
     */
    event HandedIn(uint256 amount);

    /**
     * @notice A week began.
     * @param amount The coins of that week.
     * @param rate Coins a second.
     */
    event WeekBegan(uint256 amount, uint256 rate);

    /**
     * @notice Sets tokens and roles.
     * @param thatch_ The token that is staked.
     * @param coin_ The coin that is paid.
     * @param bursar The account that hands in income.
     */
    constructor(IERC20 thatch_, IERC20 coin_, address bursar) {
        require(thatch_ != coin_, "ThatchDividends: same token"); //~ BENIGN INIT
        thatch = thatch_;
        coin = coin_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(BURSAR_ROLE, bursar);
        weekEnd = block.timestamp;
    }

    /**
     * @notice Stakes units of the caller.
     * @param amount The units.
     */
    function stake(uint256 amount) external {
        require(amount > 0, "ThatchDividends: zero"); //~ BENIGN INPUT_VAL
        _credit(msg.sender); //~ BENIGN STATE_MOD
        stakeOf[msg.sender] += amount;
        totalStake += amount;
        emit Staked(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        thatch.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Gives units back to the caller.
     * @param amount The units.
     */
    function unstake(uint256 amount) external {
        require(amount <= stakeOf[msg.sender], "ThatchDividends: too many"); //~ BENIGN INPUT_VAL
        _credit(msg.sender); //~ BENIGN STATE_MOD
        stakeOf[msg.sender] -= amount;
        totalStake -= amount;
        emit Unstaked(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        thatch.safeTransfer(msg.sender, amount); //~ DECOY FUND_XFER what was staked, and at any time
    }

    /**
     * @notice Pays the caller what it has earned.
     * @return amount The coins.
     */
    function claim() external returns (uint256 amount) {
        _credit(msg.sender);
        amount = _earned[msg.sender];
        _earned[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Claimed(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, amount);
    }

    /**
     * @notice Hands in income for the next week.
     * @param amount The coins.
     */
    function handIn(uint256 amount) external onlyRole(BURSAR_ROLE) { //~ BENIGN ACCESS_CTRL
        income += amount;
        emit HandedIn(amount); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /// @notice Begins a week with the income that waits. Anyone may call this once the week before is over.
    function beginWeek() external { //~ PREREQ ACCESS_CTRL whoever has staked picks the moment
        require(block.timestamp >= weekEnd, "ThatchDividends: not over"); //~ BENIGN TIMESTAMP
        require(income > 0, "ThatchDividends: no income"); //~ BENIGN INPUT_VAL
        uint256 amount = income;
        income = 0; //~ BENIGN STATE_MOD
        pot += amount; //~ ROOT_CAUSE STATE_MOD the old rate is paid out of the new coins for all the time since the old ones ran out
        _accrue(); //~ ROOT_CAUSE CTRL_FLOW too late: the time before this week is settled when its coins are there already
        paidUntil = block.timestamp; //~ BENIGN TIMESTAMP
        weekEnd = block.timestamp + WEEK;
        rate = amount / WEEK; //~ BENIGN ARITHMETIC
        emit WeekBegan(amount, rate); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice What an account could claim if the time until now were shared out.
     * @param account The account.
     * @return The coins.
     */
    function earned(address account) public view returns (uint256) {
        return _earned[account] + Math.mulDiv(stakeOf[account], _indexAt() - _indexOf[account], _PRECISION); //~ BENIGN ARITHMETIC
    }

    /**
     * @notice Coins that the present time is worth.
     * @return The coins.
     */
    function running() public view returns (uint256) {
        if (totalStake == 0) return 0; //~ BENIGN CTRL_FLOW
        return Math.min(rate * (block.timestamp - paidUntil), pot); //~ INSUFF_GUARD ARITHMETIC bounded by the pot, whatever week its coins are for
    }

    function _credit(address account) private {
        _accrue();
        _earned[account] = earned(account);
        _indexOf[account] = index;
    }

    function _accrue() private {
        if (totalStake == 0) paidUntil = block.timestamp; //~ BENIGN TIMESTAMP
        uint256 amount = running();
        if (amount == 0) return; //~ PREREQ CTRL_FLOW without coins the time stays open
        index = _indexAt(); //~ BENIGN STATE_MOD
        pot -= amount;
        paidUntil = block.timestamp;
    }

    function _indexAt() private view returns (uint256) {
        return totalStake == 0 ? index : index + Math.mulDiv(running(), _PRECISION, totalStake); //~ BENIGN ARITHMETIC
    }
}
