// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";

import {IDeposits} from "../interfaces/IEntryPoint.sol";

/**
 * @title DepositBook
 * @notice Deposits, from which fees are paid, and stakes, from which nothing is paid.
 * @dev The ether of the contract is the sum of all deposits and stakes, and of what was forced upon it.
 */
abstract contract DepositBook is IDeposits {
    /// @notice The smallest stake of a paymaster
    uint256 public constant MIN_STAKE = 1 ether;

    /// @notice The shortest time for which a stake stays after it was unlocked
    uint32 public constant MIN_DELAY = 1 days;

    mapping(address holder => uint256) public depositOf;
    mapping(address holder => Stake) private _stakes;

    receive() external payable {
        depositTo(msg.sender);
    }

    /// @notice Add to the deposit of any account
    function depositTo(address holder) public payable {
        depositOf[holder] += msg.value;
        emit Deposited(holder, msg.value);
    }

    /// @notice Take ether out of the caller's deposit
    function withdrawTo(address payable to, uint256 amount) external {
        uint256 held = depositOf[msg.sender];
        if (amount > held) revert DepositTooSmall(msg.sender, held, amount);
        depositOf[msg.sender] = held - amount; //~ DECOY REENTRY_GUARD written before the receiver is called
        emit Withdrawn(msg.sender, to, amount);
        Address.sendValue(to, amount);
    }

    /**
     * @notice Add to the caller's stake, and lock it again if it was unlocked.
     * @param delay Time for which it stays after it was unlocked. It does not become shorter.
     */
    function addStake(uint32 delay) external payable {
        Stake storage stake = _stakes[msg.sender];
        uint32 least = stake.delay > MIN_DELAY ? stake.delay : MIN_DELAY;
        if (delay < least) revert DelayTooShort(delay, least);
        stake.amount += SafeCast.toUint128(msg.value);
        if (stake.amount == 0) revert NothingStaked(msg.sender);
        stake.delay = delay;
        stake.unlockedAt = 0;
        emit StakeAdded(msg.sender, msg.value, delay);
    }

    /// @notice Begin the time after which the stake can be withdrawn
    function unlockStake() external {
        Stake storage stake = _stakes[msg.sender];
        if (stake.amount == 0) revert NothingStaked(msg.sender);
        if (stake.unlockedAt != 0) revert StakeLocked(msg.sender);
        stake.unlockedAt = uint48(block.timestamp) + stake.delay;
        emit StakeUnlocked(msg.sender, stake.unlockedAt);
    }

    /// @notice Withdraw the whole stake
    function withdrawStake(address payable to) external {
        Stake memory stake = _stakes[msg.sender];
        if (stake.unlockedAt == 0 || block.timestamp < stake.unlockedAt) revert StakeLocked(msg.sender);
        delete _stakes[msg.sender];
        emit StakeWithdrawn(msg.sender, to, stake.amount);
        Address.sendValue(to, stake.amount);
    }

    function stakeOf(address holder) external view returns (Stake memory) {
        return _stakes[holder];
    }

    /// @notice Whether a stake is large enough and not about to leave
    function isStaked(address holder) public view returns (bool) {
        Stake storage stake = _stakes[holder];
        return stake.amount >= MIN_STAKE && stake.unlockedAt == 0;
    }

    /// @dev Takes the largest fee of an operation before anything of it is done
    function _reserve(address payer, uint256 amount) internal {
        uint256 held = depositOf[payer];
        if (amount > held) revert DepositTooSmall(payer, held, amount);
        depositOf[payer] = held - amount;
    }

    /// @dev Gives back what an operation has not cost
    function _release(address payer, uint256 amount) internal {
        depositOf[payer] += amount;
    }
}
