// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "./MembershipRegister.sol";

/**
 * Limits to what may leave an account within a day. A limit is set by a guardian, whom the holder of the account has
 * appointed; a limit of zero means that there is none.
 */
abstract contract SpendingLimits is MembershipRegister {
    using SafeMath for uint256;

    mapping(address => address) public guardianOf;
    mapping(address => uint256) public dailyLimitOf;
    mapping(address => mapping(uint256 => uint256)) public amountSpentOn;

    event GuardianAppointed(address indexed account, address indexed guardian);
    event GuardianReleased(address indexed account);
    event DailyLimitSet(address indexed account, uint256 amount);

    /**
     * Appoints a guardian for the account of the caller. The caller cannot end this alone.
     */
    function appointGuardian(address guardian) external {
        require(guardianOf[msg.sender] == address(0), "The account has a guardian already.");
        require(guardian != address(0) && guardian != msg.sender, "The guardian must be another account.");
        guardianOf[msg.sender] = guardian;
        emit GuardianAppointed(msg.sender, guardian);
    }

    /**
     * Sets the daily limit of an account whose guardian the caller is.
     */
    function setDailyLimit(address account, uint256 amount) external {
        require(guardianOf[account] == msg.sender, "Only the guardian may set the daily limit.");
        dailyLimitOf[account] = amount;
        emit DailyLimitSet(account, amount);
    }

    /**
     * Ends a guardianship and its limit. The guardian may do so, and the board.
     */
    function releaseGuardian(address account) external {
        require(msg.sender == guardianOf[account] || msg.sender == owner(), "Only the guardian or the board may end a guardianship.");
        delete guardianOf[account];
        delete dailyLimitOf[account];
        emit GuardianReleased(account);
    }

    /**
     * Counts an amount as spent on the present day, which is a day of the calendar.
     */
    function _recordSpending(address account, uint256 amount) internal {
        uint256 day = block.timestamp / 1 days;
        uint256 spent = amountSpentOn[account][day].add(amount);
        require(dailyLimitOf[account] == 0 || spent <= dailyLimitOf[account], "The daily limit would be exceeded.");
        amountSpentOn[account][day] = spent;
    }
}
