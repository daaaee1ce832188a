// abi.encodeCall, encodeWithSelector and a selector as a number.
pragma solidity 0.8.30;
interface Vault { function deposit(uint256 amount, address to) external returns (uint256); function transfer(address to, uint256 value) external returns (bool); function value() external view returns (uint256); }
contract Client {
    bytes4 constant TRANSFER = 0xa9059cbb;
    function run(Vault vault) external returns (bytes memory a, bytes memory b) {
        a = abi.encodeCall(vault.deposit, (1, msg.sender));
        b = abi.encodeCall(Vault.transfer, (msg.sender, vault.value()));
        b = bytes.concat(a, b, abi.encodeWithSelector(Vault.deposit.selector, 1, address(this)));
        b = abi.encodePacked(TRANSFER, abi.encode(msg.sender));
        (bool ok, ) = address(vault).call(abi.encodeWithSignature("deposit(uint256,address)", 1, msg.sender));
        require(ok && Vault.transfer.selector == TRANSFER);
        assembly { mstore(0, 0xa9059cbb00000000000000000000000000000000000000000000000000000000) }
    }
}
