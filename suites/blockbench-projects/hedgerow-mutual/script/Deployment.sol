// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "../src/claims/AssessorGuild.sol";
import "../src/claims/ClaimDesk.sol";
import "../src/feed/FrostRule.sol";
import "../src/feed/WeatherFeed.sol";
import "../src/governance/Mutual.sol";
import "../src/periphery/Brokers.sol";
import "../src/periphery/ClaimFactor.sol";
import "../src/periphery/MutualLens.sol";
import "../src/policies/PolicyBook.sol";
import "../src/policies/RateBook.sol";
import "../src/policies/Reserve.sol";
import "../src/pools/CoverPool.sol";
import "../src/pools/PoolFactory.sol";
import "../src/treaties/TreatyDesk.sol";

// Deployment opens a mutual. Whoever deploys is the first chair and the first clerk, and is neither in the end.
abstract contract Deployment {
    Mutual internal mutual;
    PolicyBook internal book;
    RateBook internal rates;
    PoolFactory internal factory;
    ClaimDesk internal claims;
    AssessorGuild internal guild;
    WeatherFeed internal feed;
    FrostRule internal frost;
    TreatyDesk internal treaties;
    Reserve internal reserve;
    Brokers internal brokers;
    MutualLens internal lens;

    // All contracts, with their offices.
    function deployMutual(IERC20 _coin, IERC20 _sprig, uint256 _quorum) internal {
        mutual = new Mutual(_coin);
        book = new PolicyBook(mutual);
        rates = new RateBook(mutual);
        factory = new PoolFactory(mutual, address(new CoverPool(mutual)));
        claims = new ClaimDesk(mutual);
        guild = new AssessorGuild(mutual, _sprig, _quorum);
        feed = new WeatherFeed(mutual);
        frost = new FrostRule(mutual, feed);
        treaties = new TreatyDesk(mutual);
        reserve = new Reserve(mutual);
        brokers = new Brokers(mutual);
        lens = new MutualLens(mutual);
        mutual.open(
            IMutual.Offices({
                book: address(book),
                rates: address(rates),
                factory: address(factory),
                claims: address(claims),
                guild: address(guild),
                frost: address(frost),
                treaties: address(treaties),
                reserve: address(reserve),
                brokers: address(brokers)
            })
        );
        mutual.grantRole(mutual.CLERK(), address(this));
    }

    // A pool with its rate.
    function deployPool(bytes32 _region, address _manager, uint256 _base, uint256 _slope) internal returns (CoverPool pool) {
        pool = CoverPool(factory.make(_region, _manager));
        rates.setRate(address(pool), _base, _slope);
    }

    // The stations of a region.
    function deployStations(bytes32 _region, address[] memory _stations) internal {
        for (uint256 i = 0; i < _stations.length; i++) {
            feed.setStation(_stations[i], _region);
        }
    }

    // The deployer has no role afterwards.
    function handOver(address _chair, address _clerk, address _warden) internal {
        mutual.grantRole(mutual.CLERK(), _clerk);
        mutual.grantRole(mutual.WARDEN(), _warden);
        mutual.revokeRole(mutual.CLERK(), address(this));
        mutual.handOver(_chair);
    }
}
