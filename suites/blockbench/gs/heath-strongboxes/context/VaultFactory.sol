// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {StakeVault} from "./StakeVault.sol";

contract VaultFactory {
    event Made(address indexed mgr, address indexed own, StakeVault v);

    function make(IERC20 c, address o) external returns (StakeVault v) {
        v = new StakeVault(c, o, msg.sender);
        emit Made(msg.sender, o, v);
    }
}
