// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

error Zero();
error Slip();
error Late();

contract CurvePoints is ERC20 {
    using SafeERC20 for IERC20;

    uint256 public constant BASE = 100e18;
    uint256 public constant SLOPE = 1e18;

    IERC20 public immutable cash;
    uint256 public made;

    event Bought(address indexed by, uint256 n, uint256 paid);
    event Sold(address indexed by, uint256 n, uint256 got);

    constructor(IERC20 c) ERC20("Points", "PTS") {
        if (address(c) == address(0)) revert Zero();
        cash = c;
    }

    function decimals() public pure override returns (uint8) {
        return 0;
    }

    function cost(uint256 s, uint256 n) public pure returns (uint256) {
        return n * BASE + (SLOPE * n * (2 * s + n)) / 2;
    }

    function buy(uint256 n, uint256 most, uint256 until) external returns (uint256 p) {
        if (block.timestamp > until) revert Late();
        if (n == 0) revert Zero();
        p = cost(made, n);
        if (p > most) revert Slip();
        made += n;
        _mint(msg.sender, n);
        cash.safeTransferFrom(msg.sender, address(this), p);
        emit Bought(msg.sender, n, p);
    }

    function sell(uint256 n, uint256 least, uint256 until) external returns (uint256 p) {
        if (block.timestamp > until) revert Late();
        if (n == 0) revert Zero();
        _burn(msg.sender, n);
        p = cost(made, n);
        made -= n;
        if (p < least) revert Slip();
        cash.safeTransfer(msg.sender, p);
        emit Sold(msg.sender, n, p);
    }
}
