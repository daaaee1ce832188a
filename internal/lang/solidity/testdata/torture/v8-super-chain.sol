// super and explicit bases with overloads, and a base's constant by its name.
pragma solidity 0.8.30;
contract A { uint256 internal constant RATE = 2; function fee(uint256 x) public pure virtual returns (uint256) { return x * RATE; } function fee() public pure virtual returns (uint256) { return 1; } }
contract B is A { function fee(uint256 x) public pure virtual override returns (uint256) { return super.fee(x) + super.fee() + A.RATE; } }
contract C is B { function fee() public pure override returns (uint256) { return A.fee() + B.fee(1); } }
