// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IPlanVault} from "./context/IPlanVault.sol";
import {IStrategy} from "./context/IStrategy.sol";

/// @notice Shares of a pool of assets, and their price.
/// @dev MINIMUM_SUPPLY is there so that one unit of a share is not worth much.
abstract contract ShareLedger is ERC20, IPlanVault {
    using Math for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant MINIMUM_SUPPLY = 1e6;
    uint256 public constant BASIS_POINTS = 10_000;

    IERC20 public immutable asset;

    /// @notice Part of what is redeemed that goes to the treasury, in basis points.
    uint256 public exitFee;

    address public treasury;

    constructor(IERC20 asset_) {
        if (address(asset_) == address(0)) revert ZeroAddress(); //~ BENIGN INPUT_VAL
        asset = asset_;
    }

    /// @notice All assets of the pool.
    function totalAssets() public view virtual returns (uint256);

    /// @notice The shares that a deposit would mint.
    function convertToShares(uint256 assets) public view returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? assets : assets.mulDiv(supply, totalAssets()); //~ PREREQ ARITHMETIC drops up to the price of one unit of a share
    }

    /// @notice What the redemption of shares would bring.
    /// @return assets What the receiver gets.
    /// @return fee What the treasury gets.
    function previewRedeem(uint256 shares) public view returns (uint256 assets, uint256 fee) {
        uint256 gross = convertToAssets(shares);
        fee = gross.mulDiv(exitFee, BASIS_POINTS, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
        assets = gross - fee;
    }

    /// @notice The assets that shares are worth, before the exit fee.
    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares.mulDiv(totalAssets(), totalSupply()); //~ BENIGN ARITHMETIC rounds down
    }

    /// @dev Takes assets of the payer and mints shares for the receiver.
    function _enter(address payer, address receiver, uint256 assets, uint256 minimum) internal returns (uint256 shares) {
        shares = convertToShares(assets);
        if (shares == 0) revert NoShares(assets); //~ INSUFF_GUARD INPUT_VAL stops a result of zero, not a result of one
        if (totalSupply() == 0 && shares < MINIMUM_SUPPLY) revert FirstDepositTooSmall(shares, MINIMUM_SUPPLY); //~ INSUFF_GUARD INPUT_VAL holds for the first deposit only
        if (shares < minimum) revert TooFewShares(shares, minimum); //~ BENIGN INPUT_VAL
        uint256 before = asset.balanceOf(address(this));
        asset.safeTransferFrom(payer, address(this), assets);
        uint256 received = asset.balanceOf(address(this)) - before;
        if (received != assets) revert TransferShort(received, assets); //~ BENIGN CTRL_FLOW
        _mint(receiver, shares); //~ BENIGN STATE_MOD
        emit Deposited(payer, receiver, assets, shares); //~ UNRELATED EVENT_EMIT
    }

    /// @dev Burns shares of the owner and sends their worth to the receiver, less the fee.
    function _exit(address owner, address receiver, uint256 shares, uint256 minimum) internal returns (uint256 assets) {
        uint256 fee;
        (assets, fee) = previewRedeem(shares);
        if (assets < minimum) revert TooFewAssets(assets, minimum); //~ BENIGN INPUT_VAL
        _burn(owner, shares);
        uint256 left = totalSupply();
        if (left != 0 && balanceOf(owner) != 0 && left < MINIMUM_SUPPLY) revert SupplyTooLow(left, MINIMUM_SUPPLY); //~ ROOT_CAUSE CTRL_FLOW who leaves with all may leave any rest behind
        _provide(assets + fee);
        asset.safeTransfer(treasury, fee);
        asset.safeTransfer(receiver, assets); //~ BENIGN FUND_XFER
        emit Redeemed(owner, receiver, assets, fee, shares);
    }

    /// @dev Called before assets leave the pool, to have them at hand.
    function _provide(uint256 amount) internal virtual;
}

/// @notice Deposits at intervals, which anybody may make for the account that planned them.
abstract contract DepositPlans is ShareLedger, Pausable, ReentrancyGuard {
    uint256 public constant MIN_INTERVAL = 1 days;
    uint256 public constant MAX_INTERVAL = 90 days;
    uint256 public constant MAX_DEPOSITS = 60;

    mapping(address account => Plan) public planOf;

    /// @notice Plans deposits of the caller. The first is due at once.
    function setPlan(uint128 amount, uint32 interval, uint32 deposits) external {
        if (amount < MINIMUM_SUPPLY || interval < MIN_INTERVAL || interval > MAX_INTERVAL || deposits > MAX_DEPOSITS) {
            revert BadPlan(amount, interval, deposits); //~ BENIGN INPUT_VAL
        }
        planOf[msg.sender] = Plan(amount, interval, uint64(block.timestamp), deposits);
        emit PlanSet(msg.sender, amount, interval, deposits);
    }

    /// @notice Drops the plan of the caller.
    function cancelPlan() external {
        delete planOf[msg.sender];
        emit PlanCancelled(msg.sender);
    }

    /// @notice Makes a planned deposit that is due.
    function runPlan(address account) external nonReentrant whenNotPaused returns (uint256 shares) {
        shares = _runPlan(account);
    }

    /// @notice Makes planned deposits of several accounts, all or none.
    function runPlans(address[] calldata accounts) external nonReentrant whenNotPaused {
        for (uint256 i = 0; i < accounts.length; i++) {
            _runPlan(accounts[i]);
        }
    }

    /// @notice Whether a planned deposit of an account is due.
    function isDue(address account) external view returns (bool) {
        Plan storage plan = planOf[account];
        return plan.left != 0 && block.timestamp >= plan.next;
    }

    function _runPlan(address account) private returns (uint256 shares) {
        Plan storage plan = planOf[account];
        if (plan.left == 0) revert NoPlan(account); //~ BENIGN CTRL_FLOW
        if (block.timestamp < plan.next) revert NotDue(plan.next); //~ BENIGN TIMESTAMP
        plan.left -= 1;
        plan.next = uint64(block.timestamp + plan.interval); //~ BENIGN STATE_MOD
        shares = _enter(account, account, plan.amount, 0); //~ PREREQ FUND_XFER at the price of the moment, which the caller chooses
    }
}

/// @title  Plan vault
/// @notice A pool of one asset with deposit plans, whose assets are partly invested.
/// @dev    Yield arrives as plain transfers and in the strategy, in portions far smaller than the exit fee.
contract PlanVault is DepositPlans, Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_EXIT_FEE = 100;
    uint256 public constant MAX_BUFFER = 5_000;

    IStrategy public immutable strategy;

    /// @notice Part of all assets that stays at hand when some are invested, in basis points.
    uint256 public buffer;

    /// @notice Who decides how much is invested.
    address public manager;

    modifier onlyManager() {
        if (msg.sender != manager) revert NotManager(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(
        IERC20 asset_,
        IStrategy strategy_,
        address owner_,
        address manager_,
        address treasury_,
        uint256 exitFee_
    ) ERC20("Plan Vault Share", "pvs") ShareLedger(asset_) Ownable(owner_) {
        if (address(strategy_) == address(0)) revert ZeroAddress();
        strategy = strategy_;
        manager = manager_;
        _setTreasury(treasury_);
        _setExitFee(exitFee_);
    }

    /// @notice Deposits assets of the caller.
    /// @param minimum The shares that are expected at least.
    function deposit(
        uint256 assets,
        address receiver,
        uint256 minimum
    ) external nonReentrant whenNotPaused returns (uint256 shares) {
        shares = _enter(msg.sender, receiver, assets, minimum);
    }

    /// @notice Redeems shares of the owner, who is the caller or has approved the caller.
    /// @param minimum The assets that are expected at least.
    function redeem(
        uint256 shares,
        address receiver,
        address owner,
        uint256 minimum
    ) external nonReentrant returns (uint256 assets) {
        if (msg.sender != owner) _spendAllowance(owner, msg.sender, shares); //~ BENIGN ACCESS_CTRL
        assets = _exit(owner, receiver, shares, minimum);
    }

    /// @notice Puts assets at hand into the strategy.
    function invest(uint256 amount) external nonReentrant onlyManager {
        asset.forceApprove(address(strategy), amount);
        strategy.deposit(amount);
        uint256 atHand = asset.balanceOf(address(this));
        uint256 wanted = (totalAssets() * buffer) / BASIS_POINTS;
        if (atHand < wanted) revert BufferTooLow(atHand, wanted); //~ BENIGN CTRL_FLOW
        emit Invested(amount);
    }

    /// @notice Takes assets out of the strategy.
    function divest(uint256 amount) external nonReentrant onlyManager {
        strategy.withdraw(amount);
        emit Divested(amount);
    }

    /// @notice Stops new deposits. Redemptions go on.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function setExitFee(uint256 fee) external onlyOwner {
        _setExitFee(fee);
    }

    function setBuffer(uint256 buffer_) external onlyOwner {
        if (buffer_ > MAX_BUFFER) revert BufferTooHigh(buffer_);
        buffer = buffer_;
        emit BufferSet(buffer_);
    }

    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    function setManager(address manager_) external onlyOwner {
        manager = manager_;
        emit ManagerSet(manager_);
    }

    /// @notice Sends away tokens that are here by mistake.
    function rescue(IERC20 token, address to) external onlyOwner {
        if (token == asset) revert AssetNotRescuable(); //~ BENIGN INPUT_VAL
        uint256 amount = token.balanceOf(address(this));
        token.safeTransfer(to, amount);
        emit Rescued(address(token), to, amount);
    }

    /// @inheritdoc ShareLedger
    function totalAssets() public view override(ShareLedger) returns (uint256) {
        return asset.balanceOf(address(this)) + strategy.managedFor(address(this)); //~ PREREQ STORAGE_READ a plain transfer moves the price
    }

    /// @inheritdoc ShareLedger
    function _provide(uint256 amount) internal override {
        uint256 atHand = asset.balanceOf(address(this));
        if (atHand >= amount) return;
        strategy.withdraw(amount - atHand); //~ DECOY EXT_CALL the shares are burned, and the lock is held
        atHand = asset.balanceOf(address(this));
        if (atHand < amount) revert StrategyShort(atHand, amount); //~ BENIGN CTRL_FLOW
    }

    function _setExitFee(uint256 fee) private {
        if (fee > MAX_EXIT_FEE) revert FeeTooHigh(fee);
        exitFee = fee;
        emit ExitFeeSet(fee);
    }

    function _setTreasury(address treasury_) private {
        if (treasury_ == address(0)) revert ZeroAddress(); //~ BENIGN INPUT_VAL
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }
}
