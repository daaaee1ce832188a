// Calls of overloaded functions inside one another.
pragma solidity 0.8.30;
library Pick { function pick(uint256 a) internal pure returns (uint256) { return a; } function pick(uint8 a, uint256 b) internal pure returns (uint256) { return a + b; } function pick(bool a) internal pure returns (bool) { return a; } }
contract Nest {
    using Pick for *;
    function f(uint256 x) internal pure returns (uint256) { return x; }
    function f(int256 x) internal pure returns (int256) { return x; }
    function f(bytes32 x) internal pure returns (bytes32) { return x; }
    function f(uint256 x, uint256 y) internal pure returns (uint256) { return x + y; }
    function f(function(uint256) pure returns (uint256) g, uint256 x) internal pure returns (uint256) { return g(x); }
    function one(uint256 x) internal pure returns (uint256) { return x; }
    function run(uint256 x, int256 y, bytes32 z) external pure returns (uint256, int256, bytes32) {
        uint256 a = f(f(f(f(x), f(f(x), f(x)))), f(one, f(f(one, x))));
        return (a.pick(), f(f(f(f(f(y))))), f(f(f(f(z)))));
    }
}
