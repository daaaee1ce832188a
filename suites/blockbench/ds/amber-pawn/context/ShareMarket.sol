// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ILiquidityPool} from "./ILiquidityPool.sol";
import {PriceBoard} from "./PriceBoard.sol";

/// @title ShareMarket
/// @notice Lends the treasury's ether against shares of a pool, for a fee and without a term.
contract ShareMarket is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice May withdraw ether and seize collateral.
    bytes32 public constant TREASURY_ROLE = keccak256("TREASURY_ROLE");

    /// @notice May set fee and ceiling.
    bytes32 public constant RISK_ROLE = keccak256("RISK_ROLE");

    /// @notice Part of the collateral's value that can be borrowed, in basis points.
    uint256 public constant BORROW_BPS = 5_000;

    /// @notice Part of the collateral's value from which on it can be seized, in basis points.
    uint256 public constant SEIZE_BPS = 8_000;

    /// @notice Value that is seized for a debt, in basis points of the debt.
    uint256 public constant PENALTY_BPS = 10_500;

    /// @notice The highest fee in basis points.
    uint256 public constant MAX_FEE_BPS = 200;

    /// @dev One in basis points.
    uint256 private constant BPS = 10_000;

    /// @notice The pool.
    ILiquidityPool public immutable POOL;

    /// @notice The price of the pool's token.
    PriceBoard public immutable BOARD;

    /// @notice The fee on a loan in basis points.
    uint256 public feeBps;

    /// @notice The highest sum of all debts.
    uint256 public ceiling;

    /// @notice The sum of all debts.
    uint256 public totalDebt;

    /// @notice Shares deposited by account.
    mapping(address => uint256) public collateralOf;

    /// @notice Debt by account.
    mapping(address => uint256) public debtOf;

    /// @notice Emitted when collateral is deposited.
    /// @param account The account
    /// @param shares The shares
    event Deposited(address indexed account, uint256 shares);

    /// @notice Emitted when collateral is withdrawn.
    /// @param account The account
    /// @param shares The shares
    event Withdrawn(address indexed account, uint256 shares);

    /// @notice Emitted when ether is borrowed.
    /// @param account The account
    /// @param amount The ether
    /// @param fee The fee that is added to the debt
    event Borrowed(address indexed account, uint256 amount, uint256 fee);

    /// @notice Emitted when ether is repaid.
    /// @param account The account
    /// @param amount The ether
    event Repaid(address indexed account, uint256 amount);

    /// @notice Emitted when collateral is seized.
    /// @param account The account
    /// @param debt The debt that is cleared
    /// @param shares The shares
    event Seized(address indexed account, uint256 debt, uint256 shares);

    /// @notice Emitted when the terms are set.
    /// @param feeBps The fee in basis points
    /// @param ceiling The highest sum of all debts
    event TermsSet(uint256 feeBps, uint256 ceiling);

    /// @notice Sets pool and board, and grants all roles to the administrator.
    /// @param pool The pool
    /// @param board The price of the pool's token
    /// @param admin The administrator
    constructor(ILiquidityPool pool, PriceBoard board, address admin) {
        require(admin != address(0), "ShareMarket: zero admin");
        POOL = pool;
        BOARD = board;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(TREASURY_ROLE, admin);
        _grantRole(RISK_ROLE, admin);
    }

    /// @notice Sets fee and ceiling for loans from now on.
    /// @param feeBps_ The fee in basis points
    /// @param ceiling_ The highest sum of all debts
    function setTerms(uint256 feeBps_, uint256 ceiling_) external onlyRole(RISK_ROLE) {
        require(feeBps_ <= MAX_FEE_BPS, "ShareMarket: fee too high");
        feeBps = feeBps_;
        ceiling = ceiling_;
        emit TermsSet(feeBps_, ceiling_);
    }

    /// @notice Adds ether to lend.
    function fund() external payable {}

    /// @notice Withdraws ether that is not lent.
    /// @param amount The ether
    function withdrawFunds(uint256 amount) external onlyRole(TREASURY_ROLE) {
        Address.sendValue(payable(msg.sender), amount);
    }

    /// @notice Deposits shares of the pool as collateral.
    /// @param shares The shares
    function deposit(uint256 shares) external {
        collateralOf[msg.sender] += shares;
        emit Deposited(msg.sender, shares);
        IERC20(address(POOL)).safeTransferFrom(msg.sender, address(this), shares);
    }

    /// @notice Withdraws collateral that the debt does not need.
    /// @param shares The shares
    function withdraw(uint256 shares) external {
        collateralOf[msg.sender] -= shares;
        _requireCovered(msg.sender);
        emit Withdrawn(msg.sender, shares);
        IERC20(address(POOL)).safeTransfer(msg.sender, shares);
    }

    /// @notice Borrows ether.
    /// @param amount The ether
    function borrow(uint256 amount) external {
        uint256 fee = Math.ceilDiv(amount * feeBps, BPS);
        debtOf[msg.sender] += amount + fee;
        totalDebt += amount + fee;
        require(totalDebt <= ceiling, "ShareMarket: ceiling");
        _requireCovered(msg.sender);
        emit Borrowed(msg.sender, amount, fee);
        Address.sendValue(payable(msg.sender), amount);
    }

    /// @notice Repays a part of the caller's debt, or all of it.
    function repay() external payable {
        require(msg.value <= debtOf[msg.sender], "ShareMarket: more than owed");
        debtOf[msg.sender] -= msg.value;
        totalDebt -= msg.value;
        emit Repaid(msg.sender, msg.value);
    }

    /// @notice Clears a debt for its worth of collateral and a penalty, when the collateral has lost too much of its value.
    /// @param account The account
    /// @return shares The shares that go to the treasury
    function seize(address account) external onlyRole(TREASURY_ROLE) returns (uint256 shares) {
        uint256 debt = debtOf[account];
        uint256 value = valueOf(account);
        require(debt * BPS > value * SEIZE_BPS, "ShareMarket: covered");
        shares = collateralOf[account];
        shares = Math.min(shares, Math.ceilDiv(shares * debt * PENALTY_BPS, Math.max(value, 1) * BPS));
        debtOf[account] = 0;
        totalDebt -= debt;
        collateralOf[account] -= shares;
        emit Seized(account, debt, shares);
        IERC20(address(POOL)).safeTransfer(msg.sender, shares);
    }

    /// @notice The value of an account's collateral, with both reserves taken at their geometric mean.
    /// @param account The account
    /// @return The value in ether
    function valueOf(address account) public view returns (uint256) {
        (uint256 etherPart, uint256 tokenPart) = POOL.backing();
        uint256 tokenWorth = (tokenPart * BOARD.currentPrice()) / 1e18;
        return (collateralOf[account] * 2 * Math.sqrt(etherPart * tokenWorth)) / 1e18;
    }

    /// @notice The highest debt that an account may have after a loan.
    /// @param account The account
    /// @return The debt in ether
    function limitOf(address account) public view returns (uint256) {
        return (valueOf(account) * BORROW_BPS) / BPS;
    }

    /// @dev Whoever owes nothing needs no price.
    /// @param account The account
    function _requireCovered(address account) private view {
        uint256 debt = debtOf[account];
        require(debt == 0 || debt <= limitOf(account), "ShareMarket: not covered");
    }
}
