// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title Auctions of the editions of one artist, one after the other.
interface IEditionAuctions {
    /// @notice The auction that is running.
    struct Auction {
        address leader;
        uint64 endsAt;
        uint256 amount;
    }

    /// @notice An edition is on sale.
    event Started(uint256 indexed edition, uint256 endsAt);

    /// @notice Somebody leads.
    event Bid(uint256 indexed edition, address indexed bidder, uint256 amount, uint256 endsAt);

    /// @notice An edition was sold.
    event Settled(uint256 indexed edition, address indexed winner, uint256 amount);

    /// @notice Credit was paid out.
    event Withdrawn(address indexed account, address indexed to, uint256 amount);

    /// @notice The lowest first bid was set.
    event ReserveSet(uint256 reserve);

    /// @notice Bids the ether that is sent along.
    /// @param edition The edition that the bidder has in mind.
    function bid(uint256 edition) external payable;

    /// @notice Ends the auction and starts the next one. Anyone may call it.
    function settle() external;

    /// @notice Pays the caller its credit.
    /// @param to Who receives the ether.
    function withdraw(address payable to) external;
}
