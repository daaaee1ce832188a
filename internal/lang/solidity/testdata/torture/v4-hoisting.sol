// Before 0.5 a local is visible in its whole function, even above itself and outside its block.
pragma solidity 0.4.26;
contract Hoist {
    uint inner = 5;
    function run(bool flag) public view returns (uint) {
        counter = inner + 1;
        if (flag) { uint counter; uint hidden = 3; }
        for (uint i = 0; i < 3; i++) { hidden += i; }
        return counter + hidden + i;
    }
}
