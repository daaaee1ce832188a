// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "../interfaces/IMutual.sol";

// Base of everything that asks the register who is calling.
abstract contract UnderMutual {
    IMutual public immutable mutual;
    IERC20 public immutable coin;

    constructor(IMutual _mutual) {
        mutual = _mutual;
        coin = _mutual.coin();
    }

    modifier onlyChair() {
        require(mutual.isChair(msg.sender), "mutual: not the chair");
        _;
    }

    modifier onlyClerk() {
        require(mutual.isClerk(msg.sender), "mutual: not a clerk");
        _;
    }

    modifier onlyWarden() {
        require(mutual.isWarden(msg.sender), "mutual: not a warden");
        _;
    }

    modifier onlyBook() {
        require(msg.sender == mutual.book(), "mutual: not the book");
        _;
    }

    modifier onlyClaims() {
        require(msg.sender == mutual.claims(), "mutual: not the claims");
        _;
    }

    modifier onlyTreaties() {
        require(msg.sender == mutual.treaties(), "mutual: not the treaties");
        _;
    }
}
