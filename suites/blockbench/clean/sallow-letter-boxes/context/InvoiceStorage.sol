// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

/**
 * @title InvoiceStorage
 * @notice What the invoice ledger remembers
 */
contract InvoiceStorage {
    struct Account {
        uint balance;
        uint paidUntil;
        uint notices;
        uint code;
    }

    struct Invoice {
        address issuer;
        address payer;
        uint amount;
        uint issuedAt;
    }

    /// @notice What all accounts have paid in fees and the owner has not collected
    uint public totalFees;

    /// @notice The account of each holder
    mapping(address => Account) public accounts;

    /// @notice Who holds a code
    mapping(uint => address) public holderOf;

    /// @notice Up to which amount an operator may still pay invoices of a holder
    mapping(address => mapping(address => uint)) public operatorLimit;

    Invoice[] internal invoices;
}
