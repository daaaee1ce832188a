// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

/// @notice Prices of the hide exchange. The clerk publishes tomorrow's price after today's session.
contract HideExchange {
    struct Quote {
        uint128 price;
        uint128 from;
    }

    address public immutable clerk;
    Quote public former;
    Quote public latest;

    event Published(uint256 price, uint256 from);

    error ClerkOnly();
    error BadQuote();

    constructor(uint128 price_) {
        clerk = msg.sender;
        latest = Quote(price_, uint128(block.timestamp));
        former = latest;
    }

    function publish(uint128 price_, uint128 from) external {
        if (msg.sender != clerk) revert ClerkOnly();
        if (price_ == 0 || from < block.timestamp || block.timestamp < latest.from) revert BadQuote();
        former = latest;
        latest = Quote(price_, from);
        emit Published(price_, from);
    }

    /// @notice Price of one whole hide (18 decimals) in units of the coin.
    function price() external view returns (uint256) {
        return block.timestamp < latest.from ? former.price : latest.price;
    }

    /// @notice The lower of today's price and the one already published for tomorrow.
    function lowest() external view returns (uint256) {
        if (block.timestamp >= latest.from || latest.price < former.price) return latest.price;
        return former.price;
    }
}
