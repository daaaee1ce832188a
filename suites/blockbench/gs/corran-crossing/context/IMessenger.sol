// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IMessenger {
    function post(uint32 dst, address to, uint256 amount) external;
}

interface IReceiver {
    function arrive(uint32 src, address to, uint256 amount) external;
}
