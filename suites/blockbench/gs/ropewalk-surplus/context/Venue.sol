// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @title Venue
/// @notice A money market that anyone may use. Its borrowers pay interest by sending coins to it.
contract Venue {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;
    uint256 public totalAssets;
    uint256 public totalUnits;
    mapping(address account => uint256) public unitsOf;

    error TooManyUnits(uint256 units, uint256 held);
    error NothingThere();

    constructor(IERC20 coin_) {
        coin = coin_;
    }

    function put(uint256 amount) external {
        uint256 units = totalUnits == 0 ? amount : Math.mulDiv(amount, totalUnits, totalAssets);
        totalAssets += amount;
        totalUnits += units;
        unitsOf[msg.sender] += units;
        coin.safeTransferFrom(msg.sender, address(this), amount);
    }

    function take(uint256 amount, address to) external {
        uint256 units = Math.mulDiv(amount, totalUnits, totalAssets, Math.Rounding.Ceil);
        if (units > unitsOf[msg.sender]) revert TooManyUnits(units, unitsOf[msg.sender]);
        totalAssets -= amount;
        totalUnits -= units;
        unitsOf[msg.sender] -= units;
        coin.safeTransfer(to, amount);
    }

    function pay(uint256 interest) external {
        if (totalUnits == 0) revert NothingThere();
        totalAssets += interest;
        coin.safeTransferFrom(msg.sender, address(this), interest);
    }

    function assetsOf(address account) external view returns (uint256) {
        return totalUnits == 0 ? 0 : Math.mulDiv(unitsOf[account], totalAssets, totalUnits);
    }
}
