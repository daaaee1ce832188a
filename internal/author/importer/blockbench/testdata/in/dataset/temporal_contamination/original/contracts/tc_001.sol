/**
 * Old Bridge
 * Lost: $190,000,000
 * VULNERABILITY: the empty root was accepted
 */
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/**
 * @dev keeps what comes in
*/
contract Bridge {
    mapping(bytes32 => uint256) public roots;

    function process(bytes32 root) external {
        require(accept(root), "no");
        roots[root] = block.timestamp;
    }

    function accept(bytes32 root) public view returns (bool) {
        // BUG: zero passes
        return roots[root] <= block.timestamp;
    }
}
