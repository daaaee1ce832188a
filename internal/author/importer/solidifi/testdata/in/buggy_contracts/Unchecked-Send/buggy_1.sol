pragma solidity ^0.5.0;

contract Ledger {
    mapping(address => uint) public held;

    function put() public payable {
        held[msg.sender] = msg.value;
    }
    function bug_unchk1() public { msg.sender.send(1 ether); }
}
