// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {ERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/ERC721.sol";
import {Strings} from "@openzeppelin/contracts@4.9.6/utils/Strings.sol";

import {DeskBound} from "../admin/DeskBound.sol";
import {ILoanNotes} from "../interfaces/ICore.sol";

/// One note for each loan, with the loan's number. Whoever holds it is the lender, and gets the repayment or,
/// once the loan is overdue, the collateral. Notes can be sold (see NoteMarket).
contract LoanNotes is ILoanNotes, ERC721, DeskBound {
    using Strings for uint256;

    constructor() ERC721("Osierloft note", "OSIER") {}

    function mint(address to, uint256 loanId) external onlyDesk {
        _mint(to, loanId);
    }

    function burn(uint256 loanId) external onlyDesk returns (address holder) {
        holder = ownerOf(loanId);
        _burn(loanId);
    }

    function ownerOf(uint256 loanId) public view override(ERC721, ILoanNotes) returns (address) {
        return super.ownerOf(loanId);
    }

    function tokenURI(uint256 loanId) public view override returns (string memory) {
        _requireMinted(loanId);
        return string.concat('data:application/json,{"name":"Osierloft note ', loanId.toString(), '"}');
    }
}
