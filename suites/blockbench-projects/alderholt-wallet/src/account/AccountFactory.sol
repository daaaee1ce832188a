// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Clones} from "@openzeppelin/contracts@5.4.0/proxy/Clones.sol";

import {Call, IAccount, Install} from "../interfaces/IAccount.sol";

/**
 * @title AccountFactory
 * @notice Creates accounts at addresses that are known before. Anybody may create an account for anybody.
 * @dev Accounts are clones of one implementation. A plan is short, so that it can be kept until an account is needed.
 */
contract AccountFactory {
    /**
     * @notice What is known of an account before it is there, see planOf().
     * @param modules Hash of the modules
     * @param calls Hash of the calls, or zero
     * @param index A number, for more than one account of a kind
     */
    struct Plan {
        bytes32 modules;
        bytes32 calls;
        uint256 index;
    }

    error OtherModules();
    error OtherCalls();

    event Created(address indexed account, bytes32 indexed salt);

    /// @notice What all accounts run
    address public immutable implementation;

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /**
     * @notice Create an account, unless it is there.
     * @param plan Its plan
     * @param modules Modules that are installed
     * @param calls Calls that are made afterwards
     * @return account Its address
     */
    function create(
        Plan calldata plan,
        Install[] calldata modules,
        Call[] calldata calls
    ) external returns (address account) {
        account = addressOf(plan);
        if (account.code.length > 0) return account;
        if (keccak256(abi.encode(modules)) != plan.modules) revert OtherModules();
        if (_hashOf(calls) != plan.calls) revert OtherCalls(); //~ BENIGN INPUT_VAL without calls the hash is zero, and is compared as well
        bytes32 salt = keccak256(abi.encode(plan));
        Clones.cloneDeterministic(implementation, salt);
        emit Created(account, salt);
        IAccount(account).initialize(modules, calls);
    }

    /// @notice Where the account of a plan is or will be
    function addressOf(Plan calldata plan) public view returns (address) {
        return Clones.predictDeterministicAddress(implementation, keccak256(abi.encode(plan)));
    }

    /// @notice The plan of an account
    function planOf(Install[] calldata modules, Call[] calldata calls, uint256 index) external pure returns (Plan memory) {
        return Plan(keccak256(abi.encode(modules)), _hashOf(calls), index);
    }

    function _hashOf(Call[] calldata calls) private pure returns (bytes32) {
        return calls.length == 0 ? bytes32(0) : keccak256(abi.encode(calls));
    }
}
