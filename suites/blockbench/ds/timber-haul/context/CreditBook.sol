// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// @title CreditBook
/// @notice Ether that accounts can withdraw.
abstract contract CreditBook {
    /// @notice Ether by account.
    mapping(address => uint256) public creditOf;

    /// @notice Emitted when an account is credited.
    /// @param account The account
    /// @param amount The ether
    event Credited(address indexed account, uint256 amount);

    /// @notice Emitted when an account withdraws.
    /// @param account The account
    /// @param to The receiver
    /// @param amount The ether
    event CreditWithdrawn(address indexed account, address indexed to, uint256 amount);

    /// @notice Withdraws all that the caller has been credited with.
    /// @param to The receiver
    /// @return amount The ether
    function withdrawCredit(address payable to) external returns (uint256 amount) {
        amount = creditOf[msg.sender];
        require(amount > 0, "CreditBook: no credit");
        require(to != address(0), "CreditBook: zero receiver");
        creditOf[msg.sender] = 0;
        emit CreditWithdrawn(msg.sender, to, amount);
        Address.sendValue(to, amount);
    }

    /// @dev Credits an account.
    /// @param account The account
    /// @param amount The ether
    function _credit(address account, uint256 amount) internal {
        if (amount == 0) return;
        creditOf[account] += amount;
        emit Credited(account, amount);
    }
}
