// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

contract Vote {
    mapping(uint256 => uint256) public votes;

    function vote(uint256 i) external {
        votes[i]++;
    }
}
