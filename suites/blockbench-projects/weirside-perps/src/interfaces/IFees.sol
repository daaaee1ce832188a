// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title IReferrals
 * @notice Who brought whom, and on what terms.
 */
interface IReferrals {
    /**
     * @notice Terms of a code. Both parts have 18 decimals.
     * @param owner Who gets the rebate
     * @param discount Part of the fee that the trader saves
     * @param rebate Part of what the trader pays that the owner gets
     */
    struct Code {
        address owner;
        uint256 discount;
        uint256 rebate;
    }

    error CodeTaken();
    error UnknownCode();
    error OwnCode();
    error BadTerms();

    event CodeRegistered(bytes32 indexed code, address indexed owner);
    event CodeUsed(bytes32 indexed code, address indexed trader);
    event TermsSet(bytes32 indexed code, uint256 discount, uint256 rebate);

    /// @notice The terms that apply to a trader; all zero without a code
    function termsFor(address trader) external view returns (Code memory);
}

/**
 * @title IFeeDesk
 * @notice Fees of trades, and who gets them.
 */
interface IFeeDesk {
    error BadRates();

    event RatesSet(uint256 rate, uint256 poolPart, uint256 insurancePart);
    event Booked(address indexed trader, uint256 fee, uint256 rebate);
    event Claimed(address indexed owner, address to, uint256 amount);
    event Swept(address indexed to, uint256 amount);

    /// @notice The fee of a trade of this size
    function feeFor(address trader, uint256 size) external view returns (uint256);

    /// @notice Take a fee from the caller and share it; only for Perps
    function book(address trader, uint256 fee) external;
}
