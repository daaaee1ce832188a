// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

contract Gate {
    address public owner = msg.sender;

    function hand(address to) external {
        owner = to;
    }
}
