// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

abstract contract Lanes is Ownable2Step, Pausable {
    struct Lane {
        uint96 price;
        uint32 term;
        uint16 ahead;
        uint16 notice;
        uint16 bond;
        bool open;
    }

    uint256 public constant MAX_LANES = 32;
    uint96 public constant MAX_PRICE = 100 ether;
    uint16 public constant MAX_AHEAD = 365;
    uint16 public constant MAX_BOND = 20_000;

    Lane[] public lanes;

    event LaneAdded(uint256 indexed l, uint96 p, uint32 t, uint16 a, uint16 n, uint16 b);
    event LaneSet(uint256 indexed l, uint96 p, uint16 b, bool o);

    error BadLane();
    error NoLane();

    function addLane(uint96 p, uint32 t, uint16 a, uint16 n, uint16 b) external onlyOwner returns (uint256 l) {
        l = lanes.length;
        if (l == MAX_LANES || t < 1 hours || t > 30 days || a > MAX_AHEAD || n == 0 || n >= a) revert BadLane();
        _check(p, b);
        lanes.push(Lane(p, t, a, n, b, true));
        emit LaneAdded(l, p, t, a, n, b);
    }

    function setLane(uint256 l, uint96 p, uint16 b, bool o) external onlyOwner {
        Lane storage x = _lane(l);
        _check(p, b);
        (x.price, x.bond, x.open) = (p, b, o);
        emit LaneSet(l, p, b, o);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function laneCount() external view returns (uint256) {
        return lanes.length;
    }

    function epoch(uint256 l) public view returns (uint256) {
        return block.timestamp / _lane(l).term;
    }

    function cost(uint256 l) public view returns (uint256 p, uint256 b) {
        Lane storage x = _lane(l);
        p = x.price;
        b = p * x.bond / 10_000;
    }

    function _lane(uint256 l) internal view returns (Lane storage) {
        if (l >= lanes.length) revert NoLane();
        return lanes[l];
    }

    function _check(uint96 p, uint16 b) private pure {
        if (p == 0 || p > MAX_PRICE || b > MAX_BOND) revert BadLane();
    }
}
