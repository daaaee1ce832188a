// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

/**
 * To whom rewards are paid. Every account can name another one that receives its rewards, and is its own recipient until then.
 */
abstract contract RewardRecipients {
    mapping(address => address) private namedRecipients;

    event RecipientNamed(address indexed account, address indexed recipient);

    /**
     * Names the recipient of the rewards of the caller from now on. The zero address stands for the caller itself.
     */
    function nameRecipient(address recipient) external {
        namedRecipients[msg.sender] = recipient;
        emit RecipientNamed(msg.sender, recipient);
    }

    /**
     * The account that receives the rewards of another one.
     */
    function recipientOf(address account) public view returns (address) {
        address named = namedRecipients[account];
        return named == address(0) ? account : named;
    }
}
