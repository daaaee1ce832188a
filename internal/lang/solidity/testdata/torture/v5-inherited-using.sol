// using for is inherited before 0.7.
pragma solidity 0.5.17;
library Maths {
    function plus(uint256 a, uint256 b) internal pure returns (uint256) { return a + b; }
    function min(uint256 a, uint256 b) internal pure returns (uint256) { return a < b ? a : b; }
}
contract Base { using Maths for uint256; }
contract Heir is Base {
    function run(uint256 x) public pure returns (uint256) { return x.plus(1).min(7); }
}
