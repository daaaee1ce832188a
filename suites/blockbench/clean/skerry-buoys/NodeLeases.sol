// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Multicall} from "@openzeppelin/contracts@5.4.0/utils/Multicall.sol";
import {INodeLeases} from "./context/INodeLeases.sol";

/// @title NodeLeases
/// @notice Leases nodes by the day. A tenant pays for some days beforehand and leaves a deposit. Terminating early brings back the
///         fee of the days that have not begun; terminating late costs a day's rate for every day begun.
/// @dev Several calls can be made in one through multicall(), none of which can carry ether.
contract NodeLeases is INodeLeases, AccessControl, Multicall {
    /// @notice The role that sets the rate and collects the revenue.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice What a tenant leaves as a deposit.
    uint256 public constant DEPOSIT = 1 ether;

    /// @notice The longest lease in days.
    uint256 public constant MAX_DAYS = 30;

    /// @notice For how long an ended lease is left alone.
    uint256 public constant GRACE_PERIOD = 3 days;

    /// @notice The number of nodes.
    uint256 public immutable nodeCount;

    /// @notice What a day costs in a new lease.
    uint96 public dailyRate;

    /// @notice What has been earned and not been collected.
    uint256 public revenue;

    mapping(uint256 node => Lease) private _leases;

    /// @dev Lets nobody but the tenant of a node pass.
    /// @param node The node.
    modifier onlyTenant(uint256 node) {
        require(_leases[node].tenant == msg.sender, "NodeLeases: not the tenant"); //~ BENIGN ACCESS_CTRL a free node has tenant zero, who calls nothing
        _;
    }

    /// @notice Sets up the nodes.
    /// @param admin The account that grants roles, and is the manager at first.
    /// @param nodeCount_ The number of nodes.
    /// @param dailyRate_ What a day costs.
    constructor(address admin, uint256 nodeCount_, uint96 dailyRate_) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(MANAGER_ROLE, admin);
        nodeCount = nodeCount_;
        dailyRate = dailyRate_;
    }

    /// @notice Leases a free node.
    /// @param node The node.
    /// @param period The number of days.
    function lease(uint256 node, uint256 period) external payable {
        require(node < nodeCount, "NodeLeases: no such node"); //~ BENIGN INPUT_VAL
        require(_leases[node].tenant == address(0), "NodeLeases: node is leased"); //~ BENIGN CTRL_FLOW
        require(period > 0 && period <= MAX_DAYS, "NodeLeases: bad period"); //~ BENIGN INPUT_VAL
        require(msg.value == period * dailyRate + DEPOSIT, "NodeLeases: wrong payment"); //~ PREREQ INPUT_VAL what is given back later has all been paid in
        _leases[node] = Lease(msg.sender, uint40(block.timestamp), uint40(block.timestamp + period * 1 days), dailyRate);
        emit Leased(node, msg.sender, period); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Extends a lease of the caller.
    /// @param node The node.
    /// @param period The number of days.
    function extend(uint256 node, uint256 period) external payable onlyTenant(node) {
        Lease storage current = _leases[node];
        bool fits = period <= MAX_DAYS && current.end + period * 1 days <= current.start + MAX_DAYS * 1 days;
        require(fits, "NodeLeases: bad period"); //~ BENIGN INPUT_VAL
        require(msg.value == period * current.rate, "NodeLeases: wrong payment"); //~ BENIGN INPUT_VAL
        current.end += uint40(period * 1 days); //~ BENIGN ARITHMETIC no more than thirty days
        emit Extended(node, period); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Transfers a lease of the caller, with what was paid for it.
    /// @param node The node.
    /// @param to The new tenant.
    function transferLease(uint256 node, address to) external onlyTenant(node) {
        require(to != address(0), "NodeLeases: no tenant"); //~ BENIGN INPUT_VAL
        _leases[node].tenant = to; //~ PREREQ STATE_MOD moves a lease, and never makes a second one of it
        emit Transferred(node, msg.sender, to); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Terminates a lease of the caller and pays back what is left.
    /// @param node The node.
    /// @return refund What is paid back.
    function terminate(uint256 node) external onlyTenant(node) returns (uint256 refund) {
        Lease memory ended = _leases[node];
        delete _leases[node]; //~ BENIGN STATE_MOD nothing stands in the books when the ether leaves
        uint256 fee = _feeOf(ended); //~ BENIGN ARITHMETIC
        refund = fee + DEPOSIT - _earned(ended, fee);
        revenue += fee + DEPOSIT - refund;
        Address.sendValue(payable(msg.sender), refund); //~ BENIGN EXT_CALL the last effect, whatever the tenant does with the call
        emit Terminated(node, msg.sender, refund); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Clears a node whose lease ended three days ago, for a quarter of the deposit. Anybody may do it.
    /// @param node The node.
    function clear(uint256 node) external {
        Lease memory ended = _leases[node];
        require(ended.tenant != address(0), "NodeLeases: node is free"); //~ BENIGN CTRL_FLOW
        require(block.timestamp > ended.end + GRACE_PERIOD, "NodeLeases: not overdue"); //~ UNRELATED TIMESTAMP days
        delete _leases[node];
        revenue += _feeOf(ended) + DEPOSIT - DEPOSIT / 4;
        emit Cleared(node, msg.sender); //~ UNRELATED EVENT_EMIT
        Address.sendValue(payable(msg.sender), DEPOSIT / 4); //~ BENIGN EXT_CALL the lease is gone by now
    }

    /// @notice Pays the revenue out.
    /// @param to The receiver.
    function collect(address payable to) external onlyRole(MANAGER_ROLE) {
        uint256 amount = revenue;
        revenue = 0; //~ BENIGN STATE_MOD
        Address.sendValue(to, amount);
    }

    /// @notice Changes what a day costs in new leases.
    /// @param dailyRate_ The rate.
    function setDailyRate(uint96 dailyRate_) external onlyRole(MANAGER_ROLE) {
        dailyRate = dailyRate_;
        emit DailyRateSet(dailyRate_); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc INodeLeases
    function leaseOf(uint256 node) external view returns (Lease memory) {
        return _leases[node];
    }

    /// @dev What was paid for the days of a lease.
    /// @param terms The lease.
    /// @return The fee.
    function _feeOf(Lease memory terms) internal pure returns (uint256) {
        return (uint256(terms.end - terms.start) / 1 days) * terms.rate; //~ BENIGN ARITHMETIC whole days by construction
    }

    /// @dev What of fee and deposit has been earned by now.
    /// @param terms The lease.
    /// @param fee The fee that was paid.
    /// @return The amount.
    function _earned(Lease memory terms, uint256 fee) internal view returns (uint256) {
        if (block.timestamp <= terms.end) return fee - ((terms.end - block.timestamp) / 1 days) * terms.rate;
        uint256 late = Math.ceilDiv(block.timestamp - terms.end, 1 days) * terms.rate;
        return fee + Math.min(late, DEPOSIT); //~ BENIGN ARITHMETIC never more than fee and deposit together
    }
}
