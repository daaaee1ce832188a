// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

import {Wards} from "../core/Wards.sol";
import {IDollar} from "../interfaces/IDollars.sol";

/// @title Dollar
/// @notice The stablecoin. The ledger and the peg module mint and burn it, nobody else.
contract Dollar is IDollar, ERC20Permit, Wards {
    constructor() ERC20("Plumbline dollar", "PLD") ERC20Permit("Plumbline dollar") {}

    /// @inheritdoc IDollar
    function mint(address to, uint256 amount) external only_ward {
        _mint(to, amount);
    }

    /// @inheritdoc IDollar
    function burn(address from, uint256 amount) external only_ward {
        _burn(from, amount);
    }
}
