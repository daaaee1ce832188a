// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";

/**
 * @title IRedemptionVault
 * @notice What depositors and keepers call.
 */
interface IRedemptionVault {
    /**
     * @notice A redemption that has been requested.
     * @param holder The account that is paid.
     * @param readyAt The time from which it can be finalized.
     * @param feeBps The fee, fixed at the request.
     * @param asset The asset that the holder has chosen.
     * @param units The units that were burned for it.
     */
    struct Request {
        address holder;
        uint64 readyAt;
        uint16 feeBps;
        IERC20Metadata asset;
        uint256 units;
    }

    /**
     * @notice An asset was deposited.
     * @param payer The account that paid.
     * @param receiver The account that got the units.
     * @param asset The asset.
     * @param units The units.
     */
    event Deposited(address indexed payer, address indexed receiver, IERC20Metadata indexed asset, uint256 units);

    /**
     * @notice A redemption was requested.
     * @param id The request.
     * @param holder The holder.
     * @param asset The asset.
     * @param units The units.
     */
    event RedeemRequested(uint256 indexed id, address indexed holder, IERC20Metadata indexed asset, uint256 units);

    /**
     * @notice The holder has chosen another asset.
     * @param id The request.
     * @param asset The new asset.
     */
    event AssetChanged(uint256 indexed id, IERC20Metadata indexed asset);

    /**
     * @notice A request has another holder.
     * @param id The request.
     * @param from The former holder.
     * @param to The new holder.
     */
    event RequestTransferred(uint256 indexed id, address indexed from, address indexed to);

    /**
     * @notice A request was canceled.
     * @param id The request.
     */
    event RedeemCanceled(uint256 indexed id);

    /**
     * @notice A request was paid.
     * @param id The request.
     * @param asset The asset.
     * @param amount The amount that the holder got.
     */
    event RedeemFinalized(uint256 indexed id, IERC20Metadata indexed asset, uint256 amount);

    /**
     * @notice The redemption fee was set.
     * @param feeBps The fee in basis points.
     */
    event FeeSet(uint256 feeBps);

    /**
     * @notice The cooldown was set.
     * @param cooldown The cooldown in seconds.
     */
    event CooldownSet(uint256 cooldown);

    /**
     * @notice The treasury was set.
     * @param treasury The receiver of fees.
     */
    event TreasurySet(address treasury);

    /**
     * @notice Deposits an asset.
     * @param asset The asset.
     * @param amount The amount.
     * @param receiver The account that gets the units.
     * @return units The units.
     */
    function deposit(IERC20Metadata asset, uint256 amount, address receiver) external returns (uint256 units);

    /**
     * @notice Requests a redemption.
     * @param units The units.
     * @param asset The asset.
     * @return id The request.
     */
    function requestRedeem(uint256 units, IERC20Metadata asset) external returns (uint256 id);

    /**
     * @notice Finalizes a request.
     * @param id The request.
     * @param asset The asset.
     * @return amount The amount that the holder gets.
     */
    function finalize(uint256 id, IERC20Metadata asset) external returns (uint256 amount);
}
