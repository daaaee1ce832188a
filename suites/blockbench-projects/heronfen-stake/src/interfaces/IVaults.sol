// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title ISweepVault
/// @notice A vault whose ether belongs to the pool.
interface ISweepVault {
    /// @notice Sends ether to the pool. Only the pool.
    /// @param amount Most that is sent.
    /// @return sent Amount that was sent.
    function sweep(uint256 amount) external returns (uint256 sent);
}

/// @title IBondVault
/// @notice Bonds of operators.
interface IBondVault {
    /// @notice Adds the ether that is sent to a bond.
    /// @param operator Number of the operator.
    function post(uint256 operator) external payable;

    /// @notice Returns the bond of an operator.
    /// @param operator Number of the operator.
    /// @return Amount in wei.
    function bondOf(uint256 operator) external view returns (uint256);
}

/// @title IFeeSplitter
/// @notice Shares the fees of the protocol.
interface IFeeSplitter {
    /// @notice Takes note of fees that have arrived. Only the pool.
    /// @param shares Number of shares.
    function notifyFees(uint256 shares) external;

    /// @notice Sets the weight of an operator. Only the registry.
    /// @param operator Number of the operator.
    /// @param weight Number of its validators.
    function setWeight(uint256 operator, uint256 weight) external;
}

/// @title IDepositContract
/// @notice The deposit contract of the beacon chain.
interface IDepositContract {
    /// @notice Starts a validator, or adds to its stake.
    /// @param pubkey Public key.
    /// @param withdrawal_credentials Where the stake is withdrawn to.
    /// @param signature Signature of the deposit.
    /// @param deposit_data_root Root of the deposit.
    function deposit(
        bytes calldata pubkey,
        bytes calldata withdrawal_credentials,
        bytes calldata signature,
        bytes32 deposit_data_root
    ) external payable;
}
