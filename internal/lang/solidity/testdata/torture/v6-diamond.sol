// Linearisation: super goes through the diamond, the same name in every base.
pragma solidity 0.6.12;
contract A { uint256 public trace; function touch() public virtual { trace = trace * 10 + 1; } }
contract B is A { function touch() public virtual override { trace = trace * 10 + 2; super.touch(); } }
contract C is A { function touch() public virtual override { trace = trace * 10 + 3; super.touch(); } }
contract D is B, C { function touch() public override(B, C) { super.touch(); } }
