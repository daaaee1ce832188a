// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title PartnerLedger
 * @notice The balances of liquidity partners.
 */
abstract contract PartnerLedger {
    /// @notice The balance of each partner.
    mapping(address partner => uint256 amount) public partnerBalance;

    /// @notice The balances of all partners.
    uint256 public totalPartnerBalance;

    /**
     * @notice A balance was changed.
     * @param partner The partner.
     * @param balance The new balance.
     */
    event PartnerBalanceChanged(address indexed partner, uint256 balance);

    /**
     * @dev Adds to a balance.
     * @param partner The partner.
     * @param amount The amount.
     */
    function _credit(address partner, uint256 amount) internal {
        partnerBalance[partner] += amount;
        totalPartnerBalance += amount;
        emit PartnerBalanceChanged(partner, partnerBalance[partner]);
    }

    /**
     * @dev Takes from a balance.
     * @param partner The partner.
     * @param amount The amount.
     */
    function _debit(address partner, uint256 amount) internal {
        require(amount <= partnerBalance[partner], "PartnerLedger: balance too small");
        partnerBalance[partner] -= amount;
        totalPartnerBalance -= amount;
        emit PartnerBalanceChanged(partner, partnerBalance[partner]);
    }
}
