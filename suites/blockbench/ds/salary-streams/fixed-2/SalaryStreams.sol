// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

error BadStream();
error NotParty();
error Over();

// pays salaries by the second
contract SalaryStreams {
    using SafeERC20 for IERC20;

    struct Stream {
        address boss;
        address worker;
        uint256 total;
        uint256 collected;
        uint256 start;
        uint256 end;
    }

    IERC20 public immutable coin; // no fee on transfers
    Stream[] public streams;

    constructor(IERC20 coin_) {
        require(address(coin_) != address(0), "no coin");
        coin = coin_;
    }

    function open(address worker, uint256 total, uint256 length) external returns (uint256 id) {
        if (worker == address(0) || total == 0 || length == 0) revert BadStream();
        id = streams.length;
        streams.push(Stream(msg.sender, worker, total, 0, block.timestamp, block.timestamp + length));
        coin.safeTransferFrom(msg.sender, address(this), total);
        emit Opened(id, msg.sender, worker, total);
    }

    function earned(uint256 id) public view returns (uint256) {
        Stream storage s = streams[id];
        uint256 time = Math.min(block.timestamp, s.end) - s.start;
        return (s.total * time) / (s.end - s.start);
    }

    function due(uint256 id) public view returns (uint256) {
        return earned(id) - streams[id].collected;
    }

    // anyone may call it, the money goes to the worker
    function collect(uint256 id) external returns (uint256 amount) {
        Stream storage s = streams[id];
        amount = due(id);
        if (amount == 0) revert Over();
        s.collected += amount;
        coin.safeTransfer(s.worker, amount);
        emit Collected(id, amount);
    }

    // either side ends it early, each gets its part
    function stop(uint256 id) external {
        Stream storage s = streams[id];
        if (msg.sender != s.boss && msg.sender != s.worker) revert NotParty();
        if (block.timestamp >= s.end || block.timestamp == s.start) revert Over();
        uint256 whole = earned(id);
        uint256 rest = s.total - whole;
        uint256 part = s.total - rest;
        s.total = whole;
        s.collected = whole;
        s.end = block.timestamp;
        coin.safeTransfer(s.boss, rest);
        coin.safeTransfer(s.worker, part);
        emit Stopped(id, rest, part);
    }

    event Opened(uint256 indexed id, address indexed boss, address indexed worker, uint256 total);
    event Collected(uint256 indexed id, uint256 amount);
    event Stopped(uint256 indexed id, uint256 rest, uint256 part);
}
