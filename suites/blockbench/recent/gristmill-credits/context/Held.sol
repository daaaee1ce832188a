// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

// Credits that the contract keeps for somebody.
abstract contract Held {
    function _pull(address _from, uint256 _amount) internal virtual;

    function _push(address _to, uint256 _amount) internal virtual;
}
