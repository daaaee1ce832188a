// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

/// @title Wards
/// @notice Accounts and contracts that a contract trusts. Each of them can add and remove others.
abstract contract Wards {
    error NotWard();
    error NoWard();

    event Relied(address indexed account, address indexed by);
    event Denied(address indexed account, address indexed by);

    /// @notice Whether an account is trusted.
    mapping(address account => bool) public wards;

    modifier only_ward() {
        require(wards[msg.sender], NotWard());
        _;
    }

    constructor() {
        wards[msg.sender] = true;
        emit Relied(msg.sender, msg.sender);
    }

    /// @notice Trust an account.
    function rely(address account) external only_ward {
        require(account != address(0), NoWard());
        wards[account] = true;
        emit Relied(account, msg.sender);
    }

    /// @notice Stop trusting an account.
    function deny(address account) external only_ward {
        wards[account] = false;
        emit Denied(account, msg.sender);
    }
}
