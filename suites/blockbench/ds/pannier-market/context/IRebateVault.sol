// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title IRebateVault
 * @notice Pays rebates that merchants have signed, and bills them to the merchants.
 */
interface IRebateVault {
    /**
     * @notice A signed rebate.
     * @param merchantId The merchant.
     * @param serial The number of the rebate, unique for the merchant.
     * @param validUntil The last second at which it is paid.
     * @param payee The account that is paid.
     * @param amount The amount in wei.
     */
    struct Rebate {
        uint32 merchantId;
        uint64 serial;
        uint64 validUntil;
        address payee;
        uint128 amount;
    }

    /**
     * @notice A signature.
     * @param v The recovery identifier.
     * @param r The first half.
     * @param s The second half.
     */
    struct Signature {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /**
     * @notice A merchant has a new key.
     * @param merchantId The merchant.
     * @param signer The key, zero to suspend the merchant.
     */
    event SignerSet(uint32 indexed merchantId, address signer);

    /**
     * @notice The vault was funded.
     * @param from The sender.
     * @param amount The amount in wei.
     */
    event Funded(address indexed from, uint256 amount);

    /**
     * @notice A rebate was paid.
     * @param merchantId The merchant.
     * @param serial The number of the rebate.
     * @param payee The account that was paid.
     * @param amount The amount in wei.
     */
    event Redeemed(uint32 indexed merchantId, uint64 indexed serial, address indexed payee, uint256 amount);

    /**
     * @notice A merchant has paid a bill.
     * @param merchantId The merchant.
     * @param amount The amount in wei.
     */
    event Settled(uint32 indexed merchantId, uint256 amount);

    /**
     * @notice Pays a rebate.
     * @param rebate The rebate.
     * @param signature The signature of the merchant.
     */
    function redeem(Rebate calldata rebate, Signature calldata signature) external;

    /**
     * @notice Pays a part of what is billed to a merchant.
     * @param merchantId The merchant.
     */
    function settle(uint32 merchantId) external payable;
}
