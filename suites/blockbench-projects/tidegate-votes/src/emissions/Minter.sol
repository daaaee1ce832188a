// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {ProtocolRoles} from "../access/ProtocolRoles.sol";
import {IMintable} from "../interfaces/IMintable.sol";
import {IMinter} from "../interfaces/IMinter.sol";
import {IVoter} from "../interfaces/IVoter.sol";
import {EpochMath} from "../libraries/EpochMath.sol";

/**
 * @title Minter
 * @notice Mints the emission of each epoch and hands it to the voter. The emission falls from epoch to epoch until it
 * reaches its floor.
 * @dev An epoch in which nobody calls is skipped: its emission is never minted. Nor is one that the maximum supply does
 * not suffice for. The voter is told of that one, too, so that it shares what it has left.
 */
contract Minter is IMinter, ProtocolRoles {
    using SafeERC20 for IERC20;

    /// @notice Denominator of shares.
    uint256 public constant BASIS = 10_000;

    /// @notice What remains of the emission after an epoch, of BASIS.
    uint256 public constant DECAY = 9_900;

    /// @notice Largest share of the treasury, of BASIS.
    uint256 public constant MAX_TREASURY_SHARE = 500;

    /// @notice Emission below which it does not fall.
    uint256 public constant FLOOR = 10_000e18;

    /// @notice Token that is minted.
    IERC20 public immutable token;

    /// @notice Contract that shares the emission among the gauges.
    IVoter public voter;

    /// @notice Account that gets a share on top of each emission.
    address public treasury;

    /// @notice Share of the treasury, of BASIS.
    uint256 public treasuryShare;

    /// @notice Emission of the next epoch.
    uint256 public weekly;

    /// @notice Beginning of the last epoch whose emission was minted.
    uint256 public activeEpoch;

    /**
     * @notice Sets what does not depend on other contracts.
     * @param token_ Token that is minted.
     * @param treasury_ Account that gets a share on top of each emission.
     */
    constructor(IERC20 token_, address treasury_) {
        require(treasury_ != address(0), "Minter: invalid treasury");
        token = token_;
        treasury = treasury_;
    }

    /**
     * @notice Starts the emissions with the next epoch. Can be called once.
     * @param voter_ Contract that shares the emission among the gauges.
     * @param firstEmission Emission of the first epoch.
     */
    function initialize(IVoter voter_, uint256 firstEmission) external onlyRole(GOVERNOR_ROLE) {
        require(address(voter) == address(0), "Minter: already initialized");
        require(firstEmission >= FLOOR, "Minter: emission too small");
        voter = voter_;
        weekly = firstEmission;
        activeEpoch = EpochMath.startOf(block.timestamp);
    }

    /**
     * @notice Sets the treasury and its share.
     * @param treasury_ Account that gets the share.
     * @param share Share of BASIS.
     */
    function setTreasury(address treasury_, uint256 share) external onlyRole(GOVERNOR_ROLE) {
        require(treasury_ != address(0), "Minter: invalid treasury");
        require(share <= MAX_TREASURY_SHARE, "Minter: share too large");
        treasury = treasury_;
        treasuryShare = share;
    }

    /// @inheritdoc IMinter
    function updateEpoch() external returns (bool minted) {
        uint256 epoch = EpochMath.startOf(block.timestamp);
        if (address(voter) == address(0) || epoch == activeEpoch) return false;
        activeEpoch = epoch;
        uint256 emission = weekly;
        weekly = nextEmission();
        uint256 extra = emission * treasuryShare / BASIS;
        if (token.totalSupply() + emission + extra > IMintable(address(token)).MAX_SUPPLY()) {
            voter.notifyEmission(0);
            return false;
        }
        IMintable(address(token)).mint(address(this), emission);
        if (extra > 0) IMintable(address(token)).mint(treasury, extra);
        token.forceApprove(address(voter), emission);
        voter.notifyEmission(emission);
        emit EpochMinted(epoch, emission, extra);
        return true;
    }

    /**
     * @notice Returns the emission of the epoch after the next.
     * @return Emission after one more step of decay.
     */
    function nextEmission() public view returns (uint256) {
        uint256 decayed = weekly * DECAY / BASIS;
        return decayed > FLOOR ? decayed : FLOOR;
    }
}
