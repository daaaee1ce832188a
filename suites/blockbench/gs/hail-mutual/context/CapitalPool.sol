// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// Usdc that bears a risk, and shares in it. Counts what came in here and never asks for the balance.
abstract contract CapitalPool is ERC20 {
    using SafeERC20 for IERC20;

    uint256 private constant VIRTUAL = 1e6; // one usdc and one share that nobody owns

    IERC20 public immutable usdc;
    uint256 public capital;

    constructor(IERC20 usdc_) {
        require(address(usdc_) != address(0), "no usdc");
        usdc = usdc_;
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function toAssets(uint256 shares) public view returns (uint256) {
        return Math.mulDiv(shares, capital + VIRTUAL, totalSupply() + VIRTUAL);
    }

    function toShares(uint256 assets) public view returns (uint256) {
        return Math.mulDiv(assets, totalSupply() + VIRTUAL, capital + VIRTUAL);
    }

    // rounded up
    function sharesFor(uint256 assets) public view returns (uint256) {
        return Math.mulDiv(assets, totalSupply() + VIRTUAL, capital + VIRTUAL, Math.Rounding.Ceil);
    }

    function _takeIn(address from, uint256 amount) internal {
        capital += amount;
        usdc.safeTransferFrom(from, address(this), amount);
    }

    function _payOut(address to, uint256 amount) internal virtual {
        capital -= amount;
        usdc.safeTransfer(to, amount);
    }
}
