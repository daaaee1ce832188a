// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "./RewardArithmetic.sol";

/**
 * The schedule by which rewards come into being. The rate is constant between two decisions of the owner, so that the emission
 * since the beginning is a sum of rectangles, of which the last one is still growing.
 */
abstract contract EmissionSchedule is Ownable {
    using SafeMath for uint256;

    uint256 public constant MAXIMUM_EMISSION_PER_SECOND = 1e18;

    uint256 public emissionPerSecond;
    uint256 public emissionChangedAt;
    uint256 private emissionBeforeChange;

    event EmissionChanged(uint256 emissionPerSecond);

    /**
     * The schedule begins when the contract is created.
     */
    constructor(uint256 initialEmissionPerSecond) {
        _changeEmission(initialEmissionPerSecond);
    }

    /**
     * The emission since the beginning, whether it was claimed or not.
     */
    function scheduledEmission() public view returns (uint256) {
        uint256 duration = block.timestamp.sub(emissionChangedAt);
        return emissionBeforeChange.add(RewardArithmetic.emissionOver(duration, emissionPerSecond));
    }

    /**
     * Ends the last rectangle of the schedule and begins the next one.
     */
    function _changeEmission(uint256 newEmissionPerSecond) internal {
        require(newEmissionPerSecond <= MAXIMUM_EMISSION_PER_SECOND, "The emission must not exceed its maximum");
        emissionBeforeChange = scheduledEmission();
        emissionChangedAt = block.timestamp;
        emissionPerSecond = newEmissionPerSecond;
        emit EmissionChanged(newEmissionPerSecond);
    }
}
