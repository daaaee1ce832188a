pragma solidity ^0.5.0;

contract Notice {
    string public text;
    uint reward_TOD1;
    function set_TOD1(uint r) public { reward_TOD1 = r; }
    function post(string memory t) public { text = t; }
}
