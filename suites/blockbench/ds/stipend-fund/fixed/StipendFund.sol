// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/structs/EnumerableSet.sol";
import "./context/IStipendFund.sol";

/**
 * @title StipendFund
 * @notice Pays each member of a working group a fixed stipend per epoch.
 */
contract StipendFund is IStipendFund, AccessControl {
    using EnumerableSet for EnumerableSet.AddressSet;
    using SafeERC20 for IERC20;

    /// @notice Role of those who open and close epochs.
    bytes32 public constant PAYROLL_ROLE = keccak256("PAYROLL_ROLE");
    /// @notice Role of the members of the working group.
    bytes32 public constant MEMBER_ROLE = keccak256("MEMBER_ROLE");
    /// @notice How long the stipends of an epoch may be claimed.
    uint256 public constant CLAIM_PERIOD = 30 days;

    /// @notice The token in which stipends are paid.
    IERC20 public immutable TOKEN;
    /// @notice The stipend of one member for one epoch.
    uint256 public immutable STIPEND;

    /// @notice The number of the epoch that was opened last.
    uint256 public lastEpoch;
    /// @notice What an epoch has left for stipends.
    mapping(uint256 => uint256) public budgets;
    /// @notice When an epoch was opened.
    mapping(uint256 => uint256) public openedAt;
    mapping(uint256 => EnumerableSet.AddressSet) private _unpaid;

    /**
     * @notice Creates a fund without an epoch.
     * @param token The token in which stipends are paid.
     * @param stipend The stipend of one member for one epoch.
     */
    constructor(IERC20 token, uint256 stipend) {
        require(stipend > 0, "StipendFund: no stipend"); //~ BENIGN INPUT_VAL
        TOKEN = token;
        STIPEND = stipend;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    /// @inheritdoc IStipendFund
    function openEpoch(address[] calldata members) external onlyRole(PAYROLL_ROLE) returns (uint256 epoch) { //~ BENIGN ACCESS_CTRL
        epoch = ++lastEpoch;
        for (uint256 i = 0; i < members.length; i++) { //~ BENIGN CTRL_FLOW
            require(_unpaid[epoch].add(members[i]), "StipendFund: listed twice"); //~ BENIGN INPUT_VAL
        }
        budgets[epoch] = STIPEND * members.length; //~ BENIGN ARITHMETIC
        openedAt[epoch] = block.timestamp;
        TOKEN.safeTransferFrom(msg.sender, address(this), budgets[epoch]); //~ BENIGN FUND_XFER
        emit EpochOpened(epoch, budgets[epoch]); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IStipendFund
    function claim(uint256 epoch) external onlyRole(MEMBER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(budgets[epoch] >= STIPEND && _unpaid[epoch].remove(msg.sender), "StipendFund: budget spent"); //~ BENIGN INPUT_VAL
        budgets[epoch] -= STIPEND; //~ BENIGN ARITHMETIC
        TOKEN.safeTransfer(msg.sender, STIPEND); //~ BENIGN FUND_XFER
        emit StipendClaimed(epoch, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IStipendFund
    function closeEpoch(uint256 epoch) external onlyRole(PAYROLL_ROLE) { //~ BENIGN ACCESS_CTRL
        require(block.timestamp > openedAt[epoch] + CLAIM_PERIOD, "StipendFund: still open"); //~ BENIGN TIMESTAMP
        uint256 rest = budgets[epoch];
        budgets[epoch] = 0; //~ BENIGN STATE_MOD
        TOKEN.safeTransfer(msg.sender, rest); //~ BENIGN FUND_XFER
        emit EpochClosed(epoch, rest); //~ UNRELATED EVENT_EMIT
    }
}
