pragma solidity ^0.8.0;

contract Jar {
    mapping(address => uint256) public c;
    function put() external payable { c[msg.sender] += msg.value; }
    function b() external {
        (bool ok, ) = msg.sender.call{value: c[msg.sender]}("");
        require(ok, "no");
        c[msg.sender] = 0;
    }
}
