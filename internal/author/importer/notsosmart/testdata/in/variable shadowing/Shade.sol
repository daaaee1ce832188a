pragma solidity ^0.4.15;
contract A { address owner; }
contract Shade is A { address owner; }
