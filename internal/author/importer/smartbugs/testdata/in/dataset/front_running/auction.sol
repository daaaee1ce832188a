pragma solidity ^0.4.24;
contract Auction {
    uint public best;
    function bid() public payable {
        // <yes> <report> FRONT_RUNNING
        require(msg.value > best);
        best = msg.value;
    }
}
