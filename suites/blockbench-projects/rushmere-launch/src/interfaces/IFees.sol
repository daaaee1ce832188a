// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/**
 * @title IReferralBook
 * @notice Pays a part of the fee of a sale to those who brought its buyers.
 */
interface IReferralBook {
    /// @notice Emitted when a sale has given its part of the fee.
    event Funded(address indexed sale, uint256 amount);

    /// @notice Emitted when a referrer was paid.
    event ReferralPaid(address indexed sale, address indexed referrer, uint256 amount);

    /**
     * @notice Counts coins for a referrer. Only for launches.
     * @param referrer Account that brought them.
     * @param amount Coins.
     */
    function credit(address referrer, uint256 amount) external;

    /**
     * @notice Counts coins for a referrer no longer. Only for launches.
     * @param referrer Account that brought them.
     * @param amount Coins.
     */
    function debit(address referrer, uint256 amount) external;

    /**
     * @notice Takes the part of the fee that referrers share. Only for launches, once each.
     * @param amount Coins of the caller.
     */
    function fund(uint256 amount) external;

    /**
     * @notice Returns the coins of a sale that somebody brought.
     * @param sale Sale to read.
     */
    function volumeOf(address sale) external view returns (uint256);

    /**
     * @notice Returns the coins of a sale that one account brought.
     * @param sale Sale to read.
     * @param referrer Account to read.
     */
    function broughtBy(address sale, address referrer) external view returns (uint256);
}

/**
 * @title IFeeTreasury
 * @notice Keeps the fees of the launchpad.
 */
interface IFeeTreasury {
    /// @notice Emitted when the rates of new launches were changed.
    event RatesSet(uint256 saleRate, uint256 curveRate, uint256 leadPart);

    /// @notice Emitted when a fee came.
    event Collected(address indexed payer, address indexed lead, uint256 amount, uint256 leadAmount);

    /// @notice Emitted when a curator took its part.
    event LeadPaid(address indexed lead, uint256 amount);

    /// @notice Emitted when governance spent fees.
    event Spent(address indexed to, uint256 amount);

    /**
     * @notice Takes a fee from the caller.
     * @param amount Coins.
     * @param lead Curator that gets a part of it.
     */
    function collect(uint256 amount, address lead) external;

    /// @notice Returns the fee of sales and auctions, of 10,000.
    function saleRate() external view returns (uint256);

    /// @notice Returns the fee of trades with curves, of 10,000.
    function curveRate() external view returns (uint256);
}
