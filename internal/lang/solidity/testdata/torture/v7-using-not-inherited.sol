// using is not inherited since 0.7: each contract says it.
pragma solidity 0.7.6;
library Bits { function set(uint256 self, uint8 index) internal pure returns (uint256) { return self | (uint256(1) << index); } }
contract Base { using Bits for uint256; function base(uint256 x) internal pure returns (uint256) { return x.set(1); } }
contract Heir is Base { using Bits for *; function heir(uint256 x) external pure returns (uint256) { return base(x).set(2); } }
