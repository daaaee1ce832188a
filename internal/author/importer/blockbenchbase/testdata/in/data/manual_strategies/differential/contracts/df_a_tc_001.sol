// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Jar {
    mapping(address => uint256) public sums;
    // what is there
    function put() external payable { sums[msg.sender] += msg.value; }
    function take() external {
        uint256 s = sums[msg.sender];
        sums[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: s}("");
        require(ok, "no");
    }
}
