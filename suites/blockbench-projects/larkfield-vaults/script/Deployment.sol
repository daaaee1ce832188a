// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

import {Authority} from "../src/access/Authority.sol";
import {Timelocked} from "../src/access/Timelocked.sol";
import {FeeSplitter} from "../src/income/FeeSplitter.sol";
import {RewardSeller} from "../src/income/RewardSeller.sol";
import {Role} from "../src/interfaces/IAuthority.sol";
import {IRewardSeller} from "../src/interfaces/IServices.sol";
import {IStrategy} from "../src/interfaces/IStrategy.sol";
import {IExchange, IPair, IPriceBook} from "../src/interfaces/ITrade.sol";
import {IMandate} from "../src/interfaces/IVault.sol";
import {Router} from "../src/periphery/Router.sol";
import {TargetAllocator} from "../src/periphery/TargetAllocator.sol";
import {VaultLens} from "../src/periphery/VaultLens.sol";
import {ExitQueue} from "../src/queue/ExitQueue.sol";
import {PairExchange} from "../src/trade/PairExchange.sol";
import {PriceBook} from "../src/trade/PriceBook.sol";
import {Mandate} from "../src/vault/Mandate.sol";
import {Vault} from "../src/vault/Vault.sol";
import {VaultFactory} from "../src/vault/VaultFactory.sol";

/// @title Deployment
/// @notice Deploys what vaults share, makes vaults, adds their strategies, and hands everything over.
abstract contract Deployment {
    Authority internal authority;
    PriceBook internal prices;
    PairExchange internal exchange;
    FeeSplitter internal splitter;
    Mandate internal mandate;
    VaultFactory internal factory;
    RewardSeller internal seller;
    ExitQueue internal exits;
    Router internal router;
    TargetAllocator internal targets;
    VaultLens internal lens;

    /// @dev All contracts that vaults share. The deployer is curator and allocator until it hands over.
    function deployLarkfield(address treasury) internal {
        authority = new Authority();
        prices = new PriceBook(authority);
        exchange = new PairExchange(authority);
        splitter = new FeeSplitter(authority, treasury);
        mandate = new Mandate(authority);
        factory = new VaultFactory(authority, new Vault(authority, mandate), splitter);
        splitter.setFactory(address(factory));
        seller = new RewardSeller(authority, factory, exchange, prices);
        exits = new ExitQueue(factory);
        router = new Router(factory, exchange);
        targets = new TargetAllocator(authority, mandate);
        lens = new VaultLens(mandate, exits, exchange);
        _give(Role.Curator, address(this));
        _give(Role.Allocator, address(this));
        _give(Role.Allocator, address(targets));
        splitter.setRate(2_000);
        _act(seller, abi.encodeCall(IRewardSeller.setTerms, (200, 50)));
    }

    /// @dev A vault with its limits.
    function deployVault(
        IERC20 asset,
        string memory name,
        string memory symbol,
        address manager,
        uint256 depositLimit,
        uint256 lossLimit
    ) internal returns (Vault vault) {
        vault = Vault(address(factory.create(asset, name, symbol, manager, depositLimit)));
        _act(mandate, abi.encodeCall(IMandate.setLossLimit, (vault, lossLimit)));
    }

    /// @dev A strategy of a vault, with its cap and that of its group.
    function deployStrategy(Vault vault, IStrategy strategy, bytes32 group, uint256 cap, uint256 groupCap) internal {
        _act(mandate, abi.encodeCall(IMandate.addStrategy, (vault, strategy, group)));
        _act(mandate, abi.encodeCall(IMandate.raiseCap, (vault, strategy, cap)));
        if (groupCap > mandate.groupCap(vault, group)) {
            _act(mandate, abi.encodeCall(IMandate.raiseGroupCap, (vault, group, groupCap)));
        }
    }

    /// @dev A token with its price and the pair in which it is traded.
    function deployToken(IERC20 token, IPriceBook.Feed memory feed, IERC20 other, IPair pair) internal {
        _act(prices, abi.encodeCall(IPriceBook.setFeed, (token, feed)));
        if (address(pair) != address(0)) _act(exchange, abi.encodeCall(IExchange.setPair, (token, other, pair)));
    }

    /// @dev The deployer has no role afterwards, and what loosens waits for three days. The new owner has to accept.
    function handOver(address owner, address curator, address allocator, address guardian) internal {
        _give(Role.Curator, curator);
        _give(Role.Allocator, allocator);
        _give(Role.Guardian, guardian);
        authority.revoke(Role.Curator, address(this));
        authority.revoke(Role.Allocator, address(this));
        authority.raiseDelay(3 days);
        authority.offerOwnership(owner);
    }

    /// @dev Submits an action and executes it, which is possible at once until the deployer hands over.
    function _act(Timelocked where, bytes memory data) internal {
        where.submit(data);
        Address.functionCall(address(where), data);
    }

    function _give(Role role, address account) private {
        authority.propose(role, account);
        authority.enact(role, account);
    }
}
