// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.24;

import "./IThread.sol";

/// Streams a reward to accounts by weight.
abstract contract WeightedStream {
    uint256 private constant SCALE = 1e18;

    IThread public immutable prize;
    address public immutable steward;

    uint256 public perSecond;
    uint256 public endsAt;
    uint256 public countedTo;
    uint256 public index;

    uint256 public totalWeight;
    mapping(address => uint256) public weightOf;
    mapping(address => uint256) private indexOf;
    mapping(address => uint256) private credit;

    event StreamSet(uint256 perSecond, uint256 endsAt);
    event PrizeTaken(address indexed account, uint256 amount);

    error StewardOnly();
    error StreamRuns();
    error TransferRefused();

    constructor(IThread prize_) {
        prize = prize_;
        steward = msg.sender;
    }

    /// Starts a stream of `amount` over `duration`, once the former one is over.
    function startStream(uint256 amount, uint256 duration) external {
        if (msg.sender != steward) revert StewardOnly();
        if (block.timestamp < endsAt) revert StreamRuns();
        _count();
        perSecond = amount / duration;
        endsAt = block.timestamp + duration;
        countedTo = block.timestamp;
        emit StreamSet(perSecond, endsAt);
        if (!prize.transferFrom(msg.sender, address(this), perSecond * duration)) revert TransferRefused();
    }

    function takePrize() external returns (uint256 amount) {
        _settle(msg.sender);
        amount = credit[msg.sender];
        credit[msg.sender] = 0;
        emit PrizeTaken(msg.sender, amount);
        if (!prize.transfer(msg.sender, amount)) revert TransferRefused();
    }

    function _settle(address account) internal {
        _count();
        credit[account] += (weightOf[account] * (index - indexOf[account])) / SCALE;
        indexOf[account] = index;
    }

    /// Only after `_settle` of the same account.
    function _setWeight(address account, uint256 weight) internal {
        totalWeight = totalWeight - weightOf[account] + weight;
        weightOf[account] = weight;
    }

    function _count() private {
        uint256 to = block.timestamp < endsAt ? block.timestamp : endsAt;
        if (to > countedTo && totalWeight != 0) index += ((to - countedTo) * perSecond * SCALE) / totalWeight;
        if (to > countedTo) countedTo = to;
    }
}
