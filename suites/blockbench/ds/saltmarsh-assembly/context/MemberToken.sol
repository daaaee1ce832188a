// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

/**
 * @title MemberToken
 * @notice The voting token of the council. All of it is issued at deployment.
 */
contract MemberToken is ERC20, ERC20Permit {
    /**
     * @notice Issues the whole supply.
     * @param holder The account that receives and distributes it.
     * @param supply The supply.
     */
    constructor(address holder, uint256 supply) ERC20("Council Member Token", "CMT") ERC20Permit("Council Member Token") {
        _mint(holder, supply);
    }
}
