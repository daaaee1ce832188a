// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";

contract Roll is Ownable2Step {
    mapping(address => bool) public mover;

    event MoverSet(address indexed a, bool on);

    function setMover(address a, bool on) external onlyOwner {
        mover[a] = on;
        emit MoverSet(a, on);
    }
}
