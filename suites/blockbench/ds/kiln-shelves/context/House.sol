// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// The boring half: who runs the site, where its ether goes, what the keepers get.
abstract contract House is Ownable2Step, Pausable {
    uint256 public constant MAX_TIP = 200; // of 10_000
    uint256 public constant BPS = 10_000;

    address public treasury;
    uint256 public tipBps = 50;

    constructor(address treasury_) Ownable(msg.sender) {
        _setTreasury(treasury_);
    }

    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    // Keepers get this part of the rent of a round for settling it.
    function setTip(uint256 bps) external onlyOwner {
        require(bps <= MAX_TIP, "tip too high");
        tipBps = bps;
        emit TipSet(bps);
    }

    // No new bids. Rounds still end, and everybody still gets their ETH.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function _setTreasury(address treasury_) private {
        require(treasury_ != address(0), "no treasury");
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }

    event TreasurySet(address treasury);
    event TipSet(uint256 bps);
}
