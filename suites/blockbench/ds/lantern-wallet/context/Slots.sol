// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

abstract contract WalletSlots {
    mapping(bytes4 => address) public mods;
    address public owner;
    mapping(uint192 => uint64) public seq;
}

abstract contract RecoverySlots {
    struct Claim {
        uint64 at;
        uint64 no;
    }

    mapping(address => bool) public guardian;
    address public latest;
    uint64 public latestAt;
    uint32 public guardians;
    uint32 public quorum;
    uint64 public epoch;
    uint64 public count;
    mapping(address => Claim) public claims;
    mapping(bytes32 => uint256) public votes;
    mapping(bytes32 => mapping(address => bool)) public voted;
}
