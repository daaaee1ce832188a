// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

interface ISource {
    // what could be lent now
    function available() external view returns (uint256);

    // sends up to that much, and says how much that was
    function lend(address to, uint256 amount) external returns (uint256 sent);
}

// A source that keeps its dollars itself and takes nothing for it.
contract Purse is ISource {
    using SafeERC20 for IERC20;

    IERC20 public immutable dollar;
    address public immutable club;

    constructor(IERC20 dollar_, address club_) {
        dollar = dollar_;
        club = club_;
    }

    function available() external view returns (uint256) {
        return dollar.balanceOf(address(this));
    }

    function lend(address to, uint256 amount) external returns (uint256) {
        require(msg.sender == club, "club only");
        dollar.safeTransfer(to, amount);
        return amount;
    }
}
