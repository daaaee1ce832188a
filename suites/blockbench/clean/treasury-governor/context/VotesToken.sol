// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./IGovernance.sol";

/// @notice A token of fixed supply whose holders vote, or name somebody who votes for them.
contract VotesToken is IVotes {
    struct Checkpoint {
        uint48 time;
        uint208 votes;
    }

    string public constant name = "Treasury Vote";
    string public constant symbol = "TV";
    uint8 public constant decimals = 18;
    uint256 public immutable totalSupply;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => address) public delegates;
    mapping(address => Checkpoint[]) private _checkpoints;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);
    event DelegateChanged(address indexed holder, address indexed from, address indexed to);
    event VotesChanged(address indexed account, uint256 votes);

    error SupplyTooLarge(uint256 supply);
    error ZeroAddress();
    error NotPastYet(uint256 time);

    constructor(uint256 supply) {
        if (supply > type(uint208).max) revert SupplyTooLarge(supply);
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    /// @notice The caller's balance votes with this account from now on.
    function delegate(address to) external {
        address from = delegates[msg.sender];
        delegates[msg.sender] = to;
        emit DelegateChanged(msg.sender, from, to);
        _moveVotes(from, to, balanceOf[msg.sender]);
    }

    function getVotes(address account) public view returns (uint256) {
        uint256 count = _checkpoints[account].length;
        return count == 0 ? 0 : _checkpoints[account][count - 1].votes;
    }

    /// @notice The votes that an account had at the end of a second that is over.
    function getPastVotes(address account, uint256 time) external view returns (uint256) {
        if (time >= block.timestamp) revert NotPastYet(time);
        Checkpoint[] storage list = _checkpoints[account];
        uint256 low = 0;
        uint256 high = list.length;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            if (list[middle].time > time) high = middle;
            else low = middle + 1;
        }
        return low == 0 ? 0 : list[low - 1].votes;
    }

    function _move(address from, address to, uint256 amount) private {
        if (to == address(0)) revert ZeroAddress();
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        _moveVotes(delegates[from], delegates[to], amount);
    }

    function _moveVotes(address from, address to, uint256 amount) private {
        if (from == to) return;
        if (from != address(0)) _write(from, getVotes(from) - amount);
        if (to != address(0)) _write(to, getVotes(to) + amount);
    }

    function _write(address account, uint256 votes) private {
        Checkpoint[] storage list = _checkpoints[account];
        uint256 count = list.length;
        if (count > 0 && list[count - 1].time == block.timestamp) {
            list[count - 1].votes = uint208(votes);
        } else {
            list.push(Checkpoint(uint48(block.timestamp), uint208(votes)));
        }
        emit VotesChanged(account, votes);
    }
}
