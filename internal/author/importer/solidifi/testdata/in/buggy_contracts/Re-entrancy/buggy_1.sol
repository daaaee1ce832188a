pragma solidity ^0.5.0;

contract Ledger {
    mapping(address => uint) public held;
    mapping(address => uint) bal_re_ent1;
    function callme_re_ent1() public {
        (bool ok,) = msg.sender.call.value(bal_re_ent1[msg.sender])("");
        require(ok);
        bal_re_ent1[msg.sender] = 0;
    }

    function put() public payable {
        held[msg.sender] += msg.value;
    }
}
