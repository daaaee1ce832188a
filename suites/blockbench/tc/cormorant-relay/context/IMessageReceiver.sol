// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.6.12;

// Everything that gets orders through the bridge looks like this.
interface IMessageReceiver {
    function onMessage(
        uint16 _action,
        bytes calldata _args,
        bytes calldata _sender,
        uint64 _fromChain
    ) external;
}

// And everything that sends goes through this.
interface IMessageSender {
    function send(
        uint64 _toChain,
        bytes calldata _recipient,
        uint16 _action,
        bytes calldata _args
    ) external payable returns (uint64 nonce);
}
