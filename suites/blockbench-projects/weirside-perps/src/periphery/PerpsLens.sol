// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IMarkets} from "../interfaces/IMarkets.sol";
import {IFeeDesk} from "../interfaces/IFees.sol";
import {IPerps} from "../interfaces/IPerps.sol";
import {IPriceHub} from "../interfaces/IPriceHub.sol";
import {LiquidityPool} from "../pool/LiquidityPool.sol";
import {PnL} from "../libraries/PnL.sol";
import {Wad} from "../libraries/Wad.sol";

/**
 * @title PerpsLens
 * @notice Reads for interfaces. The exchange does not depend on it.
 */
contract PerpsLens {
    using Wad for uint256;
    using Wad for int256;

    /**
     * @notice A market.
     * @param low Lower price
     * @param high Higher price
     * @param longRoom Room of the long side, in dollars
     * @param shortRoom Room of the short side, in dollars
     * @param dailyFunding Funding of a long position in a day at present
     * @param leverage Largest leverage of a new position
     */
    struct MarketView {
        uint256 low;
        uint256 high;
        uint256 longRoom;
        uint256 shortRoom;
        int256 dailyFunding;
        uint256 leverage;
    }

    /**
     * @notice A position.
     * @param entry Price at which it was entered on average
     * @param profit What it has gained
     * @param owed Funding since it was settled, up to the last accrual
     * @param equity What its owner would get without the fee
     * @param fee What closing it costs
     * @param liquidatable Whether it can be liquidated
     */
    struct PositionView {
        uint256 entry;
        int256 profit;
        int256 owed;
        int256 equity;
        uint256 fee;
        bool liquidatable;
    }

    /**
     * @notice The pool.
     * @param buyPrice Dollars that a deposit pays for a whole share
     * @param sellPrice Dollars that a withdrawal gets for one
     * @param waiting Shares of requests
     * @param open Number of requests that were not served
     */
    struct PoolView {
        uint256 buyPrice;
        uint256 sellPrice;
        uint256 waiting;
        uint256 open;
    }

    IPriceHub public immutable hub;
    IMarkets public immutable markets;
    IPerps public immutable perps;
    IFeeDesk public immutable desk;
    LiquidityPool public immutable pool;

    constructor(IPriceHub hub_, IMarkets markets_, IPerps perps_, IFeeDesk desk_, LiquidityPool pool_) {
        hub = hub_;
        markets = markets_;
        perps = perps_;
        desk = desk_;
        pool = pool_;
    }

    /// @notice A market at present
    function market(bytes32 id) external view returns (MarketView memory v) {
        IPriceHub.Quote memory q = hub.quote(id);
        IMarkets.Config memory config = markets.configOf(id);
        IMarkets.State memory state = markets.stateOf(id);
        (v.low, v.high) = (q.low, q.high);
        v.longRoom = config.open ? config.cap.over(state.long.size) : 0;
        v.shortRoom = config.open ? config.cap.over(state.short.size) : 0;
        int256 skew = int256(state.long.size) - int256(state.short.size);
        v.dailyFunding = (skew.within(int256(config.cap)) * int256(config.maxFunding * 1 days)) / int256(config.cap);
        v.leverage = 1e36 / config.initialMargin;
    }

    /// @notice A position at present
    function position(address trader, bytes32 id, bool isLong) external view returns (PositionView memory v) {
        IPerps.Position memory p = perps.positionOf(trader, id, isLong);
        if (p.size == 0) return v;
        (uint256 price, ) = hub.priceFor(id, isLong, false);
        v.entry = (p.size * 1e30) / p.tokens;
        v.profit = PnL.profit(isLong, p.size, p.tokens, price);
        v.owed = PnL.funding(isLong, p.size, p.index, markets.stateOf(id).index);
        v.equity = perps.equityOf(trader, id, isLong);
        v.fee = desk.feeFor(trader, p.size);
        v.liquidatable = perps.isLiquidatable(trader, id, isLong);
    }

    /// @notice The pool at present
    function liquidity() external view returns (PoolView memory v) {
        v.buyPrice = Math.mulDiv(1e9, pool.worth(true) + 1, pool.totalSupply() + pool.OFFSET(), Math.Rounding.Ceil);
        v.sellPrice = pool.assetsOf(1e9);
        v.waiting = pool.balanceOf(address(pool));
        v.open = pool.requests() - pool.head();
    }

    /**
     * @notice Those of some accounts whose position can be liquidated.
     * @param traders Accounts
     * @param id A market
     * @param isLong A direction
     */
    function liquidatable(address[] calldata traders, bytes32 id, bool isLong) external view returns (address[] memory found) {
        uint256 count;
        found = new address[](traders.length);
        for (uint256 i = 0; i < traders.length; i++) {
            if (perps.isLiquidatable(traders[i], id, isLong)) found[count++] = traders[i];
        }
        assembly ("memory-safe") {
            mstore(found, count)
        }
    }
}
