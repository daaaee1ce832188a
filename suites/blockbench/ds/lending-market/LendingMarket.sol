// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {InterestModel} from "./context/InterestModel.sol";
import {IPriceSource} from "./context/IPriceSource.sol";

/// @title InterestLedger
/// @notice Keeps what is lent, to whom, and the interest on it.
/// @dev All debts grow with one index. A borrower owes the principal at the ratio of today's index to the index at which
///      the principal was written down.
abstract contract InterestLedger {
    /// @notice A debt as it was written down last.
    /// @param principal What was owed then.
    /// @param index The index then.
    struct Debt {
        uint256 principal;
        uint256 index;
    }

    /// @notice The part of the interest that goes to the reserves, in per cent.
    uint256 public constant RESERVE_PERCENT = 10;

    /// @notice Sets the rate.
    InterestModel public immutable model;

    /// @notice The index of all debts, with 18 decimals.
    uint256 public index = 1e18;

    /// @notice When interest was added last.
    uint256 public accruedAt;

    /// @notice What all borrowers owe together.
    uint256 public totalDebt;

    /// @notice What belongs to the treasury.
    uint256 public reserves;

    /// @dev The debts, by borrower.
    mapping(address account => Debt) private _debts;

    /// @notice Interest was added.
    event Accrued(uint256 interest, uint256 index);

    /// @notice Starts the books.
    /// @param model_ Sets the rate.
    constructor(InterestModel model_) {
        model = model_;
        accruedAt = block.timestamp; //~ BENIGN INIT
    }

    /// @notice Adds the interest of the time since it was added last. Anyone may ask for it.
    function accrue() public {
        if (block.timestamp == accruedAt || totalDebt == 0) return; //~ ROOT_CAUSE TIMESTAMP while nobody owes anything the clock stands still, and the time is charged to the next borrower
        uint256 rate = model.rate(_idle(), totalDebt); //~ PREREQ COMPUTATION today's rate, for all of the time
        uint256 growth = rate * (block.timestamp - accruedAt);
        accruedAt = block.timestamp;
        uint256 interest = (totalDebt * growth) / 1e18;
        totalDebt += interest;
        reserves += (interest * RESERVE_PERCENT) / 100; //~ BENIGN ARITHMETIC
        index += (index * growth) / 1e18; //~ PREREQ STATE_MOD every debt grows by it, the youngest as well
        emit Accrued(interest, index); //~ UNRELATED EVENT_EMIT
    }

    /// @notice What an account owes, as of the last accrual.
    /// @param account The account.
    /// @return The debt, rounded up.
    function debtOf(address account) public view returns (uint256) {
        Debt memory debt = _debts[account];
        if (debt.principal == 0) return 0;
        return Math.mulDiv(debt.principal, index, debt.index, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
    }

    /// @dev Writes down a larger debt.
    /// @param account Whose.
    /// @param amount How much more.
    function _increaseDebt(address account, uint256 amount) internal {
        _debts[account] = Debt(debtOf(account) + amount, index); //~ INSUFF_GUARD STATE_MOD the index of now, which is behind by the time that was left out
        totalDebt += amount;
    }

    /// @dev Writes down a smaller debt.
    /// @param account Whose.
    /// @param amount How much less.
    function _decreaseDebt(address account, uint256 amount) internal {
        _debts[account] = Debt(debtOf(account) - amount, index);
        totalDebt -= Math.min(amount, totalDebt); //~ BENIGN ARITHMETIC debts are rounded up, their total is not
    }

    /// @dev What is there and not the treasury's.
    /// @return The amount.
    function _idle() internal view virtual returns (uint256);
}

/// @title LendingMarket
/// @notice Lenders supply one token, borrowers pledge another one and borrow the first.
contract LendingMarket is InterestLedger, AccessControl, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice The role that stops and resumes loans.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice The role that takes reserves out.
    bytes32 public constant TREASURY_ROLE = keccak256("TREASURY_ROLE");

    /// @notice The part of its collateral's worth that an account may borrow, in per cent.
    uint256 public constant BORROW_PERCENT = 75;

    /// @notice The part from which on it may be liquidated, in per cent.
    uint256 public constant LIQUIDATION_PERCENT = 80;

    /// @notice What liquidators receive, in per cent of what they repay.
    uint256 public constant PAYOUT_PERCENT = 106;

    /// @notice How much of a debt may be liquidated at once, in per cent.
    uint256 public constant CLOSE_PERCENT = 50;

    /// @notice The token that is lent.
    IERC20 public immutable loanToken;

    /// @notice The token that is pledged.
    IERC20 public immutable collateralToken;

    /// @notice Prices the collateral.
    IPriceSource public immutable source;

    /// @notice The shares of all lenders. A thousand belong to nobody, from the first supply on.
    uint256 public totalShares;

    /// @notice The shares in what was supplied, by lender.
    mapping(address account => uint256) public sharesOf;

    /// @notice The collateral, by borrower.
    mapping(address account => uint256) public collateralOf;

    /// @dev What was supplied and never lent, with repayments, without what was lent or taken out.
    uint256 private _cash;

    /// @notice Tokens were supplied.
    event Supplied(address indexed account, uint256 amount, uint256 shares);

    /// @notice Supplied tokens were taken back.
    event Redeemed(address indexed account, uint256 amount, uint256 shares);

    /// @notice Tokens were borrowed.
    event Borrowed(address indexed account, uint256 amount);

    /// @notice Debt was repaid.
    event Repaid(address indexed account, address indexed payer, uint256 amount);

    /// @notice Debt was repaid for its collateral.
    event Liquidated(address indexed account, address indexed liquidator, uint256 amount, uint256 seized);

    /// @notice Sets up the market.
    /// @param admin_ Who grants roles, and has them at first.
    /// @param loanToken_ The token that is lent.
    /// @param collateralToken_ The token that is pledged.
    /// @param source_ Prices the collateral.
    /// @param model_ Sets the rate.
    constructor(
        address admin_,
        IERC20 loanToken_,
        IERC20 collateralToken_,
        IPriceSource source_,
        InterestModel model_
    ) InterestLedger(model_) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin_);
        _grantRole(GUARDIAN_ROLE, admin_);
        _grantRole(TREASURY_ROLE, admin_);
        loanToken = loanToken_;
        collateralToken = collateralToken_;
        source = source_;
    }

    /// @notice Stops new supplies and loans.
    function pause() external onlyRole(GUARDIAN_ROLE) { //~ BENIGN ACCESS_CTRL
        _pause();
    }

    /// @notice Resumes them.
    function unpause() external onlyRole(GUARDIAN_ROLE) {
        _unpause();
    }

    /// @notice Takes reserves out.
    /// @param to Who receives them.
    /// @param amount How much.
    function takeReserves(address to, uint256 amount) external nonReentrant onlyRole(TREASURY_ROLE) {
        accrue();
        reserves -= amount; //~ BENIGN STATE_MOD checked
        _send(to, amount);
    }

    /// @notice Supplies tokens to be lent.
    /// @param amount How much.
    /// @return shares The shares in all that was supplied.
    function supply(uint256 amount) external nonReentrant whenNotPaused returns (uint256 shares) {
        accrue();
        shares = amount;
        if (totalShares == 0) {
            totalShares = 1_000;
            shares -= 1_000; //~ BENIGN ARITHMETIC reverts for less
        } else {
            shares = Math.mulDiv(amount, totalShares, totalSupplied());
        }
        require(shares > 0, "LendingMarket: no shares"); //~ BENIGN INPUT_VAL
        totalShares += shares;
        sharesOf[msg.sender] += shares;
        _receive(amount);
        emit Supplied(msg.sender, amount, shares);
    }

    /// @notice Takes supplied tokens back.
    /// @param shares For how many shares.
    /// @return amount How much it was.
    function redeem(uint256 shares) external nonReentrant returns (uint256 amount) {
        accrue();
        amount = Math.mulDiv(shares, totalSupplied(), totalShares);
        sharesOf[msg.sender] -= shares;
        totalShares -= shares;
        _send(msg.sender, amount);
        require(_cash >= reserves, "LendingMarket: lent out"); //~ BENIGN CTRL_FLOW
        emit Redeemed(msg.sender, amount, shares);
    }

    /// @notice Pledges collateral.
    /// @param amount How much.
    function pledge(uint256 amount) external nonReentrant {
        collateralOf[msg.sender] += amount;
        collateralToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Takes collateral back.
    /// @param amount How much.
    function release(uint256 amount) external nonReentrant {
        accrue();
        collateralOf[msg.sender] -= amount;
        require(_covers(msg.sender, BORROW_PERCENT), "LendingMarket: not covered"); //~ BENIGN CTRL_FLOW
        collateralToken.safeTransfer(msg.sender, amount);
    }

    /// @notice Borrows against the caller's collateral.
    /// @param amount How much.
    function borrow(uint256 amount) external nonReentrant whenNotPaused {
        accrue(); //~ PREREQ CTRL_FLOW looks like bringing the books up to date, and for the first borrower does nothing
        _increaseDebt(msg.sender, amount);
        require(_covers(msg.sender, BORROW_PERCENT), "LendingMarket: not covered"); //~ BENIGN CTRL_FLOW
        _send(msg.sender, amount);
        require(_cash >= reserves, "LendingMarket: lent out"); //~ BENIGN CTRL_FLOW
        emit Borrowed(msg.sender, amount);
    }

    /// @notice Repays debt.
    /// @param account Whose debt.
    /// @param amount How much, or more for all of it.
    function repay(address account, uint256 amount) external nonReentrant {
        accrue();
        amount = Math.min(amount, debtOf(account));
        _decreaseDebt(account, amount);
        _receive(amount);
        emit Repaid(account, msg.sender, amount);
    }

    /// @notice Repays a part of a debt that is not covered any more, for collateral.
    /// @param account Whose debt.
    /// @param amount How much.
    /// @return seized The collateral.
    function liquidate(address account, uint256 amount) external nonReentrant returns (uint256 seized) {
        accrue(); //~ PREREQ CTRL_FLOW
        require(!_covers(account, LIQUIDATION_PERCENT), "LendingMarket: covered"); //~ INSUFF_GUARD CTRL_FLOW asks for the debt that accrue() has just raised
        require(amount <= (debtOf(account) * CLOSE_PERCENT) / 100, "LendingMarket: too much"); //~ BENIGN INPUT_VAL
        seized = Math.min(Math.mulDiv(amount * PAYOUT_PERCENT, 1e18, 100 * source.price()), collateralOf[account]);
        _decreaseDebt(account, amount);
        collateralOf[account] -= seized;
        _receive(amount);
        collateralToken.safeTransfer(msg.sender, seized);
        emit Liquidated(account, msg.sender, amount, seized);
    }

    /// @notice What belongs to all lenders, as of the last accrual.
    /// @return The amount.
    function totalSupplied() public view returns (uint256) {
        return _cash + totalDebt - reserves; //~ BENIGN ARITHMETIC own books, no balance
    }

    /// @dev Whether a part of an account's collateral covers its debt.
    /// @param account The account.
    /// @param percent The part.
    /// @return Whether it does.
    function _covers(address account, uint256 percent) private view returns (bool) {
        uint256 worth = Math.mulDiv(collateralOf[account], source.price(), 1e18); //~ BENIGN ORACLE
        return debtOf(account) * 100 <= worth * percent;
    }

    /// @dev Takes loan tokens from the caller.
    /// @param amount How much.
    function _receive(uint256 amount) private {
        _cash += amount;
        loanToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @dev Sends loan tokens.
    /// @param to Who receives them.
    /// @param amount How much.
    function _send(address to, uint256 amount) private {
        _cash -= amount;
        loanToken.safeTransfer(to, amount);
    }

    /// @inheritdoc InterestLedger
    function _idle() internal view override returns (uint256) {
        return _cash > reserves ? _cash - reserves : 0;
    }
}
