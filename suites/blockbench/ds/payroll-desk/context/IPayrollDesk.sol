// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title IPayrollDesk
 * @notice What a payroll desk tells about its employees.
 */
interface IPayrollDesk {
    /// @notice One employee: where wages go, who approves months, the wage of a month, the time up to which months are approved, and what is due.
    struct Employee {
        address account;
        address manager;
        uint256 salary;
        uint256 approvedUntil;
        uint256 due;
    }

    /// @notice Emitted when ether arrives.
    event Funded(address indexed from, uint256 amount);
    /// @notice Emitted when somebody is hired.
    event Hired(uint256 indexed id, address indexed account, uint256 salary);
    /// @notice Emitted when an employee gets another manager.
    event ManagerChanged(uint256 indexed id, address indexed manager);
    /// @notice Emitted when wages go to another account.
    event AccountChanged(uint256 indexed id, address indexed account);
    /// @notice Emitted when a month is approved.
    event MonthApproved(uint256 indexed id, uint256 until);
    /// @notice Emitted when wages are paid.
    event Paid(uint256 indexed id, address indexed account, uint256 amount);
    /// @notice Emitted when somebody is dismissed.
    event Dismissed(uint256 indexed id);
    /// @notice Emitted when ether that no wage needs leaves.
    event Withdrawn(address indexed to, uint256 amount);

    /**
     * @notice Returns an employee.
     * @param id The number of the employee.
     * @return The employee.
     */
    function employee(uint256 id) external view returns (Employee memory);
}
