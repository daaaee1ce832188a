// Loose assembly: instructions, labels, jumps, =: x and dup.
pragma solidity 0.4.26;
contract Loose {
    function run(uint limit) public returns (uint total) {
        assembly {
            let index := 0
        again:
            jumpi(finish, eq(index, limit))
            total := add(total, index)
            index := add(index, 1)
            jump(again)
        finish:
            7
            =: index
        }
    }
}
