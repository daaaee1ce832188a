// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

interface IMarket {
    // takes dollars of the caller
    function supply(uint256 amount) external;

    // gives them back
    function withdraw(uint256 amount) external;
}

// A market as there are many. What it does with the dollars meanwhile is its own affair.
contract Market is IMarket {
    using SafeERC20 for IERC20;

    IERC20 public immutable dollar;
    mapping(address => uint256) public suppliedBy;

    constructor(IERC20 dollar_) {
        dollar = dollar_;
    }

    function supply(uint256 amount) external {
        suppliedBy[msg.sender] += amount;
        dollar.safeTransferFrom(msg.sender, address(this), amount);
    }

    function withdraw(uint256 amount) external {
        suppliedBy[msg.sender] -= amount;
        dollar.safeTransfer(msg.sender, amount);
    }
}
