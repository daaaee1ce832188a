// The constructor keyword as of 0.4.22 and base constructors as modifiers.
pragma solidity 0.4.26;
contract Base {
    uint value;
    constructor(uint gas) public { value = gas; }
}
contract Left is Base {
    constructor(uint amount) Base(amount) public { value += amount; }
}
