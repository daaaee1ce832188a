// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IRegister} from "./IRegister.sol";

/**
 * @title NoteRegister
 * @notice The notes, one register for the vault that its founder names once.
 */
contract NoteRegister is ERC20, IRegister {
    /// @notice The account that names the vault.
    address public immutable founder;

    /// @notice The vault.
    address public vault;

    modifier onlyVault() {
        require(msg.sender == vault, "NoteRegister: not the vault");
        _;
    }

    /// @notice Makes the caller the founder.
    constructor() ERC20("Byre Note", "BYRE") {
        founder = msg.sender;
    }

    /**
     * @notice Names the vault, once.
     * @param vault_ The vault.
     */
    function setVault(address vault_) external {
        require(msg.sender == founder, "NoteRegister: not the founder");
        require(vault == address(0), "NoteRegister: has a vault");
        vault = vault_;
    }

    /// @inheritdoc IRegister
    function mint(address to, uint256 notes) external onlyVault {
        _mint(to, notes);
    }

    /// @inheritdoc IRegister
    function burn(address from, uint256 notes) external onlyVault {
        _burn(from, notes);
    }

    /// @inheritdoc IRegister
    function spend(address holder, address spender, uint256 notes) external onlyVault {
        _spendAllowance(holder, spender, notes);
    }

    /// @inheritdoc IRegister
    function totalSupply() public view override(ERC20, IRegister) returns (uint256) {
        return super.totalSupply();
    }
}
