// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts@5.4.0/proxy/utils/UUPSUpgradeable.sol";

import {Governed} from "./Governed.sol";
import {StakeToken} from "./StakeToken.sol";
import {IOperatorRegistry} from "./interfaces/IOperatorRegistry.sol";
import {IStakePool} from "./interfaces/IStakePool.sol";
import {IDepositContract, IFeeSplitter, ISweepVault} from "./interfaces/IVaults.sol";
import {IWithdrawalQueue} from "./interfaces/IWithdrawalQueue.sol";
import {KeyText} from "./libraries/KeyText.sol";
import {RateMath} from "./libraries/RateMath.sol";
import {ReportGuard} from "./oracle/ReportGuard.sol";

/// @title StakePool
/// @notice Stakes the ether of many accounts with the validators of independent operators.
/// @dev The pool counts its ether itself: what arrives without a call changes no rate. Ether is either buffered here or
/// staked with validators, and reports say how the latter grows. The pool is used through a proxy.
contract StakePool is IStakePool, Governed, Initializable, UUPSUpgradeable {
    using RateMath for uint256;

    /// @notice Contracts that the pool works with.
    struct Parts {
        StakeToken token;
        IWithdrawalQueue queue;
        IOperatorRegistry registry;
        IDepositContract depositContract;
        IFeeSplitter splitter;
        ReportGuard guard;
        address oracle;
        ISweepVault withdrawalVault;
        ISweepVault executionVault;
        ISweepVault coverFund;
    }

    /// @notice Ether of one validator.
    uint256 public constant VALIDATOR_STAKE = 32 ether;

    /// @notice Ether that the deployer stakes for good, so that there always are shares.
    uint256 public constant SEED = 1 ether;

    /// @notice Largest fee, of 10,000.
    uint256 public constant LARGEST_FEE = 2_000;

    /// @notice Shares of the staked ether.
    StakeToken public token;

    /// @notice Requests to withdraw.
    IWithdrawalQueue public queue;

    /// @notice Operators and their keys.
    IOperatorRegistry public registry;

    /// @notice Starts validators.
    IDepositContract public depositContract;

    /// @notice Gets the fees.
    IFeeSplitter public splitter;

    /// @notice Limits of reports.
    ReportGuard public guard;

    /// @notice Contract that delivers reports.
    address public oracle;

    /// @notice Where stake of validators arrives.
    ISweepVault public withdrawalVault;

    /// @notice Where tips for blocks arrive.
    ISweepVault public executionVault;

    /// @notice Pays for losses as long as it can.
    ISweepVault public coverFund;

    /// @notice Ether that the pool holds for all shares.
    uint256 public buffered;

    /// @notice Ether with the validators, by the last report.
    uint256 public staked;

    /// @notice Part of the profit that is minted as a fee, of 10,000.
    uint256 public fee;

    /// @notice Largest amount that can be staked at once.
    uint256 public largestStake;

    /// @notice Frame of the last report.
    uint64 public lastFrame;

    /// @notice Time of the last report.
    uint64 public reportedAt;

    /// @notice Whether nothing can be staked.
    bool public paused;

    /// @notice The caller must not do this.
    error NotAllowed(address caller);

    /// @notice The amount is zero or too large.
    error BadAmount(uint256 amount);

    /// @notice A parameter is out of its range.
    error BadParameter();

    /// @notice There is not enough ether beside what the queue needs.
    error NotEnoughBuffered(uint256 wanted, uint256 free);

    /// @dev The implementation is never used itself.
    constructor() {
        _disableInitializers();
    }

    /// @notice Connects the pool, and stakes the seed.
    /// @param parts Contracts that the pool works with.
    /// @param governor_ Account that sets parameters.
    function initialize(Parts calldata parts, address governor_) external payable initializer {
        if (msg.value != SEED) revert BadAmount(msg.value);
        token = parts.token;
        queue = parts.queue;
        registry = parts.registry;
        depositContract = parts.depositContract;
        splitter = parts.splitter;
        guard = parts.guard;
        oracle = parts.oracle;
        withdrawalVault = parts.withdrawalVault;
        executionVault = parts.executionVault;
        coverFund = parts.coverFund;
        largestStake = 1_000 ether;
        buffered = msg.value;
        _setGovernor(governor_);
        token.mint(address(this), msg.value);
    }

    // ------------------------------------------------------------------ stakers

    /// @inheritdoc IStakePool
    function stake(address receiver) external payable returns (uint256 shares) {
        if (paused || receiver == address(0)) revert NotAllowed(msg.sender);
        if (msg.value == 0 || msg.value > largestStake) revert BadAmount(msg.value);
        shares = msg.value.sharesFor(token.totalSupply(), totalPooled());
        if (shares == 0) revert BadAmount(msg.value);
        buffered += msg.value;
        token.mint(receiver, shares);
        emit Staked(msg.sender, receiver, msg.value, shares);
    }

    /// @notice Makes the next requests payable, as far as the buffered ether reaches. Anybody may.
    /// @param most Most requests to go through.
    /// @return upTo Last request that became payable.
    function finalize(uint256 most) external returns (uint256 upTo) {
        uint256 present = rate();
        uint256 shares;
        (upTo, shares) = queue.affordable(most, buffered, present, reportedAt);
        if (shares == 0) revert BadAmount(0);
        uint256 amount = shares.amountAt(present);
        buffered -= amount;
        token.burn(address(queue), shares);
        queue.finalize{value: amount}(upTo, present);
        emit Finalized(upTo, amount, shares);
    }

    // ------------------------------------------------------------------ validators

    /// @notice Starts validators with ether that the queue does not need. Anybody may.
    /// @param count Number of validators.
    function depositBuffered(uint256 count) external {
        uint256 wanted = count * VALIDATOR_STAKE;
        uint256 free = freeEther();
        if (count == 0 || wanted > free) revert NotEnoughBuffered(wanted, free);
        buffered -= wanted;
        staked += wanted;
        (bytes[] memory keys, bytes[] memory signatures) = registry.takeKeys(count);
        bytes32 credentials = withdrawalCredentials();
        for (uint256 i = 0; i < count; i++) {
            depositContract.deposit{value: VALIDATOR_STAKE}(
                keys[i],
                abi.encodePacked(credentials),
                signatures[i],
                KeyText.depositRoot(keys[i], signatures[i], credentials, VALIDATOR_STAKE)
            );
        }
        emit Deposited(count, staked);
    }

    /// @inheritdoc IStakePool
    function applyReport(Report calldata report) external {
        if (msg.sender != oracle) revert NotAllowed(msg.sender);
        uint256 pooled = totalPooled();
        guard.check(pooled, report.rewards, report.losses);
        lastFrame = report.frame;
        reportedAt = uint64(block.timestamp);
        staked = staked + report.rewards - report.losses;
        if (report.returned > 0) {
            uint256 arrived = withdrawalVault.sweep(report.returned);
            if (arrived != report.returned) revert BadAmount(arrived);
            staked -= arrived;
        }
        registry.recordExits(report.operators, report.exited);
        uint256 room = pooled.partOf(guard.largestGrowth()) - report.rewards; // tips beyond it wait for the next report
        uint256 profit = report.rewards + executionVault.sweep(room);
        uint256 loss = report.losses;
        if (loss > profit) {
            loss -= profit;
            profit = 0;
            loss -= coverFund.sweep(loss);
        } else {
            profit -= loss;
            loss = 0;
            _mintFee(report.frame, profit.partOf(fee));
        }
        emit Rebased(report.frame, profit, loss, rate());
    }

    /// @inheritdoc IStakePool
    function receiveFromVault() external payable {
        if (
            msg.sender != address(withdrawalVault) && msg.sender != address(executionVault)
                && msg.sender != address(coverFund)
        ) revert NotAllowed(msg.sender);
        buffered += msg.value;
    }

    // ------------------------------------------------------------------ governance

    /// @notice Sets the parameters.
    /// @param fee_ Part of the profit that is minted as a fee, of 10,000.
    /// @param largestStake_ Largest amount that can be staked at once.
    /// @param paused_ Whether nothing can be staked.
    function setParameters(uint256 fee_, uint256 largestStake_, bool paused_) external onlyGovernor {
        if (fee_ > LARGEST_FEE || largestStake_ < VALIDATOR_STAKE) revert BadParameter();
        fee = fee_;
        largestStake = largestStake_;
        paused = paused_;
        emit ParametersSet(fee_, largestStake_, paused_);
    }

    /// @dev Decides who replaces the implementation.
    function _authorizeUpgrade(address) internal view override onlyGovernor {} //~ DECOY ACCESS_CTRL an empty body, and a modifier

    // ------------------------------------------------------------------ views

    /// @inheritdoc IStakePool
    function totalPooled() public view returns (uint256) {
        return buffered + staked;
    }

    /// @inheritdoc IStakePool
    function rate() public view returns (uint256) {
        return RateMath.rateOf(token.totalSupply(), totalPooled());
    }

    /// @notice Returns the buffered ether that the queue does not need.
    /// @return Amount of ether.
    function freeEther() public view returns (uint256) {
        uint256 needed = queue.pendingShares().amountAt(rate());
        return buffered - buffered.min(needed);
    }

    /// @notice Returns where the stake of validators is withdrawn to.
    /// @return Credentials for the withdrawal vault.
    function withdrawalCredentials() public view returns (bytes32) {
        return bytes32(uint256(0x01) << 248 | uint256(uint160(address(withdrawalVault))));
    }

    /// @dev Mints shares that are worth an amount, and hands them to the splitter.
    /// @param frame Frame of the report.
    /// @param amount Part of the profit.
    function _mintFee(uint64 frame, uint256 amount) private {
        uint256 shares = amount.sharesFor(token.totalSupply(), totalPooled() - amount);
        if (shares == 0) return;
        token.mint(address(splitter), shares);
        splitter.notifyFees(shares);
        emit FeeMinted(frame, shares);
    }
}
