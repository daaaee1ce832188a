// Overloads by count and type, called with literals, variables and names.
pragma solidity 0.5.17;
contract Overloads {
    function set(uint256 value) public pure returns (uint256) { return value; }
    function set(address owner) public pure returns (address) { return owner; }
    function set(uint256 value, address owner) public pure returns (address) { return value > 0 ? owner : address(0); }
    function set(string memory text) internal pure returns (bytes memory) { return bytes(text); }
    function run() public view returns (uint256) {
        set(msg.sender);
        set("text").length;
        set({value: 1, owner: msg.sender}).balance;
        set(set(1), set(address(this)));
        return set(uint256(2));
    }
}
contract More is Overloads {
    function set(bool flag) public pure returns (bool) { return flag; }
    function again() public view returns (bool) { super.set(3); return set(true); }
}
