// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import {ERC1967Proxy} from "@openzeppelin/contracts@5.4.0/proxy/ERC1967/ERC1967Proxy.sol";

import {StakePool} from "../src/StakePool.sol";
import {StakeToken} from "../src/StakeToken.sol";
import {WithdrawalQueue} from "../src/WithdrawalQueue.sol";
import {IDepositContract} from "../src/interfaces/IVaults.sol";
import {BondVault} from "../src/operators/BondVault.sol";
import {FeeSplitter} from "../src/operators/FeeSplitter.sol";
import {OperatorRegistry} from "../src/operators/OperatorRegistry.sol";
import {ReportGuard} from "../src/oracle/ReportGuard.sol";
import {ReportOracle} from "../src/oracle/ReportOracle.sol";
import {InstantExit} from "../src/periphery/InstantExit.sol";
import {SignedExit} from "../src/periphery/SignedExit.sol";
import {StakeLens} from "../src/periphery/StakeLens.sol";
import {SweepVault} from "../src/vaults/SweepVault.sol";

/// @title Deployment
/// @notice Deploys everything in one transaction, so that nobody comes between a proxy and its initialization.
abstract contract Deployment {
    /// @notice What differs between deployments.
    /// @param depositContract Deposit contract of the chain.
    /// @param governor Account that sets parameters.
    /// @param guardian Account that stops and fines operators.
    /// @param treasury Account that gets a part of the fees.
    /// @param members Members of the committee.
    /// @param quorum Signatures that a report needs.
    /// @param largestGrowth Largest growth by one report, of 10,000.
    /// @param largestLoss Largest loss by one report, of 10,000.
    struct Plan {
        IDepositContract depositContract;
        address governor;
        address guardian;
        address treasury;
        address[] members;
        uint256 quorum;
        uint256 largestGrowth;
        uint256 largestLoss;
    }

    StakePool internal pool;
    StakeToken internal token;
    WithdrawalQueue internal queue;
    ReportOracle internal oracle;
    ReportGuard internal guard;
    BondVault internal bonds;
    OperatorRegistry internal registry;
    FeeSplitter internal splitter;
    SweepVault internal withdrawalVault;
    SweepVault internal executionVault;
    SweepVault internal coverFund;
    InstantExit internal exit;
    SignedExit internal signedExit;
    StakeLens internal lens;

    /// @dev Deploys and connects all contracts, and stakes the seed.
    /// @param plan What differs between deployments.
    function _deploy(Plan memory plan) internal {
        pool = StakePool(address(new ERC1967Proxy(address(new StakePool()), "")));
        token = new StakeToken();
        token.connect(address(pool));
        queue = new WithdrawalQueue(token, pool);
        _deployOracle(plan);
        _deployOperators(plan);
        withdrawalVault = new SweepVault("stake of validators");
        executionVault = new SweepVault("tips");
        coverFund = new SweepVault("losses");
        withdrawalVault.connect(pool);
        executionVault.connect(pool);
        coverFund.connect(pool);
        bonds.connect(registry, plan.guardian, address(coverFund));
        pool.initialize{value: 1 ether}(
            StakePool.Parts({
                token: token,
                queue: queue,
                registry: registry,
                depositContract: plan.depositContract,
                splitter: splitter,
                guard: guard,
                oracle: address(oracle),
                withdrawalVault: withdrawalVault,
                executionVault: executionVault,
                coverFund: coverFund
            }),
            plan.governor
        );
        exit = new InstantExit(token, pool, queue);
        signedExit = new SignedExit(token, queue);
        lens = new StakeLens(pool, queue, registry, bonds, splitter);
    }

    /// @dev Deploys the oracle with its committee and bounds.
    /// @param plan What differs between deployments.
    function _deployOracle(Plan memory plan) private {
        oracle = new ReportOracle(address(this));
        for (uint256 i = 0; i < plan.members.length; i++) {
            uint256 majority = (i + 1) / 2 + 1;
            oracle.setMember(plan.members[i], true, i + 1 < plan.members.length ? majority : plan.quorum);
        }
        oracle.connect(pool, plan.governor);
        guard = new ReportGuard(plan.governor, plan.largestGrowth, plan.largestLoss);
    }

    /// @dev Deploys what belongs to the operators.
    /// @param plan What differs between deployments.
    function _deployOperators(Plan memory plan) private {
        bonds = new BondVault();
        registry = new OperatorRegistry(bonds);
        splitter = new FeeSplitter(token, registry, address(pool), plan.treasury, 5_000);
        registry.connect(address(pool), splitter, plan.guardian);
    }
}
