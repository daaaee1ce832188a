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
        require(address(coin_) != address(0), "no coin"); //~ BENIGN INIT
        coin = coin_;
    }

    function open(address worker, uint256 total, uint256 length) external returns (uint256 id) {
        if (worker == address(0) || total == 0 || length == 0) revert BadStream(); //~ BENIGN INPUT_VAL
        id = streams.length;
        streams.push(Stream(msg.sender, worker, total, 0, block.timestamp, block.timestamp + length)); //~ PREREQ STATE_MOD
        coin.safeTransferFrom(msg.sender, address(this), total); //~ DECOY FUND_XFER after the entry, which is gone if it reverts
        emit Opened(id, msg.sender, worker, total); //~ UNRELATED EVENT_EMIT
    }

    function earned(uint256 id) public view returns (uint256) {
        Stream storage s = streams[id];
        uint256 time = Math.min(block.timestamp, s.end) - s.start; //~ BENIGN TIMESTAMP
        return (s.total * time) / (s.end - s.start); //~ BENIGN ARITHMETIC
    }

    function due(uint256 id) public view returns (uint256) {
        return earned(id) - streams[id].collected; //~ PREREQ ARITHMETIC
    }

    // anyone may call it, the money goes to the worker
    function collect(uint256 id) external returns (uint256 amount) {
        Stream storage s = streams[id];
        amount = due(id);
        if (amount == 0) revert Over(); //~ BENIGN INPUT_VAL //~ INSUFF_GUARD#2 INPUT_VAL by books that forget
        s.collected = amount; //~ SECONDARY_VULN#2 STATE_MOD forgets what was collected before
        coin.safeTransfer(s.worker, amount); //~ BENIGN FUND_XFER
        emit Collected(id, amount); //~ UNRELATED EVENT_EMIT
    }

    // either side ends it early, each gets its part
    function stop(uint256 id) external {
        Stream storage s = streams[id];
        if (msg.sender != s.boss && msg.sender != s.worker) revert NotParty(); //~ BENIGN ACCESS_CTRL
        if (block.timestamp >= s.end || block.timestamp == s.start) revert Over(); //~ BENIGN TIMESTAMP
        uint256 whole = earned(id); //~ BENIGN ARITHMETIC
        uint256 rest = s.total - whole; //~ BENIGN ARITHMETIC
        uint256 part = s.total - rest; //~ ROOT_CAUSE COMPUTATION with what was collected
        s.total = whole; //~ BENIGN STATE_MOD
        s.collected = whole; //~ BENIGN STATE_MOD
        s.end = block.timestamp; //~ BENIGN TIMESTAMP
        coin.safeTransfer(s.boss, rest); //~ BENIGN FUND_XFER
        coin.safeTransfer(s.worker, part); //~ PREREQ FUND_XFER
        emit Stopped(id, rest, part); //~ UNRELATED EVENT_EMIT
    }

    event Opened(uint256 indexed id, address indexed boss, address indexed worker, uint256 total);
    event Collected(uint256 indexed id, uint256 amount);
    event Stopped(uint256 indexed id, uint256 rest, uint256 part);
}
