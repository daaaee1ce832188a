// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IVoter
 * @notice Votes of positions for gauges, and the emissions that follow them.
 */
interface IVoter {
    /// @notice Emitted when a gauge was created.
    event GaugeCreated(address indexed gauge, address indexed stakeToken, address indexed bribes);

    /// @notice Emitted when a gauge was stopped or started again.
    event GaugeStatus(address indexed gauge, bool alive);

    /// @notice Emitted when a position votes for a gauge.
    event Voted(uint256 indexed tokenId, address indexed gauge, uint256 power);

    /// @notice Emitted when a position takes its votes back.
    event VotesRemoved(uint256 indexed tokenId, address indexed gauge, uint256 power);

    /// @notice Emitted when emissions arrive.
    event EmissionReceived(uint256 amount, uint256 index);

    /// @notice Emitted when a gauge gets its emissions.
    event Distributed(address indexed gauge, uint256 amount);

    /// @notice Emitted when governance decides about a token as a reward.
    event TokenAllowed(address indexed token, bool allowed);

    /**
     * @notice Takes emissions from the minter, and shares them among the gauges by their votes.
     * @param amount Number of tokens.
     */
    function notifyEmission(uint256 amount) external;

    /**
     * @notice Votes for the owner of a position that signed a ballot.
     * @param tokenId Position that votes.
     * @param gauges Gauges to vote for.
     * @param shares Share of each gauge, relative to the others.
     */
    function voteFor(uint256 tokenId, address[] calldata gauges, uint256[] calldata shares) external;

    /**
     * @notice Tells whether a position has votes at present.
     * @param tokenId Position to read.
     * @return Whether there is a gauge that it votes for.
     */
    function hasVoted(uint256 tokenId) external view returns (bool);

    /**
     * @notice Tells what governance decided last about a token as a reward for votes.
     * @param token Token to read.
     * @return Whether it is allowed.
     */
    function isAllowedToken(address token) external view returns (bool);
}
