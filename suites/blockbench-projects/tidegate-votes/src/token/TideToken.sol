// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

import {ProtocolRoles} from "../access/ProtocolRoles.sol";
import {IMintable} from "../interfaces/IMintable.sol";

/**
 * @title TideToken
 * @notice Token that is emitted to liquidity providers and locked for votes.
 */
contract TideToken is ERC20, ProtocolRoles, IMintable {
    /// @inheritdoc IMintable
    uint256 public constant MAX_SUPPLY = 1_000_000_000e18;

    constructor() ERC20("Tidegate", "TIDE") {}

    /// @inheritdoc IMintable
    function mint(address to, uint256 amount) external onlyRole(MINTER_ROLE) {
        require(totalSupply() + amount <= MAX_SUPPLY, "TideToken: supply exhausted");
        _mint(to, amount);
    }

    /**
     * @notice Destroys tokens of the caller.
     * @param amount Number of tokens.
     */
    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }
}
