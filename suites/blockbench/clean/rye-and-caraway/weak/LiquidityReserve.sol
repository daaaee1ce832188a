// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

interface IPricePair {
    function getReserves() external view returns (uint112 asset, uint112 quote, uint32 updatedAt);
}

/// @notice What a contract has to answer that takes a flash loan.
interface IFlashBorrower {
    function onFlashLoan(uint256 amount, uint256 amountDue, bytes calldata data) external;
}

/// @notice Lends an asset for the length of one call. What may be lent and who earns the fee is for the heir to say.
abstract contract FlashLender {
    using SafeERC20 for IERC20;

    uint256 public constant FEE_BASIS_POINTS = 5;
    uint256 private constant BASIS_POINTS = 10_000;

    IERC20 public immutable asset;

    /// @dev 1 while nothing is lent, 2 during a loan.
    uint256 private _loanState = 1;

    event FlashLoan(address indexed borrower, uint256 amount, uint256 fee);

    error LoanOutstanding(address caller);
    error NotRepaid(uint256 missing);

    modifier whenNothingIsLent() {
        if (_loanState != 1) revert LoanOutstanding(msg.sender);
        _;
    }

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    /// @notice Lends to the caller, which has to return the amount and the fee before its callback ends.
    function flashLoan(uint256 amount, bytes calldata data) external whenNothingIsLent {
        uint256 balanceBefore = asset.balanceOf(address(this));
        _beforeLoan(amount);
        uint256 fee = (amount * FEE_BASIS_POINTS + BASIS_POINTS - 1) / BASIS_POINTS;
        _loanState = 2;
        asset.safeTransfer(msg.sender, amount);
        IFlashBorrower(msg.sender).onFlashLoan(amount, amount + fee, data);
        uint256 balanceAfter = asset.balanceOf(address(this));
        if (balanceAfter < balanceBefore + fee) revert NotRepaid(balanceBefore + fee - balanceAfter);
        _afterLoan(fee);
        _loanState = 1;
        emit FlashLoan(msg.sender, amount, fee);
    }

    /// @dev Refuses what may not be lent.
    function _beforeLoan(uint256 amount) internal view virtual;

    /// @dev Gives the fee to those who have earned it.
    function _afterLoan(uint256 fee) internal virtual;
}

/// @title LiquidityReserve
/// @notice Depositors share the fees of flash loans, in proportion to what they have in the reserve at the end of each loan.
contract LiquidityReserve is FlashLender {
    using SafeERC20 for IERC20;

    struct Position {
        uint256 balance;
        uint256 index;
        uint256 earned;
    }

    uint256 public constant MINIMUM_LIQUIDITY = 1e15;
    uint256 private constant SCALE = 1e30;

    IPricePair public immutable pair;

    uint256 public totalDeposits;

    /// @notice The fees of one unit that has been here from the beginning, times SCALE.
    uint256 public feeIndex;

    mapping(address depositor => Position) private _positions;
    mapping(address depositor => mapping(address operator => uint256 amount)) public withdrawalAllowance;

    event Deposited(address indexed depositor, uint256 amount);
    event Withdrawn(address indexed depositor, address indexed operator, uint256 amount, uint256 earned);
    event WithdrawalApproved(address indexed depositor, address indexed operator, uint256 amount);
    event PositionTransferred(address indexed from, address indexed to, uint256 amount);

    error InsufficientFunds(uint256 available);

    constructor(IERC20 asset_, IPricePair pair_) FlashLender(asset_) {
        pair = pair_;
    }

    /// @notice Adds to the caller's position.
    function deposit(uint256 amount) external {
        Position storage position = _accrue(msg.sender);
        position.balance += amount;
        totalDeposits += amount;
        emit Deposited(msg.sender, amount);
        asset.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Pays out a part of the caller's position and all that it has earned.
    function withdraw(uint256 amount) external whenNothingIsLent returns (uint256 earned) {
        return _withdraw(msg.sender, amount);
    }

    /// @notice Pays out for a depositor who has approved it.
    function withdrawFor(address depositor, uint256 amount) external whenNothingIsLent returns (uint256 earned) {
        withdrawalAllowance[depositor][msg.sender] -= amount;
        return _withdraw(depositor, amount);
    }

    /// @notice Approves withdrawals that an operator starts. They are paid to the depositor all the same.
    function approveWithdrawal(address operator, uint256 amount) external {
        withdrawalAllowance[msg.sender][operator] = amount;
        emit WithdrawalApproved(msg.sender, operator, amount);
    }

    /// @notice Transfers a part of the caller's position. What it has earned so far stays with the caller.
    function transferPosition(address to, uint256 amount) external whenNothingIsLent {
        Position storage position = _accrue(msg.sender);
        if (amount > position.balance) revert InsufficientFunds(position.balance);
        unchecked {
            position.balance -= amount;
        }
        _accrue(to).balance += amount;
        emit PositionTransferred(msg.sender, to, amount);
    }

    /// @notice The position of a depositor, and what it has earned.
    function positionOf(address depositor) external view returns (uint256 balance, uint256 earned) {
        Position memory position = _positions[depositor];
        return (position.balance, position.earned + _earnedSince(position));
    }

    /// @notice What a position is worth on the market at this moment, for display.
    function quotedValueOf(address depositor) external view returns (uint256) {
        (uint112 assetReserve, uint112 quoteReserve, ) = pair.getReserves();
        return assetReserve == 0 ? 0 : (_positions[depositor].balance * quoteReserve) / assetReserve;
    }

    /// @inheritdoc FlashLender
    function _beforeLoan(uint256 amount) internal view override {
        if (amount > totalDeposits || totalDeposits < MINIMUM_LIQUIDITY) revert InsufficientFunds(totalDeposits);
    }

    /// @inheritdoc FlashLender
    function _afterLoan(uint256 fee) internal override {
        feeIndex += (fee * SCALE) / totalDeposits;
    }

    function _earnedSince(Position memory position) private view returns (uint256) {
        return (position.balance * (feeIndex - position.index)) / SCALE;
    }

    function _accrue(address depositor) private returns (Position storage position) {
        position = _positions[depositor];
        position.earned += _earnedSince(position);
        position.index = feeIndex;
    }

    function _withdraw(address depositor, uint256 amount) private returns (uint256 earned) {
        Position storage position = _accrue(depositor);
        if (amount > position.balance) revert InsufficientFunds(position.balance);
        position.balance -= amount;
        totalDeposits -= amount;
        earned = position.earned;
        position.earned = 0;
        emit Withdrawn(depositor, msg.sender, amount, earned);
        asset.safeTransfer(depositor, amount + earned);
    }
}
