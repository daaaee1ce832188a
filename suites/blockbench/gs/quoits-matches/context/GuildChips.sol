// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./IChips.sol";

/// Chips of the players' guild. The treasurer may call a recess, in which no chips move; it ends after a day.
contract GuildChips is IChips {
    address public treasurer;
    uint256 public recessUntil;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() public {
        treasurer = msg.sender;
    }

    function issue(address to, uint256 amount) external {
        require(msg.sender == treasurer && amount < 2**128, "chips: treasurer");
        balanceOf[to] += amount;
    }

    function callRecess() external {
        require(msg.sender == treasurer, "chips: treasurer");
        recessUntil = block.timestamp + 1 days;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        require(allowance[from][msg.sender] >= amount, "chips: allowance");
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        require(block.timestamp >= recessUntil, "chips: recess");
        require(balanceOf[from] >= amount, "chips: balance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}
