// Structs and enums in the ABI, and their signatures as strings.
pragma solidity 0.5.17;
pragma experimental ABIEncoderV2;
contract Orders {
    enum Side { Buy, Sell }
    struct Leg { uint256 price; Side side; }
    struct Order { address maker; Leg[] legs; }
    event Filled(Order order);
    function fill(Order memory order) public returns (bytes4) {
        emit Filled(order);
        return bytes4(keccak256("fill((address,(uint256,uint8)[]))"));
    }
    function encode(Order memory order) public pure returns (bytes memory data) {
        data = abi.encode(order.legs, order.maker);
        (Leg[] memory legs, address maker) = abi.decode(data, (Leg[], address));
        legs[0].price = uint256(maker);
    }
}
