// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title DailyLimit
 * @notice Bounds what delegates may use of the balance of a partner in a day.
 */
abstract contract DailyLimit {
    struct Usage {
        uint256 limit;
        uint256 used;
        uint256 day;
    }

    mapping(address partner => Usage) private _usages;

    /**
     * @notice A limit was set.
     * @param partner The partner.
     * @param limit The limit of a day.
     */
    event DailyLimitSet(address indexed partner, uint256 limit);

    /**
     * @notice What delegates can still use today.
     * @param partner The partner.
     * @return left The amount.
     */
    function availableToday(address partner) public view returns (uint256 left) {
        Usage memory usage = _usages[partner];
        uint256 used = usage.day == block.timestamp / 1 days ? usage.used : 0;
        return used < usage.limit ? usage.limit - used : 0;
    }

    /**
     * @dev Sets the limit of a partner.
     * @param partner The partner.
     * @param limit The limit of a day.
     */
    function _setDailyLimit(address partner, uint256 limit) internal {
        _usages[partner].limit = limit;
        emit DailyLimitSet(partner, limit);
    }

    /**
     * @dev Uses a part of what can be used today.
     * @param partner The partner.
     * @param amount The amount.
     */
    function _useDailyLimit(address partner, uint256 amount) internal {
        require(amount <= availableToday(partner), "DailyLimit: exceeded");
        Usage storage usage = _usages[partner];
        if (usage.day != block.timestamp / 1 days) {
            usage.day = block.timestamp / 1 days;
            usage.used = 0;
        }
        usage.used += amount;
    }
}
