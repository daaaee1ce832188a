// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {IGaugeFactory} from "../interfaces/IGaugeFactory.sol";
import {IVoter} from "../interfaces/IVoter.sol";
import {IVotingEscrow} from "../interfaces/IVotingEscrow.sol";
import {BribeVault} from "../voting/BribeVault.sol";
import {Gauge} from "./Gauge.sol";

/**
 * @title GaugeFactory
 * @notice Creates gauges and their vaults.
 * @dev Anybody may call it. A gauge that another contract than the voter created is not known to the voter.
 */
contract GaugeFactory is IGaugeFactory {
    /// @notice Number of gauges that were created.
    uint256 public count;

    /// @notice Emitted when a gauge was created.
    event Created(address indexed voter, address indexed stakeToken, address gauge, address bribes);

    /// @inheritdoc IGaugeFactory
    function create(address stakeToken, address rewardToken, address escrow)
        external
        returns (address gauge, address bribes)
    {
        count++;
        gauge = address(new Gauge(IERC20(stakeToken), IERC20(rewardToken), msg.sender));
        bribes = address(new BribeVault(IVoter(msg.sender), IVotingEscrow(escrow)));
        emit Created(msg.sender, stakeToken, gauge, bribes);
    }
}
