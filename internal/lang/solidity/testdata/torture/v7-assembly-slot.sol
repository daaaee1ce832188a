// x.slot and x.offset, beside variables named slot and offset.
pragma solidity 0.7.6;
contract Slots {
    uint256 slot;
    struct Cell { uint256 offset; }
    Cell cell;
    function run(uint256 offset) external view returns (uint256 value) {
        Cell storage pointer = cell;
        assembly {
            value := add(sload(slot.slot), slot.offset)
            value := add(value, add(pointer.slot, offset))
        }
        value += cell.offset;
    }
}
