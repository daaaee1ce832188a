// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @title IPortal
/// @notice What travels between chains, and what is told about it.
interface IPortal {
    /// @notice A transfer that the validators have seen on another chain.
    /// @param sourceChain Where the tokens were deposited.
    /// @param nonce The number of the deposit there.
    /// @param token What is released here.
    /// @param recipient Who gets it.
    /// @param amount How much is released, the relayer's part included.
    /// @param relayerFee The part of the amount for whoever hands the transfer in.
    struct Transfer {
        uint256 sourceChain;
        uint256 nonce;
        address token;
        address recipient;
        uint256 amount;
        uint256 relayerFee;
    }

    /// @notice A deposit that has left for another chain.
    /// @param sender Who made it.
    /// @param token The token.
    /// @param amount What arrived of it, less the fee.
    /// @param destination The chain.
    struct Departure {
        address sender;
        address token;
        uint256 amount;
        uint256 destination;
    }

    /// @notice Emitted when tokens leave for another chain.
    event Deposited(
        uint256 indexed nonce, uint256 indexed destination, address token, address sender, bytes32 recipient, uint256 amount
    );

    /// @notice Emitted when tokens have arrived from another chain.
    event Released(bytes32 indexed id, address indexed recipient, address relayer, uint256 amount);

    /// @notice Emitted when a deposit that could not be released elsewhere is returned.
    event Refunded(uint256 indexed nonce, address indexed sender, address token, uint256 amount);

    /// @notice Emitted when a transfer is blocked or let through again.
    event Blocked(bytes32 indexed id, bool blocked);

    /// @notice Emitted when the fee on deposits changes.
    event DepositFeeSet(uint256 basisPoints);

    /// @notice Emitted when the smallest deposit of a token changes.
    event MinimumSet(address indexed token, uint256 amount);

    /// @notice Emitted when fees are paid out.
    event FeesCollected(address indexed token, address indexed to, uint256 amount);

    /// @notice Emitted when a destination is opened or closed.
    event DestinationSet(uint256 indexed chain, bool open);

    /// @notice Emitted when the validators change.
    event ValidatorsSet(uint256 indexed epoch, address[] validators, uint256 threshold);

    /// @notice Emitted when the limit of a token changes.
    event LimitSet(address indexed token, uint256 capacity, uint256 refillPerSecond);
}
