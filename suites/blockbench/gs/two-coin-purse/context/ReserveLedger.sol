// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/**
 * @title ReserveLedger
 * @notice The reserves of a vault, one for each asset, all counted in units of 18 decimals.
 */
abstract contract ReserveLedger {
    using SafeERC20 for IERC20Metadata;

    /**
     * @notice The reserve of one asset.
     * @param scale Units in the smallest amount of the asset, zero for an asset that is not listed.
     * @param cap The most units that deposits may bring the reserve to.
     * @param held Units in the reserve.
     * @param promised Units of the reserve that requests have a claim to.
     * @param fees Amount of the asset that is due to the treasury.
     */
    struct Reserve {
        uint256 scale;
        uint256 cap;
        uint256 held;
        uint256 promised;
        uint256 fees;
    }

    mapping(IERC20Metadata => Reserve) private _reserves;
    IERC20Metadata[] private _assets;

    /**
     * @notice An asset was listed.
     * @param asset The asset.
     * @param scale Units in its smallest amount.
     */
    event AssetListed(IERC20Metadata indexed asset, uint256 scale);

    /**
     * @notice The cap of an asset was set.
     * @param asset The asset.
     * @param cap The cap in units.
     */
    event CapSet(IERC20Metadata indexed asset, uint256 cap);

    /**
     * @notice Fees were sent to the treasury.
     * @param asset The asset.
     * @param amount The amount.
     */
    event FeesCollected(IERC20Metadata indexed asset, uint256 amount);

    /**
     * @notice All listed assets.
     * @return The assets.
     */
    function assets() external view returns (IERC20Metadata[] memory) {
        return _assets;
    }

    /**
     * @notice The reserve of an asset.
     * @param asset The asset.
     * @return The reserve.
     */
    function reserveOf(IERC20Metadata asset) external view returns (Reserve memory) {
        return _reserves[asset];
    }

    /**
     * @notice Whether an asset is listed.
     * @param asset The asset.
     * @return True if it is.
     */
    function isListed(IERC20Metadata asset) public view returns (bool) {
        return _reserves[asset].scale != 0;
    }

    /**
     * @notice The units of a reserve that no request has a claim to.
     * @param asset The asset.
     * @return The units.
     */
    function freeOf(IERC20Metadata asset) public view returns (uint256) {
        Reserve storage reserve = _reserves[asset];
        return reserve.held > reserve.promised ? reserve.held - reserve.promised : 0;
    }

    /**
     * @dev Lists an asset.
     * @param asset The asset.
     * @param cap The cap in units.
     */
    function _list(IERC20Metadata asset, uint256 cap) internal {
        require(!isListed(asset), "ReserveLedger: already listed");
        uint8 decimals = asset.decimals();
        require(decimals <= 18, "ReserveLedger: too many decimals");
        _reserves[asset].scale = 10 ** (18 - decimals);
        _assets.push(asset);
        emit AssetListed(asset, _reserves[asset].scale);
        _setCap(asset, cap);
    }

    /**
     * @dev Sets the cap of an asset.
     * @param asset The asset.
     * @param cap The cap in units; zero ends deposits.
     */
    function _setCap(IERC20Metadata asset, uint256 cap) internal {
        require(isListed(asset), "ReserveLedger: not listed");
        _reserves[asset].cap = cap;
        emit CapSet(asset, cap);
    }

    /**
     * @dev Units in the smallest amount of an asset.
     * @param asset The asset.
     * @return The units.
     */
    function _scaleOf(IERC20Metadata asset) internal view returns (uint256) {
        return _reserves[asset].scale;
    }

    /**
     * @dev Takes an asset in.
     * @param asset The asset.
     * @param amount The amount.
     * @return units The units that it stands for.
     */
    function _fill(IERC20Metadata asset, uint256 amount) internal returns (uint256 units) {
        Reserve storage reserve = _reserves[asset];
        units = amount * reserve.scale;
        reserve.held += units;
        require(reserve.held <= reserve.cap, "ReserveLedger: cap reached");
        asset.safeTransferFrom(msg.sender, address(this), amount);
    }

    /**
     * @dev Pays an asset out. What is less than its smallest amount stays in the reserve.
     * @param asset The asset.
     * @param units The units.
     * @param feeBps The fee in basis points.
     * @param to The receiver.
     * @return amount The amount that the receiver gets.
     */
    function _pay(IERC20Metadata asset, uint256 units, uint256 feeBps, address to) internal returns (uint256 amount) {
        Reserve storage reserve = _reserves[asset];
        amount = units / reserve.scale;
        reserve.held -= amount * reserve.scale;
        uint256 fee = (amount * feeBps) / 10_000;
        reserve.fees += fee;
        amount -= fee;
        asset.safeTransfer(to, amount);
    }

    /**
     * @dev Gives a request a claim to a part of a reserve.
     * @param asset The asset.
     * @param units The units.
     */
    function _promise(IERC20Metadata asset, uint256 units) internal {
        require(units <= freeOf(asset), "ReserveLedger: not enough is free");
        _reserves[asset].promised += units;
    }

    /**
     * @dev Ends a claim.
     * @param asset The asset.
     * @param units The units.
     */
    function _unpromise(IERC20Metadata asset, uint256 units) internal {
        _reserves[asset].promised -= units;
    }

    /**
     * @dev Sends the fees of an asset.
     * @param asset The asset.
     * @param to The receiver.
     * @return amount The amount.
     */
    function _collect(IERC20Metadata asset, address to) internal returns (uint256 amount) {
        amount = _reserves[asset].fees;
        _reserves[asset].fees = 0;
        emit FeesCollected(asset, amount);
        asset.safeTransfer(to, amount);
    }
}
