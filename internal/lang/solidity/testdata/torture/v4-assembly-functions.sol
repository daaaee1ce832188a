// Assembly functions, their results, and names that stand for storage slots.
pragma solidity 0.4.26;
contract Slots {
    uint first;
    uint stored;
    function read(uint index) public view returns (uint out) {
        assembly {
            function twice(value) -> result { result := mul(value, 2) }
            out := sload(stored_slot)
            out := add(out, stored_offset)
            out := add(twice(out), index)
            let first := 4
            mstore(0x40, add(mload(0x40), first))
        }
    }
}
