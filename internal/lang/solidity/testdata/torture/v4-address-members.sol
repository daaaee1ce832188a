// A contract's own transfer, send, call and balance beside the members of address of the same name.
pragma solidity 0.4.26;
contract Token {
    mapping(address => uint) public balance;
    function transfer(address to, uint value) public returns (bool) {
        balance[msg.sender] -= value;
        balance[to] += value;
        return true;
    }
    function send(address to) public { transfer(to, 1); }
    function callcode(uint gas) public pure returns (uint) { return gas; }
}
contract User {
    Token token;
    address owner;
    function User(Token t) public { token = t; owner = msg.sender; }
    function pay(uint value) public {
        token.transfer(owner, value);
        token.send(owner);
        owner.transfer(value);
        if (!owner.send(value)) throw;
        if (!owner.call.value(value).gas(2300)()) throw;
        uint before = owner.balance + token.balance(owner) + address(this).balance;
        require(before > 0);
        msg.sender.transfer(this.balance);
    }
}
