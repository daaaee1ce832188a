// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./IGovernance.sol";

/// @notice Holds the treasury and makes the governor's calls after a delay.
contract Timelock is ITimelock {
    uint256 public constant MIN_DELAY = 1 days;
    uint256 public constant MAX_DELAY = 30 days;
    uint256 public constant GRACE_PERIOD = 14 days;

    address private immutable _deployer = msg.sender;

    address public governor;
    uint256 public delay;
    mapping(bytes32 => uint256) public readyAt;

    event GovernorSet(address indexed governor);
    event DelaySet(uint256 delay);

    error NotAuthorised(address caller);
    error BadDelay(uint256 delay);
    error ZeroAddress();
    error AlreadyQueued(bytes32 key);
    error NotQueued(bytes32 key);
    error NotReady(uint256 readyAt);
    error Expired(uint256 readyAt);

    modifier onlyGovernor() {
        if (msg.sender != governor) revert NotAuthorised(msg.sender);
        _;
    }

    constructor(uint256 delay_) {
        _setDelay(delay_);
    }

    receive() external payable {}

    /// @notice The deployer names the first governor, and the governance each later one.
    function setGovernor(address governor_) external {
        address authority = governor == address(0) ? _deployer : address(this);
        if (msg.sender != authority) revert NotAuthorised(msg.sender);
        if (governor_ == address(0)) revert ZeroAddress();
        governor = governor_;
        emit GovernorSet(governor_);
    }

    function setDelay(uint256 delay_) external {
        if (msg.sender != address(this)) revert NotAuthorised(msg.sender);
        _setDelay(delay_);
    }

    function queue(bytes32 key) external onlyGovernor returns (uint256) {
        if (readyAt[key] != 0) revert AlreadyQueued(key);
        readyAt[key] = block.timestamp + delay;
        return readyAt[key];
    }

    function cancel(bytes32 key) external onlyGovernor {
        delete readyAt[key];
    }

    function execute(bytes32 key, Action[] calldata actions) external payable onlyGovernor {
        uint256 ready = readyAt[key];
        if (ready == 0) revert NotQueued(key);
        if (block.timestamp < ready) revert NotReady(ready);
        if (block.timestamp > ready + GRACE_PERIOD) revert Expired(ready);
        delete readyAt[key];
        for (uint256 i = 0; i < actions.length; ++i) {
            (bool ok, bytes memory answer) = actions[i].target.call{value: actions[i].value}(actions[i].data);
            if (!ok) {
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
    }

    function _setDelay(uint256 delay_) private {
        if (delay_ < MIN_DELAY || delay_ > MAX_DELAY) revert BadDelay(delay_);
        delay = delay_;
        emit DelaySet(delay_);
    }
}
