// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title INodeLeases
/// @notice Leases of nodes.
interface INodeLeases {
    /// @notice A lease.
    /// @param tenant The tenant; zero when the node is free.
    /// @param start When it began.
    /// @param end When it ends.
    /// @param rate What a day costs, as agreed at the beginning.
    struct Lease {
        address tenant;
        uint40 start;
        uint40 end;
        uint96 rate;
    }

    /// @notice A node was leased.
    /// @param node The node.
    /// @param tenant The tenant.
    /// @param period The number of days.
    event Leased(uint256 indexed node, address indexed tenant, uint256 period);

    /// @notice A lease was extended.
    /// @param node The node.
    /// @param period The number of days.
    event Extended(uint256 indexed node, uint256 period);

    /// @notice A lease was transferred.
    /// @param node The node.
    /// @param from The old tenant.
    /// @param to The new tenant.
    event Transferred(uint256 indexed node, address indexed from, address indexed to);

    /// @notice A lease was terminated by its tenant.
    /// @param node The node.
    /// @param tenant The tenant.
    /// @param refund What was paid back.
    event Terminated(uint256 indexed node, address indexed tenant, uint256 refund);

    /// @notice An overdue lease was cleared.
    /// @param node The node.
    /// @param caller Who cleared it.
    event Cleared(uint256 indexed node, address indexed caller);

    /// @notice The daily rate of new leases was changed.
    /// @param dailyRate The rate.
    event DailyRateSet(uint96 dailyRate);

    /// @notice The lease of a node.
    /// @param node The node.
    /// @return The lease.
    function leaseOf(uint256 node) external view returns (Lease memory);
}
