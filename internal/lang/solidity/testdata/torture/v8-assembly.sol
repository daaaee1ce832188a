// Yul with everything, and Solidity names inside it.
pragma solidity 0.8.30;
contract Deep {
    uint256 constant SLOT = 5;
    uint256 total;
    function run(uint256[] memory values, address to) external returns (uint256 sum, bool success) {
        assembly ("memory-safe") {
            let count := mload(values)
            let end := add(add(values, 32), shl(5, count))
            for { let item := add(values, 32) } lt(item, end) { item := add(item, 32) } { sum := add(sum, mload(item)) }
            sstore(total.slot, sum)
            sstore(SLOT, sum)
            success := call(gas(), to, callvalue(), 0, 0, 0, 0)
            function fail(code, text) { mstore(0, code) mstore(32, text) revert(0, 64) }
            if iszero(success) { fail(1, "call") }
            switch returndatasize() case 0 { success := 1 } case 32 { returndatacopy(0, 0, 32) success := eq(mload(0), 1) } default { success := 0 }
        }
    }
}
