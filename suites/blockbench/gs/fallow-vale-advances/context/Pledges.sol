// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

abstract contract Pledges {
    mapping(address => mapping(address => uint256)) public pledges;
    mapping(address => uint256) public backing;

    event Pledged(address indexed g, address indexed b, uint256 a);

    error SelfPledge();
    error Bound();

    function pledge(address b, uint128 a) external {
        if (b == msg.sender) revert SelfPledge();
        if (a < pledges[msg.sender][b] && _bound(b)) revert Bound();
        _setPledge(msg.sender, b, a);
    }

    function _setPledge(address g, address b, uint256 a) internal {
        backing[b] = backing[b] + a - pledges[g][b];
        pledges[g][b] = a;
        emit Pledged(g, b, a);
    }

    function _bound(address b) internal view virtual returns (bool);
}
