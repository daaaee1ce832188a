// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";

// Flat up to the kink, steep beyond it. 18 decimals.
contract RateModel {
    using SafeMath for uint256;

    uint256 public constant ONE = 1e18;
    uint256 public constant YEAR = 365 days;
    uint256 public constant MAX_RATE = 2e18;

    uint256 public immutable base;
    uint256 public immutable slope;
    uint256 public immutable steep;
    uint256 public immutable kink;

    constructor(uint256 _base, uint256 _slope, uint256 _steep, uint256 _kink) public {
        require(_kink > 0 && _kink < ONE, "!kink");
        require(_base.add(_slope).add(_steep) <= MAX_RATE, "!rate");
        base = _base;
        slope = _slope;
        steep = _steep;
        kink = _kink;
    }

    function usage(uint256 _cash, uint256 _lent) public pure returns (uint256) {
        return _lent == 0 ? 0 : _lent.mul(ONE).div(_cash.add(_lent));
    }

    // interest of a second
    function rate(uint256 _cash, uint256 _lent) external view returns (uint256) {
        uint256 used = usage(_cash, _lent);
        if (used <= kink) return base.add(slope.mul(used).div(kink)).div(YEAR);
        return base.add(slope).add(steep.mul(used - kink).div(ONE - kink)).div(YEAR);
    }
}
