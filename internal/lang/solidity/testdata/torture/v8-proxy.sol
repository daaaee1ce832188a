// A proxy with slots as constants, delegatecall in assembly and through a member.
pragma solidity 0.8.30;
library Slot { struct AddressSlot { address value; } function at(bytes32 slot) internal pure returns (AddressSlot storage r) { assembly ("memory-safe") { r.slot := slot } } }
contract Proxy {
    bytes32 internal constant IMPL = bytes32(uint256(keccak256("impl")) - 1);
    constructor(address impl, bytes memory data) payable { Slot.at(IMPL).value = impl; if (data.length > 0) { (bool ok, ) = impl.delegatecall(data); require(ok); } }
    fallback() external payable {
        address impl = Slot.at(IMPL).value;
        assembly { calldatacopy(0, 0, calldatasize()) let result := delegatecall(gas(), impl, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) switch result case 0 { revert(0, returndatasize()) } default { return(0, returndatasize()) } }
    }
    receive() external payable {}
}
