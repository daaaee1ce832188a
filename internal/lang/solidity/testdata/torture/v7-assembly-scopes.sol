// Assembly locals of the same name in several blocks, functions before their definition, leave.
pragma solidity 0.7.6;
contract Yul {
    uint256 constant STEP = 3;
    function run(uint256 count) external pure returns (uint256 sum) {
        assembly {
            { let temp := later(count) sum := temp }
            { let temp, other := pair(sum) sum := add(temp, other) }
            for { let i := 0 } lt(i, count) { i := add(i, STEP) } {
                if eq(i, 6) { continue }
                if gt(i, 9) { break }
                sum := add(sum, i)
            }
            function later(x) -> y { if iszero(x) { leave } y := mul(x, 2) }
            function pair(x) -> y, z { y := later(x) z := x }
            switch sum
            case "abc" { sum := 0x10 }
            case 0x0102 { sum := 1 }
            default { let temp := true sum := add(sum, temp) }
        }
    }
}
