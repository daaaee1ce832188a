// Enums and structs built with names, and conversions that look like calls.
pragma solidity 0.4.26;
contract Shapes {
    enum State { Open, Closed, Length }
    struct Deal { address sender; uint value; State state; }
    mapping(address => Deal) deals;
    function open(uint value) public returns (uint) {
        deals[msg.sender] = Deal({sender: msg.sender, value: value, state: State.Open});
        Deal memory copy = Deal(msg.sender, 2, State(1));
        delete deals[copy.sender].value;
        deals[msg.sender].state = State.Length;
        return uint(copy.state) + deals[msg.sender].value;
    }
}
