// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title RateOracle
 * @notice Keeps the newest record of a price.
 */
contract RateOracle {
    /// @notice The account that records prices.
    address public immutable reporter;

    uint256 private _rate;
    uint256 private _time;

    /**
     * @notice A price was recorded.
     * @param rate The price.
     */
    event Recorded(uint256 rate);

    /**
     * @notice Sets the reporter.
     * @param reporter_ The account that records prices.
     */
    constructor(address reporter_) {
        reporter = reporter_;
    }

    /**
     * @notice Records a price. It never falls, and rises by a tenth at most.
     * @param rate The price.
     */
    function record(uint256 rate) external {
        require(msg.sender == reporter, "RateOracle: not the reporter");
        require(_rate == 0 || (rate >= _rate && rate <= (_rate * 11) / 10), "RateOracle: out of bounds");
        _rate = rate;
        _time = block.timestamp;
        emit Recorded(rate);
    }

    /**
     * @notice The newest record.
     * @return rate The price, zero when there is no record.
     * @return age The seconds since it was recorded.
     */
    function latest() external view returns (uint256 rate, uint256 age) {
        return (_rate, block.timestamp - _time);
    }
}
