/*
 * @source: made for a test
 * @vulnerable_at_lines: 11
 */
pragma solidity 0.4.18;
contract Tally {
    uint total;

    function add(uint n) public {
        // <yes> <report> ARITHMETIC
        total += n;
    }
}
