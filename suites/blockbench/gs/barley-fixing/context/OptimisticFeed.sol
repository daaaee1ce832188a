// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./IPriceFeed.sol";

// Proposed by one, cancelled by another if it is wrong, settled by anybody when nobody objected.
contract OptimisticFeed is IPriceFeed {
    uint256 public constant DISPUTE_TIME = 6 hours;

    address public immutable proposer;
    address public immutable disputer;
    uint256 public proposed;
    uint256 public settleFrom;
    uint256 public price;
    uint64 public settledAt;

    error NothingProposed();

    constructor(address proposer_, address disputer_, uint256 first) {
        require(proposer_ != disputer_, "same account");
        proposer = proposer_;
        disputer = disputer_;
        price = first;
    }

    function propose(uint256 value) external {
        require(msg.sender == proposer, "not proposer");
        require(value > 0, "no value");
        proposed = value;
        settleFrom = block.timestamp + DISPUTE_TIME;
        emit Proposed(value, settleFrom);
    }

    function dispute() external {
        require(msg.sender == disputer, "not disputer");
        if (proposed == 0) revert NothingProposed();
        proposed = 0;
        emit Disputed();
    }

    function settle() external {
        if (proposed == 0) revert NothingProposed();
        require(block.timestamp >= settleFrom, "too early");
        price = proposed;
        settledAt = uint64(block.timestamp);
        proposed = 0;
        emit Settled(price);
    }

    // the first price has no time, later ones do
    function quote() external view returns (uint256, uint64) {
        return (price, settledAt);
    }

    event Proposed(uint256 value, uint256 settleFrom);
    event Disputed();
    event Settled(uint256 price);
}
