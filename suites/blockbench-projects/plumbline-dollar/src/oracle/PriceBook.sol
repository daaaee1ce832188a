// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {Wards} from "../core/Wards.sol";
import {IDelayedFeed, IPriceBook} from "../interfaces/IFeeds.sol";
import {ILedger} from "../interfaces/ILedger.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title PriceBook
/// @notice Knows the feed of each kind of collateral and its smallest ratio, and keeps the ledger informed.
contract PriceBook is IPriceBook, Wards {
    using Wad for uint256;

    /// @dev ratio: value of the collateral to the debt at which a position is just safe, with 18 decimals.
    struct Entry {
        IDelayedFeed feed;
        uint256 ratio;
    }

    /// @notice Smallest ratio that governance can choose.
    uint256 public constant MIN_RATIO = 1.1e18;

    ILedger public immutable ledger;

    mapping(bytes32 kind => Entry) public entries;

    constructor(ILedger ledger_) {
        ledger = ledger_;
    }

    /// @notice Choose feed and ratio of a kind.
    function set_entry(bytes32 kind, IDelayedFeed feed, uint256 ratio) external only_ward {
        require(ratio >= MIN_RATIO, RatioTooLow());
        entries[kind] = Entry(feed, ratio);
        emit FeedSet(kind, address(feed), ratio);
    }

    /// @inheritdoc IPriceBook
    function update(bytes32 kind) external {
        uint256 price = market_price(kind);
        uint256 allowed = price.div(entries[kind].ratio);
        ledger.set_price(kind, allowed);
        emit Updated(kind, price, allowed);
    }

    /// @inheritdoc IPriceBook
    function market_price(bytes32 kind) public view returns (uint256) {
        IDelayedFeed feed = entries[kind].feed;
        require(address(feed) != address(0), UnknownFeed());
        (uint256 price, bool usable) = feed.peek();
        require(usable, NotUsable());
        return price;
    }
}
