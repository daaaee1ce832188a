// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// Lets time pass between a decision and the deed.
contract CoopTimelock {
    struct Batch {
        address[] targets;
        uint256[] values;
        bytes[] datas;
    }

    uint256 public constant MIN_DELAY = 1 days;
    uint256 public constant MAX_DELAY = 30 days;
    uint256 public constant GRACE = 14 days;

    address private immutable _deployer;
    address public governor;
    uint256 public delay;
    mapping(bytes32 => uint256) public readyAt;
    mapping(bytes32 => Batch) private _batches;

    error NotGovernor(address caller);
    error NotScheduled(bytes32 hash);
    error NotReady(uint256 at);
    error TooLate(uint256 until);

    modifier onlyGovernor() {
        if (msg.sender != governor) revert NotGovernor(msg.sender);
        _;
    }

    constructor(uint256 delay_) {
        _deployer = msg.sender;
        _setDelay(delay_);
    }

    receive() external payable {}

    /// The deployer sets the first governor, all others come out of a vote.
    function setGovernor(address governor_) external {
        bool first = governor == address(0) && msg.sender == _deployer;
        require(first || msg.sender == address(this), "not yours");
        require(governor_ != address(0), "nobody");
        governor = governor_;
        emit GovernorSet(governor_);
    }

    function setDelay(uint256 delay_) external {
        require(msg.sender == address(this), "not yours");
        _setDelay(delay_);
    }

    /// Keeps a batch, so that all can read it before they vote.
    function submit(Batch calldata batch, bytes32 salt) external onlyGovernor returns (bytes32 hash) {
        hash = hashOf(batch, salt);
        require(_batches[hash].targets.length == 0, "submitted");
        _batches[hash] = batch;
        emit Submitted(hash);
    }

    function schedule(bytes32 hash) external onlyGovernor returns (uint256 at) {
        require(readyAt[hash] == 0, "scheduled");
        at = block.timestamp + delay;
        readyAt[hash] = at;
        emit Scheduled(hash, at);
    }

    function cancel(bytes32 hash) external onlyGovernor {
        if (readyAt[hash] == 0) revert NotScheduled(hash);
        delete readyAt[hash];
        emit Cancelled(hash);
    }

    function execute(bytes32 hash) external onlyGovernor {
        uint256 at = readyAt[hash];
        if (at == 0) revert NotScheduled(hash);
        if (block.timestamp < at) revert NotReady(at);
        if (block.timestamp > at + GRACE) revert TooLate(at + GRACE);
        delete readyAt[hash];
        Batch memory batch = _batches[hash];
        for (uint256 i = 0; i < batch.targets.length; i++) {
            Address.functionCallWithValue(batch.targets[i], batch.datas[i], batch.values[i]);
        }
        emit Executed(hash);
    }

    function batchOf(bytes32 hash) external view returns (Batch memory) {
        return _batches[hash];
    }

    function hashOf(Batch calldata batch, bytes32 salt) public pure returns (bytes32) {
        return keccak256(abi.encode(batch.targets, batch.values, batch.datas, salt));
    }

    function _setDelay(uint256 delay_) private {
        require(delay_ >= MIN_DELAY && delay_ <= MAX_DELAY, "bad delay");
        delay = delay_;
        emit DelaySet(delay_);
    }

    event GovernorSet(address indexed governor);
    event DelaySet(uint256 delay);
    event Submitted(bytes32 indexed hash);
    event Scheduled(bytes32 indexed hash, uint256 at);
    event Cancelled(bytes32 indexed hash);
    event Executed(bytes32 indexed hash);
}
