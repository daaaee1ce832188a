// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {FeeDistributor} from "../src/emissions/FeeDistributor.sol";
import {Minter} from "../src/emissions/Minter.sol";
import {VotingEscrow} from "../src/escrow/VotingEscrow.sol";
import {Gauge} from "../src/gauges/Gauge.sol";
import {GaugeFactory} from "../src/gauges/GaugeFactory.sol";
import {VoteLens} from "../src/periphery/VoteLens.sol";
import {TideToken} from "../src/token/TideToken.sol";
import {BribeVault} from "../src/voting/BribeVault.sol";
import {VoteRelay} from "../src/voting/VoteRelay.sol";
import {Voter} from "../src/voting/Voter.sol";

/**
 * @title Deployment
 * @notice Deploys the protocol in the order in which its contracts need each other, and hands it over at the end.
 */
abstract contract Deployment {
    /**
     * @notice What differs between deployments.
     * @param feeToken Token of the trading fees and of the fees of the relay.
     * @param treasury Account that gets a share on top of each emission.
     * @param guardian Account that may stop gauges.
     * @param initialSupply Tokens that the deployer gets.
     * @param firstEmission Emission of the first epoch.
     * @param treasuryShare Share of the treasury, in ten thousandths.
     */
    struct Plan {
        IERC20 feeToken;
        address treasury;
        address guardian;
        uint256 initialSupply;
        uint256 firstEmission;
        uint256 treasuryShare;
    }

    TideToken internal tide;
    VotingEscrow internal escrow;
    GaugeFactory internal factory;
    Voter internal voter;
    Minter internal minter;
    FeeDistributor internal fees;
    VoteRelay internal relay;
    VoteLens internal lens;

    /**
     * @dev Deploys all contracts, and gives them their roles.
     * @param plan What differs between deployments.
     */
    function _deploy(Plan memory plan) internal {
        tide = new TideToken();
        tide.grantRole(tide.MINTER_ROLE(), address(this));
        tide.mint(address(this), plan.initialSupply);
        tide.revokeRole(tide.MINTER_ROLE(), address(this));

        escrow = new VotingEscrow(tide);
        factory = new GaugeFactory();
        voter = new Voter(escrow, tide, factory);
        escrow.initialize(voter);

        minter = new Minter(tide, plan.treasury);
        tide.grantRole(tide.MINTER_ROLE(), address(minter));
        voter.initialize(minter);
        minter.initialize(voter, plan.firstEmission);
        minter.setTreasury(plan.treasury, plan.treasuryShare);

        fees = new FeeDistributor(plan.feeToken, escrow);
        relay = new VoteRelay(escrow, voter, plan.feeToken);
        voter.grantRole(voter.RELAY_ROLE(), address(relay));
        voter.grantRole(voter.GUARDIAN_ROLE(), plan.guardian);
        lens = new VoteLens(escrow, voter, fees);
    }

    /**
     * @dev Creates a gauge.
     * @param stakeToken Token of the liquidity.
     * @return gauge The gauge.
     * @return bribes The vault of the rewards for its votes.
     */
    function _gauge(address stakeToken) internal returns (Gauge gauge, BribeVault bribes) {
        gauge = Gauge(voter.createGauge(stakeToken));
        bribes = BribeVault(address(voter.bribesOf(address(gauge))));
    }

    /**
     * @dev Leaves every role to governance.
     * @param governor Account that governs from now on.
     */
    function _handOver(address governor) internal {
        tide.handOver(governor);
        voter.handOver(governor);
        minter.handOver(governor);
    }
}
