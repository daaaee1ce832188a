pragma solidity ^0.4.15;
contract Alice { int public val; function set(int n) { val = n; } }
contract Bob { function set(Alice c) { c.set(42); } }
contract Bob_fixed { function set(Alice c, int n) { c.set(n); } }
