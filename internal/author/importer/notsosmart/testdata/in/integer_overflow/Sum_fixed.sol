pragma solidity ^0.4.15;
contract Sum { uint s; function add(uint n) public { require(s + n >= s); s += n; } }
