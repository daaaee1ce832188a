// Creation with options and named constructor arguments.
pragma solidity 0.8.30;
contract Account { address public owner; uint256 public value; constructor(address owner_, uint256 value_) payable { owner = owner_; value = value_; } receive() external payable {} }
contract Factory {
    event Made(Account indexed account, bytes32 salt);
    function make(bytes32 salt, uint256 value) external payable returns (Account account) {
        account = new Account{salt: salt, value: msg.value}({value_: value, owner_: msg.sender});
        emit Made({salt: salt, account: account});
        payable(account).transfer(account.value());
        bytes32 h = keccak256(abi.encodePacked(type(Account).creationCode, abi.encode(account.owner(), value)));
        require(h != salt && address(account).code.length > 0 && address(account).codehash != 0);
    }
}
