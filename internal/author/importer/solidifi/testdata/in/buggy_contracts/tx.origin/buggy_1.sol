pragma solidity ^0.5.0;

contract Ledger {
    mapping(address => uint) public held;
    address owner_txorigin1;
    function only_txorigin1() public { require(tx.origin == owner_txorigin1); }

    function put() public payable {
        held[msg.sender] += msg.value;
    }
    function bug_txorigin2() public view { require(tx.origin == owner_txorigin1); }
    function free_txorigin9() public view {
        require(tx.origin == owner_txorigin1);
    }
}
