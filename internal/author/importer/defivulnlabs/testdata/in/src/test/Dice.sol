// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.18;
import {Test} from "forge-std/Test.sol";
/*
Name: Weak randomness
Description: words about Dice.
*/
contract Dice {
    function roll() external view returns (uint256) {
        return uint256(keccak256(abi.encode(block.timestamp))) % 6;
    }
}

contract DiceTest is Test { function testIt() public { new Dice(); } }
