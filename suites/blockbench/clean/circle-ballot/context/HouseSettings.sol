// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// Who may run rounds, for which funds, and what the house takes.
abstract contract HouseSettings is Ownable2Step, Pausable {
    uint16 public constant MAX_FEE_BPS = 500;

    address public treasury;
    uint16 public feeBps;
    mapping(address => bool) public isOrganizer;
    mapping(address => bool) public isFund;

    error NotOrganizer(address who);

    event TreasurySet(address treasury);
    event FeeSet(uint16 feeBps);
    event OrganizerSet(address indexed who, bool allowed);
    event FundSet(address indexed fund, bool allowed);

    modifier onlyOrganizer() {
        if (!isOrganizer[msg.sender]) revert NotOrganizer(msg.sender);
        _;
    }

    constructor(address owner_, address treasury_, uint16 feeBps_) Ownable(owner_) {
        _setTreasury(treasury_);
        _setFee(feeBps_);
    }

    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    /// For rounds that open from now on.
    function setFee(uint16 feeBps_) external onlyOwner {
        _setFee(feeBps_);
    }

    function setOrganizer(address who, bool allowed) external onlyOwner {
        isOrganizer[who] = allowed;
        emit OrganizerSet(who, allowed);
    }

    function setFund(address fund, bool allowed) external onlyOwner {
        require(fund != address(0), "no fund");
        isFund[fund] = allowed;
        emit FundSet(fund, allowed);
    }

    /// No new rounds. The ones that are open go on.
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

    function _setFee(uint16 feeBps_) private {
        require(feeBps_ <= MAX_FEE_BPS, "fee too high");
        feeBps = feeBps_;
        emit FeeSet(feeBps_);
    }
}
