// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {Governed} from "./Governed.sol";
import {ICollateralVault} from "./interfaces/ICollateralVault.sol";
import {ILendingPool} from "./interfaces/ILendingPool.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {FixedMath} from "./libraries/FixedMath.sol";

/// @title CollateralVault
/// @notice Keeps the collateral of all accounts, apart from the assets that the pool lends.
/// @dev The vault knows amounts and terms, and the pool knows debts. Whatever lowers the collateral of an account asks
/// the pool, at the end, whether the account is still healthy.
contract CollateralVault is ICollateralVault, Governed, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using FixedMath for uint256;

    /// @notice Most assets that can be accepted: health is computed over all of them.
    uint256 public constant MOST_ASSETS = 8;

    /// @notice Largest bonus that liquidators may get.
    uint256 public constant LARGEST_BONUS = 0.2e18;

    /// @notice Values the assets.
    IPriceOracle public immutable oracle;

    /// @notice The pool that lends against the collateral.
    ILendingPool public pool;

    /// @notice Accepted assets, in the order in which they were added.
    address[] public assets;

    /// @notice Amount of each asset that all accounts have together.
    mapping(address asset => uint256) public totalOf;

    /// @inheritdoc ICollateralVault
    mapping(address account => mapping(address operator => bool)) public isOperator;

    mapping(address account => mapping(address asset => uint256)) private _balances;
    mapping(address asset => Terms) private _terms;

    modifier onlyPool() {
        if (msg.sender != address(pool)) revert OnlyPool(msg.sender);
        _;
    }

    /// @param oracle_ Values the assets.
    constructor(IPriceOracle oracle_) {
        oracle = oracle_;
    }

    /// @notice Names the pool, once.
    /// @param pool_ The pool that lends against the collateral.
    function initialize(ILendingPool pool_) external onlyGovernor {
        if (address(pool) != address(0) || address(pool_) == address(0)) revert AlreadySet();
        pool = pool_;
    }

    /// @notice Accepts an asset, or changes its terms.
    /// @param asset Asset to accept.
    /// @param terms Its terms. A cap of zero accepts no further deposits and keeps what is there.
    function setTerms(address asset, Terms calldata terms) external onlyGovernor {
        if (
            terms.borrowFactor == 0 || terms.borrowFactor >= terms.liquidationFactor || terms.bonus > LARGEST_BONUS
                || uint256(terms.liquidationFactor).wadMulUp(FixedMath.WAD + terms.bonus) > FixedMath.WAD
        ) revert BadTerms(asset);
        if (_terms[asset].borrowFactor == 0) {
            if (assets.length == MOST_ASSETS) revert BadTerms(asset);
            assets.push(asset);
        }
        _terms[asset] = terms;
        emit TermsSet(asset, terms);
    }

    /// @notice Allows an operator to act for the caller, or forbids it.
    /// @param operator Account that may withdraw, move and borrow for the caller.
    /// @param allowed Whether it may.
    function setOperator(address operator, bool allowed) external {
        isOperator[msg.sender][operator] = allowed;
        emit OperatorSet(msg.sender, operator, allowed);
    }

    /// @notice Deposits collateral.
    /// @param asset Asset to deposit.
    /// @param amount Amount in its smallest unit.
    /// @param account Account that it is credited to.
    function deposit(address asset, uint256 amount, address account) external nonReentrant {
        Terms memory terms = _terms[asset];
        if (terms.borrowFactor == 0) revert NotAccepted(asset);
        uint256 total = totalOf[asset] + amount;
        if (total > terms.cap) revert VaultFull(asset, terms.cap);
        totalOf[asset] = total;
        _balances[account][asset] += amount;
        IERC20(asset).safeTransferFrom(msg.sender, address(this), amount);
        emit Deposited(msg.sender, account, asset, amount);
    }

    /// @notice Withdraws collateral of an account for which the caller may act.
    /// @param asset Asset to withdraw.
    /// @param amount Amount in its smallest unit.
    /// @param account Account that it is taken from.
    /// @param receiver Account that it is paid to.
    function withdraw(address asset, uint256 amount, address account, address receiver) external nonReentrant {
        _authorise(account); //~ DECOY ACCESS_CTRL the account is an argument, and who may act for it is checked
        _take(account, asset, amount);
        totalOf[asset] -= amount;
        pool.requireHealthy(account);
        IERC20(asset).safeTransfer(receiver, amount);
        emit Withdrawn(account, receiver, asset, amount);
    }

    /// @notice Moves collateral to another account, within the vault.
    /// @param asset Asset to move.
    /// @param amount Amount in its smallest unit.
    /// @param from Account that it is taken from; the caller may act for it.
    /// @param to Account that it is credited to.
    function move(address asset, uint256 amount, address from, address to) external nonReentrant {
        _authorise(from);
        uint256 held = _balances[from][asset];
        if (amount > held) revert NotEnoughCollateral(from, asset, amount);
        _balances[from][asset] = held - amount;
        uint256 present = _balances[to][asset]; //~ BENIGN STORAGE_READ read after the first entry was written
        _balances[to][asset] = present + amount;
        pool.requireHealthy(from);
        emit Moved(from, to, asset, amount);
    }

    /// @inheritdoc ICollateralVault
    function seize(address account, address asset, uint256 amount, address receiver) external onlyPool nonReentrant {
        _take(account, asset, amount);
        totalOf[asset] -= amount;
        IERC20(asset).safeTransfer(receiver, amount);
        emit Seized(account, receiver, asset, amount);
    }

    /// @inheritdoc ICollateralVault
    function collateralOf(address account, address asset) external view returns (uint256) {
        return _balances[account][asset];
    }

    /// @inheritdoc ICollateralVault
    function termsOf(address asset) external view returns (Terms memory) {
        return _terms[asset];
    }

    /// @notice Number of accepted assets.
    function assetCount() external view returns (uint256) {
        return assets.length;
    }

    /// @inheritdoc ICollateralVault
    function limitsOf(address account) external view returns (uint256 borrowLimit, uint256 liquidationLimit) {
        for (uint256 i = 0; i < assets.length; i++) {
            address asset = assets[i];
            uint256 amount = _balances[account][asset];
            if (amount == 0) continue;
            uint256 value = oracle.valueOf(asset, amount);
            borrowLimit += value.wadMulDown(_terms[asset].borrowFactor);
            liquidationLimit += value.wadMulDown(_terms[asset].liquidationFactor);
        }
    }

    /// @inheritdoc ICollateralVault
    function isEmpty(address account) external view returns (bool) {
        for (uint256 i = 0; i < assets.length; i++) {
            if (_balances[account][assets[i]] > 0) return false;
        }
        return true;
    }

    /// @dev Lowers a balance. The subtraction is checked by hand, for an error that names the account.
    function _take(address account, address asset, uint256 amount) private {
        uint256 held = _balances[account][asset];
        if (amount > held) revert NotEnoughCollateral(account, asset, amount);
        unchecked {
            _balances[account][asset] = held - amount; //~ DECOY ARITHMETIC not checked here, and cannot underflow
        }
    }

    /// @dev Reverts unless the caller is an account, or one of its operators.
    function _authorise(address account) private view {
        if (msg.sender != account && !isOperator[account][msg.sender]) revert NotAllowed(account, msg.sender);
    }
}
