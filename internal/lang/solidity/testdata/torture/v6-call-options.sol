// {value:, gas:, salt:} beside parameters named value, gas and salt.
pragma solidity 0.6.12;
contract Child { uint256 public salt; constructor(uint256 value) public payable { salt = value; } function pay(uint256 gas, uint256 value) external payable returns (uint256) { return gas + value; } }
contract Parent {
    function run(uint256 value, uint256 gas, bytes32 salt) external payable {
        Child child = new Child{value: value, salt: salt}(gas);
        child.pay{value: value, gas: gas}(value, gas);
        child.pay{value: msg.value}({gas: gas, value: value});
        (bool ok, ) = msg.sender.call{value: value}("");
        require(ok && child.salt() == value);
    }
}
