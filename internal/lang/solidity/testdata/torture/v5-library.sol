// A library with public functions over its own struct, called by name and attached.
pragma solidity 0.5.17;
library Vaults {
    struct Vault { uint256 balance; address owner; }
    event Opened(address owner);
    function open(Vault storage self, address owner) public { self.owner = owner; emit Opened(owner); }
    function transfer(Vault storage self, Vault storage other, uint256 value) public { self.balance -= value; other.balance += value; }
    function inner(uint256 x) internal pure returns (uint256) { return x; }
}
contract Uses {
    using Vaults for Vaults.Vault;
    Vaults.Vault a;
    Vaults.Vault b;
    function run() public {
        a.open(msg.sender);
        a.transfer(b, Vaults.inner(3));
        Vaults.transfer(a, b, a.balance);
        msg.sender.transfer(address(this).balance);
    }
}
