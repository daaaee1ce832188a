// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title IMileageAccounts
 * @notice What travellers and airlines call.
 */
interface IMileageAccounts {
    /**
     * @notice An airline has credited miles.
     * @param traveller The account.
     * @param miles The number of miles.
     */
    event Credited(address indexed traveller, uint256 miles);

    /**
     * @notice A traveller has allowed or forbidden a companion.
     * @param traveller The account.
     * @param companion The account that may move its miles.
     * @param allowed Whether it may.
     */
    event CompanionSet(address indexed traveller, address indexed companion, bool allowed);

    /**
     * @notice Miles went from one account to another.
     * @param from The account that gave.
     * @param to The account that received.
     * @param miles The number of miles.
     */
    event Moved(address indexed from, address indexed to, uint256 miles);

    /**
     * @notice Miles were cashed in.
     * @param traveller The account.
     * @param miles The number of miles.
     * @param coins What was paid.
     */
    event CashedIn(address indexed traveller, uint256 miles, uint256 coins);

    /**
     * @notice Credits miles for a flight.
     * @param traveller The account.
     * @param miles The number of miles.
     */
    function credit(address traveller, uint256 miles) external;

    /**
     * @notice Allows or forbids another account to move one's miles.
     * @param companion The other account.
     * @param allowed Whether it may.
     */
    function setCompanion(address companion, bool allowed) external;

    /**
     * @notice Moves one's own miles.
     * @param to The account that receives.
     * @param miles The number of miles.
     */
    function move(address to, uint256 miles) external;

    /**
     * @notice Moves the miles of a traveller who allowed it.
     * @param from The account that gives.
     * @param to The account that receives.
     * @param miles The number of miles.
     */
    function moveFor(address from, address to, uint256 miles) external;

    /**
     * @notice Cashes miles in.
     * @param miles The number of miles.
     * @return coins What was paid.
     */
    function cashIn(uint256 miles) external returns (uint256 coins);

    /**
     * @notice The miles of a traveller.
     * @param traveller The account.
     * @return The number of miles.
     */
    function milesOf(address traveller) external view returns (uint256);

    /**
     * @notice The miles of all travellers.
     * @return The number of miles.
     */
    function totalMiles() external view returns (uint256);
}
