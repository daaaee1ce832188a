// Members of address on contracts, which 0.4 allows, with one of them hidden by a function.
pragma solidity 0.4.26;
contract Till {
    function () public payable {}
    function balance() public view returns (uint) { return address(this).balance; }
}
contract Shop {
    Till till;
    function Shop() public { till = new Till(); }
    function close() public returns (uint) {
        till.transfer(this.balance);
        return till.balance() + this.balance;
    }
}
