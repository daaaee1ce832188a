// unchecked blocks have scopes; memory-safe assembly keeps its mark.
pragma solidity 0.8.30;
contract Sums {
    function run(uint256[] calldata items) external pure returns (uint256 sum) {
        unchecked { uint256 n = items.length; for (uint256 i; i < n; ++i) { sum += items[i]; } }
        /// @solidity memory-safe-assembly
        assembly { let n := 1 sum := add(sum, n) }
        assembly ("memory-safe") { let n := mload(0x40) mstore(n, sum) }
        unchecked { int256 n = -1; sum += uint256(n); }
    }
}
