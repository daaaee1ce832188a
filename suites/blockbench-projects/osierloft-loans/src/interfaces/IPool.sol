// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Appraisal} from "../Types.sol";

interface ILoanPool {
    /// Tells the pool that it was paid for a loan, with an amount that is already here. The loan has ended.
    function onRepaid(uint256 loanId, uint256 amount) external;

    /// Tells the pool that a loan is in auction.
    function onForeclosed(uint256 loanId) external;

    function asset() external view returns (address);
    /// Whether a loan is one of the pool, running or in auction.
    function isOpen(uint256 loanId) external view returns (bool);
    /// What all shares stand for.
    function totalAssets() external view returns (uint256);
}

interface IAppraiser {
    /// Reverts unless the appraisal is signed and still good.
    function check(Appraisal calldata appraisal, bytes calldata signature) external view returns (uint256 value);
}
