// Free functions, constants at file level, and hiding between levels.
pragma solidity 0.7.6;
uint256 constant LIMIT = 10;
uint256 constant LENGTH = 2;
function clamp(uint256 value) pure returns (uint256) { return value > LIMIT ? LIMIT : value; }
function both(uint256 a) pure returns (uint256) { return clamp(a) + LIMIT; }
library Clamps { function half(uint256 value) internal pure returns (uint256) { return clamp(value) / 2; } }
contract Uses {
    uint256[LENGTH] pair;
    using Clamps for uint256;
    function clamp() internal view returns (uint256) { return both(pair[1]).half() + pair.length; }
    function run() external view returns (uint256) { return clamp(); }
}
