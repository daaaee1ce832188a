// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {ERC1967Proxy} from "@openzeppelin/contracts@5.4.0/proxy/ERC1967/ERC1967Proxy.sol";

import {FlowLimiter} from "../src/bridge/FlowLimiter.sol";
import {TokenGateway} from "../src/bridge/TokenGateway.sol";
import {WrappedTokenFactory} from "../src/bridge/WrappedToken.sol";
import {FeeQuoter} from "../src/fees/FeeQuoter.sol";
import {RelayFees} from "../src/fees/RelayFees.sol";
import {Inbox} from "../src/messaging/Inbox.sol";
import {NotarySet} from "../src/messaging/NotarySet.sol";
import {Outbox} from "../src/messaging/Outbox.sol";
import {MessengerLens} from "../src/periphery/MessengerLens.sol";

/// Deploys Marshwire in one domain, and connects it with another one. The deployer owns everything until it proposes the
/// final owner at the end.
abstract contract Deployment {
    /// What differs between domains.
    struct Plan {
        uint32 localDomain;
        uint64 contestPeriod;
        address guardian;
        uint32 remoteDomain;
        uint192 weiPerGas;
    }

    /// The contracts of one domain.
    struct Station {
        uint32 domain;
        NotarySet notaries;
        FeeQuoter quoter;
        Outbox outbox;
        Inbox inbox;
        RelayFees fees;
        FlowLimiter limiter;
        TokenGateway gateway;
        MessengerLens lens;
    }

    /// Deploys the contracts of one domain. The proxy of the inbox is initialised in the transaction that creates it.
    function _deploy(Plan memory plan) internal returns (Station memory station) {
        station.domain = plan.localDomain;
        station.notaries = new NotarySet(address(this));
        station.quoter = new FeeQuoter(address(this));
        station.quoter.setPrice(plan.remoteDomain, plan.weiPerGas);
        station.outbox = new Outbox(plan.localDomain, station.quoter, address(this));
        Inbox.Settings memory settings = Inbox.Settings({
            localDomain: plan.localDomain,
            contestPeriod: plan.contestPeriod,
            notaries: station.notaries,
            outbox: station.outbox,
            guardian: plan.guardian,
            owner: address(this)
        });
        bytes memory call = abi.encodeCall(Inbox.initialize, (settings));
        station.inbox = Inbox(address(new ERC1967Proxy(address(new Inbox()), call)));
        station.fees = new RelayFees(address(station.outbox), address(station.inbox), address(this));
        station.limiter = new FlowLimiter(address(this));
        station.gateway = new TokenGateway(
            station.outbox, address(station.inbox), station.limiter, new WrappedTokenFactory(), address(this)
        );
        station.limiter.connectGateway(address(station.gateway));
        station.outbox.connectLocal(station.fees, address(station.inbox));
        station.lens = new MessengerLens(
            station.outbox, station.inbox, station.fees, station.gateway, station.limiter
        );
    }

    /// Connects a domain with another one. Both directions need a call.
    function _connect(Station memory station, Station memory remote) internal {
        station.outbox.connectDomain(remote.domain, true);
        station.inbox.connectRelayFees(remote.domain, address(remote.fees));
        station.fees.connectReporter(remote.domain, address(remote.inbox));
        station.gateway.connectPeer(remote.domain, address(remote.gateway), address(remote.inbox));
    }

    /// Lists a token in its home, with a limit.
    function _list(Station memory station, address token, uint256 limit) internal {
        station.gateway.list(token, true);
        station.limiter.setLimit(token, limit);
    }

    /// Proposes the final owner of all contracts of a domain, which has to accept each of them. It keeps the prices from now
    /// on, so that nothing of the deployer is left once it has accepted.
    function _propose(Station memory station, address finalOwner) internal {
        station.quoter.changeKeeper(finalOwner);
        station.notaries.proposeOwner(finalOwner);
        station.quoter.proposeOwner(finalOwner);
        station.outbox.proposeOwner(finalOwner);
        station.inbox.proposeOwner(finalOwner);
        station.fees.proposeOwner(finalOwner);
        station.limiter.proposeOwner(finalOwner);
        station.gateway.proposeOwner(finalOwner);
    }
}
