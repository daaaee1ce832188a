// An interface implemented and called, selectors by member and by string.
pragma solidity 0.5.17;
interface Receiver { function onReceive(address from, uint256 value) external returns (bytes4); }
contract Good is Receiver {
    function onReceive(address, uint256) external returns (bytes4) { return this.onReceive.selector; }
}
contract Giver {
    bytes4 constant ID = 0xc01f19f4;
    function give(Receiver to) external returns (bool) {
        require(to.onReceive(msg.sender, 1) == bytes4(keccak256("onReceive(address,uint256)")));
        (bool ok, ) = address(to).call(abi.encodeWithSelector(to.onReceive.selector, msg.sender, 1));
        (ok, ) = address(to).call(abi.encodeWithSignature("onReceive(address,uint256)", msg.sender, 1));
        return ok && ID != bytes4(0);
    }
}
