// Events without emit, with the names of members, and an overload.
pragma solidity 0.4.26;
contract Log {
    event Transfer(address indexed origin, uint value);
    event Note(string data);
    event Note(uint number);
    function run(uint number) public {
        Transfer(tx.origin, number);
        emit Transfer({origin: msg.sender, value: msg.value});
        Note("Transfer(address,uint256)");
        Note(number);
        bytes32 topic = keccak256("Transfer(address,uint256)");
        require(topic == sha3("Transfer(address,uint256)"));
    }
    function () public payable {}
}
