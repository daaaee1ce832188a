// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

/// @title Appraisal
/// @notice What one share of the trust is worth, in units of the coin, as the appraiser last found.
contract Appraisal {
    uint public constant AGE_LIMIT = 100 days;

    address public immutable appraiser;
    uint public value;
    uint public foundAt;

    event Found(uint value);

    constructor(uint value_) {
        appraiser = msg.sender;
        value = value_;
        foundAt = block.timestamp;
    }

    function find(uint value_) external {
        require(msg.sender == appraiser, "Appraisal: appraiser only");
        require(value_ > 0, "Appraisal: zero");
        value = value_;
        foundAt = block.timestamp;
        emit Found(value_);
    }

    /// @notice The value, as long as it is not older than a quarter.
    function current() external view returns (uint) {
        require(block.timestamp <= foundAt + AGE_LIMIT, "Appraisal: too old");
        return value;
    }
}
