// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IReserveVault
 * @notice What others may ask the vault.
 */
interface IReserveVault {
    /**
     * @notice Shares were issued.
     * @param account The depositor.
     * @param ethIn The ether.
     * @param wethIn The wrapped ether.
     * @param shares The shares.
     */
    event Deposited(address indexed account, uint256 ethIn, uint256 wethIn, uint256 shares);

    /**
     * @notice Shares were redeemed.
     * @param account Whose shares.
     * @param shares The shares.
     * @param ethOut The ether.
     * @param wethOut The wrapped ether.
     */
    event Redeemed(address indexed account, uint256 shares, uint256 ethOut, uint256 wethOut);

    /**
     * @notice Yield has come in.
     * @param from Who paid it.
     * @param amount The ether.
     */
    event YieldAdded(address indexed from, uint256 amount);

    /**
     * @notice Reserves were moved from one kind to the other.
     * @param ethReserve The ether afterwards.
     * @param wethReserve The wrapped ether afterwards.
     */
    event Rebalanced(uint256 ethReserve, uint256 wethReserve);

    /**
     * @notice The limits were changed.
     * @param depositCap The most that the reserves may reach by deposits.
     * @param redeemFeeBps The fee of a redemption.
     * @param yieldFeeBps The part of the yield that the treasury gets.
     */
    event LimitsSet(uint256 depositCap, uint256 redeemFeeBps, uint256 yieldFeeBps);

    /**
     * @notice Both reserves.
     * @return ethReserve The ether.
     * @return wethReserve The wrapped ether.
     */
    function reserves() external view returns (uint256 ethReserve, uint256 wethReserve);

    /**
     * @notice What shares are worth.
     * @param shares The shares.
     * @return value The worth in wei.
     */
    function shareValue(uint256 shares) external view returns (uint256 value);

    /**
     * @notice The shares that a deposit would get.
     * @param amount Ether and wrapped ether together.
     * @return shares The shares.
     */
    function previewDeposit(uint256 amount) external view returns (uint256 shares);

    /**
     * @notice What a redemption would pay.
     * @param shares The shares.
     * @return ethOut The ether.
     * @return wethOut The wrapped ether.
     */
    function previewRedeem(uint256 shares) external view returns (uint256 ethOut, uint256 wethOut);
}
