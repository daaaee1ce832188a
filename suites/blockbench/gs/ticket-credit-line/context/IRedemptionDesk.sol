// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Redemption desk of the Orchard Income Fund
/// @notice Fund shares are handed in against a ticket; the ticket is worth cash once the administrator has settled it.
interface IRedemptionDesk {
    /// Pending: handed in, waiting for the administrator. Settled: the cash is at the desk. Cancelled: the shares go
    /// back to the holder after the return delay. Closed: paid out, in cash or in shares.
    enum Status {
        None,
        Pending,
        Settled,
        Cancelled,
        Closed
    }

    struct Ticket {
        address holder;
        Status status;
        uint64 changedAt;
        uint128 shares;
        uint128 cashDue;
    }

    /// @notice Cash (6 decimals) for one whole fund share (18 decimals).
    function nav() external view returns (uint256);

    function ticket(uint256 id) external view returns (Ticket memory);

    /// @notice Hands in `shares` of the caller at the current net asset value.
    function request(uint256 shares) external returns (uint256 id);

    /// @notice Makes `to` the holder of a ticket of the caller.
    function assign(uint256 id, address to) external;

    /// @notice Pays the cash of a settled ticket to its holder.
    function cashOut(uint256 id) external returns (uint256 cash);

    /// @notice Returns the shares of a cancelled ticket to its holder.
    function takeBack(uint256 id) external returns (uint256 shares);
}
