// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title IStipendFund
 * @notice What a stipend fund offers to payroll and to its members.
 */
interface IStipendFund {
    /// @notice Emitted when an epoch is opened with the stipends of all members on its list.
    event EpochOpened(uint256 indexed epoch, uint256 budget);
    /// @notice Emitted when a member has received a stipend.
    event StipendClaimed(uint256 indexed epoch, address indexed member);
    /// @notice Emitted when an epoch is closed and the rest of its budget has left the fund.
    event EpochClosed(uint256 indexed epoch, uint256 rest);

    /**
     * @notice Opens the next epoch, with one stipend for each member on the list.
     * @param members The list, in which nobody stands twice.
     * @return epoch The number of the epoch.
     */
    function openEpoch(address[] calldata members) external returns (uint256 epoch);

    /**
     * @notice Pays the stipend of an epoch to the member who calls.
     * @param epoch The number of the epoch.
     */
    function claim(uint256 epoch) external;

    /**
     * @notice Closes an epoch after its claim period and takes what was not claimed.
     * @param epoch The number of the epoch.
     */
    function closeEpoch(uint256 epoch) external;
}
