// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";

interface IDailyFeed {
    // usdc for one whole token
    function price() external view returns (uint256);

    // the lower one of the present price and of the next, once that is known
    function lowest() external view returns (uint256);
}

// A fixing a day, usually published the evening before.
contract DailyFeed is IDailyFeed, Ownable2Step {
    struct Fixing {
        uint192 price;
        uint64 from;
    }

    uint256 public constant MAX_MOVE_BPS = 3_000;

    address public publisher;
    Fixing public former;
    Fixing public latest;

    error NotPublisher();

    constructor(address publisher_, uint192 price_) Ownable(msg.sender) {
        require(publisher_ != address(0) && price_ > 0, "bad setup");
        publisher = publisher_;
        latest = Fixing(price_, uint64(block.timestamp));
        former = latest;
    }

    function setPublisher(address publisher_) external onlyOwner {
        require(publisher_ != address(0), "no publisher");
        publisher = publisher_;
        emit PublisherSet(publisher_);
    }

    function publish(uint192 price_, uint64 from) external {
        if (msg.sender != publisher) revert NotPublisher();
        require(block.timestamp >= latest.from, "one at a time");
        require(from >= block.timestamp && from <= block.timestamp + 7 days, "bad time");
        uint256 move = (uint256(latest.price) * MAX_MOVE_BPS) / 10_000;
        require(price_ >= latest.price - move && price_ <= latest.price + move, "big move");
        former = latest;
        latest = Fixing(price_, from);
        emit Published(price_, from);
    }

    function price() external view returns (uint256) {
        return block.timestamp < latest.from ? former.price : latest.price;
    }

    function lowest() external view returns (uint256) {
        return block.timestamp >= latest.from || latest.price < former.price ? latest.price : former.price;
    }

    event PublisherSet(address publisher);
    event Published(uint256 price, uint256 from);
}
