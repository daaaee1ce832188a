// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";

import {Operation, Window} from "../interfaces/IEntryPoint.sol";
import {IValidator} from "../interfaces/IModules.sol";
import {Operations} from "../libraries/Operations.sol";

/**
 * @title CouncilValidator
 * @notice Some of several members speak for an account.
 */
contract CouncilValidator is IValidator {
    struct Vote {
        address member;
        bytes signature;
    }

    error BadCouncil();

    event CouncilSet(address indexed account, address[] members, uint256 threshold);

    uint256 private constant MAX_MEMBERS = 16;

    mapping(address account => uint256) public thresholdOf;
    mapping(address account => mapping(address member => bool)) public isMember;
    mapping(address account => address[]) private _members;

    function onInstall(bytes calldata data) external {
        (address[] memory members, uint256 threshold) = abi.decode(data, (address[], uint256));
        _set(members, threshold);
    }

    function onUninstall(bytes calldata) external {
        _clear();
        emit CouncilSet(msg.sender, new address[](0), 0);
    }

    /// @notice Give the calling account another council
    function setCouncil(address[] calldata members, uint256 threshold) external {
        if (thresholdOf[msg.sender] == 0) revert BadCouncil();
        _set(members, threshold);
    }

    function validate(Operation calldata op, bytes32 hash) external view returns (Window memory) {
        if (!_agreed(hash, op.signature)) revert BadSignature(msg.sender);
        return Operations.always();
    }

    function hasSigned(bytes32 hash, bytes calldata signature) external view returns (bool) {
        return _agreed(Operations.message(msg.sender, hash), signature);
    }

    function membersOf(address account) external view returns (address[] memory) {
        return _members[account];
    }

    /// @dev Members sign in the order of their addresses, so that nobody counts twice
    function _agreed(bytes32 hash, bytes calldata signature) private view returns (bool) {
        uint256 needed = thresholdOf[msg.sender];
        if (needed == 0) return false;
        Vote[] memory votes = abi.decode(signature, (Vote[]));
        if (votes.length < needed) return false;
        address last;
        for (uint256 i = 0; i < needed; i++) {
            address member = votes[i].member;
            if (member <= last || !isMember[msg.sender][member]) return false;
            if (!SignatureChecker.isValidSignatureNow(member, hash, votes[i].signature)) return false;
            last = member;
        }
        return true;
    }

    function _set(address[] memory members, uint256 threshold) private {
        if (threshold == 0 || threshold > members.length || members.length > MAX_MEMBERS) revert BadCouncil();
        _clear();
        for (uint256 i = 0; i < members.length; i++) {
            if (members[i] == address(0) || isMember[msg.sender][members[i]]) revert BadCouncil();
            isMember[msg.sender][members[i]] = true;
        }
        _members[msg.sender] = members;
        thresholdOf[msg.sender] = threshold;
        emit CouncilSet(msg.sender, members, threshold);
    }

    function _clear() private {
        address[] storage members = _members[msg.sender];
        for (uint256 i = 0; i < members.length; i++) {
            delete isMember[msg.sender][members[i]];
        }
        delete _members[msg.sender];
        delete thresholdOf[msg.sender];
    }
}
