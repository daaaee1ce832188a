// Ids with and without what is inherited, of the standard and of errors.
pragma solidity 0.8.30;
interface Owned { function owner() external view returns (address); }
interface Hook is Owned { function before(bytes calldata data) external; function later(bytes calldata data) external; }
abstract contract Hooked is Hook {
    error Locked(uint256 since);
    bytes4 constant OWN = 0xb160c155;
    bytes4 constant WHOLE = 0x3cc50a0e;
    function check(bytes4 id) external pure returns (bool) {
        if (id == type(Hook).interfaceId || id == WHOLE || id == OWN ^ type(Owned).interfaceId) return true;
        return id == 0x01ffc9a7;
    }
    function lock(uint256 since) external pure {
        assembly { mstore(0, 0x032bc66b00000000000000000000000000000000000000000000000000000000) mstore(4, since) revert(0, 36) }
    }
    function isLocked(bytes4 code) external pure returns (bool) { return code == Locked.selector && code == 0x032bc66b; }
}
