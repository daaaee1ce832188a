// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.6.12;

import "./IMessageReceiver.sol";

// What has to survive when the relay gets replaced: who the keeper is, what was sent and what was delivered.
//
// The relay talks to this contract in the same form as to everyone else.
contract BridgeState is IMessageReceiver {
    // Info of each keeper term.
    struct TermInfo {
        address keeper; // A wallet of all operators.
        uint64 since; // When it took over.
    }

    uint16 public constant SET_KEEPER = 1;
    uint16 public constant SET_RELAY = 2;

    // The only account that may change anything here.
    address public relay;
    // Number of messages that went out.
    uint64 public sentCount;
    // All the terms, the last one is the current one.
    TermInfo[] public termInfo;
    // Hash of a message => was it delivered?
    mapping(bytes32 => bool) public delivered;

    event KeeperChanged(uint256 indexed term, address indexed keeper);
    event RelayChanged(address indexed relay);

    modifier onlyRelay() {
        require(msg.sender == relay, "state: relay only");
        _;
    }

    constructor(address _keeper) public {
        relay = msg.sender;
        _setKeeper(_keeper);
    }

    // ------------------------------------------------------------------ views

    function keeper() external view returns (address) {
        return termInfo[termInfo.length - 1].keeper;
    }

    function termCount() external view returns (uint256) {
        return termInfo.length;
    }

    // ------------------------------------------------------------------ relay

    function nextNonce() external onlyRelay returns (uint64) {
        return ++sentCount;
    }

    // Once per message.
    function markDelivered(bytes32 _hash) external onlyRelay {
        require(!delivered[_hash], "state: delivered before");
        delivered[_hash] = true;
    }

    function onMessage(
        uint16 _action,
        bytes calldata _args,
        bytes calldata,
        uint64
    ) external override onlyRelay {
        address next = abi.decode(_args, (address));
        if (_action == SET_KEEPER) {
            _setKeeper(next);
        } else {
            require(_action == SET_RELAY, "state: bad action");
            require(next != address(0), "state: zero relay");
            relay = next;
            emit RelayChanged(next);
        }
    }

    function _setKeeper(address _keeper) private {
        require(_keeper != address(0), "state: zero keeper");
        termInfo.push(TermInfo(_keeper, uint64(block.timestamp)));
        emit KeeperChanged(termInfo.length - 1, _keeper);
    }
}
