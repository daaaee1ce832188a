// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

/// @title IBuffer
/// @notice Dollars that belong to the system.
interface IBuffer {
    error AlreadyLinked();
    error NotCovered();
    error TooLittleSurplus();
    error NoLot();

    event Linked(address ledger, address auction);
    event TermsSet(uint256 reserve, uint256 lot);
    event Paid(address indexed to, uint256 amount);
    event Covered(uint256 amount);

    /// @notice Pay dollars, as many as there are. Wards only.
    /// @return paid Dollars that were paid.
    function pay(address to, uint256 amount) external returns (uint256 paid);

    /// @notice Burn dollars against the deficit of the ledger, as many as there are. Anybody may call.
    function cover() external returns (uint256 amount);

    /// @notice Sell surplus. Anybody may call.
    /// @return id Number of the auction.
    function sell_surplus() external returns (uint256 id);
}

/// @title ISurplusAuction
/// @notice Sells dollars for the token of governance.
interface ISurplusAuction {
    /// @dev lot: dollars for sale. bid: highest bid. expiry: when the highest bid wins, zero before the first one. end:
    /// when the auction ends in any case.
    struct Auction {
        address bidder;
        uint256 lot;
        uint256 bid;
        uint256 expiry;
        uint256 end;
    }

    error NotBuffer();
    error NoAuction();
    error AuctionOver();
    error AuctionRuns();
    error BidTooLow();
    error HasBids();

    event Started(uint256 indexed id, uint256 lot, uint256 end);
    event Bid(uint256 indexed id, address indexed bidder, uint256 bid);
    event Extended(uint256 indexed id, uint256 end);
    event Settled(uint256 indexed id, address indexed bidder, uint256 lot, uint256 bid);

    /// @notice Begin an auction of dollars of the caller, who is the buffer.
    function start(uint256 lot) external returns (uint256 id);

    /// @notice Bid more than anybody before.
    function bid(uint256 id, uint256 amount) external;

    /// @notice Give an auction without bids more time.
    function extend(uint256 id) external;

    /// @notice Pay out an auction that is over. Anybody may call.
    function settle(uint256 id) external;
}
