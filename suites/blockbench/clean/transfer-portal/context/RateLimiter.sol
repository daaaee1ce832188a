// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import "./IPortal.sol";

/// @title RateLimiter
/// @notice Limits what is released of each token: a bucket that is filled again with time.
abstract contract RateLimiter is IPortal {
    /// @param capacity What the bucket holds; zero for tokens that are not supported.
    /// @param refillPerSecond What flows in.
    /// @param level What it held at the last change.
    /// @param updatedAt When that was.
    struct Bucket {
        uint256 capacity;
        uint256 refillPerSecond;
        uint256 level;
        uint256 updatedAt;
    }

    mapping(address => Bucket) public buckets;

    /// @notice How much of a token can be released now.
    /// @param token The token.
    function available(address token) public view returns (uint256) {
        Bucket storage bucket = buckets[token];
        uint256 refill = (block.timestamp - bucket.updatedAt) * bucket.refillPerSecond;
        return Math.min(bucket.capacity, bucket.level + refill);
    }

    /// @notice Sets the limit of a token and fills its bucket.
    /// @param token The token.
    /// @param capacity What the bucket holds.
    /// @param refillPerSecond What flows in.
    function _setLimit(address token, uint256 capacity, uint256 refillPerSecond) internal {
        require(token != address(0), "RateLimiter: zero token");
        require(capacity <= type(uint128).max && refillPerSecond <= capacity, "RateLimiter: bad limit");
        buckets[token] = Bucket(capacity, refillPerSecond, capacity, block.timestamp);
        emit LimitSet(token, capacity, refillPerSecond);
    }

    /// @notice Takes an amount out of the bucket of a token.
    /// @param token The token.
    /// @param amount How much.
    function _useLimit(address token, uint256 amount) internal {
        uint256 level = available(token);
        require(amount <= level, "RateLimiter: over the limit");
        buckets[token].level = level - amount;
        buckets[token].updatedAt = block.timestamp;
    }
}
