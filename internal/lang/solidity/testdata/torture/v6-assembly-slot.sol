// _slot and _offset for the last time, on names that contain them already.
pragma solidity 0.6.12;
contract Slots {
    uint256 slot;
    uint256 my_slot_count;
    uint128 a;
    uint128 b;
    function run() public view returns (uint256 r) {
        assembly {
            r := add(sload(slot_slot), sload(my_slot_count_slot))
            r := add(r, add(b_slot, b_offset))
            let x_y := a_offset
            r := add(r, x_y)
        }
    }
}
