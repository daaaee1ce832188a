// SPDX-License-Identifier: MIT
pragma solidity ^0.8.18;
import {Test} from "forge-std/Test.sol";
/*
Name: Oracle manipulation
Description: words about Price.
*/
contract Price {
    uint256 public a;
    uint256 public b;
    function price() external view returns (uint256) {
        return a / b;
    }
}

contract PriceTest is Test { function testIt() public { new Price(); } }
