// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";

abstract contract Tiers is Ownable2Step {
    struct Tier {
        uint32 len;
        uint16 bps;
        uint8 mul;
        bool open;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant MIN_LEN = 30 days;
    uint256 public constant MAX_LEN = 720 days;
    uint256 public constant MAX_BPS = 2_000;
    uint256 public constant MAX_MUL = 16;
    uint256 public constant MAX_TIERS = 16;

    Tier[] public tiers;

    error BadTier();
    error Closed();

    event TierAdded(uint256 indexed id, uint256 len, uint256 bps, uint256 mul);
    event TierOpen(uint256 indexed id, bool open);

    function addTier(uint32 len, uint16 bps, uint8 mul) external onlyOwner returns (uint256 id) {
        id = tiers.length;
        if (id >= MAX_TIERS || bps > MAX_BPS || mul > MAX_MUL || len > MAX_LEN) revert BadTier();
        if (len < MIN_LEN && (len != 0 || bps != 0 || mul != 0)) revert BadTier();
        tiers.push(Tier(len, bps, mul, true));
        emit TierAdded(id, len, bps, mul);
    }

    function setOpen(uint256 id, bool open) external onlyOwner {
        tiers[id].open = open;
        emit TierOpen(id, open);
    }

    function quote(uint256 amt, uint256 id) public view returns (uint256) {
        return (amt * tiers[id].bps) / BPS;
    }

    function tierCount() external view returns (uint256) {
        return tiers.length;
    }

    function _tier(uint256 id) internal view returns (Tier memory t) {
        t = tiers[id];
        if (!t.open) revert Closed();
    }
}
