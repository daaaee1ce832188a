/* @vulnerable_at_lines: 6 */
pragma solidity ^0.4.24;
contract Courier {
    function pay(address to) public {
        // <yes> <report> UNCHECKED_LL_CALLS
        to.send(1 ether);
    }
}
