// Names inside mapping types.
pragma solidity 0.8.30;
contract Balances {
    mapping(address owner => mapping(address spender => uint256 value) allowed) public allowance;
    mapping(uint256 id => address) internal owner;
    function set(address spender, uint256 value) external { allowance[msg.sender][spender] = value; owner[value] = spender; }
}
