// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Bin {
    mapping(address => uint256) public notes;
    // what is there
    function put() external payable { notes[msg.sender] += msg.value; }
    function take() external {
        (bool ok, ) = msg.sender.call{value: notes[msg.sender]}("");
        require(ok, "no");
        notes[msg.sender] = 0;
    }
}
