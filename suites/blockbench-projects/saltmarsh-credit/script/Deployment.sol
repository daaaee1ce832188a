// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";

import {CollateralVault} from "../src/CollateralVault.sol";
import {InterestModel} from "../src/InterestModel.sol";
import {LendingPool} from "../src/LendingPool.sol";
import {ParameterTimelock} from "../src/ParameterTimelock.sol";
import {PoolShares} from "../src/PoolShares.sol";
import {PriceOracle} from "../src/PriceOracle.sol";
import {Rewards} from "../src/Rewards.sol";
import {Treasury} from "../src/Treasury.sol";
import {IAggregator} from "../src/interfaces/IAggregator.sol";
import {ICollateralVault} from "../src/interfaces/ICollateralVault.sol";
import {AccountLens} from "../src/periphery/AccountLens.sol";

/// @title Deployment
/// @notice Deploys a market: every contract, its parameters, and the hand-over to the timelock at the end.
abstract contract Deployment {
    /// @notice One kind of collateral.
    struct Collateral {
        address asset;
        IAggregator aggregator;
        uint64 maxAge;
        ICollateralVault.Terms terms;
    }

    /// @notice Parameters of a market.
    struct Plan {
        IERC20Metadata asset;
        IAggregator aggregator;
        uint64 maxAge;
        IERC20 rewardToken;
        address council;
        uint256 delay;
        uint256 borrowCap;
        uint256 reserveFactor;
        uint256 flashFee;
    }

    ParameterTimelock internal timelock;
    PriceOracle internal oracle;
    InterestModel internal model;
    Treasury internal treasury;
    CollateralVault internal vault;
    LendingPool internal pool;
    Rewards internal rewards;
    PoolShares internal shares;
    AccountLens internal lens;

    /// @dev Deploys the contracts and connects them.
    function _deploy(Plan memory plan) internal {
        timelock = new ParameterTimelock(plan.council, plan.delay);
        oracle = new PriceOracle();
        oracle.setFeed(address(plan.asset), plan.aggregator, plan.maxAge);
        model = new InterestModel(0.01e18, 0.06e18, 1.2e18, 0.85e18);
        treasury = new Treasury(plan.asset);
        vault = new CollateralVault(oracle);
        pool = new LendingPool(
            LendingPool.Parts({
                asset: address(plan.asset),
                vault: vault,
                oracle: oracle,
                model: model,
                treasury: treasury
            })
        );
        rewards = new Rewards(plan.rewardToken);
        shares = new PoolShares(
            address(pool), rewards, "Saltmarsh share", "smSHARE", plan.asset.decimals() + 6
        );
        pool.initialize(shares);
        pool.setLimits(plan.borrowCap, plan.reserveFactor, plan.flashFee);
        vault.initialize(pool);
        treasury.initialize(address(pool));
        rewards.initialize(shares);
        lens = new AccountLens(pool, vault);
    }

    /// @dev Accepts a kind of collateral.
    function _accept(Collateral memory c) internal {
        oracle.setFeed(c.asset, c.aggregator, c.maxAge);
        vault.setTerms(c.asset, c.terms);
    }

    /// @dev Leaves every parameter to the timelock.
    function _handOver() internal {
        oracle.handOver(address(timelock));
        treasury.handOver(address(timelock));
        vault.handOver(address(timelock));
        pool.handOver(address(timelock));
        rewards.handOver(address(timelock));
    }
}
