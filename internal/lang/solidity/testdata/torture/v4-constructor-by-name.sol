// Constructors named after their contract, with base arguments in the header.
pragma solidity 0.4.26;
contract Owned {
    address owner;
    function Owned(address first) public { owner = first; }
    modifier only() { require(msg.sender == owner); _; }
}
contract Bank is Owned(msg.sender) {
    uint total;
    function Bank(uint start) public { total = start; }
    function grow(uint by) public only { total += by; }
}
contract Maker {
    Bank bank;
    function make() public { bank = new Bank(7); Bank other = Bank(address(bank)); other.grow(1); }
}
