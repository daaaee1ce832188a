// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";

/// @title PriceBoard
/// @notice The price of a token, as a reporter takes it from several venues.
contract PriceBoard is Ownable {
    /// @notice The oldest price that is served.
    uint256 public constant MAX_AGE = 1 days;

    /// @notice Who posts prices.
    address public reporter;

    /// @notice The newest price, in wei for 1e18 units of the token.
    uint256 public lastPrice;

    /// @notice When the newest price was posted.
    uint256 public postedAt;

    /// @notice Emitted when the reporter is set.
    /// @param reporter The reporter
    event ReporterSet(address indexed reporter);

    /// @notice Emitted when a price is posted.
    /// @param price The price
    event Posted(uint256 price);

    /// @notice Sets owner and reporter, and posts a first price.
    /// @param owner_ The owner
    /// @param reporter_ The first reporter
    /// @param price The first price
    constructor(address owner_, address reporter_, uint256 price) Ownable(owner_) {
        require(price > 0, "PriceBoard: zero price");
        reporter = reporter_;
        lastPrice = price;
        postedAt = block.timestamp;
    }

    /// @notice Sets the reporter.
    /// @param reporter_ The reporter
    function setReporter(address reporter_) external onlyOwner {
        reporter = reporter_;
        emit ReporterSet(reporter_);
    }

    /// @notice Posts a price, which differs from the last one by a fifth at most.
    /// @param price The price
    function post(uint256 price) external {
        require(msg.sender == reporter, "PriceBoard: not the reporter");
        require(price * 5 >= lastPrice * 4 && price * 5 <= lastPrice * 6, "PriceBoard: out of bounds");
        lastPrice = price;
        postedAt = block.timestamp;
        emit Posted(price);
    }

    /// @notice The newest price.
    /// @return The price, in wei for 1e18 units of the token
    function currentPrice() external view returns (uint256) {
        require(block.timestamp - postedAt <= MAX_AGE, "PriceBoard: price too old");
        return lastPrice;
    }
}
