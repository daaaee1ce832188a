// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// Where messages of other chains arrive. The relayers say what was sent by whom; each message is handed to its receiver once.
contract Gateway {
    address public immutable relayers;
    mapping(bytes32 => bool) private arrived;

    event Arrived(bytes32 indexed id, string chain, string source, address receiver);

    constructor(address relayers_) {
        relayers = relayers_;
    }

    function bring(bytes32 id, string calldata chain, string calldata source, address receiver, bytes32 payloadHash)
        external
    {
        require(msg.sender == relayers, "relayers only");
        arrived[keccak256(abi.encode(id, chain, source, receiver, payloadHash))] = true;
        emit Arrived(id, chain, source, receiver);
    }

    function take(bytes32 id, string calldata chain, string calldata source, bytes32 payloadHash)
        external
        returns (bool ok)
    {
        bytes32 message = keccak256(abi.encode(id, chain, source, msg.sender, payloadHash));
        ok = arrived[message];
        arrived[message] = false;
    }
}
