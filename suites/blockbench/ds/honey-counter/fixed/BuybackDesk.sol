// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {DeskBase} from "./context/DeskBase.sol";
import {IPricePool} from "./context/IPricePool.sol";

/// @title  Buyback desk
/// @notice The treasury buys its token back from holders, somewhat below the price at which the trading pool trades it. A holder
///         is paid at once, or later and better.
/// @dev    Token and cash are plain ERC-20 tokens, without fees and without callbacks.
contract BuybackDesk is DeskBase {
    using SafeERC20 for IERC20;

    struct Payment {
        uint256 amount;
        uint256 early;
        uint64 due;
    }

    /// @notice The shortest time over which an average is taken, and the age at which it is no longer fresh.
    uint256 public constant SPAN = 6 hours;
    /// @notice By how much one average may differ from the one before.
    uint256 public constant MAXIMUM_STEP_BPS = 200;
    uint256 public constant DEFERRAL = 14 days;
    uint256 public constant MAXIMUM_PAYMENTS = 50;

    IPricePool public immutable pool;
    IERC20 public immutable token;
    IERC20 public immutable cash;

    uint256 public averagePrice;
    uint256 public recordedSum;
    uint256 public recordedAt;

    /// @notice Cash that is promised and not yet paid.
    uint256 public owed;
    uint256 public totalBought;

    mapping(uint256 day => uint256) public boughtOn;
    mapping(address holder => mapping(uint256 day => uint256)) public soldOn;
    mapping(address holder => Payment[]) private _payments;

    event Recorded(uint256 averagePrice, uint256 elapsed);
    event Bought(address indexed holder, uint256 tokens, uint256 amount);
    event Deferred(address indexed holder, uint256 indexed index, uint256 due);
    event Collected(address indexed holder, uint256 indexed index, uint256 amount);
    event Withdrawn(IERC20 indexed asset, uint256 amount);

    error TooEarly(uint256 earliest);
    error NoFreshAverage(uint256 recordedAt);
    error NothingToSell();
    error AboveAccountLimit(uint256 limit);
    error AboveDeskLimit(uint256 limit);
    error BelowMinimum(uint256 amount, uint256 minimum);
    error NotEnoughCash(uint256 available);
    error TooManyPayments(uint256 count);
    error NotDue(uint256 due);
    error NothingOwed(uint256 index);

    constructor(
        IPricePool pool_,
        address treasury,
        uint256 accountLimit_,
        uint256 deskLimit_
    ) DeskBase(treasury, accountLimit_, deskLimit_) {
        (pool, token, cash) = (pool_, pool_.token(), pool_.cash());
        (recordedSum, recordedAt) = (pool_.cumulativePrice(), block.timestamp);
    }

    /// @notice Takes the average of the time since the last one. Anybody may do it.
    function record() external {
        uint256 elapsed = block.timestamp - recordedAt;
        if (elapsed < SPAN) revert TooEarly(recordedAt + SPAN); //~ BENIGN TIMESTAMP a span of hours
        uint256 sum = pool.cumulativePrice(); //~ BENIGN ORACLE a price weighs as long as it lasts
        uint256 average = (sum - recordedSum) / elapsed;
        if (averagePrice != 0) average = _limited(average);
        averagePrice = average;
        (recordedSum, recordedAt) = (sum, block.timestamp); //~ BENIGN STATE_MOD the next span begins here
        emit Recorded(average, elapsed); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Sells tokens and is paid at once.
    /// @param amount The tokens.
    /// @param minimum The least that the holder accepts.
    function sell(uint256 amount, uint256 minimum) external whenNotPaused returns (uint256 paid) {
        paid = _buy(amount, discountBps, minimum);
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        cash.safeTransfer(msg.sender, paid); //~ BENIGN FUND_XFER
    }

    /// @notice Sells tokens at the smaller discount and collects the payment two weeks later.
    function sellDeferred(uint256 amount, uint256 minimum) external whenNotPaused returns (uint256 index) {
        uint256 promised = _buy(amount, deferredDiscountBps, minimum);
        Payment[] storage payments = _payments[msg.sender];
        index = payments.length;
        if (index == MAXIMUM_PAYMENTS) revert TooManyPayments(index); //~ BENIGN INPUT_VAL
        uint256 due = block.timestamp + DEFERRAL;
        owed += promised; //~ BENIGN STATE_MOD nobody else is paid from it
        payments.push(Payment(promised, _discounted(worthOf(amount), discountBps), uint64(due)));
        emit Deferred(msg.sender, index, due); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /// @notice Collects a deferred payment. A paused desk pays what it owes.
    function collect(uint256 index) external returns (uint256 paid) {
        Payment memory payment = _takePayment(index);
        if (block.timestamp < payment.due) revert NotDue(payment.due); //~ BENIGN TIMESTAMP
        paid = payment.amount;
        _pay(index, paid);
    }

    /// @notice Collects a payment before it is due, at the discount of those who were paid at once.
    function collectEarly(uint256 index) external returns (uint256 paid) {
        paid = _takePayment(index).early;
        _pay(index, paid);
    }

    /// @notice Hands tokens that were bought, or cash that nobody is owed, to the treasury.
    function withdraw(IERC20 asset, uint256 amount) external onlyOwner {
        if (asset == cash && amount > availableCash()) revert NotEnoughCash(availableCash()); //~ BENIGN ACCESS_CTRL
        emit Withdrawn(asset, amount);
        asset.safeTransfer(owner(), amount);
    }

    /// @notice What some tokens are worth, before any discount.
    function worthOf(uint256 amount) public view returns (uint256) {
        if (averagePrice == 0 || block.timestamp >= recordedAt + SPAN) revert NoFreshAverage(recordedAt); //~ BENIGN ORACLE
        return (amount * averagePrice) / 1e18; //~ BENIGN ORACLE
    }

    /// @notice What a holder is paid for some tokens, at once and later.
    function quote(uint256 amount) external view returns (uint256 atOnce, uint256 deferred) {
        uint256 worth = worthOf(amount);
        return (_discounted(worth, discountBps), _discounted(worth, deferredDiscountBps));
    }

    /// @notice How many tokens the desk still takes today, from one holder.
    function roomFor(address holder) external view returns (uint256) {
        uint256 today = block.timestamp / 1 days;
        (uint256 ofHolder, uint256 ofAll) = (soldOn[holder][today], boughtOn[today]);
        if (ofHolder >= accountLimit || ofAll >= deskLimit) return 0;
        return Math.min(accountLimit - ofHolder, deskLimit - ofAll);
    }

    function availableCash() public view returns (uint256) {
        return cash.balanceOf(address(this)) - owed; //~ BENIGN COMPUTATION without what is promised
    }

    function paymentCount(address holder) external view returns (uint256) {
        return _payments[holder].length;
    }

    function paymentOf(address holder, uint256 index) external view returns (Payment memory) {
        return _payments[holder][index];
    }

    function _buy(uint256 amount, uint256 discount, uint256 minimum) private returns (uint256 value) {
        if (amount == 0) revert NothingToSell(); //~ BENIGN INPUT_VAL
        _countToday(amount);
        value = _discounted(worthOf(amount), discount); //~ BENIGN ARITHMETIC
        if (value < minimum) revert BelowMinimum(value, minimum); //~ BENIGN INPUT_VAL
        if (value > availableCash()) revert NotEnoughCash(availableCash()); //~ BENIGN INPUT_VAL
        totalBought += amount;
        emit Bought(msg.sender, amount, value); //~ UNRELATED EVENT_EMIT
    }

    function _takePayment(uint256 index) private returns (Payment memory payment) {
        payment = _payments[msg.sender][index];
        if (payment.amount == 0) revert NothingOwed(index); //~ BENIGN CTRL_FLOW
        delete _payments[msg.sender][index]; //~ BENIGN STATE_MOD before it is paid
        owed -= payment.amount;
    }

    function _pay(uint256 index, uint256 amount) private {
        emit Collected(msg.sender, index, amount);
        cash.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    function _countToday(uint256 amount) private {
        uint256 today = block.timestamp / 1 days;
        uint256 ofHolder = soldOn[msg.sender][today] + amount;
        uint256 ofAll = boughtOn[today] + amount;
        if (ofHolder > accountLimit) revert AboveAccountLimit(accountLimit); //~ BENIGN INPUT_VAL
        if (ofAll > deskLimit) revert AboveDeskLimit(deskLimit); //~ BENIGN INPUT_VAL
        (soldOn[msg.sender][today], boughtOn[today]) = (ofHolder, ofAll);
    }

    /// @dev Rounds in favour of the treasury.
    function _discounted(uint256 worth, uint256 discount) private pure returns (uint256) {
        return worth - Math.ceilDiv(worth * discount, BASIS_POINTS); //~ BENIGN ARITHMETIC
    }

    function _limited(uint256 average) private view returns (uint256) {
        uint256 step = (averagePrice * MAXIMUM_STEP_BPS) / BASIS_POINTS;
        return Math.min(Math.max(average, averagePrice - step), averagePrice + step); //~ BENIGN ORACLE no step is larger than a discount
    }
}
