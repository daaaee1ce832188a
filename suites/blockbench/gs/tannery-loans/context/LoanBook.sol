// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";

// Who owns the token owns the loan: its debt and its collateral.
abstract contract LoanBook is ERC721 {
    struct Loan {
        uint256 market;
        uint256 dueAt;
        uint256 debt;
        uint256 collateral;
        uint256 liqPrice;
    }

    uint256 public loanCount;
    mapping(uint256 id => Loan) internal _loans;

    error NotBorrower();

    modifier onlyBorrower(uint256 id) {
        if (ownerOf(id) != msg.sender) revert NotBorrower();
        _;
    }

    function loanOf(uint256 id) external view returns (Loan memory) {
        return _loans[id];
    }

    function _enter(address borrower, Loan memory loan) internal returns (uint256 id) {
        id = loanCount++;
        _loans[id] = loan;
        _mint(borrower, id);
    }

    function _close(uint256 id) internal {
        delete _loans[id];
        _burn(id);
    }
}
