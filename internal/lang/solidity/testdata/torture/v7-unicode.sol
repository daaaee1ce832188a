// Text in strings, comments and hex is no name: value, Amount, transfer(address,uint256).
pragma solidity 0.7.6;
contract Texts {
    string public Amount = unicode"Amount ✓ value";
    bytes raw = hex"416d6f756e74" hex"00";
    string value = "value" " and \"Amount\" \x41";
    function run() external view returns (string memory) { /* Amount value */ // value
        return bytes(value).length > 0 ? value : 'Amount(uint256)';
    }
}
