// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";

/**
 * @title PriceFeed
 * @notice The price of the collateral in the loan token, as its reporter knows it
 */
contract PriceFeed is Ownable {
    /// @notice Who may report
    address public reporter;

    /// @notice The last price, scaled by 1e18
    uint public priceMantissa;

    /// @notice When it was reported
    uint public updatedAt;

    event PriceReported(uint priceMantissa);
    event NewReporter(address reporter);

    constructor(address reporter_) public {
        reporter = reporter_;
    }

    /**
     * @notice Reports a price
     * @param newPriceMantissa The price, scaled by 1e18
     */
    function report(uint newPriceMantissa) external {
        require(msg.sender == reporter, "only the reporter may report");
        require(newPriceMantissa > 0, "the price must not be zero");
        priceMantissa = newPriceMantissa;
        updatedAt = block.timestamp;
        emit PriceReported(newPriceMantissa);
    }

    /**
     * @notice Changes the reporter
     * @param newReporter The new reporter
     */
    function setReporter(address newReporter) external onlyOwner {
        reporter = newReporter;
        emit NewReporter(newReporter);
    }
}
