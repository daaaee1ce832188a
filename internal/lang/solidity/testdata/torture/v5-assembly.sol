// Assembly of 0.5: strict, with _slot and _offset and for loops.
pragma solidity 0.5.17;
contract Machine {
    struct Cell { uint256 value; uint128 half; uint128 rest; }
    mapping(uint256 => Cell) cells;
    uint256 counter;
    bytes data;
    function run(uint256 index) public returns (uint256 result) {
        Cell storage cell = cells[index];
        assembly {
            let ptr := mload(0x40)
            mstore(ptr, index)
            mstore(add(ptr, 32), cells_slot)
            let slot := keccak256(ptr, 64)
            for { let i := 0 } lt(i, 2) { i := add(i, 1) } { result := add(result, sload(add(slot, i))) }
            result := add(sload(cell_slot), cell_offset)
            switch result case 0 { result := 1 } default { sstore(counter_slot, result) }
            if gt(gas, 5) { pop(balance(caller)) }
            function inner(a, b) -> c, d { c := a d := b }
            let left, right := inner(1, 2)
            sstore(data_slot, add(left, right))
        }
    }
}
