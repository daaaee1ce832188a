// length, push and pop of arrays beside fields and functions of those names.
pragma solidity 0.5.17;
contract Stack {
    struct Queue { uint256[] items; uint256 length; }
    Queue queue;
    bytes raw;
    function push(uint256 value) public returns (uint256) { queue.items.push(value); queue.length = queue.items.length; return queue.length; }
    function pop() public { queue.items.pop(); queue.length--; queue.items.length -= 1; raw.push(0x01); raw.length = 0; }
    function length() public view returns (uint256) { return queue.length + raw.length + msg.data.length; }
    function run() public { push(1); pop(); length(); bytes32 word; word.length; this.push(2); }
}
