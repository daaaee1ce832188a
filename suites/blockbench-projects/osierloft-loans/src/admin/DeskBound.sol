// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

/// For the contracts around the desk. They exist before it does, so whoever deploys them says once which one it is.
abstract contract DeskBound {
    address public desk;
    address private immutable installer = msg.sender;

    error NotDesk(address caller);
    error NotInstaller(address caller);
    error Bound();

    event DeskSet(address desk);

    modifier onlyDesk() {
        if (msg.sender != desk) revert NotDesk(msg.sender);
        _;
    }

    modifier onlyInstaller() {
        if (msg.sender != installer) revert NotInstaller(msg.sender);
        _;
    }

    function bind(address desk_) external onlyInstaller {
        if (desk != address(0)) revert Bound();
        desk = desk_;
        emit DeskSet(desk_);
    }
}
