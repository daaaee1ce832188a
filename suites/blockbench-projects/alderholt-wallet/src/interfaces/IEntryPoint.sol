// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice What an account wants to have done, as its owner signed it.
struct Operation {
    /// @dev The account
    address sender;
    /// @dev Validator (160 bits), lane (32 bits), and sequence in the lane (64 bits)
    uint256 nonce;
    /// @dev Empty, or a factory and what it is called with
    bytes initCode;
    /// @dev A mode and calls, see Executions
    bytes callData;
    /// @dev Units that are paid for the calls if they succeed
    uint256 callUnits;
    /// @dev Wei for each unit
    uint256 unitPrice;
    /// @dev Who pays the fee; zero for the account itself
    address paymaster;
    /// @dev For the paymaster
    bytes paymasterData;
    /// @dev For the validator, and the only part that is not signed
    bytes signature;
}

/// @notice A time in which an operation is valid. Both ends belong to it.
struct Window {
    uint48 from;
    uint48 until;
}

/**
 * @title IDeposits
 * @notice Ether with which accounts and paymasters pay fees, and stakes that paymasters cannot take away in a hurry.
 */
interface IDeposits {
    struct Stake {
        uint128 amount;
        uint32 delay;
        uint48 unlockedAt;
    }

    error DepositTooSmall(address holder, uint256 deposit, uint256 needed);
    error DelayTooShort(uint256 delay, uint256 least);
    error NothingStaked(address holder);
    error StakeLocked(address holder);

    event Deposited(address indexed holder, uint256 amount);
    event Withdrawn(address indexed holder, address indexed to, uint256 amount);
    event StakeAdded(address indexed holder, uint256 amount, uint256 delay);
    event StakeUnlocked(address indexed holder, uint256 from);
    event StakeWithdrawn(address indexed holder, address indexed to, uint256 amount);

    function depositTo(address holder) external payable;

    function withdrawTo(address payable to, uint256 amount) external;

    function addStake(uint32 delay) external payable;

    function unlockStake() external;

    function withdrawStake(address payable to) external;

    function depositOf(address holder) external view returns (uint256);

    function stakeOf(address holder) external view returns (Stake memory);

    function isStaked(address holder) external view returns (bool);
}

/**
 * @title IEntryPoint
 * @notice Takes operations in batches from whoever brings them, and pays their fees to whom that caller names.
 */
interface IEntryPoint is IDeposits {
    error NonceUsed(address sender, uint256 nonce);
    error NoAccount(address sender);
    error OtherAccount(address sender, address created);
    error NotStaked(address paymaster);
    error OutsideWindow(uint256 from, uint256 until);
    error OnlyEntryPoint();
    error NoBeneficiary();

    event AccountCreated(address indexed sender, bytes32 indexed hash, address factory);
    event CallsFailed(bytes32 indexed hash);
    event SettlementFailed(bytes32 indexed hash, address indexed paymaster);
    event OperationHandled(bytes32 indexed hash, address indexed sender, address indexed paymaster, bool success, uint256 fee);
    event NonceSkipped(address indexed sender, uint192 key, uint64 sequence);

    function handle(Operation[] calldata ops, address payable beneficiary) external;

    function skipNonce(uint192 key) external;

    function nonceOf(address sender, uint192 key) external view returns (uint256);

    function hashOf(Operation calldata op) external view returns (bytes32);
}
