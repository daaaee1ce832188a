// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IVestingVault} from "../interfaces/ILockups.sol";
import {Amounts} from "../libraries/Amounts.sol";

/**
 * @title VestingVault
 * @notice Tokens of all schedules. Sales make schedules for their buyers, and everybody else can make them as well.
 */
contract VestingVault is IVestingVault {
    using SafeERC20 for IERC20;

    Schedule[] private _schedules;

    /// @inheritdoc IVestingVault
    function create(Schedule memory made) external returns (uint256 id) {
        require(made.beneficiary != address(0), "VestingVault: no beneficiary");
        require(made.duration > 0 && made.cliff <= made.duration, "VestingVault: invalid times");
        made.released = 0;
        made.revoked = false;
        id = _schedules.length;
        _schedules.push(made);
        made.token.safeTransferFrom(msg.sender, address(this), made.total);
        emit ScheduleCreated(id, made.beneficiary, made.grantor, made.total);
    }

    /// @inheritdoc IVestingVault
    function release(uint256 id) public returns (uint256 amount) {
        Schedule storage schedule = _schedules[id];
        amount = releasable(id);
        schedule.released += amount;
        schedule.token.safeTransfer(schedule.beneficiary, amount);
        emit Released(id, schedule.beneficiary, amount);
    }

    /// @inheritdoc IVestingVault
    function revoke(uint256 id) external returns (uint256 returned) {
        Schedule storage schedule = _schedules[id];
        require(msg.sender == schedule.grantor, "VestingVault: not the grantor");
        uint256 vested = Math.max(_vestedOf(schedule), schedule.released);
        returned = schedule.total - vested;
        schedule.total = vested;
        schedule.revoked = true;
        schedule.token.safeTransfer(schedule.grantor, returned);
        emit Revoked(id, returned);
    }

    /// @inheritdoc IVestingVault
    function split(uint256 id, uint256 part, address to) external returns (uint256 made) {
        Schedule storage schedule = _schedules[id];
        require(msg.sender == schedule.beneficiary, "VestingVault: not the beneficiary");
        require(to != address(0), "VestingVault: to nobody");
        require(part > 0 && part <= schedule.total, "VestingVault: invalid part");
        uint256 moved = Math.mulDiv(schedule.released, part, schedule.total); //~ BENIGN COMPUTATION both have released the same part
        schedule.total -= part;
        schedule.released -= moved;
        made = _schedules.length;
        _schedules.push(schedule);
        _schedules[made].beneficiary = to;
        _schedules[made].total = part;
        _schedules[made].released = moved;
        emit ScheduleSplit(id, made, to, part);
    }

    /// @inheritdoc IVestingVault
    function releasable(uint256 id) public view returns (uint256) {
        Schedule storage schedule = _schedules[id];
        return Amounts.over(_vestedOf(schedule), schedule.released);
    }

    /// @inheritdoc IVestingVault
    function scheduleOf(uint256 id) external view returns (Schedule memory) {
        return _schedules[id];
    }

    /// @notice Returns the number of schedules.
    function schedules() external view returns (uint256) {
        return _schedules.length;
    }

    /**
     * @dev Returns what has vested of a schedule, with what was released.
     * @param schedule Schedule.
     * @return Tokens; nothing before the cliff, everything of one that was revoked.
     */
    function _vestedOf(Schedule storage schedule) private view returns (uint256) {
        if (schedule.revoked) return schedule.total;
        uint256 elapsed = Amounts.over(block.timestamp, schedule.start);
        if (elapsed < schedule.cliff) return 0;
        elapsed = Math.min(elapsed, schedule.duration); //~ DECOY ARITHMETIC what is released is compared with nothing else
        return Math.mulDiv(schedule.total, elapsed, schedule.duration);
    }
}
