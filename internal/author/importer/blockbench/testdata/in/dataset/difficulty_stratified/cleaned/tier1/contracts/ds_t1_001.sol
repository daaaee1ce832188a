pragma solidity ^0.4.24;
contract Dice {
    uint pot;
    function roll() public view returns (uint) { return uint(blockhash(block.number - 1)) % 6; }
}
