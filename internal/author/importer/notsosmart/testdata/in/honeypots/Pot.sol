pragma solidity ^0.4.15;
contract Pot { }
