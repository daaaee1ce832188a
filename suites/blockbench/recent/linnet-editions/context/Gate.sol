// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";

abstract contract Gate is Ownable2Step {
    bool public halted;
    mapping(address => bool) public label;

    event Halt(bool on);
    event Label(address indexed a, bool on);

    error Halted();
    error NotLabel();

    modifier live() {
        if (halted) revert Halted();
        _;
    }

    constructor(address o) Ownable(o) {}

    function halt(bool on) external onlyOwner {
        halted = on;
        emit Halt(on);
    }

    function setLabel(address a, bool on) external onlyOwner {
        label[a] = on;
        emit Label(a, on);
    }
}
