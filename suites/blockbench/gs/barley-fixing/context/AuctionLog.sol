// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.19;

import "./IQuoteSource.sol";

/// @title Log of the weekly barley auction
/// @notice The auctioneer files the hammer price; it is published when the objection period is over.
contract AuctionLog is IQuoteSource {
    address public immutable auctioneer;
    uint256 public filed;
    uint256 public publishableAt;
    uint256 public published;
    uint64 public publishedAt;

    constructor(uint256 first) {
        auctioneer = msg.sender;
        published = first;
    }

    function file(uint256 price) external {
        require(msg.sender == auctioneer, "auctioneer only");
        filed = price;
        publishableAt = block.timestamp + 6 hours;
    }

    /// @notice Publishes the filed price. Open to anyone.
    function publish() external {
        require(filed != 0 && block.timestamp >= publishableAt, "nothing due");
        published = filed;
        publishedAt = uint64(block.timestamp);
        filed = 0;
    }

    /// @dev The date is given for two days; after that the price stands undated until the next auction.
    function quote() external view returns (uint256, uint64) {
        return (published, block.timestamp <= publishedAt + 2 days ? publishedAt : 0);
    }
}
