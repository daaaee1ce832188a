// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

/* The cooperative's boat owners and how much each of them may owe. */
contract MemberRoll {
    address public immutable registrar;
    mapping(address => uint256) public limitOf;

    event LimitSet(address indexed member, uint256 limit);

    constructor(address registrar_) public {
        registrar = registrar_;
    }

    modifier onlyRegistrar() {
        require(msg.sender == registrar, "MemberRoll/registrar");
        _;
    }

    function setLimit(address member, uint256 limit) external onlyRegistrar {
        limitOf[member] = limit;
        emit LimitSet(member, limit);
    }
}
