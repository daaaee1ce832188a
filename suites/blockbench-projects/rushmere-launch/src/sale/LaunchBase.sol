// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";

import {IFeeTreasury} from "../interfaces/IFees.sol";
import {ILaunchRegistry} from "../interfaces/IGovernance.sol";
import {ILaunch} from "../interfaces/ILaunches.sol";
import {Amounts} from "../libraries/Amounts.sol";

/**
 * @title LaunchBase
 * @notice Base of sales and auctions: when they are open, and what happens when they are over.
 * @dev Clones share the immutable variables of their template.
 */
abstract contract LaunchBase is ILaunch, Initializable {
    using SafeERC20 for IERC20;

    /// @notice Where launches are recorded.
    ILaunchRegistry public immutable registry;

    /// @notice Gets the fee.
    IFeeTreasury public immutable treasury;

    /// @notice Token that buyers pay with.
    IERC20 public immutable coin;

    /// @notice Account that gets what was raised.
    address public creator;

    /// @notice Token that is sold.
    IERC20 public token;

    /// @notice Amount that is sold.
    uint256 public supply;

    /// @notice Coins below which the launch fails.
    uint256 public softCap;

    /// @notice Fee at the time of the launch, of 10,000.
    uint256 public feeRate;

    /// @notice Time from which it accepts coins.
    uint64 public opensAt;

    /// @notice Time from which it accepts none.
    uint64 public closesAt;

    /// @inheritdoc ILaunch
    Status public status;

    /// @inheritdoc ILaunch
    uint256 public raised;

    /// @dev Lets calls through while coins are accepted.
    modifier whileOpen() {
        require(block.timestamp >= opensAt && block.timestamp < closesAt, "LaunchBase: not open");
        require(status == Status.Open, "LaunchBase: is finalized");
        require(!registry.isHalted(address(this)), "LaunchBase: halted");
        _;
    }

    /**
     * @notice Sets what clones share. The template itself can never be set up.
     * @param registry_ Where launches are recorded.
     * @param treasury_ Gets the fee.
     * @param coin_ Token that buyers pay with.
     */
    constructor(ILaunchRegistry registry_, IFeeTreasury treasury_, IERC20 coin_) {
        registry = registry_;
        treasury = treasury_;
        coin = coin_;
        _disableInitializers();
    }

    /// @inheritdoc ILaunch
    function finalize() external returns (Status) {
        require(status == Status.Open, "LaunchBase: already finalized");
        bool halted = registry.isHalted(address(this));
        require(halted || _isSoldOut() || block.timestamp >= closesAt, "LaunchBase: still open");
        (uint256 coins, uint256 tokens) = _outcome();
        if (halted || coins < softCap) {
            status = Status.Failed;
            token.safeTransfer(creator, supply);
            emit Finalized(Status.Failed, 0, 0, 0);
            return Status.Failed;
        }
        status = Status.Settled;
        raised = coins;
        uint256 fee = Amounts.part(coins, feeRate);
        _payFee(fee);
        coin.safeTransfer(creator, coins - fee);
        token.safeTransfer(creator, supply - tokens);
        emit Finalized(Status.Settled, coins, tokens, fee);
        return Status.Settled;
    }

    /**
     * @dev Sets the terms of every launch.
     * @param creator_ Account that gets what was raised.
     * @param frame Terms.
     */
    function _setFrame(address creator_, Frame calldata frame) internal {
        require(frame.opensAt > block.timestamp, "LaunchBase: opens too early");
        require(frame.closesAt > frame.opensAt, "LaunchBase: closes too early");
        require(frame.softCap > 0, "LaunchBase: no soft cap");
        require(address(frame.token) != address(coin), "LaunchBase: sells coins");
        creator = creator_;
        token = frame.token;
        supply = frame.supply;
        softCap = frame.softCap;
        opensAt = frame.opensAt;
        closesAt = frame.closesAt;
        feeRate = treasury.saleRate();
    }

    /**
     * @dev Pays a fee to the treasury.
     * @param fee Coins.
     */
    function _payFee(uint256 fee) internal virtual {
        coin.forceApprove(address(treasury), fee);
        treasury.collect(fee, registry.leadOf(address(this)));
    }

    /**
     * @dev Tells whether nothing more can be sold.
     */
    function _isSoldOut() internal view virtual returns (bool);

    /**
     * @dev Returns what a launch that is over has raised and sold.
     * @return coins Coins that it raised.
     * @return tokens Tokens for them.
     */
    function _outcome() internal view virtual returns (uint256 coins, uint256 tokens);
}
