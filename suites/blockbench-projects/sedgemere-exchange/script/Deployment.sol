// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Council} from "../src/governance/Council.sol";
import {Governed} from "../src/governance/Governed.sol";
import {Collector} from "../src/fees/Collector.sol";
import {Farm} from "../src/staking/Farm.sol";
import {IFeed} from "../src/interfaces/IReference.sol";
import {Lens} from "../src/periphery/Lens.sol";
import {PoolFactory} from "../src/core/PoolFactory.sol";
import {PositionNotes} from "../src/periphery/PositionNotes.sol";
import {Reference} from "../src/oracle/Reference.sol";
import {Router} from "../src/periphery/Router.sol";

/// @title Deployment
/// @notice Deploys the exchange and offers it to a council, which accepts by its first calls.
abstract contract Deployment {
    PoolFactory internal factory;
    Reference internal ref;
    Collector internal collector;
    PositionNotes internal notes;
    Router internal router;
    Farm internal farm;
    Lens internal lens;
    Council internal council;

    /// @dev All contracts, and the three first tiers: stable prices, most prices, and those that move much
    function deployExchange(address money, address[] memory members, uint256 threshold) internal {
        council = new Council(members, threshold);
        factory = new PoolFactory();
        ref = new Reference(factory, money);
        collector = new Collector(factory, ref);
        notes = new PositionNotes(factory);
        router = new Router(factory);
        farm = new Farm(notes, factory);
        lens = new Lens(notes, farm, ref);
        factory.addTier(500, 1);
        factory.addTier(3_000, 10);
        factory.addTier(10_000, 50);
        factory.setCollector(address(collector));
    }

    /// @dev A pool that the price of a token is taken from, and the part of its fees for the protocol
    function deployPool(address token, address money, uint24 fee, uint160 price, uint8 share) internal returns (address pool) {
        pool = factory.make(token, money, fee, price);
        factory.setShare(pool, share);
        ref.setPool(token, fee);
    }

    /// @dev A feed that has to agree with the price of a pool within five percent
    function deployFeed(address token, IFeed feed) internal {
        ref.setFeed(token, feed, 1 days, 500);
    }

    /// @dev Nothing belongs to the deployer once the council has accepted
    function offerAll() internal {
        Governed[3] memory all = [Governed(factory), Governed(ref), Governed(collector)];
        for (uint256 i = 0; i < all.length; i++) {
            all[i].offer(address(council));
        }
    }
}
