// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IEscrow {
    // brings the books of the escrow up to now
    function checkpoint() external;
}
