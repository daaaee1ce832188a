// Selectors in strings of the old idiom.
pragma solidity 0.4.26;
contract Target {
    function poke(uint256 amount, address[] list) external returns (uint) { return amount + list.length; }
    function plain() external pure {}
    function () external {}
}
contract Caller {
    bytes4 constant PLAIN = bytes4(keccak256("plain()"));
    function run(address at) public returns (bool) {
        bytes4 sig = bytes4(sha3("poke(uint256,address[])"));
        require(at.call(bytes4(keccak256("plain()"))));
        require(at.call(abi.encodeWithSignature("poke(uint256,address[])", 1, new address[](0))));
        require(PLAIN == Target(at).plain.selector);
        return at.call(sig, 1) && at.delegatecall(msg.data) && at.callcode(msg.sig);
    }
}
