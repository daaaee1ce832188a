// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";

// what a grant still holds back, for any total and start
abstract contract Schedule {
    using SafeMath for uint256;

    uint256 public immutable duration;

    constructor(uint256 _duration) {
        require(_duration > 0 && _duration <= 3650 days, "!duration");
        duration = _duration;
    }

    function locked(uint256 total, uint256 start) external view returns (uint256) {
        uint256 elapsed = block.timestamp.sub(start);
        if (elapsed >= duration) return 0;
        return total.sub(_vested(total, elapsed));
    }

    function _vested(uint256 total, uint256 elapsed) internal view virtual returns (uint256);
}

// evenly, nothing before the cliff
contract LinearSchedule is Schedule {
    using SafeMath for uint256;

    uint256 public immutable cliff;

    constructor(uint256 _duration, uint256 _cliff) Schedule(_duration) {
        require(_cliff <= _duration, "!cliff");
        cliff = _cliff;
    }

    function _vested(uint256 total, uint256 elapsed) internal view override returns (uint256) {
        if (elapsed < cliff) return 0;
        return total.mul(elapsed).div(duration);
    }
}

// in equal steps
contract StepSchedule is Schedule {
    using SafeMath for uint256;

    uint256 public immutable steps;

    constructor(uint256 _duration, uint256 _steps) Schedule(_duration) {
        require(_steps > 0 && _steps <= 120, "!steps");
        steps = _steps;
    }

    function _vested(uint256 total, uint256 elapsed) internal view override returns (uint256) {
        uint256 done = elapsed.mul(steps).div(duration);
        return total.mul(done).div(steps);
    }
}

// a part at once, the rest evenly
contract UpfrontSchedule is Schedule {
    using SafeMath for uint256;

    uint256 public constant MAX_BPS = 10000;

    uint256 public immutable upfront_bps;

    constructor(uint256 _duration, uint256 _upfront_bps) Schedule(_duration) {
        require(_upfront_bps < MAX_BPS, "!upfront");
        upfront_bps = _upfront_bps;
    }

    function _vested(uint256 total, uint256 elapsed) internal view override returns (uint256) {
        uint256 upfront = total.mul(upfront_bps).div(MAX_BPS);
        return upfront.add(total.sub(upfront).mul(elapsed).div(duration));
    }
}

// for one grant, whose steps a reviewer confirms; all of it is free at the end of the duration
contract MilestoneSchedule is Schedule {
    using SafeMath for uint256;

    address public reviewer;
    uint256 public immutable steps;
    uint256 public done;

    event Confirmed(uint256 done);
    event ReviewerSet(address indexed reviewer);

    constructor(uint256 _duration, uint256 _steps, address _reviewer) Schedule(_duration) {
        require(_steps > 0 && _steps <= 120, "!steps");
        require(_reviewer != address(0), "!reviewer");
        steps = _steps;
        reviewer = _reviewer;
    }

    function confirm() external {
        require(msg.sender == reviewer, "!reviewer");
        require(done < steps, "!steps");
        done = done.add(1);
        emit Confirmed(done);
    }

    function set_reviewer(address _reviewer) external {
        require(msg.sender == reviewer && _reviewer != address(0), "!reviewer");
        reviewer = _reviewer;
        emit ReviewerSet(_reviewer);
    }

    function _vested(uint256 total, uint256) internal view override returns (uint256) {
        return total.mul(done).div(steps);
    }
}
