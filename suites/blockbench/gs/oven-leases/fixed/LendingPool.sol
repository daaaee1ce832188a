// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import {ILendingPool} from "./context/ILendingPool.sol";
import {LoanBook} from "./context/LoanBook.sol";

/// @title LendingPool
/// @notice Lenders finance fixed-term loans to approved borrowers and share the interest.
/// @dev A lender's money is idle until the lender allocates it; allocated money is what the curator lends.
contract LendingPool is ILendingPool, LoanBook, AccessControl, Pausable {
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    struct Position {
        uint128 idle;
        uint128 allocated;
    }

    bytes32 public constant CURATOR = keccak256("CURATOR");
    bytes32 public constant GUARDIAN = keccak256("GUARDIAN");
    uint256 public constant MAXIMUM_FEE = 2_000;
    uint256 private constant BASIS_POINTS = 10_000;
    uint256 private constant PRECISION = 1e18;

    IERC20 public immutable asset;

    Position public total;
    mapping(address lender => Position) public positionOf;

    /// @notice Most money that may be allocated; the curator follows demand with it.
    uint256 public capacity;
    /// @notice Most money that lenders may have in the pool.
    uint256 public depositCap;
    /// @notice Part of the interest that goes to the treasury, in basis points.
    uint256 public fee;
    address public treasury;
    uint256 public feesDue;

    /// @notice Interest for one unit since the beginning, times 1e18.
    uint256 public interestIndex;
    mapping(address lender => uint256) public indexOf;
    mapping(address lender => uint256) public interestOf;

    constructor(IERC20 asset_, address treasury_, uint256 depositCap_) {
        asset = asset_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _setTreasury(treasury_);
        depositCap = depositCap_;
        emit DepositCapSet(depositCap_);
    }

    // ------------------------------------------------------------- lenders

    /// @notice Brings money into the pool. It is idle at first.
    function deposit(uint256 amount) external whenNotPaused { //~ BENIGN CTRL_FLOW
        if (amount == 0) revert ZeroAmount(); //~ BENIGN INPUT_VAL
        uint256 room = depositRoom();
        if (amount > room) revert DepositCapReached(amount, room); //~ BENIGN INPUT_VAL
        _credit(msg.sender); //~ BENIGN STATE_MOD
        positionOf[msg.sender].idle += amount.toUint128();
        total.idle += amount.toUint128();
        emit Deposited(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        asset.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Takes idle money out, at any time.
    function withdraw(uint256 amount, address receiver) external {
        uint256 idle = positionOf[msg.sender].idle;
        if (amount > idle) revert InsufficientIdle(amount, idle); //~ BENIGN INPUT_VAL
        _credit(msg.sender); //~ BENIGN STATE_MOD
        positionOf[msg.sender].idle -= amount.toUint128();
        total.idle -= amount.toUint128();
        emit Withdrawn(msg.sender, receiver, amount);
        asset.safeTransfer(receiver, amount);
    }

    /// @notice Allocates idle money, as long as there is capacity.
    function allocate(uint256 amount) external whenNotPaused {
        distribute();
        _credit(msg.sender); //~ BENIGN STATE_MOD
        Position storage position = positionOf[msg.sender];
        if (amount > position.idle) revert InsufficientIdle(amount, position.idle); //~ BENIGN INPUT_VAL
        uint256 room = allocationRoom();
        if (amount > room) revert CapacityReached(amount, room); //~ BENIGN INPUT_VAL
        position.idle -= amount.toUint128();
        position.allocated += amount.toUint128();
        total.idle -= amount.toUint128();
        total.allocated += amount.toUint128();
        emit Allocated(msg.sender, amount);
    }

    /// @notice Makes allocated money idle again, as far as it is not lent.
    function release(uint256 amount) external {
        distribute();
        _credit(msg.sender);
        Position storage position = positionOf[msg.sender];
        if (amount > position.allocated) revert InsufficientAllocated(amount, position.allocated); //~ BENIGN INPUT_VAL
        if (amount > available()) revert InsufficientLiquidity(amount, available()); //~ BENIGN INPUT_VAL
        position.allocated -= amount.toUint128();
        position.idle += amount.toUint128();
        total.allocated -= amount.toUint128();
        total.idle += amount.toUint128();
        emit Released(msg.sender, amount);
    }

    /// @notice Pays out the interest that is credited to the caller.
    function claim(address receiver) external returns (uint256 amount) {
        _credit(msg.sender);
        amount = interestOf[msg.sender];
        interestOf[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Claimed(msg.sender, receiver, amount);
        asset.safeTransfer(receiver, amount);
    }

    /// @notice Shares the interest that has run. Anyone may call this.
    function distribute() public {
        uint256 interest = _accrue();
        if (interest == 0) return;
        uint256 toTreasury = (interest * fee) / BASIS_POINTS; //~ BENIGN ARITHMETIC
        feesDue += toTreasury;
        interestIndex += ((interest - toTreasury) * PRECISION) / _earning(total);
        emit Distributed(interest, toTreasury, interestIndex); //~ UNRELATED EVENT_EMIT
    }

    // ----------------------------------------------------------- borrowers

    /// @notice Draws an offered loan. The caller pays the interest of the whole term now.
    function draw(uint256 loanId) external whenNotPaused {
        uint256 liquidity = available();
        (uint256 principal, uint256 interest) = _open(loanId);
        if (principal > liquidity) revert InsufficientLiquidity(principal, liquidity); //~ BENIGN INPUT_VAL
        asset.safeTransferFrom(msg.sender, address(this), interest); //~ BENIGN FUND_XFER
        asset.safeTransfer(msg.sender, principal);
    }

    /// @notice Pays a loan back. Interest for the rest of the term is returned.
    function repay(uint256 loanId) external {
        (uint256 principal, uint256 refund) = _close(loanId);
        asset.safeTransferFrom(msg.sender, address(this), principal); //~ BENIGN FUND_XFER
        asset.safeTransfer(msg.sender, refund);
    }

    // ---------------------------------------------------------- management

    function setCapacity(uint256 capacity_) external onlyRole(CURATOR) { //~ BENIGN ACCESS_CTRL
        capacity = capacity_;
        emit CapacitySet(capacity_);
    }

    function setBorrower(address borrower, uint256 limit) external onlyRole(CURATOR) {
        _setBorrower(borrower, limit);
    }

    function offerLoan(
        address borrower,
        uint128 principal,
        uint128 ratePerSecond,
        uint64 term
    ) external onlyRole(CURATOR) returns (uint256 loanId) {
        return _offer(borrower, principal, ratePerSecond, term);
    }

    function cancelOffer(uint256 loanId) external onlyRole(CURATOR) {
        _cancel(loanId);
    }

    function setFee(uint256 fee_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        if (fee_ > MAXIMUM_FEE) revert FeeTooHigh(fee_, MAXIMUM_FEE); //~ BENIGN INPUT_VAL
        distribute();
        fee = fee_;
        emit FeeSet(fee_);
    }

    function setTreasury(address treasury_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTreasury(treasury_);
    }

    function setDepositCap(uint256 depositCap_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        depositCap = depositCap_;
        emit DepositCapSet(depositCap_);
    }

    /// @notice Sends the fees to the treasury. Anyone may call this.
    function collectFees() external returns (uint256 amount) {
        amount = feesDue;
        feesDue = 0;
        emit FeesCollected(treasury, amount);
        asset.safeTransfer(treasury, amount); //~ UNRELATED FUND_XFER
    }

    /// @notice Stops deposits, allocations and draws. Money that is free can always leave.
    function pause() external onlyRole(GUARDIAN) {
        _pause();
    }

    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    // --------------------------------------------------------------- views

    /// @notice Allocated money that is not lent.
    function available() public view returns (uint256) {
        return total.allocated - lent;
    }

    function depositRoom() public view returns (uint256) {
        uint256 held = uint256(total.idle) + total.allocated;
        return held < depositCap ? depositCap - held : 0;
    }

    function allocationRoom() public view returns (uint256) {
        return total.allocated < capacity ? capacity - total.allocated : 0;
    }

    /// @notice Interest that an account could claim now.
    function claimable(address lender) public view returns (uint256) {
        uint256 growth = interestIndex - indexOf[lender];
        return interestOf[lender] + (_earning(positionOf[lender]) * growth) / PRECISION;
    }

    // ------------------------------------------------------------ internal

    function _beforeLoansChange() internal override {
        distribute(); //~ BENIGN STATE_MOD
    }

    /// @dev The part of a position that interest is shared over.
    function _earning(Position storage position) private view returns (uint256) {
        return position.allocated; //~ BENIGN COMPUTATION
    }

    function _credit(address lender) private {
        interestOf[lender] = claimable(lender);
        indexOf[lender] = interestIndex;
    }

    function _setTreasury(address treasury_) private {
        if (treasury_ == address(0)) revert ZeroAddress(); //~ BENIGN INPUT_VAL
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }
}
