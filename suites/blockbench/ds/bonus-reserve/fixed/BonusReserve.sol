// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/utils/Address.sol";

contract BonusReserveStorage {
    /**
     * @notice Ether that is set aside for each employee
     */
    mapping(address => uint256) public bonuses;

    /**
     * @notice The time from which an employee may withdraw
     */
    mapping(address => uint256) public releaseTimes;
}

/**
 * @title BonusReserve
 * @notice Yearly bonuses of a company, set aside in ether until their release
 */
contract BonusReserve is BonusReserveStorage, Ownable {
    using SafeMath for uint256;
    using Address for address payable;

    /**
     * @notice The longest time for which a bonus is set aside
     */
    uint256 public constant maxDelay = 365 days;

    event BonusGranted(address indexed employee, uint256 amount, uint256 releaseTime);
    event BonusRevoked(address indexed employee, uint256 amount);
    event BonusWithdrawn(address indexed employee, uint256 amount);

    /**
     * @notice Sets the ether of the call aside for an employee
     * @param employee The account of the employee
     * @param releaseTime The time from which everything of this employee may be withdrawn
     */
    function grantBonus(address employee, uint256 releaseTime) external payable onlyOwner { //~ BENIGN ACCESS_CTRL
        require(employee != address(0), "the employee is missing"); //~ BENIGN INPUT_VAL
        require(msg.value > 0, "the bonus is empty"); //~ BENIGN INPUT_VAL
        require(releaseTime <= now.add(maxDelay), "the release is too far away"); //~ BENIGN TIMESTAMP
        bonuses[employee] = bonuses[employee].add(msg.value); //~ BENIGN ARITHMETIC
        releaseTimes[employee] = releaseTime;
        emit BonusGranted(employee, msg.value, releaseTime); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Takes back what is set aside for an employee who leaves before the release
     * @param employee The account of the employee
     * @return The amount that the owner has received
     */
    function revokeBonus(address employee) external onlyOwner returns (uint256) { //~ BENIGN ACCESS_CTRL
        require(now < releaseTimes[employee], "the bonus is released"); //~ BENIGN TIMESTAMP
        uint256 amount = bonuses[employee];
        bonuses[employee] = 0; //~ BENIGN STATE_MOD
        emit BonusRevoked(employee, amount); //~ UNRELATED EVENT_EMIT
        msg.sender.sendValue(amount); //~ BENIGN FUND_XFER
        return amount;
    }

    /**
     * @notice Pays a part of the released bonus to the employee who calls
     * @param amount The ether to withdraw
     * @return The bonus that is left afterwards
     */
    function withdrawBonus(uint256 amount) external returns (uint256) {
        require(now >= releaseTimes[msg.sender], "the bonus is not released"); //~ BENIGN TIMESTAMP
        uint256 bonusBefore = bonuses[msg.sender]; //~ BENIGN STORAGE_READ
        require(amount <= bonusBefore, "the bonus is smaller"); //~ BENIGN INPUT_VAL
        uint256 bonusAfter = bonusBefore.sub(amount); //~ BENIGN ARITHMETIC
        bonuses[msg.sender] = bonusAfter; //~ BENIGN STATE_MOD
        emit BonusWithdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        msg.sender.sendValue(amount); //~ BENIGN FUND_XFER
        return bonusAfter;
    }
}
