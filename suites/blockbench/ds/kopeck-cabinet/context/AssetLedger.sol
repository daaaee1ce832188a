// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice The assets of a pool, in a fixed order, and the reserve that is recorded for each.
abstract contract AssetLedger {
    using SafeERC20 for IERC20;

    uint256 public constant MAXIMUM_ASSETS = 8;

    /// @notice Whether a token is one of the assets.
    mapping(IERC20 token => bool) public isAsset;

    IERC20[] private _assets;
    uint256[] internal _reserves;

    error AssetCountOutOfRange(uint256 count);
    error AssetUnusable(IERC20 asset);
    error LengthMismatch(uint256 given, uint256 expected);

    constructor(IERC20[] memory assets_) {
        if (assets_.length < 2 || assets_.length > MAXIMUM_ASSETS) revert AssetCountOutOfRange(assets_.length);
        for (uint256 i = 0; i < assets_.length; ++i) {
            if (address(assets_[i]) == address(0) || isAsset[assets_[i]]) revert AssetUnusable(assets_[i]);
            isAsset[assets_[i]] = true;
        }
        _assets = assets_;
        _reserves = new uint256[](assets_.length);
    }

    function assetCount() public view returns (uint256) {
        return _assets.length;
    }

    function assetAt(uint256 index) public view returns (IERC20) {
        return _assets[index];
    }

    /// @notice The recorded reserves, in the order of the assets.
    function reserves() external view returns (uint256[] memory) {
        return _reserves;
    }

    /// @dev Lists of amounts have one entry for each asset.
    function _requireLength(uint256 given) internal view {
        if (given != _assets.length) revert LengthMismatch(given, _assets.length);
    }

    /// @dev What the pool owns of an asset at this moment.
    function _balance(uint256 index) internal view returns (uint256) {
        return _assets[index].balanceOf(address(this));
    }

    /// @dev Collects an asset from the caller.
    /// @return received What the balance of the pool has grown by.
    function _collect(uint256 index, uint256 amount) internal returns (uint256 received) {
        uint256 earlier = _balance(index);
        _assets[index].safeTransferFrom(msg.sender, address(this), amount);
        received = _balance(index) - earlier;
    }

    /// @dev Pays an asset out. A levy of the asset is borne by the receiver.
    function _pay(uint256 index, address receiver, uint256 amount) internal {
        if (amount > 0) _assets[index].safeTransfer(receiver, amount);
    }
}
