// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";

abstract contract Fees is Ownable2Step {
    uint256 public constant BPS = 10_000;
    uint16 public constant MAX_EXIT_FEE = 100;
    uint16 public constant MAX_RATE = 200;

    address public treasury;
    uint16 public exitFee;
    uint16 public rate;
    uint64 public accruedAt;

    event TreasurySet(address t);
    event FeesSet(uint16 f, uint16 r);

    error BadFee();
    error BadTreasury();

    constructor(address t) {
        _check(t);
        treasury = t;
        accruedAt = uint64(block.timestamp);
    }

    function setTreasury(address t) external onlyOwner {
        _check(t);
        accrue();
        treasury = t;
        emit TreasurySet(t);
    }

    function setFees(uint16 f, uint16 r) external onlyOwner {
        if (f > MAX_EXIT_FEE || r > MAX_RATE) revert BadFee();
        accrue();
        (exitFee, rate) = (f, r);
        emit FeesSet(f, r);
    }

    function accrue() public virtual;

    function _fresh(uint256 supply) internal view returns (uint256) {
        return supply * rate * (block.timestamp - accruedAt) / (BPS * 365 days);
    }

    function _check(address t) private view {
        if (t == address(0) || t == address(this)) revert BadTreasury();
    }
}
