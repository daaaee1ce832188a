// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title ITermLoanVault
 * @notice What a term loan vault keeps and reports.
 */
interface ITermLoanVault {
    /**
     * @notice A request in the exit queue.
     * @param owner The lender.
     * @param shares The shares that are not filled yet.
     */
    struct ExitRequest {
        address owner;
        uint256 shares;
    }

    /**
     * @notice A lender has deposited.
     * @param owner The lender.
     * @param assets The assets.
     * @param shares The shares.
     */
    event Deposited(address indexed owner, uint256 assets, uint256 shares);

    /**
     * @notice A lender has left out of idle cash.
     * @param owner The lender.
     * @param shares The shares.
     * @param assets The assets.
     */
    event Redeemed(address indexed owner, uint256 shares, uint256 assets);

    /**
     * @notice A lender has put shares into the exit queue.
     * @param position The position in the queue.
     * @param owner The lender.
     * @param shares The shares.
     */
    event ExitRequested(uint256 indexed position, address indexed owner, uint256 shares);

    /**
     * @notice A request was filled, in full or in part.
     * @param position The position in the queue.
     * @param owner The lender.
     * @param shares The shares.
     * @param assets The assets.
     */
    event ExitFilled(uint256 indexed position, address indexed owner, uint256 shares, uint256 assets);

    /**
     * @notice A lender has claimed the cash of filled requests.
     * @param owner The lender.
     * @param assets The assets.
     */
    event Claimed(address indexed owner, uint256 assets);

    /**
     * @notice A loan was made.
     * @param id The loan.
     * @param borrower The borrower.
     * @param principal The principal.
     */
    event Lent(uint256 indexed id, address indexed borrower, uint256 principal);

    /**
     * @notice A loan was repaid.
     * @param id The loan.
     * @param amount Principal and interest.
     */
    event LoanRepaid(uint256 indexed id, uint256 amount);
}
