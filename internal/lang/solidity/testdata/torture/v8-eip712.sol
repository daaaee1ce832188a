// Type strings of EIP-712 are data, though they look like signatures.
pragma solidity 0.8.30;
contract Permit {
    struct Order { address maker; uint256 value; }
    bytes32 constant TYPE = keccak256("Order(address maker,uint256 value)");
    function hash(Order memory order) external pure returns (bytes32) { return keccak256(abi.encode(TYPE, order.maker, order.value)); }
    function recover(bytes32 digest, uint8 v, bytes32 r, bytes32 s) external pure returns (address) { return ecrecover(digest, v, r, s); }
}
