/*
 * @source: made for a test
 * @author: nobody
 * @vulnerable_at_lines: 14
 */

pragma solidity ^0.4.19;

contract Cellar {
    mapping (address => uint) public casks;

    function draw(uint n) public {
        // <yes> <report> REENTRANCY
        if (casks[msg.sender] >= n && msg.sender.call.value(n)()) { // pays first, which is an attack waiting
            casks[msg.sender] -= n;
        }
    }

    // keeps what comes in
    function () public payable { casks[msg.sender] += msg.value; }
}
