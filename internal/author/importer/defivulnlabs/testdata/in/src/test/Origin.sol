// SPDX-License-Identifier: MIT
pragma solidity ^0.8.18;
import {Test} from "forge-std/Test.sol";
/*
Name: Phishing with tx.origin
Description: words about Origin.
*/
contract Origin {
    address owner = msg.sender;
    function sweep(address payable to) external {
        // issue: whoever signs may be led here
        require(tx.origin == owner);
        to.transfer(address(this).balance);
    }
}

contract OriginTest is Test { function testIt() public { new Origin(); } }
