// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

interface IInbox {
    // whether the message layer has agreed on a message for this chain
    function accepted(bytes32 _id) external view returns (bool);
}
