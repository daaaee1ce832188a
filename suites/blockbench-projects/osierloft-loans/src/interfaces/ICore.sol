// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Amendment, Item, Loan, Offer, Terms} from "../Types.sol";

interface ILoanDesk {
    /// Opens a loan of the pool, which pays it. Only the pool calls this.
    function lend(address borrower, Terms calldata terms) external returns (uint256 loanId);

    /// Pays what is owed. Anybody may; the collateral goes to the borrower.
    function repay(uint256 loanId) external returns (uint256 paid);

    /// Takes an overdue loan to auction, where its debt does not grow any more. Only the auction house calls this.
    function foreclose(uint256 loanId) external returns (uint256 debt);

    /// Ends a loan in auction, and hands out its collateral. Only the auction house calls this.
    function handOut(uint256 loanId, address to) external;

    function loanOf(uint256 loanId) external view returns (Loan memory);
    function debtOf(uint256 loanId) external view returns (uint256);
    function isOverdue(uint256 loanId) external view returns (bool);
    function lastLoanId() external view returns (uint256);
}

interface IOfferBook {
    function consume(Offer calldata offer, bytes calldata signature, uint256 tokenId, bytes32[] calldata proof) external;
    function checkAmendment(address signer, Amendment calldata amendment, bytes calldata signature) external view;
    function digestOf(Offer calldata offer) external view returns (bytes32);
    function digestOf(Amendment calldata amendment) external view returns (bytes32);
}

interface ICollateralVault {
    function keep(uint256 loanId, Item calldata item, address from) external;
    function reassign(uint256 loanId, uint256 newLoanId) external;
    function release(uint256 loanId, address to) external;
    function itemOf(uint256 loanId) external view returns (Item memory);
    function loanOf(address collection, uint256 tokenId) external view returns (uint256);
}

/// Gets a token that is collateral for the length of a call. At the end of onUse() the vault has to own it again.
interface IItemUser {
    function onUse(uint256 loanId, Item calldata item, address borrower, bytes calldata data) external;
}

interface ILoanNotes {
    function mint(address to, uint256 loanId) external;
    function burn(uint256 loanId) external returns (address holder);
    function ownerOf(uint256 loanId) external view returns (address);
}

interface ILedger {
    function credit(address account, address currency, uint256 amount) external;
    function owed(address account, address currency) external view returns (uint256);
}
