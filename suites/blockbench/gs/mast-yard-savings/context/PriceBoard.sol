// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title PriceBoard
 * @notice The price at which savings notes change hands, as its reporter sees it.
 */
contract PriceBoard {
    /// @notice The account that reports.
    address public immutable reporter;

    /// @notice Coins for one note, times 1e18.
    uint256 public price;

    /// @notice When it was reported.
    uint256 public reportedAt;

    /**
     * @notice Sets the reporter.
     * @param reporter_ The account that reports.
     */
    constructor(address reporter_) {
        reporter = reporter_;
    }

    /**
     * @notice Reports a price.
     * @param price_ Coins for one note, times 1e18.
     */
    function report(uint256 price_) external {
        require(msg.sender == reporter, "PriceBoard: not the reporter");
        require(price_ > 0, "PriceBoard: zero");
        price = price_;
        reportedAt = block.timestamp;
    }
}
