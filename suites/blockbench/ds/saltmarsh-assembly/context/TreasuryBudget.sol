// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/**
 * @title TreasuryBudget
 * @notice The ether of the council, which one treasurer spends within a budget for each period.
 */
abstract contract TreasuryBudget is AccessControl, Pausable {
    /// @notice Pauses nominations, votes and payments.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice Sets the budget and the nomination threshold.
    bytes32 public constant SETTINGS_ROLE = keccak256("SETTINGS_ROLE");

    /// @notice The length of a budget period.
    uint256 public constant BUDGET_PERIOD = 30 days;

    /// @notice The largest budget of a period.
    uint256 public constant MAX_BUDGET = 1_000 ether;

    /// @notice The account that spends.
    address public treasurer;

    /// @notice The budget of each period.
    uint256 public budget;

    /// @notice What was spent in a period.
    mapping(uint256 period => uint256) public spentIn;

    /**
     * @notice Ether has arrived.
     * @param from The sender.
     * @param amount The amount.
     */
    event Funded(address indexed from, uint256 amount);

    /**
     * @notice The treasurer has paid.
     * @param recipient The recipient.
     * @param amount The amount.
     * @param purpose What the payment is for.
     */
    event Spent(address indexed recipient, uint256 amount, string purpose);

    /**
     * @notice The budget has changed.
     * @param budget The budget of each period.
     */
    event BudgetSet(uint256 budget);

    /**
     * @notice The treasurer has changed.
     * @param previous The treasurer before.
     * @param current The treasurer from now on.
     */
    event TreasurerChanged(address indexed previous, address indexed current);

    /// @dev Admits the treasurer only.
    modifier onlyTreasurer() {
        require(msg.sender == treasurer, "TreasuryBudget: caller is not the treasurer");
        _;
    }

    /**
     * @notice Sets administrator, treasurer and budget.
     * @param admin The account that grants roles.
     * @param treasurer_ The first treasurer.
     * @param budget_ The budget of each period.
     */
    constructor(address admin, address treasurer_, uint256 budget_) {
        require(admin != address(0), "TreasuryBudget: zero admin");
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _setTreasurer(treasurer_);
        _setBudget(budget_);
    }

    /// @notice Takes ether into the treasury.
    receive() external payable {
        emit Funded(msg.sender, msg.value);
    }

    /**
     * @notice Pays out of the budget of the current period.
     * @param recipient The recipient.
     * @param amount The amount.
     * @param purpose What the payment is for.
     */
    function spend(address recipient, uint256 amount, string calldata purpose) external onlyTreasurer whenNotPaused {
        require(amount <= remainingBudget(), "TreasuryBudget: over budget");
        spentIn[currentPeriod()] += amount;
        emit Spent(recipient, amount, purpose);
        (bool ok, ) = recipient.call{value: amount}("");
        require(ok, "TreasuryBudget: payment failed");
    }

    /// @notice Leaves the office of treasurer vacant.
    function resign() external onlyTreasurer {
        _setTreasurer(address(0));
    }

    /**
     * @notice Changes the budget, the current period's included.
     * @param budget_ The budget of each period.
     */
    function setBudget(uint256 budget_) external onlyRole(SETTINGS_ROLE) {
        _setBudget(budget_);
    }

    /// @notice Pauses nominations, votes and payments.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /**
     * @notice The number of the current period.
     * @return The number.
     */
    function currentPeriod() public view returns (uint256) {
        return block.timestamp / BUDGET_PERIOD;
    }

    /**
     * @notice What may still be spent in the current period.
     * @return The amount.
     */
    function remainingBudget() public view returns (uint256) {
        uint256 spent = spentIn[currentPeriod()];
        return spent < budget ? budget - spent : 0;
    }

    /**
     * @dev Puts a treasurer into office.
     * @param next The treasurer from now on.
     */
    function _setTreasurer(address next) internal {
        emit TreasurerChanged(treasurer, next);
        treasurer = next;
    }

    /**
     * @dev Sets the budget within its bound.
     * @param budget_ The budget of each period.
     */
    function _setBudget(uint256 budget_) internal {
        require(budget_ <= MAX_BUDGET, "TreasuryBudget: budget too large");
        budget = budget_;
        emit BudgetSet(budget_);
    }
}
