// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

/**
 * The token in which rewards are paid. The contract that creates it is the only one that can increase its supply, and every
 * holder can destroy what it holds.
 */
contract RewardToken is ERC20 {
    address public immutable distributor;

    /**
     * The distributor is whoever creates the token, and it cannot be changed afterwards.
     */
    constructor() ERC20("Coverage Reward", "CRWD") {
        distributor = msg.sender;
    }

    /**
     * Creates an amount of the token for a recipient.
     */
    function mint(address recipient, uint256 amount) external {
        require(msg.sender == distributor, "Only the distributor can create tokens");
        _mint(recipient, amount);
    }

    /**
     * Destroys an amount that the caller holds.
     */
    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }
}
