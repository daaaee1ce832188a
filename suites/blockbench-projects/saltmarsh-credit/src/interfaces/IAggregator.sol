// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title IAggregator
/// @notice The part of a price aggregator that Saltmarsh reads.
/// @dev Signature-compatible with the aggregators that are deployed on most chains.
interface IAggregator {
    /// @notice Number of decimals of every answer.
    function decimals() external view returns (uint8);

    /// @notice The round that was reported last.
    /// @return roundId Number of the round.
    /// @return answer Price of one whole unit of the asset, in `decimals()` decimals.
    /// @return startedAt When the round began.
    /// @return updatedAt When the answer was reported.
    /// @return answeredInRound Round in which the answer was computed.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}
