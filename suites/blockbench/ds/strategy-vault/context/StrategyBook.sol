// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {VaultRoles} from "./VaultRoles.sol";

/// @title StrategyBook
/// @notice How much of a vault is in which strategy, and in which order it is taken out.
abstract contract StrategyBook is VaultRoles {
    /// @notice The most strategies at a time.
    uint256 public constant MAX_QUEUE = 8;

    /// @notice Assets in all strategies.
    uint256 public totalAllocated;

    /// @notice Assets in a strategy.
    mapping(address strategy => uint256) public allocatedTo;

    /// @notice The most that may be put into a strategy.
    mapping(address strategy => uint256) public capOf;

    /// @dev The strategies, in the order in which assets are taken out.
    address[] internal _queue;

    /// @notice Emitted when the cap of a strategy changes.
    /// @param strategy The strategy.
    /// @param cap The new cap.
    event CapChanged(address indexed strategy, uint256 cap);

    /// @notice Emitted when the queue changes.
    /// @param strategies The new queue.
    event QueueChanged(address[] strategies);

    /// @notice Sets the cap of a strategy. What is in it stays.
    /// @param strategy The strategy.
    /// @param cap The new cap.
    function setCap(address strategy, uint256 cap) external onlyRole(CURATOR_ROLE) {
        require(_mayRun(strategy), "StrategyBook: code not approved");
        capOf[strategy] = cap;
        emit CapChanged(strategy, cap);
    }

    /// @notice Sets the queue. Every strategy with assets must be in it.
    /// @param strategies The new queue.
    function setQueue(address[] calldata strategies) external onlyRole(STRATEGIST_ROLE) {
        require(strategies.length <= MAX_QUEUE, "StrategyBook: too many");
        uint256 covered = 0;
        for (uint256 i = 0; i < strategies.length; i++) {
            require(capOf[strategies[i]] > 0 || allocatedTo[strategies[i]] > 0, "StrategyBook: no cap");
            for (uint256 j = 0; j < i; j++) {
                require(strategies[j] != strategies[i], "StrategyBook: twice");
            }
            covered += allocatedTo[strategies[i]];
        }
        require(covered == totalAllocated, "StrategyBook: incomplete");
        _queue = strategies;
        emit QueueChanged(strategies);
    }

    /// @notice Returns the queue.
    /// @return The strategies, in the order in which assets are taken out.
    function queue() external view returns (address[] memory) {
        return _queue;
    }

    /// @notice Returns how much more may be put into a strategy.
    /// @param strategy The strategy.
    /// @return How much it is.
    function roomIn(address strategy) external view returns (uint256) {
        uint256 cap = capOf[strategy];
        uint256 allocated = allocatedTo[strategy];
        return cap > allocated ? cap - allocated : 0;
    }

    /// @param strategy The strategy that receives assets.
    /// @param amount How much.
    function _noteAllocation(address strategy, uint256 amount) internal {
        require(_isQueued(strategy), "StrategyBook: not queued");
        require(allocatedTo[strategy] + amount <= capOf[strategy], "StrategyBook: cap");
        allocatedTo[strategy] += amount;
        totalAllocated += amount;
    }

    /// @param strategy The strategy that returns assets.
    /// @param amount How much.
    function _noteRelease(address strategy, uint256 amount) internal {
        require(amount <= allocatedTo[strategy], "StrategyBook: not allocated");
        allocatedTo[strategy] -= amount;
        totalAllocated -= amount;
    }

    /// @param strategy A strategy.
    /// @return Whether it is in the queue.
    function _isQueued(address strategy) internal view returns (bool) {
        for (uint256 i = 0; i < _queue.length; i++) {
            if (_queue[i] == strategy) {
                return true;
            }
        }
        return false;
    }

    /// @param strategy A strategy.
    /// @return Whether its code may run.
    function _mayRun(address strategy) internal view virtual returns (bool);
}
