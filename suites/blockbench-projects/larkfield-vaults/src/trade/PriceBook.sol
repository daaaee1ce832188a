// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Timelocked} from "../access/Timelocked.sol";
import {IAuthority} from "../interfaces/IAuthority.sol";
import {IPriceBook} from "../interfaces/ITrade.sol";

/// @title PriceBook
/// @notice Prices in dollars, with 18 decimals. A price that is old, or out of its bounds, is not used at all.
contract PriceBook is IPriceBook, Timelocked {
    mapping(IERC20 token => Feed) private _feeds;

    constructor(IAuthority authority_) Timelocked(authority_) {}

    /// @inheritdoc IPriceBook
    function setFeed(IERC20 token, Feed calldata feed) external timelocked {
        if (feed.lowest == 0 || feed.lowest >= feed.highest) revert BadBounds();
        _feeds[token] = feed;
        emit FeedSet(token, feed.source, feed.heartbeat, feed.lowest, feed.highest);
    }

    /// @inheritdoc IPriceBook
    function convert(IERC20 from, IERC20 to, uint256 amount) external view returns (uint256) {
        uint256 value = Math.mulDiv(amount, priceOf(from), _unit(from));
        return Math.mulDiv(value, _unit(to), priceOf(to));
    }

    /// @notice Source and limits of a token.
    function feedOf(IERC20 token) external view returns (Feed memory) {
        return _feeds[token];
    }

    /// @inheritdoc IPriceBook
    function priceOf(IERC20 token) public view returns (uint256 price) {
        Feed memory feed = _feeds[token];
        if (address(feed.source) == address(0)) revert NoFeed(token);
        (uint256 answer, uint256 updatedAt) = feed.source.latest();
        if (updatedAt + feed.heartbeat < block.timestamp) revert StalePrice(token, updatedAt);
        price = Math.mulDiv(answer, 1e18, 10 ** feed.source.decimals());
        if (price < feed.lowest || price > feed.highest) revert PriceOutOfBounds(token, price);
    }

    function _unit(IERC20 token) private view returns (uint256) {
        return 10 ** IERC20Metadata(address(token)).decimals();
    }
}
