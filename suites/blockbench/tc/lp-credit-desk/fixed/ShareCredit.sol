// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {CreditTerms} from "./context/CreditTerms.sol";
import {PairPool} from "./context/PairPool.sol";

/// @title  Credit against pool shares
/// @notice Lends the treasury's dollars to providers of a pair pool, who leave their shares as collateral.
/// @dev    Dollars and shares are plain ERC-20 tokens. A debt is kept as a number that grows with the index.
contract ShareCredit is CreditTerms {
    using SafeERC20 for IERC20;

    struct Line {
        uint256 collateral;
        uint256 scaledDebt;
        uint256 depositBlock;
    }

    uint256 public constant PERIOD = 30 minutes;
    /// @notice What an account may owe, of what its shares are worth.
    uint256 public constant LIMIT_PERCENT = 50;
    /// @notice From where on a debt may be liquidated.
    uint256 public constant LIQUIDATION_PERCENT = 75;
    /// @notice What a liquidator gets in shares for what it repays.
    uint256 public constant INCENTIVE_PERCENT = 108;
    /// @notice What is owed besides each loan: half a percent.
    uint256 public constant FEE_DIVISOR = 200;

    PairPool public immutable pool;
    IERC20 public immutable usd;

    mapping(address account => Line) public lines;
    uint256 public totalScaledDebt;

    /// @notice The share value over the last completed period.
    uint256 public averageValue;
    uint256 public cumulativeAtRefresh;
    uint256 public refreshedAt;

    event Refreshed(uint256 averageValue, uint256 elapsed);
    event Deposited(address indexed account, uint256 shares);
    event Withdrawn(address indexed account, uint256 shares);
    event Borrowed(address indexed account, uint256 amount, uint256 fee);
    event Repaid(address indexed payer, address indexed account, uint256 amount);
    event Liquidated(address indexed liquidator, address indexed account, uint256 repaid, uint256 seized);
    event WrittenOff(address indexed account, uint256 debt);
    event CashTaken(uint256 amount);

    error NoAmount();
    error Unsettled(uint256 depositBlock);
    error OverLimit(uint256 debt, uint256 limit);
    error AboveCeiling(uint256 debt, uint256 ceiling);
    error TooFewShares(uint256 shares);
    error NotLiquidatable(uint256 debt, uint256 worth);

    constructor(
        PairPool pool_,
        address treasury,
        uint256 rateBps_,
        uint256 debtCeiling_
    ) CreditTerms(treasury, rateBps_, debtCeiling_) {
        (pool, usd) = (pool_, pool_.quote());
        (cumulativeAtRefresh, refreshedAt) = (pool_.currentCumulative(), block.timestamp);
    }

    /// @notice Completes a period. Open to anyone; the treasury's keeper calls it every half hour.
    function refresh() public {
        uint256 elapsed = block.timestamp - refreshedAt;
        if (elapsed < PERIOD) return; //~ BENIGN TIMESTAMP an average spans at least one period
        uint256 cumulative = pool.currentCumulative();
        averageValue = (cumulative - cumulativeAtRefresh) / elapsed; //~ BENIGN ORACLE a value counts only for the seconds it lasted
        (cumulativeAtRefresh, refreshedAt) = (cumulative, block.timestamp); //~ BENIGN STATE_MOD
        emit Refreshed(averageValue, elapsed); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Leaves shares as collateral.
    function deposit(uint256 shares) external {
        if (shares == 0) revert NoAmount(); //~ BENIGN INPUT_VAL
        Line storage line = lines[msg.sender];
        line.collateral += shares;
        line.depositBlock = block.number;
        emit Deposited(msg.sender, shares); //~ UNRELATED EVENT_EMIT
        IERC20(pool).safeTransferFrom(msg.sender, address(this), shares); //~ BENIGN FUND_XFER
    }

    /// @notice Takes shares back that secure nothing.
    function withdraw(uint256 shares) external {
        refresh();
        accrue();
        Line storage line = lines[msg.sender];
        if (shares > line.collateral) revert TooFewShares(line.collateral); //~ BENIGN INPUT_VAL
        line.collateral -= shares; //~ BENIGN STATE_MOD before the limit is looked at
        _requireWithinLimit(msg.sender);
        emit Withdrawn(msg.sender, shares);
        IERC20(pool).safeTransfer(msg.sender, shares);
    }

    /// @notice Borrows dollars against the caller's shares.
    function borrow(uint256 amount) external whenNotPaused {
        refresh();
        accrue();
        if (amount == 0) revert NoAmount(); //~ BENIGN INPUT_VAL
        Line storage line = lines[msg.sender];
        if (averageValue == 0 || line.depositBlock == block.number) revert Unsettled(line.depositBlock); //~ BENIGN CTRL_FLOW
        uint256 fee = Math.ceilDiv(amount, FEE_DIVISOR);
        uint256 scaled = Math.ceilDiv((amount + fee) * ONE, index); //~ BENIGN ARITHMETIC rounds up, for the treasury
        line.scaledDebt += scaled;
        totalScaledDebt += scaled;
        _requireWithinLimit(msg.sender); //~ BENIGN CTRL_FLOW
        if (totalDebt() > debtCeiling) revert AboveCeiling(totalDebt(), debtCeiling); //~ BENIGN INPUT_VAL
        emit Borrowed(msg.sender, amount, fee); //~ UNRELATED EVENT_EMIT
        usd.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    /// @notice Repays a debt, one's own or another's, up to all of it.
    function repay(address account, uint256 amount) external returns (uint256 repaid) {
        accrue();
        uint256 debt = debtOf(account);
        repaid = Math.min(amount, debt);
        if (repaid == 0) revert NoAmount(); //~ BENIGN INPUT_VAL
        _reduce(account, repaid, debt);
        emit Repaid(msg.sender, account, repaid); //~ UNRELATED EVENT_EMIT
        usd.safeTransferFrom(msg.sender, address(this), repaid); //~ BENIGN FUND_XFER
    }

    /// @notice Repays a debt of an account that owes too much, for some of its shares.
    /// @dev    What is still owed when no shares are left is written off.
    function liquidate(address account, uint256 amount) external returns (uint256 repaid, uint256 seized) {
        refresh();
        accrue();
        if (amount == 0) revert NoAmount(); //~ BENIGN INPUT_VAL
        uint256 debt = debtOf(account);
        uint256 worth = averageWorthOf(account);
        if (debt * 100 <= worth * LIQUIDATION_PERCENT) revert NotLiquidatable(debt, worth); //~ BENIGN ORACLE judged by the average
        Line storage line = lines[account];
        repaid = Math.min(amount, debt);
        seized = (repaid * INCENTIVE_PERCENT * ONE) / (averageValue * 100); //~ BENIGN ARITHMETIC follows what is repaid
        if (seized >= line.collateral) {
            seized = line.collateral;
            repaid = Math.min(repaid, Math.ceilDiv(worth * 100, INCENTIVE_PERCENT)); //~ BENIGN ARITHMETIC no liquidator pays more than the shares are worth
        }
        _reduce(account, repaid, debt);
        line.collateral -= seized;
        if (line.collateral == 0 && line.scaledDebt != 0) {
            emit WrittenOff(account, debt - repaid);
            _reduce(account, debt, debt);
        }
        emit Liquidated(msg.sender, account, repaid, seized);
        usd.safeTransferFrom(msg.sender, address(this), repaid); //~ BENIGN FUND_XFER
        IERC20(pool).safeTransfer(msg.sender, seized);
    }

    /// @notice Hands dollars that are not lent to the treasury.
    function takeCash(uint256 amount) external onlyOwner {
        emit CashTaken(amount);
        usd.safeTransfer(owner(), amount);
    }

    /// @notice The most that an account may owe.
    function creditLimit(address account) public view returns (uint256) {
        return (lines[account].collateral * averageValue * LIMIT_PERCENT) / (100 * ONE); //~ BENIGN ORACLE
    }

    function debtOf(address account) public view returns (uint256) {
        return Math.ceilDiv(lines[account].scaledDebt * currentIndex(), ONE); //~ BENIGN ARITHMETIC rounds up, for the treasury
    }

    function totalDebt() public view returns (uint256) {
        return Math.ceilDiv(totalScaledDebt * currentIndex(), ONE);
    }

    /// @notice What an account's shares were worth in the last completed period.
    function averageWorthOf(address account) public view returns (uint256) {
        return (lines[account].collateral * averageValue) / ONE;
    }

    /// @notice What an account may still owe besides its debt.
    function headroomOf(address account) external view returns (uint256) {
        (uint256 debt, uint256 limit) = (debtOf(account), creditLimit(account));
        return debt < limit ? limit - debt : 0;
    }

    function _requireWithinLimit(address account) private view {
        (uint256 debt, uint256 limit) = (debtOf(account), creditLimit(account));
        if (debt > limit) revert OverLimit(debt, limit); //~ BENIGN CTRL_FLOW
    }

    /// @dev Takes a repayment off a debt; what is left of it rounds up.
    function _reduce(address account, uint256 repaid, uint256 debt) private {
        Line storage line = lines[account];
        uint256 scaled = repaid == debt ? line.scaledDebt : (repaid * ONE) / index; //~ BENIGN ARITHMETIC
        line.scaledDebt -= scaled;
        totalScaledDebt -= scaled;
    }
}
