// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";

// A bucket that refills evenly up to its capacity.
library RateLimit {
    using SafeMath for uint256;

    struct Bucket {
        uint256 capacity;
        uint256 refill;
        uint256 level;
        uint256 updated;
    }

    function available(Bucket storage _bucket) internal view returns (uint256) {
        uint256 grown = _bucket.refill.mul(block.timestamp.sub(_bucket.updated));
        return Math.min(_bucket.capacity, _bucket.level.add(grown));
    }

    // seconds until there is room for an amount, or the largest number if never
    function wait(Bucket storage _bucket, uint256 _amount) internal view returns (uint256) {
        uint256 level = available(_bucket);
        if (_amount <= level) return 0;
        if (_amount > _bucket.capacity || _bucket.refill == 0) return uint256(-1);
        return (_amount - level).add(_bucket.refill - 1).div(_bucket.refill);
    }

    // takes all or nothing
    function take(Bucket storage _bucket, uint256 _amount) internal returns (bool) {
        uint256 level = available(_bucket);
        if (_amount > level) return false;
        _bucket.level = level - _amount;
        _bucket.updated = block.timestamp;
        return true;
    }

    // a new bucket is full
    function configure(Bucket storage _bucket, uint256 _capacity, uint256 _refill) internal {
        uint256 level = _bucket.capacity == 0 ? _capacity : available(_bucket);
        _bucket.level = Math.min(level, _capacity);
        _bucket.capacity = _capacity;
        _bucket.refill = _refill;
        _bucket.updated = block.timestamp;
    }
}
