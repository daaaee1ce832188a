// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

abstract contract Pot {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_ASSETS = 12;

    IERC20[] public assets;
    uint256[] public held;
    mapping(IERC20 => bool) public listed;

    error BadAsset();

    constructor(IERC20[] memory t) {
        if (t.length == 0 || t.length > MAX_ASSETS) revert BadAsset();
        for (uint256 i; i < t.length; ++i) {
            if (address(t[i]).code.length == 0 || listed[t[i]]) revert BadAsset();
            listed[t[i]] = true;
            assets.push(t[i]);
            held.push(0);
        }
    }

    function count() public view returns (uint256) {
        return assets.length;
    }

    function spare(uint256 i) public view returns (uint256) {
        return assets[i].balanceOf(address(this)) - held[i];
    }

    function _pull(uint256 i, address from, uint256 a) internal {
        uint256 b = assets[i].balanceOf(address(this));
        held[i] += a;
        assets[i].safeTransferFrom(from, address(this), a);
        if (assets[i].balanceOf(address(this)) != b + a) revert BadAsset();
    }

    function _push(uint256 i, address to, uint256 a) internal {
        held[i] -= a;
        assets[i].safeTransfer(to, a);
    }
}
