// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./context/AccessRoles.sol";
import "./context/IPayrollDesk.sol";

/**
 * @title PayrollDesk
 * @notice Pays monthly wages in ether, after each month was approved.
 */
contract PayrollDesk is AccessRoles, IPayrollDesk {
    /// @notice Role of human resources.
    bytes32 public constant HR_ROLE = keccak256("HR_ROLE");
    /// @notice Role of the treasurers.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");
    /// @notice The length of a month.
    uint256 public constant MONTH = 30 days;

    /// @notice How many employees were ever hired.
    uint256 public employees;
    /// @notice What is due to all employees together.
    uint256 public totalDue;

    address private immutable _DEPLOYER;
    bool private _initialized;
    mapping(uint256 => Employee) private _employees;

    /**
     * @notice Lets human resources and the manager of an employee through.
     * @param id The number of the employee.
     */
    modifier onlyManagerOf(uint256 id) {
        address manager = _employees[id].manager; //~ PREREQ STORAGE_READ zero for those whom human resources look after
        require(_employees[id].salary > 0, "PayrollDesk: not employed"); //~ BENIGN INPUT_VAL
        require(
            manager == msg.sender || manager == address(0) || hasRole[HR_ROLE][msg.sender], //~ ROOT_CAUSE ACCESS_CTRL everybody is let through for an employee without a manager
            "PayrollDesk: not the manager"
        );
        _;
    }

    /**
     * @notice Creates the desk.
     */
    constructor() {
        _DEPLOYER = msg.sender; //~ BENIGN INIT
    }

    /**
     * @notice Receives ether for wages.
     */
    receive() external payable {
        emit Funded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Sets the first administrator.
     * @param admin The account of the administrator.
     */
    function initialize(address admin) external {
        require(msg.sender == _DEPLOYER, "PayrollDesk: not the deployer"); //~ BENIGN ACCESS_CTRL
        require(!_initialized, "PayrollDesk: initialized"); //~ BENIGN INIT
        _initialized = true;
        _setRole(ADMIN_ROLE, admin, true);
    }

    /**
     * @notice Hires an employee, whose first month begins now.
     * @param account Where wages go.
     * @param manager Who approves the months, or zero if human resources look after the employee.
     * @param salary The wage of a month.
     * @return id The number of the employee.
     */
    function hire(address account, address manager, uint256 salary) external onlyRole(HR_ROLE) returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        require(account != address(0), "PayrollDesk: no account"); //~ BENIGN INPUT_VAL
        require(salary > 0, "PayrollDesk: no salary");
        id = employees++;
        _employees[id] = Employee(account, manager, salary, block.timestamp, 0); //~ DECOY INPUT_VAL a manager of zero is meant to be possible
        emit Hired(id, account, salary);
    }

    /**
     * @notice Gives an employee another manager.
     * @param id The number of the employee.
     * @param manager The manager, or zero if human resources look after the employee.
     */
    function setManager(uint256 id, address manager) external onlyRole(HR_ROLE) { //~ BENIGN ACCESS_CTRL
        _employees[id].manager = manager;
        emit ManagerChanged(id, manager);
    }

    /**
     * @notice Lets wages go to another account of the employee.
     * @param id The number of the employee.
     * @param account Where wages go from now on.
     */
    function setAccount(uint256 id, address account) external onlyManagerOf(id) { //~ PREREQ ACCESS_CTRL
        require(account != address(0), "PayrollDesk: no account"); //~ BENIGN INPUT_VAL
        _employees[id].account = account;
        emit AccountChanged(id, account);
    }

    /**
     * @notice Approves the oldest month of an employee that is over and was not approved.
     * @param id The number of the employee.
     */
    function approveMonth(uint256 id) external onlyManagerOf(id) { //~ PREREQ ACCESS_CTRL
        Employee storage entry = _employees[id];
        uint256 until = entry.approvedUntil + MONTH;
        require(until <= block.timestamp, "PayrollDesk: month not over"); //~ BENIGN TIMESTAMP
        require(entry.salary <= available(), "PayrollDesk: not enough ether"); //~ BENIGN INPUT_VAL
        entry.approvedUntil = until;
        entry.due += entry.salary;
        totalDue += entry.salary; //~ BENIGN STATE_MOD
        emit MonthApproved(id, until);
    }

    /**
     * @notice Pays what is due to an employee. Anybody may ask for it.
     * @param id The number of the employee.
     */
    function pay(uint256 id) external { //~ DECOY ACCESS_CTRL the ether goes to the employee, whoever calls
        Employee storage entry = _employees[id];
        uint256 amount = entry.due;
        require(amount > 0, "PayrollDesk: nothing due");
        entry.due = 0; //~ BENIGN STATE_MOD
        totalDue -= amount; //~ BENIGN STATE_MOD
        _send(entry.account, amount);
        emit Paid(id, entry.account, amount);
    }

    /**
     * @notice Dismisses an employee. What is due can still be paid.
     * @param id The number of the employee.
     */
    function dismiss(uint256 id) external onlyRole(HR_ROLE) { //~ BENIGN ACCESS_CTRL
        _employees[id].salary = 0;
        emit Dismissed(id);
    }

    /**
     * @notice Takes ether out that is not due to anybody.
     * @param to Where it goes.
     * @param amount The ether.
     */
    function withdraw(address to, uint256 amount) external onlyRole(TREASURER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(to != address(0), "PayrollDesk: no account"); //~ BENIGN INPUT_VAL
        require(amount <= available(), "PayrollDesk: not enough ether"); //~ BENIGN INPUT_VAL
        _send(to, amount);
        emit Withdrawn(to, amount);
    }

    /// @inheritdoc IPayrollDesk
    function employee(uint256 id) external view override returns (Employee memory) {
        return _employees[id];
    }

    /**
     * @notice Returns the ether that is not due to anybody.
     * @return The ether.
     */
    function available() public view returns (uint256) {
        return address(this).balance - totalDue; //~ BENIGN ARITHMETIC
    }

    /**
     * @notice Sends ether.
     * @param to Where it goes.
     * @param amount The ether.
     */
    function _send(address to, uint256 amount) internal {
        (bool sent, ) = to.call{value: amount}("");
        require(sent, "PayrollDesk: not sent"); //~ BENIGN FUND_XFER
    }
}
