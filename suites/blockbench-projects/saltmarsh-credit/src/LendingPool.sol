// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {Governed} from "./Governed.sol";
import {PoolShares} from "./PoolShares.sol";
import {IFlashBorrower, ILiquidationCallback} from "./interfaces/ICallbacks.sol";
import {ICollateralVault} from "./interfaces/ICollateralVault.sol";
import {IInterestModel} from "./interfaces/IInterestModel.sol";
import {ILendingPool} from "./interfaces/ILendingPool.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {ITreasury} from "./interfaces/IRewards.sol";
import {FixedMath} from "./libraries/FixedMath.sol";
import {ShareMath} from "./libraries/ShareMath.sol";

/// @title LendingPool
/// @notice Lends one asset against collateral in the vault.
/// @dev The pool counts its cash itself: tokens that are sent to it without a call change no price. Suppliers own shares
/// of cash and debt together, and borrowers owe shares of the debt. Interest is added before anything else happens in a
/// transaction, and a share of it goes to the treasury as new shares.
contract LendingPool is ILendingPool, Governed, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using FixedMath for uint256;
    using ShareMath for uint256;

    /// @notice Contracts that the pool works with.
    struct Parts {
        address asset;
        ICollateralVault vault;
        IPriceOracle oracle;
        IInterestModel model;
        ITreasury treasury;
    }

    /// @notice Largest share of a debt that one liquidation repays, with 18 decimals.
    uint256 public constant CLOSE_FACTOR = 0.5e18;

    /// @notice Value of a debt below which a liquidation may repay all of it, with 18 decimals.
    uint256 public constant SMALL_DEBT = 2_000e18;

    /// @notice Largest share of the interest that the treasury may get.
    uint256 public constant LARGEST_RESERVE = 0.3e18;

    /// @notice Largest fee of a flash loan.
    uint256 public constant LARGEST_FLASH_FEE = 0.01e18;

    /// @notice What the receiver of a flash loan returns.
    bytes32 public constant FLASH_CONFIRMED = keccak256("saltmarsh.flash");

    /// @inheritdoc ILendingPool
    address public immutable asset;

    /// @notice Keeps the collateral.
    ICollateralVault public immutable vault;

    /// @notice Values collateral and debt.
    IPriceOracle public immutable oracle;

    /// @notice Gives the interest rate.
    IInterestModel public immutable model;

    /// @notice Gets the reserve, and pays for losses.
    ITreasury public immutable treasury;

    /// @notice Token of the suppliers' shares.
    PoolShares public shares;

    /// @notice Assets that the pool holds and has not lent.
    uint256 public cash;

    /// @notice Debt of all accounts at the last accrual.
    uint256 public totalDebt;

    /// @notice Shares of the debt of all accounts.
    uint256 public totalDebtShares;

    /// @notice Time of the last accrual.
    uint256 public accruedAt;

    /// @notice Cap on the debt of all accounts, which borrow() looks at.
    uint256 public borrowCap;

    /// @notice Share of the interest that the treasury gets, with 18 decimals.
    uint256 public reserveFactor;

    /// @notice Fee of a flash loan, with 18 decimals.
    uint256 public flashFee;

    /// @notice Shares of the debt that an account owes.
    mapping(address account => uint256) public debtSharesOf;

    /// @param parts Contracts that the pool works with.
    constructor(Parts memory parts) {
        asset = parts.asset;
        vault = parts.vault;
        oracle = parts.oracle;
        model = parts.model;
        treasury = parts.treasury;
        accruedAt = block.timestamp;
    }

    /// @notice Names the token of the shares, once.
    /// @param shares_ Token of the suppliers' shares.
    function initialize(PoolShares shares_) external onlyGovernor {
        if (address(shares) != address(0) || address(shares_) == address(0)) revert AlreadySet();
        shares = shares_;
    }

    /// @notice Sets the limit of the debt and the fees.
    /// @param borrowCap_ Cap on the debt of all accounts, which borrow() looks at.
    /// @param reserveFactor_ Share of the interest that the treasury gets.
    /// @param flashFee_ Fee of a flash loan.
    function setLimits(uint256 borrowCap_, uint256 reserveFactor_, uint256 flashFee_) external onlyGovernor {
        if (reserveFactor_ > LARGEST_RESERVE || flashFee_ > LARGEST_FLASH_FEE) revert BadLimit();
        accrue();
        borrowCap = borrowCap_;
        reserveFactor = reserveFactor_;
        flashFee = flashFee_;
        emit LimitsSet(borrowCap_, reserveFactor_, flashFee_);
    }

    // ---------------------------------------------------------------- suppliers

    /// @notice Supplies assets.
    /// @param assets Amount that the caller pays.
    /// @param receiver Account that gets the shares.
    /// @return minted Number of shares.
    function supply(uint256 assets, address receiver) external nonReentrant returns (uint256 minted) { //~ BENIGN REENTRY_GUARD closed during a flash loan
        if (assets == 0 || receiver == address(0)) revert Nothing();
        accrue();
        minted = assets.toSharesDown(totalAssets(), shares.totalSupply());
        if (minted == 0) revert Nothing();
        cash += assets;
        shares.mint(receiver, minted);
        IERC20(asset).safeTransferFrom(msg.sender, address(this), assets);
        emit Supplied(msg.sender, receiver, assets, minted);
    }

    /// @notice Redeems shares of the caller.
    /// @param amount Number of shares.
    /// @param receiver Account that is paid.
    /// @return assets Amount that was paid.
    function redeem(uint256 amount, address receiver) external nonReentrant returns (uint256 assets) {
        accrue();
        assets = amount.toAssetsDown(totalAssets(), shares.totalSupply());
        if (assets == 0) revert Nothing();
        if (assets > cash) revert NotEnoughCash(assets, cash);
        cash -= assets;
        shares.burn(msg.sender, amount);
        IERC20(asset).safeTransfer(receiver, assets);
        emit Redeemed(msg.sender, receiver, assets, amount);
    }

    // ---------------------------------------------------------------- borrowers

    /// @notice Borrows for an account for which the caller may act.
    /// @param assets Amount to borrow.
    /// @param account Account that owes it.
    /// @param receiver Account that gets it.
    /// @return owed Shares of the debt that the account owes for it.
    function borrow(uint256 assets, address account, address receiver) external nonReentrant returns (uint256 owed) {
        if (assets == 0) revert Nothing();
        if (msg.sender != account && !vault.isOperator(account, msg.sender)) revert NotOperator(account, msg.sender);
        accrue();
        if (totalDebt + assets > borrowCap) revert CapExceeded(totalDebt + assets, borrowCap); //~ BENIGN INPUT_VAL the cap holds after the loan
        if (assets > cash) revert NotEnoughCash(assets, cash);
        owed = assets.toSharesUp(totalDebt, totalDebtShares);
        debtSharesOf[account] += owed;
        totalDebtShares += owed;
        totalDebt += assets;
        cash -= assets;
        requireHealthy(account);
        IERC20(asset).safeTransfer(receiver, assets);
        emit Borrowed(account, receiver, assets, owed);
    }

    /// @notice Repays debt of an account. Anybody may.
    /// @param assets Most that the caller pays; more than the debt pays the debt.
    /// @param account Account whose debt is repaid.
    /// @return paid Amount that was paid.
    function repay(uint256 assets, address account) external nonReentrant returns (uint256 paid) {
        accrue();
        uint256 released;
        (paid, released) = _release(assets, account);
        IERC20(asset).safeTransferFrom(msg.sender, address(this), paid);
        emit Repaid(msg.sender, account, paid, released);
    }

    /// @notice Repays debt of an account that is not healthy, for collateral at a discount.
    /// @dev The collateral is paid out first, so that a contract can sell it for the repayment.
    /// @param account Account to liquidate.
    /// @param collateral Collateral to get.
    /// @param assets Most debt to repay; more than one liquidation may repay counts as that.
    /// @param data If not empty, the caller is called with it before the repayment is collected.
    /// @return seized Amount of collateral that was paid out.
    function liquidate(address account, address collateral, uint256 assets, bytes calldata data)
        external
        nonReentrant
        returns (uint256 seized)
    {
        accrue();
        uint256 debt = _debtOf(account);
        _requireLiquidatable(account, debt);
        (assets, seized) = _priceSeizure(account, collateral, FixedMath.min(assets, _closable(debt)));
        if (seized == 0) revert Nothing();
        (uint256 paid,) = _release(assets, account);
        vault.seize(account, collateral, seized, msg.sender);
        if (data.length > 0) ILiquidationCallback(msg.sender).onLiquidation(paid, seized, data);
        IERC20(asset).safeTransferFrom(msg.sender, address(this), paid); //~ DECOY FUND_XFER paid last, and always
        emit Liquidated(msg.sender, account, collateral, paid, seized);
        if (vault.isEmpty(account)) _writeOff(account);
    }

    // ---------------------------------------------------------------- flash loans

    /// @notice Lends cash for the length of a call.
    /// @param receiver Contract that gets the loan, and returns it with the fee.
    /// @param amount Amount to lend.
    /// @param data Data that is passed on.
    function flashLoan(IFlashBorrower receiver, uint256 amount, bytes calldata data) external nonReentrant {
        if (amount == 0) revert Nothing();
        if (amount > cash) revert NotEnoughCash(amount, cash);
        uint256 fee = amount.wadMulUp(flashFee);
        uint256 expected = IERC20(asset).balanceOf(address(this)) + fee;
        IERC20(asset).safeTransfer(address(receiver), amount);
        bytes32 confirmed = receiver.onFlashLoan(msg.sender, amount, fee, data);
        uint256 balance = IERC20(asset).balanceOf(address(this));
        if (confirmed != FLASH_CONFIRMED || balance < expected) revert FlashLoanNotReturned(expected, balance);
        cash += fee;
        emit FlashLoan(msg.sender, address(receiver), amount, fee);
    }

    // ---------------------------------------------------------------- interest

    /// @notice Adds the interest since the last accrual to the debt.
    function accrue() public {
        uint256 elapsed = block.timestamp - accruedAt;
        if (elapsed == 0) return;
        accruedAt = block.timestamp;
        if (totalDebt == 0) return;
        uint256 interest = totalDebt.wadMulDown(model.ratePerSecond(cash, totalDebt) * elapsed);
        totalDebt += interest;
        uint256 fee = interest.wadMulDown(reserveFactor);
        uint256 feeShares = fee.toSharesDown(totalAssets() - fee, shares.totalSupply());
        if (feeShares > 0) shares.mint(address(treasury), feeShares);
        emit Accrued(interest, feeShares);
    }

    // ---------------------------------------------------------------- views

    /// @inheritdoc ILendingPool
    function totalAssets() public view returns (uint256) {
        return cash + totalDebt;
    }

    /// @inheritdoc ILendingPool
    function debtOf(address account) public view returns (uint256) {
        uint256 debt = totalDebt;
        debt += debt.wadMulDown(model.ratePerSecond(cash, debt) * (block.timestamp - accruedAt));
        return debtSharesOf[account].toAssetsUp(debt, totalDebtShares);
    }

    /// @notice Assets that a number of shares is worth at the last accrual.
    /// @param amount Number of shares.
    function worthOf(uint256 amount) external view returns (uint256) {
        return amount.toAssetsDown(totalAssets(), shares.totalSupply());
    }

    /// @inheritdoc ILendingPool
    function requireHealthy(address account) public view {
        if (debtSharesOf[account] == 0) return;
        (uint256 borrowLimit,) = vault.limitsOf(account);
        if (oracle.valueOf(asset, debtOf(account)) > borrowLimit) revert Unhealthy(account);
    }

    // ---------------------------------------------------------------- internal

    /// @dev Debt of an account at the last accrual, rounded up.
    function _debtOf(address account) private view returns (uint256) {
        return debtSharesOf[account].toAssetsUp(totalDebt, totalDebtShares);
    }

    /// @dev Lowers the debt of an account by at most an amount.
    function _release(uint256 assets, address account) private returns (uint256 paid, uint256 released) {
        uint256 debt = _debtOf(account);
        if (debt == 0 || assets == 0) revert Nothing();
        paid = FixedMath.min(assets, debt);
        released = paid == debt ? debtSharesOf[account] : paid.toSharesDown(totalDebt, totalDebtShares);
        debtSharesOf[account] -= released;
        totalDebtShares -= released;
        totalDebt = totalDebt.subFloor(paid);
        cash += paid;
    }

    /// @dev Reverts if the collateral of an account still covers its debt at the factors of liquidation.
    function _requireLiquidatable(address account, uint256 debt) private view {
        (, uint256 liquidationLimit) = vault.limitsOf(account);
        if (oracle.valueOf(asset, debt) <= liquidationLimit) revert Healthy(account);
    }

    /// @dev Debt that one liquidation may repay.
    function _closable(uint256 debt) private view returns (uint256) {
        if (oracle.valueOf(asset, debt) <= SMALL_DEBT) return debt;
        return debt.wadMulUp(CLOSE_FACTOR);
    }

    /// @dev Collateral for a repayment. Where the account has less, all of it for the repayment that it is worth.
    function _priceSeizure(address account, address collateral, uint256 assets)
        private
        view
        returns (uint256 repaid, uint256 seized)
    {
        uint256 premium = FixedMath.WAD + vault.termsOf(collateral).bonus;
        uint256 held = vault.collateralOf(account, collateral);
        repaid = assets;
        seized = oracle.amountFor(collateral, oracle.valueOf(asset, assets).wadMulDown(premium));
        if (seized > held) {
            seized = held;
            uint256 value = oracle.valueOf(collateral, held).wadDivUp(premium);
            repaid = FixedMath.min(assets, oracle.amountFor(asset, value) + 1);
        }
    }

    /// @dev Removes the debt of an account that has no collateral left. The treasury pays what it can, and the rest is a
    /// loss of the suppliers.
    function _writeOff(address account) private {
        uint256 debt = _debtOf(account);
        if (debt == 0) return;
        totalDebtShares -= debtSharesOf[account];
        debtSharesOf[account] = 0;
        totalDebt = totalDebt.subFloor(debt);
        uint256 covered = treasury.cover(debt);
        cash += covered;
        emit WrittenOff(account, debt, covered);
    }
}
