// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Burnable.sol";

/// @title Keel
/// @notice The token of governance. Surplus of the system is sold for it, and what is paid is burned.
contract Keel is ERC20Burnable {
    constructor(address to, uint256 supply) ERC20("Plumbline keel", "KEEL") {
        _mint(to, supply);
    }
}
