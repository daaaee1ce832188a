// type(C).name carries the contract's name into the code.
pragma solidity 0.6.12;
interface Named { function name() external view returns (string memory); }
contract Plain is Named { function name() external view override returns (string memory) { return type(Plain).name; } }
contract Maker {
    function code() external pure returns (uint256) { return type(Plain).creationCode.length; }
    function id() external pure returns (bytes4) { return type(Named).interfaceId; }
}
