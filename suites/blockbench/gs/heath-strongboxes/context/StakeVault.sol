// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IStakeManager} from "./IStakeManager.sol";

contract StakeVault {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;
    IStakeManager public immutable mgr;
    address public immutable own;
    uint256 public end;

    error NotMgr();
    error NotOwn();
    error Locked();
    error StakeCoin();

    event End(uint256 end);
    event Push(address indexed to, uint256 amt);
    event Out(address indexed to, uint256 amt);
    event Sweep(IERC20 indexed t, uint256 amt);

    modifier onlyMgr() {
        if (msg.sender != address(mgr)) revert NotMgr();
        _;
    }

    modifier onlyOwn() {
        if (msg.sender != own) revert NotOwn();
        _;
    }

    constructor(IERC20 c, address o, address m) {
        coin = c;
        own = o;
        mgr = IStakeManager(m);
    }

    function setEnd(uint256 e) external onlyMgr {
        end = e;
        emit End(e);
    }

    function push(address to, uint256 amt) external onlyMgr {
        emit Push(to, amt);
        coin.safeTransfer(to, amt);
    }

    function out(uint256 amt, address to) external onlyOwn {
        if (block.timestamp < end) revert Locked();
        mgr.onOut(amt);
        emit Out(to, amt);
        coin.safeTransfer(to, amt);
    }

    function sweep(IERC20 t, address to) external onlyOwn {
        if (t == coin) revert StakeCoin();
        uint256 b = t.balanceOf(address(this));
        emit Sweep(t, b);
        t.safeTransfer(to, b);
    }
}
