// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

abstract contract Fees is Ownable2Step, ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 internal constant BPS = 10_000;

    address public treasury;
    mapping(IERC20 => uint256) public due;

    event TreasurySet(address t);
    event Collected(IERC20 indexed k, uint256 n);

    error NoTreasury();

    constructor(address t) Ownable(msg.sender) {
        _setTreasury(t);
    }

    function setTreasury(address t) external onlyOwner {
        _setTreasury(t);
    }

    function collect(IERC20 k) external nonReentrant returns (uint256 n) {
        n = due[k];
        due[k] = 0;
        emit Collected(k, n);
        k.safeTransfer(treasury, n);
    }

    function _setTreasury(address t) private {
        if (t == address(0)) revert NoTreasury();
        treasury = t;
        emit TreasurySet(t);
    }
}
