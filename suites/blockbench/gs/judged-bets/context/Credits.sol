// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice What accounts are owed in one coin.
abstract contract Credits {
    using SafeERC20 for IERC20;

    error NothingOwed(address account);

    IERC20 public immutable coin;
    mapping(address => uint256) public credits;

    event Credited(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);

    constructor(IERC20 coin_) {
        require(address(coin_) != address(0), NothingOwed(address(0)));
        coin = coin_;
    }

    /// @notice Withdraws what the caller is owed.
    function withdraw() external returns (uint256 amount) {
        amount = credits[msg.sender];
        require(amount > 0, NothingOwed(msg.sender));
        credits[msg.sender] = 0;
        coin.safeTransfer(msg.sender, amount);
        emit Withdrawn(msg.sender, amount);
    }

    function _credit(address account, uint256 amount) internal {
        credits[account] += amount;
        emit Credited(account, amount);
    }

    function _pull(address account, uint256 amount) internal {
        coin.safeTransferFrom(account, address(this), amount);
    }
}
