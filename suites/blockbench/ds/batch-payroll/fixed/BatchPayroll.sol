// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @title CappedRoles
/// @notice Roles that no more than a few accounts may have at a time, as the company's rules ask for.
abstract contract CappedRoles is AccessControl {
    /// @notice How many accounts may have the same role.
    uint256 public constant MAX_MEMBERS = 3;

    /// @notice How many accounts have a role.
    mapping(bytes32 role => uint256) public memberCount;

    /// @notice Gives a role to an account.
    /// @param role The role.
    /// @param account The account.
    function grantRole(bytes32 role, address account) public override {
        require(!hasRole(role, account), "CappedRoles: already a member"); //~ BENIGN INPUT_VAL
        require(memberCount[role] < MAX_MEMBERS, "CappedRoles: too many members"); //~ BENIGN INPUT_VAL
        super.grantRole(role, account); //~ BENIGN ACCESS_CTRL
    }

    /// @dev Counts a member more.
    /// @param role The role.
    /// @param account The account.
    /// @return granted Whether it had not the role before.
    function _grantRole(bytes32 role, address account) internal override returns (bool granted) {
        granted = super._grantRole(role, account); //~ BENIGN STATE_MOD
        if (granted) memberCount[role]++;
    }

    /// @dev Counts a member less.
    /// @param role The role.
    /// @param account The account.
    /// @return revoked Whether it had the role before.
    function _revokeRole(bytes32 role, address account) internal override returns (bool revoked) {
        revoked = super._revokeRole(role, account); //~ BENIGN STATE_MOD public functions above it keep their own checks
        if (revoked) memberCount[role]--;
    }
}

/// @title BatchPayroll
/// @notice Pays salaries. Clerks prepare a batch, a treasurer pays it a day later at the earliest, and any of the
///         auditors may stop it until then.
contract BatchPayroll is CappedRoles {
    using SafeERC20 for IERC20;

    /// @notice A batch of salaries.
    /// @param payableAt When it may be paid.
    /// @param clerk Who prepared it.
    /// @param closed Whether it was paid or stopped.
    /// @param employees Who is paid.
    /// @param amounts What each is paid.
    struct Batch {
        uint256 payableAt;
        address clerk;
        bool closed;
        address[] employees;
        uint256[] amounts;
    }

    /// @notice The role that prepares batches.
    bytes32 public constant CLERK_ROLE = keccak256("CLERK_ROLE");

    /// @notice The role that pays batches.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");

    /// @notice The role that stops batches.
    bytes32 public constant AUDITOR_ROLE = keccak256("AUDITOR_ROLE");

    /// @notice How long auditors have.
    uint256 public constant REVIEW_TIME = 1 days;

    /// @notice The token that salaries are paid in.
    IERC20 public immutable token;

    /// @dev All batches, by their number.
    Batch[] private _batches;

    /// @notice A batch was prepared.
    event Prepared(uint256 indexed id, address indexed clerk, uint256 total);

    /// @notice A batch was paid.
    event Paid(uint256 indexed id, address indexed treasurer);

    /// @notice A batch was stopped.
    event Stopped(uint256 indexed id, address indexed auditor);

    /// @notice Sets up the payroll.
    /// @param admin_ Who grants roles.
    /// @param token_ The token that salaries are paid in.
    constructor(address admin_, IERC20 token_) {
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin_); //~ BENIGN INIT
    }

    /// @notice Prepares a batch.
    /// @param employees Who is paid.
    /// @param amounts What each is paid.
    /// @return id The number of the batch.
    function prepare(address[] calldata employees, uint256[] calldata amounts)
        external
        onlyRole(CLERK_ROLE) //~ BENIGN ACCESS_CTRL
        returns (uint256 id)
    {
        require(employees.length == amounts.length, "BatchPayroll: lengths differ"); //~ BENIGN INPUT_VAL
        uint256 total = 0;
        for (uint256 i = 0; i < amounts.length; i++) {
            total += amounts[i];
        }
        id = _batches.length;
        _batches.push(Batch(block.timestamp + REVIEW_TIME, msg.sender, false, employees, amounts));
        emit Prepared(id, msg.sender, total); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Stops a batch.
    /// @param id The number of the batch.
    function stop(uint256 id) external onlyRole(AUDITOR_ROLE) {
        Batch storage batch = _batches[id];
        require(!batch.closed, "BatchPayroll: closed");
        batch.closed = true;
        emit Stopped(id, msg.sender);
    }

    /// @notice Pays a batch.
    /// @param id The number of the batch.
    function pay(uint256 id) external onlyRole(TREASURER_ROLE) { //~ BENIGN ACCESS_CTRL
        Batch storage batch = _batches[id];
        require(!batch.closed, "BatchPayroll: closed"); //~ BENIGN INPUT_VAL
        require(block.timestamp >= batch.payableAt, "BatchPayroll: under review"); //~ BENIGN TIMESTAMP
        require(msg.sender != batch.clerk, "BatchPayroll: prepared by the treasurer"); //~ BENIGN ACCESS_CTRL four eyes
        batch.closed = true; //~ BENIGN STATE_MOD
        for (uint256 i = 0; i < batch.employees.length; i++) {
            token.safeTransfer(batch.employees[i], batch.amounts[i]); //~ BENIGN FUND_XFER
        }
        emit Paid(id, msg.sender);
    }
}
