// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// @title  Treasury
/// @notice Holds tokens and ether, which an admin looks after.
abstract contract Treasury {
    using SafeERC20 for IERC20;

    address public admin;

    event AdminSet(address indexed admin);
    event Received(address indexed from, uint256 amount);
    event Sent(IERC20 indexed asset, address indexed to, uint256 amount);
    event EtherSent(address indexed to, uint256 amount);

    error NotAdmin(address caller);
    error NoAdmin();
    error AboveSpendable(uint256 spendable);

    modifier onlyAdmin() {
        if (msg.sender != admin) revert NotAdmin(msg.sender);
        _;
    }

    constructor(address admin_) {
        _setAdmin(admin_);
    }

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    function send(IERC20 asset, address to, uint256 amount) external onlyAdmin {
        _send(asset, to, amount);
    }

    function sendEther(address payable to, uint256 amount) external onlyAdmin {
        emit EtherSent(to, amount);
        Address.sendValue(to, amount);
    }

    /// @notice What of an asset belongs to the treasury itself.
    function spendable(IERC20 asset) public view returns (uint256) {
        return asset.balanceOf(address(this)) - _reserved(asset);
    }

    function _send(IERC20 asset, address to, uint256 amount) internal {
        uint256 most = spendable(asset);
        if (amount > most) revert AboveSpendable(most);
        emit Sent(asset, to, amount);
        asset.safeTransfer(to, amount);
    }

    function _setAdmin(address account) internal {
        if (account == address(0)) revert NoAdmin();
        admin = account;
        emit AdminSet(account);
    }

    /// @dev What of an asset belongs to others.
    function _reserved(IERC20 asset) internal view virtual returns (uint256);
}
