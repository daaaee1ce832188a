// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

/// @title Penalties for relays that signed twice or slept
/// @author Guild of Relay Keepers
contract PenaltyBoard {
    uint256 public constant NOTICE = 2 days;
    uint256 public constant MOST_BPS = 5_000;

    address public immutable judge;
    address payable public immutable fund;
    address public pool;

    uint256 public announcedBps;
    uint256 public effectiveAt;

    event Announced(uint256 bps, uint256 effectiveAt);
    event Withdrawn();
    event Taken(uint256 bps);

    modifier onlyJudge() {
        require(msg.sender == judge, "board: judge only");
        _;
    }

    constructor(address judge_, address payable fund_) {
        judge = judge_;
        fund = fund_;
    }

    /// @notice Set once, after the pool has been deployed.
    function bind(address pool_) external onlyJudge {
        require(pool == address(0), "board: bound");
        pool = pool_;
    }

    /// @notice Announces a penalty on everything at stake; one at a time.
    function announce(uint256 bps) external onlyJudge {
        require(announcedBps == 0, "board: one at a time");
        require(bps != 0 && bps <= MOST_BPS, "board: size");
        announcedBps = bps;
        effectiveAt = block.timestamp + NOTICE;
        emit Announced(bps, effectiveAt);
    }

    /// @notice Takes an announcement back, if the relay's objection was right.
    function withdraw() external onlyJudge {
        announcedBps = 0;
        emit Withdrawn();
    }

    /// @notice Penalty that is to be taken now, zero if there is none.
    function due() public view returns (uint256) {
        return block.timestamp < effectiveAt ? 0 : announcedBps;
    }

    function take() external returns (uint256 bps) {
        require(msg.sender == pool, "board: pool only");
        bps = due();
        if (bps != 0) {
            announcedBps = 0;
            emit Taken(bps);
        }
    }
}
