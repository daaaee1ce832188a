// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IVotingPower {
    /// @notice The votes that an account had when a past block ended.
    function getPastVotes(address account, uint256 number) external view returns (uint256);

    /// @notice The supply of the token when a past block ended.
    function getPastTotalSupply(uint256 number) external view returns (uint256);
}
