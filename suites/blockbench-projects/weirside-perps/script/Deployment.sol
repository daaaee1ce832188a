// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {Controlled} from "../src/access/Controlled.sol";
import {Insurance} from "../src/core/Insurance.sol";
import {Liquidator} from "../src/core/Liquidator.sol";
import {Markets} from "../src/core/Markets.sol";
import {Perps} from "../src/core/Perps.sol";
import {FeeDesk} from "../src/fees/FeeDesk.sol";
import {Referrals} from "../src/fees/Referrals.sol";
import {IMarkets} from "../src/interfaces/IMarkets.sol";
import {OrderBook} from "../src/orders/OrderBook.sol";
import {PriceHub} from "../src/oracle/PriceHub.sol";
import {BracketRouter} from "../src/periphery/BracketRouter.sol";
import {PerpsLens} from "../src/periphery/PerpsLens.sol";
import {LiquidityPool} from "../src/pool/LiquidityPool.sol";

/**
 * @title Deployment
 * @notice Deploys the exchange, adds markets, and hands everything over to governance.
 * @dev The deployer brings the first dollars of the pool. Their shares are nobody's and stay, so that the price of a
 *  share begins with them.
 */
abstract contract Deployment {
    /// @dev Dollars that the deployer brings
    uint256 internal constant FIRST_DOLLARS = 1_000e6;

    PriceHub internal hub;
    Markets internal markets;
    LiquidityPool internal pool;
    Insurance internal insurance;
    Referrals internal referrals;
    FeeDesk internal desk;
    Perps internal perps;
    Liquidator internal liquidator;
    OrderBook internal orders;
    BracketRouter internal router;
    PerpsLens internal lens;

    /// @dev All contracts, and which of them operate which
    function deployExchange(IERC20 usd) internal {
        hub = new PriceHub();
        markets = new Markets(hub);
        pool = new LiquidityPool(usd, markets);
        usd.approve(address(pool), FIRST_DOLLARS);
        pool.deposit(FIRST_DOLLARS, FIRST_DOLLARS * pool.OFFSET(), address(0xdead));
        insurance = new Insurance(usd, pool);
        referrals = new Referrals();
        desk = new FeeDesk(usd, referrals, pool, address(insurance));
        perps = new Perps(usd, hub, markets, pool, desk);
        liquidator = new Liquidator(usd, perps, markets, insurance);
        orders = new OrderBook(usd, hub, perps);
        router = new BracketRouter(usd, orders);
        lens = new PerpsLens(hub, markets, perps, desk, pool);

        markets.setOperator(address(perps), true);
        pool.setOperator(address(perps), true);
        desk.setOperator(address(perps), true);
        perps.setOperator(address(orders), true);
        perps.setOperator(address(liquidator), true);
        insurance.setOperator(address(liquidator), true);
    }

    /// @dev A market with its sources
    function deployMarket(bytes32 market, PriceHub.Feed memory feed, IMarkets.Config memory config) internal {
        hub.setFeed(market, feed);
        markets.addMarket(market, config);
    }

    /// @dev The deployer controls nothing afterwards
    function handOver(address governance) internal {
        Controlled[7] memory all = [
            Controlled(hub),
            Controlled(markets),
            Controlled(pool),
            Controlled(insurance),
            Controlled(referrals),
            Controlled(desk),
            Controlled(perps)
        ];
        for (uint256 i = 0; i < all.length; i++) {
            all[i].handOver(governance);
        }
    }
}
