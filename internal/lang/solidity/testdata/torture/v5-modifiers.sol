// Modifiers with arguments, overridden, and a base constructor in the list.
pragma solidity 0.5.17;
contract Base {
    uint256 limit;
    constructor(uint256 max) public { limit = max; }
    modifier below(uint256 value) { require(value < limit); _; }
    modifier open { _; }
}
contract Heir is Base {
    constructor(uint256 start) Base(start + 1) open public { limit += start; }
    modifier open { require(limit > 0); _; }
    function run(uint256 value) public below(value) open() returns (uint256) { limit = value; return value; }
}
