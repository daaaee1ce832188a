// Private functions and variables of one name in base and heir.
pragma solidity 0.7.6;
contract Base { uint256 private count; function step() private { count++; } function run() public virtual { step(); } }
contract Heir is Base { uint256 private count; function walk() private { count += 2; } function run() public override { walk(); super.run(); } }
