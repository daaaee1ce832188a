// SPDX-License-Identifier: MIT
pragma solidity ^0.8.18;
import {Test} from "forge-std/Test.sol";
/*
Name: Unprotected function
Description: words about Store.
*/
contract Store {
    uint256 public v;
    function set(uint256 n) external {
        v = n; // incorrect: anybody
    }
}

contract StoreTest is Test { function testIt() public { new Store(); } }
