// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./IERC20.sol";

/**
 * @title MemberCapital
 * @notice Capital of a mutual society and the shares its members have in it.
 * @dev Shares cannot be transferred. Capital is what came in through this book; the token balance is never asked.
 */
abstract contract MemberCapital {
    uint256 private constant VIRTUAL = 1e3;

    IERC20 public immutable asset;
    uint256 public capital;
    uint256 public totalShares;
    mapping(address member => uint256) public sharesOf;

    error NotEnoughShares(uint256 held, uint256 asked);
    error TransferFailed();

    constructor(IERC20 asset_) {
        asset = asset_;
    }

    /// @notice Value of `shares`, rounded down.
    function assetsFor(uint256 shares) public view returns (uint256) {
        return (shares * (capital + VIRTUAL)) / (totalShares + VIRTUAL);
    }

    /// @notice Shares worth `assets`, rounded down.
    function sharesFor(uint256 assets) public view returns (uint256) {
        return (assets * (totalShares + VIRTUAL)) / (capital + VIRTUAL);
    }

    /// @notice Shares it takes to leave with `assets`, rounded up.
    function sharesToLeaveWith(uint256 assets) public view returns (uint256) {
        return (assets * (totalShares + VIRTUAL) + capital + VIRTUAL - 1) / (capital + VIRTUAL);
    }

    function _mint(address member, uint256 shares) internal {
        totalShares += shares;
        sharesOf[member] += shares;
    }

    function _burn(address member, uint256 shares) internal {
        uint256 held = sharesOf[member];
        if (held < shares) revert NotEnoughShares(held, shares);
        sharesOf[member] = held - shares;
        totalShares -= shares;
    }

    /// @dev Takes `assets` from `from` into the capital.
    function _takeIn(address from, uint256 assets) internal {
        capital += assets;
        if (!asset.transferFrom(from, address(this), assets)) revert TransferFailed();
    }

    /// @dev Pays `assets` out of the capital to `to`.
    function _payOut(address to, uint256 assets) internal virtual {
        capital -= assets;
        if (!asset.transfer(to, assets)) revert TransferFailed();
    }
}
