// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

abstract contract Payouts is ERC20 {
    using SafeERC20 for IERC20;

    uint256 private constant ONE = 1e18;

    IERC20 public immutable coin;
    uint256 public acc;
    mapping(address => uint256) public at;
    mapping(address => uint256) public due;

    event Declared(uint256 n);
    event Collected(address indexed w, uint256 n);

    error NoShares();

    constructor(IERC20 c) {
        coin = c;
    }

    function collect() external returns (uint256 n) {
        _sync(msg.sender);
        n = due[msg.sender];
        due[msg.sender] = 0;
        emit Collected(msg.sender, n);
        coin.safeTransfer(msg.sender, n);
    }

    function pending(address w) external view returns (uint256) {
        return due[w] + (balanceOf(w) * (acc - at[w])) / ONE;
    }

    function _declare(uint256 n) internal {
        uint256 s = totalSupply();
        if (s == 0) revert NoShares();
        acc += (n * ONE) / s;
        emit Declared(n);
        coin.safeTransferFrom(msg.sender, address(this), n);
    }

    function _beforeTokenTransfer(address f, address t, uint256) internal virtual override {
        _sync(f);
        _sync(t);
    }

    function _sync(address w) private {
        due[w] += (balanceOf(w) * (acc - at[w])) / ONE;
        at[w] = acc;
    }
}
