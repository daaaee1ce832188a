// Events with indexed and anonymous, overloaded, emitted with names; a topic as a number.
pragma solidity 0.7.6;
contract Events {
    event Sent(address indexed from, address indexed to, uint256 value);
    event Sent(uint256 indexed id) anonymous;
    event Transfer(address indexed from, address indexed to, uint256 value);
    bytes32 constant TOPIC = 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef;
    function run(address to) external payable returns (bool) {
        emit Sent({to: to, from: msg.sender, value: msg.value});
        emit Sent(1);
        emit Transfer(to, to, 1);
        return TOPIC == keccak256("Transfer(address,address,uint256)");
    }
}
