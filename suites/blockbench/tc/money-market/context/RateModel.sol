// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";

// A straight line: the more of a pool is lent, the more a block costs.
contract RateModel {
    using SafeMath for uint256;

    uint256 public constant MAX_RATE = 1e12;

    // Per block, scaled by 1e18.
    uint256 public baseRate;
    uint256 public slope;

    constructor(uint256 _baseRate, uint256 _slope) public {
        require(_baseRate <= MAX_RATE && _slope <= MAX_RATE, "RateModel: too steep");
        baseRate = _baseRate;
        slope = _slope;
    }

    // How much of what was supplied is lent, scaled by 1e18 and never more than all of it.
    function utilization(uint256 _supplied, uint256 _borrowed) public pure returns (uint256) {
        if (_borrowed == 0) return 0;
        if (_borrowed >= _supplied) return 1e18;
        return _borrowed.mul(1e18).div(_supplied);
    }

    function borrowRate(uint256 _supplied, uint256 _borrowed) external view returns (uint256) {
        return baseRate.add(slope.mul(utilization(_supplied, _borrowed)).div(1e18));
    }
}
