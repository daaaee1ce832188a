// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {Controlled} from "../access/Controlled.sol";
import {IMarkets} from "../interfaces/IMarkets.sol";
import {IPriceHub} from "../interfaces/IPriceHub.sol";
import {PnL} from "../libraries/PnL.sol";
import {Wad} from "../libraries/Wad.sol";

/**
 * @title Markets
 * @notice Settings of markets, their funding, and the sums over all positions.
 * @dev The larger side pays the smaller one. Both count with the same index, so that the larger side pays more than the
 *  smaller one gets; the pool, which carries the difference between the sides, gets the rest.
 */
contract Markets is IMarkets, Controlled {
    using Wad for int256;

    /// @notice Largest funding: 2 % in a day
    uint256 public constant MAX_FUNDING = 0.02e18 / uint256(1 days);

    /// @notice Largest cap
    uint256 public constant MAX_CAP = 1e18;

    IPriceHub public immutable hub;

    bytes32[] private _ids;
    mapping(bytes32 market => Config) private _configs;
    mapping(bytes32 market => State) private _states;

    constructor(IPriceHub hub_) {
        hub = hub_;
    }

    /*** Settings ***/

    /**
     * @notice Add a market.
     * @param market Its name
     * @param config Its settings
     */
    function addMarket(bytes32 market, Config calldata config) external onlyController {
        if (_configs[market].cap != 0) revert KnownMarket();
        _ids.push(market);
        _states[market].fundedAt = block.timestamp;
        setInternal(market, config);
    }

    /**
     * @notice Change the settings of a market. The old funding counts up to now. The maintenance margin does not rise, so that
     *  no position can be liquidated because of it.
     * @param market Its name
     * @param config Its new settings
     */
    function setMarket(bytes32 market, Config calldata config) external onlyController {
        accrue(market);
        if (config.maintenance > _configs[market].maintenance) revert BadConfig();
        setInternal(market, config);
    }

    /**
     * @notice Close a market, or open it again. Positions of a closed one can become smaller only.
     * @param market Its name
     * @param open Whether it is open
     */
    function setOpen(bytes32 market, bool open) external onlyController {
        if (_configs[market].cap == 0) revert UnknownMarket();
        _configs[market].open = open;
        emit MarketOpened(market, open);
    }

    function setInternal(bytes32 market, Config calldata config) internal {
        if (config.cap == 0 || config.cap > MAX_CAP || config.maxFunding > MAX_FUNDING) revert BadConfig();
        if (config.maintenance == 0 || config.maintenance >= config.initialMargin || config.initialMargin > Wad.ONE) revert BadConfig();
        _configs[market] = config;
        emit MarketSet(market, config.cap, config.maxFunding, config.initialMargin, config.maintenance);
    }

    /*** Sums ***/

    /// @inheritdoc IMarkets
    function accrue(bytes32 market) public returns (int256 index) {
        if (_configs[market].cap == 0) revert UnknownMarket();
        State storage state = _states[market];
        if (state.fundedAt == block.timestamp) return state.index;
        int256 unpaid;
        (index, unpaid) = fundingInternal(market);
        (state.index, state.unpaid) = (index, unpaid);
        state.fundedAt = block.timestamp;
        emit FundingAccrued(market, index, unpaid);
    }

    /// @inheritdoc IMarkets
    function enter(bytes32 market, bool isLong, uint256 size, uint256 tokens) external onlyOperator {
        Config storage config = _configs[market];
        State storage state = _states[market];
        if (!config.open) revert MarketClosed();
        Side storage side = isLong ? state.long : state.short;
        if (side.size + size > config.cap) revert CapReached(); //~ BENIGN COMPUTATION the whole side
        side.size += size;
        side.tokens += tokens;
    }

    /// @inheritdoc IMarkets
    function leave(bytes32 market, bool isLong, uint256 size, uint256 tokens) external onlyOperator {
        Side storage side = isLong ? _states[market].long : _states[market].short;
        side.size -= size;
        side.tokens -= tokens;
    }

    /// @inheritdoc IMarkets
    function settled(bytes32 market, int256 owed) external onlyOperator {
        _states[market].unpaid -= owed;
    }

    /*** Views ***/

    /// @inheritdoc IMarkets
    function configOf(bytes32 market) external view returns (Config memory) {
        return _configs[market];
    }

    /// @inheritdoc IMarkets
    function stateOf(bytes32 market) external view returns (State memory) {
        return _states[market];
    }

    /// @inheritdoc IMarkets
    function allMarkets() external view returns (bytes32[] memory) {
        return _ids;
    }

    /// @inheritdoc IMarkets
    function profitOfTraders(bool least) external view returns (int256 profit) {
        for (uint256 i = 0; i < _ids.length; i++) {
            State storage state = _states[_ids[i]];
            if (state.long.size == 0 && state.short.size == 0) continue; //~ BENIGN CTRL_FLOW only what has no positions is left out
            IPriceHub.Quote memory q = hub.quote(_ids[i]);
            profit += PnL.profit(true, state.long.size, state.long.tokens, least ? q.low : q.high);
            profit += PnL.profit(false, state.short.size, state.short.tokens, least ? q.high : q.low);
            (, int256 unpaid) = fundingInternal(_ids[i]);
            profit -= unpaid;
        }
    }

    /*** Internal ***/

    /**
     * @notice Funding up to now, whether or not it was accrued. Beyond the cap, a side pays at no higher rate than at the cap.
     * @param market The market
     * @return index Its index
     * @return unpaid What all of its positions owe together
     */
    function fundingInternal(bytes32 market) internal view returns (int256 index, int256 unpaid) {
        Config storage config = _configs[market];
        State storage state = _states[market];
        uint256 elapsed = block.timestamp - state.fundedAt;
        int256 skew = int256(state.long.size) - int256(state.short.size);
        int256 cap = int256(config.cap);
        int256 growth = (skew.within(cap) * int256(config.maxFunding * elapsed)) / cap;
        index = state.index + growth;
        unpaid = state.unpaid + skew.part(growth);
    }
}
