// State variables of one name in base and heir, and locals that hide state and globals.
pragma solidity 0.4.26;
contract Base {
    uint amount = 1;
    function read() public view returns (uint) { return amount; }
}
contract Heir is Base {
    uint amount = 2;
    function read() public view returns (uint) { return amount + Base.read() + super.read(); }
    function hide(uint amount, uint now) public pure returns (uint) { uint length = amount + now; return length; }
    function sha256() public pure returns (uint) { return 1; }
    function both() public view returns (uint) { return sha256() + block.timestamp + uint(block.blockhash(block.number - 1)); }
}
