// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IAuthority, Role} from "../interfaces/IAuthority.sol";

/// @title Timelocked
/// @notice Base of contracts in which some actions wait. A curator submits the call data, anybody executes it when the delay has
/// passed, and a guardian can revoke it in between.
/// @dev The call data is the whole action: function and arguments. Actions that only tighten do not use this.
abstract contract Timelocked {
    error MissingRole(Role role, address account);
    error AlreadySubmitted(bytes32 key);
    error NotSubmitted(bytes32 key);
    error NotReady(bytes32 key, uint256 readyAt);

    event Submitted(bytes32 indexed key, bytes data, uint256 readyAt);
    event Withheld(bytes32 indexed key, address indexed by);
    event Executed(bytes32 indexed key, address indexed by);

    /// @notice Time for which an action can be executed once it is ready.
    uint256 public constant GRACE = 7 days;

    /// @notice Keeper of the roles.
    IAuthority public immutable authority;

    /// @notice When a submitted action is ready. Zero if it was not submitted.
    mapping(bytes32 key => uint256) public readyAt;

    /// @dev Lets accounts with the role through.
    modifier onlyRole(Role role) {
        if (!authority.hasRole(role, msg.sender)) revert MissingRole(role, msg.sender);
        _;
    }

    /// @dev Lets curators and guardians through, for what only tightens.
    modifier onlyTightening() {
        _checkTightening();
        _;
    }

    /// @dev Lets a call through that was submitted and has waited.
    modifier timelocked() {
        _consume();
        _;
    }

    constructor(IAuthority authority_) {
        authority = authority_;
    }

    /// @notice Submit an action. It waits for the delay of the deployment.
    /// @param data Call data of the action.
    function submit(bytes calldata data) external onlyRole(Role.Curator) {
        bytes32 key = keccak256(data);
        uint256 ready = readyAt[key];
        if (ready != 0 && block.timestamp <= ready + GRACE) revert AlreadySubmitted(key);
        ready = block.timestamp + authority.delay();
        readyAt[key] = ready;
        emit Submitted(key, data, ready);
    }

    /// @notice Revoke an action that waits. Curators and guardians.
    function withhold(bytes calldata data) external onlyTightening {
        bytes32 key = keccak256(data);
        if (readyAt[key] == 0) revert NotSubmitted(key);
        delete readyAt[key];
        emit Withheld(key, msg.sender);
    }

    function _checkTightening() private view {
        if (authority.hasRole(Role.Curator, msg.sender)) return;
        if (!authority.hasRole(Role.Guardian, msg.sender)) revert MissingRole(Role.Guardian, msg.sender);
    }

    /// @dev Checks that the call was submitted, and that now is its time.
    function _consume() private {
        bytes32 key = keccak256(msg.data);
        uint256 ready = readyAt[key];
        if (ready == 0) revert NotSubmitted(key);
        if (block.timestamp < ready || block.timestamp > ready + GRACE) revert NotReady(key, ready);
        delete readyAt[key]; //~ BENIGN STATE_MOD executed once
        emit Executed(key, msg.sender);
    }
}
