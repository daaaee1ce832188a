// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

/**
 * @title UnitToken
 * @notice The dollar units of a vault.
 */
contract UnitToken is ERC20, ERC20Permit {
    /// @notice The only account that mints and burns.
    address public immutable VAULT;

    /// @dev Restricts a function to the vault.
    modifier onlyVault() {
        require(msg.sender == VAULT, "UnitToken: not the vault");
        _;
    }

    /**
     * @notice Sets the vault.
     * @param vault The vault.
     */
    constructor(address vault) ERC20("Dollar Unit", "DU") ERC20Permit("Dollar Unit") {
        require(vault != address(0), "UnitToken: no vault");
        VAULT = vault;
    }

    /**
     * @notice Mints units.
     * @param to The receiver.
     * @param units The units.
     */
    function mint(address to, uint256 units) external onlyVault {
        _mint(to, units);
    }

    /**
     * @notice Burns units.
     * @param from The account that holds them.
     * @param units The units.
     */
    function burn(address from, uint256 units) external onlyVault {
        _burn(from, units);
    }
}
