// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// Tokens for those who work for the coop, over years. What is not vested can be taken back by a vote.
contract CoopStreams is Ownable {
    using SafeERC20 for IERC20;

    struct Stream {
        address to;
        uint128 total;
        uint128 claimed;
        uint64 start;
        uint64 cliff;
        uint64 end;
    }

    uint256 public constant LONGEST = 5 * 365 days;

    IERC20 public immutable coop;
    Stream[] public streams;

    error NotYours(address caller);
    error BadTimes();

    constructor(IERC20 coop_, address owner_) Ownable(owner_) {
        coop = coop_;
    }

    function open(address to, uint128 total, uint64 start, uint64 cliff, uint64 end) external onlyOwner returns (uint256 id) {
        require(to != address(0) && total > 0, "empty");
        if (start < block.timestamp || cliff < start || end < cliff || end == start) revert BadTimes();
        if (end - start > LONGEST) revert BadTimes();
        id = streams.length;
        streams.push(Stream(to, total, 0, start, cliff, end));
        coop.safeTransferFrom(msg.sender, address(this), total);
        emit Opened(id, to, total);
    }

    function claim(uint256 id) external returns (uint256 amount) {
        Stream storage stream = streams[id];
        if (msg.sender != stream.to) revert NotYours(msg.sender);
        amount = vested(id) - stream.claimed;
        require(amount > 0, "nothing yet");
        stream.claimed += uint128(amount);
        coop.safeTransfer(msg.sender, amount);
        emit Claimed(id, amount);
    }

    function passOn(uint256 id, address to) external {
        Stream storage stream = streams[id];
        if (msg.sender != stream.to) revert NotYours(msg.sender);
        require(to != address(0), "empty");
        stream.to = to;
        emit PassedOn(id, to);
    }

    /// Ends a stream now. The vested part stays with the receiver.
    function stop(uint256 id) external onlyOwner returns (uint256 rest) {
        Stream storage stream = streams[id];
        uint256 earned = vested(id);
        rest = stream.total - earned;
        stream.total = uint128(earned);
        stream.start = 0;
        stream.cliff = 0;
        stream.end = uint64(block.timestamp);
        coop.safeTransfer(msg.sender, rest);
        emit Stopped(id, rest);
    }

    function claimable(uint256 id) external view returns (uint256) {
        return vested(id) - streams[id].claimed;
    }

    function vested(uint256 id) public view returns (uint256) {
        Stream memory stream = streams[id];
        if (block.timestamp < stream.cliff) return 0;
        if (block.timestamp >= stream.end) return stream.total;
        return (uint256(stream.total) * (block.timestamp - stream.start)) / (stream.end - stream.start);
    }

    event Opened(uint256 indexed id, address indexed to, uint256 total);
    event Claimed(uint256 indexed id, uint256 amount);
    event PassedOn(uint256 indexed id, address indexed to);
    event Stopped(uint256 indexed id, uint256 rest);
}
