// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721.sol";

import {Item, Loan, State} from "../Types.sol";
import {DeskBound} from "../admin/DeskBound.sol";
import {ICollateralVault, IItemUser, ILoanDesk} from "../interfaces/ICore.sol";
import {IListing} from "../interfaces/IListing.sol";

/// Keeps the collateral of all loans, and hands it out to borrowers for the length of a call.
/// Borrowers approve this contract, not the desk.
contract CollateralVault is ICollateralVault, DeskBound {
    IListing public immutable listing;

    mapping(uint256 => Item) private items;

    // collection => token => loan, zero if it is not kept here
    mapping(address => mapping(uint256 => uint256)) public loanOf;

    constructor(IListing listing_) {
        listing = listing_;
    }

    function keep(uint256 loanId, Item calldata item, address from) external onlyDesk {
        if (loanOf[item.collection][item.tokenId] != 0) revert AlreadyKept(item.collection, item.tokenId); //~ DECOY INPUT_VAL also while a borrower uses the token and could bring it again
        items[loanId] = item;
        loanOf[item.collection][item.tokenId] = loanId;
        IERC721(item.collection).transferFrom(from, address(this), item.tokenId);
        emit Kept(loanId, item.collection, item.tokenId);
    }

    /// The same collateral for another loan. It stays where it is, so it has to be here.
    function reassign(uint256 loanId, uint256 newLoanId) external onlyDesk {
        Item memory item = items[loanId];
        if (IERC721(item.collection).ownerOf(item.tokenId) != address(this)) revert NotHere(item.collection, item.tokenId); //~ DECOY STATE_MOD a loan can change its lender at any time but while its token is used
        delete items[loanId];
        items[newLoanId] = item;
        loanOf[item.collection][item.tokenId] = newLoanId;
        emit Reassigned(loanId, newLoanId);
    }

    // transferFrom and not safeTransferFrom, so that no receiver can refuse its own collateral and stall an auction
    function release(uint256 loanId, address to) external onlyDesk {
        Item memory item = items[loanId];
        delete items[loanId];
        delete loanOf[item.collection][item.tokenId];
        IERC721(item.collection).transferFrom(address(this), to, item.tokenId);
        emit Released(loanId, to);
    }

    /// Lends the collateral to its own borrower for a call, to claim an airdrop or to open a door with it. The user
    /// that the borrower names is called with the token in its hands, and brings it back.
    function use(uint256 loanId, IItemUser user, bytes calldata data) external {
        Loan memory loan = ILoanDesk(desk).loanOf(loanId);
        if (loan.state != State.Running || msg.sender != loan.borrower) revert NotBorrower(msg.sender);
        Item memory item = items[loanId];
        if (!listing.kindOf(item.collection).usable) revert NotUsable(item.collection);
        bytes32 content = listing.contentOf(item.collection, item.tokenId); //~ BENIGN STORAGE_READ what the vault hands out
        IERC721(item.collection).safeTransferFrom(address(this), address(user), item.tokenId);
        user.onUse(loanId, item, msg.sender, data);
        if (IERC721(item.collection).ownerOf(item.tokenId) != address(this)) revert NotReturned(loanId); //~ DECOY CTRL_FLOW handed out to anybody, and back at the end or nothing has happened
        if (listing.contentOf(item.collection, item.tokenId) != content) revert ContentChanged(loanId);
        emit Used(loanId, address(user));
    }

    function itemOf(uint256 loanId) external view returns (Item memory) {
        return items[loanId];
    }

    error AlreadyKept(address collection, uint256 tokenId);
    error NotHere(address collection, uint256 tokenId);
    error NotBorrower(address caller);
    error NotUsable(address collection);
    error NotReturned(uint256 loanId);
    error ContentChanged(uint256 loanId);

    event Kept(uint256 indexed loanId, address indexed collection, uint256 tokenId);
    event Reassigned(uint256 indexed loanId, uint256 indexed newLoanId);
    event Released(uint256 indexed loanId, address indexed to);
    event Used(uint256 indexed loanId, address user);
}
