// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/// @title ParameterTimelock
/// @notice Governor of all contracts: what the council decides takes effect after a delay, and not for ever.
/// @dev The council queues and cancels. Once the delay has passed anybody may execute, so a decision does not depend on
/// who is awake, and users see every change before it takes effect.
contract ParameterTimelock {
    /// @notice Shortest delay that a timelock may have.
    uint256 public constant SHORTEST_DELAY = 1 days;

    /// @notice Time after the delay in which an operation can be executed.
    uint256 public constant GRACE = 14 days;

    /// @notice Account that decides.
    address public immutable council;

    /// @notice Seconds between a decision and the first moment at which it can be executed.
    uint256 public immutable delay;

    /// @notice When a queued operation can be executed first; zero where it is not queued.
    mapping(bytes32 id => uint256) public readyAt;

    /// @notice Emitted when an operation is queued.
    event Queued(bytes32 indexed id, address indexed target, bytes data, bytes32 salt, uint256 readyAt);

    /// @notice Emitted when an operation is cancelled.
    event Cancelled(bytes32 indexed id);

    /// @notice Emitted when an operation was executed.
    event Executed(bytes32 indexed id, address indexed target, bytes data);

    /// @notice The caller is not the council.
    error OnlyCouncil(address caller);

    /// @notice The delay is too short.
    error BadDelay(uint256 delay);

    /// @notice The operation is not queued.
    error NotQueued(bytes32 id);

    /// @notice The operation is queued already.
    error AlreadyQueued(bytes32 id);

    /// @notice The operation cannot be executed at this time.
    error NotNow(bytes32 id, uint256 readyAt);

    /// @notice The operation failed.
    error Failed(bytes32 id, bytes reason);

    modifier onlyCouncil() {
        if (msg.sender != council) revert OnlyCouncil(msg.sender);
        _;
    }

    /// @param council_ Account that decides.
    /// @param delay_ Seconds between a decision and its effect.
    constructor(address council_, uint256 delay_) {
        if (delay_ < SHORTEST_DELAY) revert BadDelay(delay_);
        council = council_;
        delay = delay_;
    }

    /// @notice Queues an operation.
    /// @param target Contract to call.
    /// @param data Call.
    /// @param salt Distinguishes operations with the same call.
    /// @return id Identifies the operation.
    function queue(address target, bytes calldata data, bytes32 salt) external onlyCouncil returns (bytes32 id) {
        id = idOf(target, data, salt);
        if (readyAt[id] != 0) revert AlreadyQueued(id);
        readyAt[id] = block.timestamp + delay;
        emit Queued(id, target, data, salt, readyAt[id]);
    }

    /// @notice Removes an operation that was queued.
    /// @param id Identifies the operation.
    function cancel(bytes32 id) external onlyCouncil {
        if (readyAt[id] == 0) revert NotQueued(id);
        delete readyAt[id];
        emit Cancelled(id);
    }

    /// @notice Executes an operation whose delay has passed.
    /// @param target Contract to call.
    /// @param data Call.
    /// @param salt Salt with which it was queued.
    /// @return result What the call returned.
    function execute(address target, bytes calldata data, bytes32 salt) external returns (bytes memory result) {
        bytes32 id = idOf(target, data, salt);
        uint256 ready = readyAt[id];
        if (ready == 0) revert NotQueued(id); //~ DECOY ACCESS_CTRL anybody executes, and only what the council queued
        if (block.timestamp < ready || block.timestamp > ready + GRACE) revert NotNow(id, ready);
        delete readyAt[id]; //~ BENIGN STATE_MOD an operation is executed once
        bool done;
        (done, result) = target.call(data);
        if (!done) revert Failed(id, result);
        emit Executed(id, target, data);
    }

    /// @notice Identifies an operation.
    /// @param target Contract to call.
    /// @param data Call.
    /// @param salt Distinguishes operations with the same call.
    function idOf(address target, bytes calldata data, bytes32 salt) public pure returns (bytes32) {
        return keccak256(abi.encode(target, data, salt));
    }
}
