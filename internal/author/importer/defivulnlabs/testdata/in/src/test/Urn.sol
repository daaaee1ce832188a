// SPDX-License-Identifier: MIT
pragma solidity ^0.8.18;

import "forge-std/Test.sol";

/*
Name: Reentrancy in an urn

Description:
The urn pays before it writes.

Scenario:
Call back while it pays.

Mitigation: Write first.
*/

contract VulnerableUrn {
    mapping(address => uint256) public kept;

    function put() external payable {
        kept[msg.sender] += msg.value; // counts
    }

    function take() external {
        (bool ok, ) = msg.sender.call{value: kept[msg.sender]}(""); // vulnerable: control leaves here
        require(ok);
        kept[msg.sender] = 0;
    }
}

contract FixedUrn {
    mapping(address => uint256) public kept;

    function put() external payable {
        kept[msg.sender] += msg.value;
    }

    function take() external {
        uint256 n = kept[msg.sender];
        kept[msg.sender] = 0; // fixed: writes first
        (bool ok, ) = msg.sender.call{value: n}("");
        require(ok);
    }
}

contract ContractTest is Test {
    VulnerableUrn urn;

    function testReentrancy() public {
        urn = new VulnerableUrn();
    }
}

contract UrnExploit {
    receive() external payable {}
}
