// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {LoanBook} from "./LoanBook.sol";

interface ITermLoans {
    function loanOf(uint256 id) external view returns (LoanBook.Loan memory);
    function coverOf(uint256 id) external view returns (uint256);
    function liquidatable(uint256 id) external view returns (bool);
}

// For the website. Holds nothing.
contract LoanLens {
    // ids of the loans that somebody could liquidate now
    function due(ITermLoans loans, uint256 from, uint256 to) external view returns (uint256[] memory ids) {
        ids = new uint256[](to - from);
        uint256 n;
        for (uint256 id = from; id < to; ++id) {
            if (loans.loanOf(id).debt > 0 && loans.liquidatable(id)) ids[n++] = id;
        }
        assembly {
            mstore(ids, n)
        }
    }

    // debt in basis points of what covers it
    function usage(ITermLoans loans, uint256 id) external view returns (uint256) {
        uint256 cover = loans.coverOf(id);
        return cover == 0 ? 0 : (loans.loanOf(id).debt * 10_000) / cover;
    }
}
