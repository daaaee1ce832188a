// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @notice The coin of the league since its second season. The contract of the first season passes on what it is asked.
contract LeagueCoin is ERC20, Ownable {
    address public former;

    event FormerSet(address former);

    error NotFormer(address account);
    error AlreadySet(address former);

    modifier onlyFormer() {
        if (msg.sender != former) revert NotFormer(msg.sender);
        _;
    }

    constructor(address owner_, uint256 supply) ERC20("League coin", "LEAGUE") Ownable(owner_) {
        _mint(owner_, supply);
    }

    function setFormer(address former_) external onlyOwner {
        if (former != address(0)) revert AlreadySet(former);
        former = former_;
        emit FormerSet(former_);
    }

    function transferFor(address from, address to, uint256 amount) external onlyFormer {
        _transfer(from, to, amount);
    }

    function transferFromFor(address spender, address from, address to, uint256 amount) external onlyFormer {
        _spendAllowance(from, spender, amount);
        _transfer(from, to, amount);
    }

    function approveFor(address holder, address spender, uint256 amount) external onlyFormer {
        _approve(holder, spender, amount);
    }
}

/// @notice The contract of the first season, for wallets that know no other.
contract FormerCoin is IERC20 {
    LeagueCoin public immutable coin;

    constructor(LeagueCoin coin_) {
        coin = coin_;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        coin.transferFor(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        coin.transferFromFor(msg.sender, from, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        coin.approveFor(msg.sender, spender, amount);
        return true;
    }

    function totalSupply() external view returns (uint256) {
        return coin.totalSupply();
    }

    function balanceOf(address account) external view returns (uint256) {
        return coin.balanceOf(account);
    }

    function allowance(address holder, address spender) external view returns (uint256) {
        return coin.allowance(holder, spender);
    }
}
