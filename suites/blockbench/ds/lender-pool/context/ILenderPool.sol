// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title ILenderPool
 * @notice What lenders see of a pool.
 */
interface ILenderPool {
    /// @notice A lender paid principal in.
    event Deposited(address indexed lender, uint256 amount);

    /// @notice A lender took principal out.
    event Withdrawn(address indexed lender, uint256 amount);

    /// @notice A lender took interest out.
    event Claimed(address indexed lender, address indexed to, uint256 amount);

    /// @notice A lender turned interest into principal.
    event Reinvested(address indexed lender, uint256 amount);

    /// @notice Interest came in and is distributed until the given time.
    event StreamStarted(uint256 interest, uint256 rate, uint256 end);

    /**
     * @notice Pays principal in.
     * @param amount How much.
     */
    function deposit(uint256 amount) external;

    /**
     * @notice Takes principal out that is not lent.
     * @param amount How much.
     */
    function withdraw(uint256 amount) external;

    /**
     * @notice Takes the interest of the caller out.
     * @param to Who receives it.
     * @return amount How much it was.
     */
    function claim(address to) external returns (uint256 amount);

    /**
     * @notice Turns the interest of the caller into principal.
     * @return amount How much it was.
     */
    function reinvest() external returns (uint256 amount);
}
