// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Fees fall and rebates rise with the volume of a period. Both are in basis points.
library FeeSchedule {
    uint256 internal constant BASIS_POINTS = 10_000;

    /// @notice The fee at a volume.
    function feeRate(uint256 volume) internal pure returns (uint256) {
        if (volume < 1_000_000e6) return 20;
        if (volume < 10_000_000e6) return 15;
        return 10;
    }

    /// @notice The part of the fees that is rebated at a volume.
    function rebateRate(uint256 volume) internal pure returns (uint256) {
        if (volume < 1_000_000e6) return 0;
        if (volume < 10_000_000e6) return 2_000;
        return 4_000;
    }

    /// @dev The average of two values, each with what it counts for.
    function weightedAverage(uint256 a, uint256 weightA, uint256 b, uint256 weightB) internal pure returns (uint256) {
        return (a * weightA + b * weightB) / (weightA + weightB);
    }
}

/// @notice The balances of all members in one token.
abstract contract MemberBalances {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;

    mapping(address member => uint256) public balanceOf;

    event Deposited(address indexed member, uint256 amount);
    event Withdrawn(address indexed member, uint256 amount);
    event Paid(address indexed payer, address indexed payee, uint256 amount, bytes32 paymentReference);

    error BalanceTooLow(address member, uint256 balance);

    constructor(IERC20 token_) {
        token = token_;
    }

    /// @notice Adds to the caller's balance.
    function deposit(uint256 amount) external {
        balanceOf[msg.sender] += amount;
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Deposited(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes from the caller's balance.
    function withdraw(uint256 amount) external {
        _debit(msg.sender, amount); //~ BENIGN STATE_MOD before the transfer
        _payOut(msg.sender, amount);
        emit Withdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function _debit(address member, uint256 amount) internal {
        if (amount > balanceOf[member]) revert BalanceTooLow(member, balanceOf[member]); //~ BENIGN INPUT_VAL
        balanceOf[member] -= amount;
    }

    function _move(address payee, uint256 amount, bytes32 paymentReference) internal {
        _debit(msg.sender, amount);
        balanceOf[payee] += amount;
        emit Paid(msg.sender, payee, amount, paymentReference); //~ UNRELATED EVENT_EMIT
    }

    function _payOut(address to, uint256 amount) internal {
        token.safeTransfer(to, amount);
    }
}

/// @title Payment network
/// @notice Members hold a dollar token here and pay each other. Half of the fees of a period is kept for its rebates: after
///         the period each member can claim a part of the fees that it paid, by the average of the rates its payments had.
contract PaymentNetwork is MemberBalances {
    using FeeSchedule for uint256;

    struct Account {
        uint256 volume;
        uint256 fees;
        uint256 averageRate;
        bool claimed;
    }

    /// @notice The length of a period.
    uint256 public constant PERIOD = 30 days;

    /// @notice Who receives the part of the fees that is not kept for rebates.
    address public immutable feeRecipient;

    /// @notice The fees that the recipient has not received yet.
    uint256 public collectableFees;

    /// @notice What is kept for the rebates of each period.
    mapping(uint256 period => uint256) public rebatePool;

    mapping(uint256 period => mapping(address member => Account)) public accounts;

    event RebateClaimed(uint256 indexed period, address indexed member, uint256 amount);

    error EmptyBatch();
    error LengthMismatch(uint256 payees, uint256 amounts);
    error PeriodNotOver(uint256 period);
    error AlreadyClaimed(uint256 period, address member);

    constructor(IERC20 token_) MemberBalances(token_) {
        feeRecipient = msg.sender;
    }

    /// @notice The period of now.
    function currentPeriod() public view returns (uint256) {
        return block.timestamp / PERIOD;
    }

    /// @notice Pays one member.
    function pay(address payee, uint256 amount, bytes32 paymentReference) external returns (uint256 fee) {
        Account storage account = accounts[currentPeriod()][msg.sender];
        fee = _chargeFee(account, amount);
        _recordVolume(account, amount, (account.volume + amount).rebateRate()); //~ BENIGN COMPUTATION the rate that belongs to the volume
        _move(payee, amount, paymentReference);
    }

    /// @notice Pays many members at once. The fee is that of the sum.
    function payBatch(
        address[] calldata payees,
        uint256[] calldata amounts,
        bytes32 paymentReference
    ) external returns (uint256 fee) {
        if (payees.length == 0) revert EmptyBatch(); //~ BENIGN INPUT_VAL
        if (payees.length != amounts.length) revert LengthMismatch(payees.length, amounts.length); //~ BENIGN INPUT_VAL
        uint256 total;
        for (uint256 i; i < payees.length; ++i) {
            total += amounts[i];
            _move(payees[i], amounts[i], paymentReference);
        }
        Account storage account = accounts[currentPeriod()][msg.sender];
        fee = _chargeFee(account, total);
        _recordVolume(account, total, (account.volume + total).rebateRate()); //~ BENIGN COMPUTATION
    }

    /// @notice Pays the caller's rebate of a period that is over.
    function claimRebate(uint256 period) external returns (uint256 amount) {
        if (period >= currentPeriod()) revert PeriodNotOver(period); //~ BENIGN TIMESTAMP the pool does not grow any more
        Account storage account = accounts[period][msg.sender];
        if (account.claimed) revert AlreadyClaimed(period, msg.sender); //~ BENIGN STATE_MOD
        account.claimed = true;
        amount = (account.fees * account.averageRate) / FeeSchedule.BASIS_POINTS; //~ BENIGN ARITHMETIC at most four tenths of the fees, and half of them are in the pool
        if (amount > rebatePool[period]) amount = rebatePool[period]; //~ BENIGN INPUT_VAL
        rebatePool[period] -= amount;
        _payOut(msg.sender, amount);
        emit RebateClaimed(period, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays the collected fees to their recipient.
    function collectFees() external {
        uint256 amount = collectableFees;
        collectableFees = 0;
        _payOut(feeRecipient, amount);
    }

    function _chargeFee(Account storage account, uint256 amount) internal returns (uint256 fee) {
        fee = (amount * (account.volume + amount).feeRate()) / FeeSchedule.BASIS_POINTS;
        _debit(msg.sender, fee);
        account.fees += fee;
        rebatePool[currentPeriod()] += fee - fee / 2; //~ BENIGN ARITHMETIC the odd unit goes to the pool
        collectableFees += fee / 2;
    }

    function _recordVolume(Account storage account, uint256 amount, uint256 rate) internal {
        if (amount == 0) return;
        account.averageRate = account.averageRate.weightedAverage(account.volume, rate, amount);
        account.volume += amount;
    }
}
