// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IOperatorRegistry
 * @notice Operators with the keys of their validators.
 */
interface IOperatorRegistry {
    /// @notice Emitted when an operator joins.
    event OperatorJoined(uint256 indexed operator, address indexed account, string name);

    /// @notice Emitted when an operator adds keys.
    event KeysAdded(uint256 indexed operator, uint256 count);

    /// @notice Emitted when an operator takes its last unused keys back.
    event KeysRemoved(uint256 indexed operator, uint256 count);

    /// @notice Emitted when a key is used.
    event KeyUsed(uint256 indexed operator, bytes key);

    /// @notice Emitted when validators of an operator exited.
    event ValidatorsExited(uint256 indexed operator, uint256 total);

    /// @notice Emitted when keys of an operator are no longer used, or are used again.
    event OperatorStatus(uint256 indexed operator, bool stopped);

    /**
     * @notice Takes keys for new validators. Only the pool.
     * @param count Number of keys.
     * @return keys Public keys.
     * @return signatures Signature of the deposit for each of them.
     */
    function takeKeys(uint256 count) external returns (bytes[] memory keys, bytes[] memory signatures);

    /**
     * @notice Records exits. Only the pool.
     * @param operators Operators whose validators exited.
     * @param totals How many validators of each of them exited since the beginning.
     */
    function recordExits(uint256[] calldata operators, uint256[] calldata totals) external;

    /**
     * @notice Returns the account of an operator.
     * @param operator Number of the operator.
     * @return The account.
     */
    function accountOf(uint256 operator) external view returns (address);

    /**
     * @notice Returns the bond that an operator has to leave.
     * @param operator Number of the operator.
     * @return Amount in wei.
     */
    function requiredBond(uint256 operator) external view returns (uint256);

    /**
     * @notice Returns the number of operators.
     * @return The number.
     */
    function operatorCount() external view returns (uint256);
}
