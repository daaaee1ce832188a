// Slices of calldata, and abi.decode with user types.
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;
contract Decoder {
    struct Message { uint256 number; address sender; }
    enum Kind { None, Some }
    function run(bytes calldata data) external view returns (address sender, uint256 number) {
        Message memory message = abi.decode(data[4:], (Message));
        bytes calldata rest = data[:4];
        (Kind kind, Decoder self) = abi.decode(data[4:68], (Kind, Decoder));
        require(kind == Kind.Some && address(self) != address(0) && rest.length == 4);
        (sender, number) = (message.sender, abi.decode(data[4:], (Message)).number);
        require(block.number >= number && msg.sender == sender);
    }
}
