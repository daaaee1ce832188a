pragma solidity ^0.4.24;
contract Plain { uint x; }
