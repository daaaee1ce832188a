pragma solidity ^0.4.15;
contract Gate {
    address owner = msg.sender;
    modifier onlyowner { require(msg.sender == owner); _; }
    function changeOwner(address to) public { owner = to; }
    function changeOwner_fixed(address to) public onlyowner { owner = to; }
}
