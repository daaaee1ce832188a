// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import {Checkpoints} from "@openzeppelin/contracts@5.4.0/utils/structs/Checkpoints.sol";
import {Funds} from "./Funds.sol";

abstract contract Stakes is Funds {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;
    using Checkpoints for Checkpoints.Trace208;

    IERC20 public immutable gov;
    mapping(address m => Checkpoints.Trace208) internal _own;
    Checkpoints.Trace208 internal _all;

    event Staked(address indexed m, uint256 x);
    event Unstaked(address indexed m, uint256 x);

    error Zero();

    constructor(IERC20 g) {
        if (address(g) == address(0)) revert Zero();
        gov = g;
    }

    function stake(uint256 x) public {
        if (x == 0) revert Zero();
        _set(stakeOf(msg.sender) + x, total() + x);
        _keep(gov, x);
        gov.safeTransferFrom(msg.sender, address(this), x);
        emit Staked(msg.sender, x);
    }

    function stakeWithPermit(uint256 x, uint256 end, uint8 v, bytes32 r, bytes32 s) external {
        try IERC20Permit(address(gov)).permit(msg.sender, address(this), x, end, v, r, s) {} catch {}
        stake(x);
    }

    function unstake(uint256 x) external {
        if (x == 0) revert Zero();
        _set(stakeOf(msg.sender) - x, total() - x);
        _drop(gov, x);
        gov.safeTransfer(msg.sender, x);
        emit Unstaked(msg.sender, x);
    }

    function stakeOf(address m) public view returns (uint256) {
        return _own[m].latest();
    }

    function total() public view returns (uint256) {
        return _all.latest();
    }

    function _moved(address m) internal virtual;

    function _set(uint256 own, uint256 all) private {
        _own[msg.sender].push(uint48(block.timestamp), own.toUint208());
        _all.push(uint48(block.timestamp), all.toUint208());
        _moved(msg.sender);
    }
}
