// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Checkpoints} from "@openzeppelin/contracts@5.4.0/utils/structs/Checkpoints.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";

/**
 * @title VotingShares
 * @notice Shares of the members, with their history.
 */
abstract contract VotingShares {
    using Checkpoints for Checkpoints.Trace208;
    using SafeCast for uint256;

    /// @notice The shares of all members.
    uint256 public totalShares;

    /// @dev The history of each member's shares.
    mapping(address member => Checkpoints.Trace208) private _history;

    /**
     * @notice Shares were issued or transferred.
     * @param from The former holder, zero when they are issued.
     * @param to The new holder.
     * @param shares The number of shares.
     */
    event SharesTransferred(address indexed from, address indexed to, uint256 shares);

    /**
     * @notice Transfers shares of the caller. Votes on open proposals do not move along.
     * @param to The new holder.
     * @param shares The number of shares.
     */
    function transferShares(address to, uint256 shares) external {
        require(to != address(0), "VotingShares: zero address");
        require(shares <= sharesOf(msg.sender), "VotingShares: insufficient shares");
        _setShares(msg.sender, sharesOf(msg.sender) - shares);
        _setShares(to, sharesOf(to) + shares);
        emit SharesTransferred(msg.sender, to, shares);
    }

    /**
     * @notice The present shares of a member.
     * @param member The member.
     * @return The number of shares.
     */
    function sharesOf(address member) public view returns (uint256) {
        return _history[member].latest();
    }

    /**
     * @notice The shares of a member at the end of a past block.
     * @param member The member.
     * @param blockNumber The block.
     * @return The number of shares.
     */
    function getPastShares(address member, uint256 blockNumber) public view returns (uint256) {
        require(blockNumber < block.number, "VotingShares: block not finished");
        return _history[member].upperLookupRecent(blockNumber.toUint48());
    }

    /**
     * @dev Issues shares.
     * @param to The holder.
     * @param shares The number of shares.
     */
    function _issueShares(address to, uint256 shares) internal {
        require(to != address(0), "VotingShares: zero address");
        totalShares += shares;
        _setShares(to, sharesOf(to) + shares);
        emit SharesTransferred(address(0), to, shares);
    }

    /**
     * @dev Records the shares of a member.
     * @param member The member.
     * @param shares The number of shares.
     */
    function _setShares(address member, uint256 shares) private {
        _history[member].push(block.number.toUint48(), shares.toUint208());
    }
}
