// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IBeacon} from "@openzeppelin/contracts@5.4.0/proxy/beacon/IBeacon.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {CodeRegistry} from "./context/CodeRegistry.sol";
import {DepositLimit} from "./context/DepositLimit.sol";
import {IStrategy, IStrategyLogic} from "./context/IStrategy.sol";
import {IStrategyVault} from "./context/IStrategyVault.sol";
import {PerformanceFee} from "./context/PerformanceFee.sol";
import {ProfitLock} from "./context/ProfitLock.sol";
import {StrategyBook} from "./context/StrategyBook.sol";
import {VaultRoles} from "./context/VaultRoles.sol";

/// @title BeaconStrategy
/// @notice A strategy whose logic is the one that its beacon names.
/// @dev The code runs on the account of a vault, where the storage is the vault's. What belongs to the strategy is asked of it.
contract BeaconStrategy is IStrategy {
    using Address for address;

    /// @inheritdoc IStrategy
    address public immutable beacon; //~ BENIGN DELEGATE

    /// @notice What the strategy is for.
    string public label;

    /// @param beacon_ The beacon.
    /// @param label_ What the strategy is for.
    constructor(address beacon_, string memory label_) {
        require(beacon_.code.length > 0, "BeaconStrategy: no beacon"); //~ BENIGN INPUT_VAL
        beacon = beacon_; //~ BENIGN INIT
        label = label_;
    }

    /// @inheritdoc IStrategy
    function run(bytes calldata call) external returns (bytes memory) {
        address strategy = IStrategyVault(address(this)).running(); //~ BENIGN EXT_CALL the vault itself answers, and only vaults have an answer
        address logic = IBeacon(IStrategy(strategy).beacon()).implementation(); //~ BENIGN EXT_CALL
        return logic.functionDelegateCall(call); //~ BENIGN DELEGATE
    }
}

/// @title StrategyVault
/// @notice An ERC-4626 vault whose assets are put into strategies of approved code.
/// @dev The asset takes no fee on transfers and calls nobody. Strategies hold their positions in the vault's name.
contract StrategyVault is
    IStrategyVault,
    ERC4626,
    StrategyBook,
    DepositLimit,
    PerformanceFee,
    ProfitLock,
    ReentrancyGuard
{
    using Address for address;
    using SafeERC20 for IERC20;

    /// @notice Knows the code that may run.
    CodeRegistry public immutable REGISTRY;

    /// @inheritdoc IStrategyVault
    address public running;

    /// @param asset_ The asset.
    /// @param registry Knows the code that may run.
    /// @param admin The account that grants roles.
    /// @param treasury_ Who receives the performance fee.
    /// @param fee_ The performance fee, in basis points.
    /// @param limit The assets up to which deposits are accepted.
    constructor(
        IERC20 asset_,
        CodeRegistry registry,
        address admin,
        address treasury_,
        uint256 fee_,
        uint256 limit
    )
        ERC20("Strategy Vault Share", "svs")
        ERC4626(asset_)
        VaultRoles(admin)
        DepositLimit(limit)
        PerformanceFee(fee_, treasury_)
    {
        require(address(registry) != address(0), "StrategyVault: no registry"); //~ BENIGN INPUT_VAL
        REGISTRY = registry;
    }

    /// @inheritdoc IStrategyVault
    function allocate(
        address strategy,
        uint256 amount
    ) external nonReentrant whenNotPaused onlyRole(STRATEGIST_ROLE) { //~ BENIGN ACCESS_CTRL
        uint256 before = _idle();
        _noteAllocation(strategy, amount);
        _run(strategy, abi.encodeCall(IStrategyLogic.allocate, (amount)));
        require(before - _idle() == amount, "StrategyVault: not taken"); //~ BENIGN CTRL_FLOW
        emit Allocated(strategy, amount);
    }

    /// @inheritdoc IStrategyVault
    function release(address strategy, uint256 amount) external nonReentrant onlyRole(STRATEGIST_ROLE) { //~ BENIGN ACCESS_CTRL
        _release(strategy, amount);
    }

    /// @inheritdoc IStrategyVault
    function harvest(address strategy) external nonReentrant whenNotPaused returns (uint256 gained) { //~ BENIGN ACCESS_CTRL
        gained = _harvest(strategy);
    }

    /// @notice Collects what several strategies have earned.
    /// @param strategies The strategies.
    /// @return gained What they brought together.
    function harvestMany(address[] calldata strategies) external nonReentrant whenNotPaused returns (uint256 gained) {
        for (uint256 i = 0; i < strategies.length; i++) {
            gained += _harvest(strategies[i]);
        }
    }

    /// @notice Sends away tokens that are here by mistake.
    /// @param token The token.
    /// @param receiver Who receives them.
    function rescue(IERC20 token, address receiver) external onlyRole(DEFAULT_ADMIN_ROLE) { //~ BENIGN ACCESS_CTRL
        require(address(token) != asset(), "StrategyVault: asset"); //~ BENIGN INPUT_VAL
        token.safeTransfer(receiver, token.balanceOf(address(this)));
    }

    /// @notice Returns the assets that the shares are worth, without profit that is still locked.
    /// @return How much it is.
    function totalAssets() public view override returns (uint256) {
        return _idle() + totalAllocated - lockedProfit(); //~ BENIGN ARITHMETIC
    }

    /// @notice Returns how much may be deposited.
    /// @return How much it is, for any receiver.
    function maxDeposit(address) public view override returns (uint256) {
        return _room(totalAssets()); //~ BENIGN INPUT_VAL
    }

    /// @notice Returns how many shares may be minted.
    /// @param receiver The receiver.
    /// @return How many.
    function maxMint(address receiver) public view override returns (uint256) {
        return convertToShares(maxDeposit(receiver));
    }

    /// @param caller Who pays.
    /// @param receiver Who receives the shares.
    /// @param assets How much is paid.
    /// @param shares How many shares are minted.
    function _deposit(
        address caller,
        address receiver,
        uint256 assets,
        uint256 shares
    ) internal override nonReentrant {
        super._deposit(caller, receiver, assets, shares);
    }

    /// @param caller Who asks for it.
    /// @param receiver Who receives the assets.
    /// @param owner Whose shares are burned.
    /// @param assets How much is paid.
    /// @param shares How many shares are burned.
    function _withdraw(
        address caller,
        address receiver,
        address owner,
        uint256 assets,
        uint256 shares
    ) internal override nonReentrant { //~ BENIGN REENTRY_GUARD
        _free(assets);
        super._withdraw(caller, receiver, owner, assets, shares);
    }

    /// @dev Takes assets out of the strategies in the order of the queue, until enough are idle.
    /// @param assets How much is needed.
    function _free(uint256 assets) private {
        uint256 length = _queue.length;
        for (uint256 i = 0; i < length; i++) { //~ BENIGN CTRL_FLOW eight at most
            uint256 idle = _idle();
            if (idle >= assets) {
                return;
            }
            uint256 amount = Math.min(assets - idle, allocatedTo[_queue[i]]);
            if (amount > 0) {
                _release(_queue[i], amount);
            }
        }
    }

    /// @param strategy The strategy.
    /// @return gained What it brought.
    function _harvest(address strategy) private returns (uint256 gained) {
        uint256 before = _idle();
        _run(strategy, abi.encodeCall(IStrategyLogic.harvest, ())); //~ BENIGN DELEGATE
        gained = _idle() - before; //~ BENIGN ARITHMETIC
        uint256 cut = _feeOf(gained);
        _lockProfit(gained - cut); //~ BENIGN STATE_MOD
        IERC20(asset()).safeTransfer(treasury, cut);
        emit Harvested(strategy, _msgSender(), gained, cut); //~ UNRELATED EVENT_EMIT
    }

    /// @param strategy The strategy.
    /// @param amount How much to take out.
    function _release(address strategy, uint256 amount) private {
        uint256 before = _idle();
        _noteRelease(strategy, amount); //~ BENIGN STATE_MOD
        _run(strategy, abi.encodeCall(IStrategyLogic.release, (amount)));
        require(_idle() - before == amount, "StrategyVault: not returned"); //~ BENIGN CTRL_FLOW
        emit Released(strategy, amount);
    }

    /// @dev Runs a call of a strategy's logic on the vault's account.
    /// @param strategy The strategy.
    /// @param call The call, encoded.
    function _run(address strategy, bytes memory call) private {
        require(_mayRun(strategy), "StrategyVault: code not approved"); //~ BENIGN ACCESS_CTRL
        running = strategy; //~ BENIGN STATE_MOD
        strategy.functionDelegateCall(abi.encodeCall(IStrategy.run, (call))); //~ BENIGN DELEGATE
        running = address(0);
    }

    /// @param strategy A strategy.
    /// @return Whether its code may run.
    function _mayRun(address strategy) internal view override returns (bool) {
        return REGISTRY.isApproved(strategy);
    }

    /// @return Assets that are in no strategy.
    function _idle() private view returns (uint256) {
        return IERC20(asset()).balanceOf(address(this));
    }

    /// @return Decimals that shares have beyond those of the asset.
    function _decimalsOffset() internal pure override returns (uint8) {
        return 6;
    }
}
