// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "../governance/UnderMutual.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/IPolicies.sol";
import "../libraries/Parts.sol";

// RateBook says what covers cost. The more of a pool is locked, the more the next cover costs.
contract RateBook is IRateBook, UnderMutual {
    // Info of each pool. Rates are parts of the sum, for a year.
    struct RateInfo {
        uint256 base; // When nothing is locked.
        uint256 slope; // On top of it, when everything is.
    }

    // No cover costs more than half of its sum in a year.
    uint256 public constant MOST = 5_000;

    mapping(address => RateInfo) public rateInfo;

    constructor(IMutual _mutual) UnderMutual(_mutual) {}

    // A pool without a rate sells nothing.
    function setRate(address _pool, uint256 _base, uint256 _slope) external onlyClerk {
        require(_base > 0 && _base + _slope <= MOST, "setRate: bad rate");
        rateInfo[_pool] = RateInfo(_base, _slope);
        emit RateSet(_pool, _base, _slope);
    }

    // Rounded up, so that no cover is for free.
    function perDay(address _pool, uint256 _sum) external view override returns (uint256) {
        RateInfo memory info = rateInfo[_pool];
        require(info.base > 0, "perDay: no rate");
        uint256 used = ICoverPool(_pool).locked() + _sum;
        uint256 rate = info.base + Parts.share(info.slope, used, ICoverPool(_pool).assets());
        return Parts.cutUp(_sum, rate) / 365 + 1;
    }
}
