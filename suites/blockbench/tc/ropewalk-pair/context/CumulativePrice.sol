// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

/**
 * @title CumulativePrice
 * @dev Sums up both prices over time, as fractions of 2**112, for whoever wants an average
 */
contract CumulativePrice {
    uint256 public price0Cumulative;
    uint256 public price1Cumulative;
    uint256 public lastUpdate;

    /**
     * @dev Adds the prices that the given reserves had since the last update; sums may wrap around
     */
    function _accumulate(uint256 _reserve0, uint256 _reserve1) internal {
        (price0Cumulative, price1Cumulative) = _cumulativeAt(_reserve0, _reserve1);
        lastUpdate = now;
    }

    /**
     * @dev The sums up to now
     */
    function _cumulativeAt(uint256 _reserve0, uint256 _reserve1) internal view returns (uint256, uint256) {
        uint256 elapsed = now - lastUpdate;
        if (elapsed == 0 || _reserve0 == 0 || _reserve1 == 0) {
            return (price0Cumulative, price1Cumulative);
        }
        return (
            price0Cumulative + ((_reserve1 << 112) / _reserve0) * elapsed,
            price1Cumulative + ((_reserve0 << 112) / _reserve1) * elapsed
        );
    }
}
