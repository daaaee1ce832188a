// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "./IFeed.sol";

abstract contract Ledger is Ownable2Step, ReentrancyGuard {
    using SafeERC20 for IERC20;

    error Zero();
    error Reserved();
    error BadPrice();
    error StalePrice();
    error Short();

    event Funded(uint256 amount);
    event Defunded(uint256 amount);

    uint256 public constant MAX_AGE = 1 days;

    IERC20 public immutable usd;
    IFeed public immutable feed;

    uint256 public pool;
    uint256 public reserved;

    constructor(IERC20 u, IFeed f) {
        if (address(u) == address(0) || address(f) == address(0)) revert Zero();
        usd = u;
        feed = f;
    }

    function fund(uint256 a) external onlyOwner nonReentrant {
        _pull(a);
        pool += a;
        emit Funded(a);
    }

    function defund(uint256 a) external onlyOwner nonReentrant {
        pool -= a;
        _covered();
        _push(msg.sender, a);
        emit Defunded(a);
    }

    function px() public view returns (uint256 p) {
        uint256 t;
        (p, t) = feed.latest();
        if (p == 0) revert BadPrice();
        if (block.timestamp > t + MAX_AGE) revert StalePrice();
    }

    function stale() external view returns (bool) {
        (, uint256 t) = feed.latest();
        return block.timestamp > t + MAX_AGE;
    }

    function used() external view returns (uint256) {
        return pool == 0 ? 0 : (reserved * 1e18) / pool;
    }

    function _covered() internal view {
        if (reserved > pool) revert Reserved();
    }

    function _pull(uint256 a) internal {
        uint256 b = usd.balanceOf(address(this));
        usd.safeTransferFrom(msg.sender, address(this), a);
        if (usd.balanceOf(address(this)) - b < a) revert Short();
    }

    function _push(address to, uint256 a) internal {
        if (a != 0) usd.safeTransfer(to, a);
    }
}
