// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

/// @title  Governance token
/// @notice A plain token, all of which is made at the start.
contract GovernanceToken is ERC20 {
    constructor(uint256 supply, address to) ERC20("Node governance", "NODE") {
        _mint(to, supply);
    }
}
