pragma solidity ^0.4.24;
contract Dice { uint pot; }
