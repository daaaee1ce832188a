/* @vulnerable_at_lines: 5,6 */
pragma solidity ^0.4.24;
contract Raffle {
    // <yes> <report> BAD_RANDOMNESS
    uint seed = uint(blockhash(block.number - 1));
    function pick(uint n) public view returns (uint) { return (seed ^ now) % n; }
}
