// address payable, and a user's transfer and balance beside the language's.
pragma solidity 0.5.17;
contract Coin {
    mapping(address => uint256) public balance;
    function transfer(address payable to, uint256 value) external returns (bool) {
        (bool success, bytes memory data) = to.call.value(value)("");
        require(success && data.length == 0);
        balance[to] += to.balance;
        return true;
    }
    function value() external payable returns (uint256) { return msg.value; }
}
contract Payer {
    Coin coin = new Coin();
    function pay(address payable to) external payable {
        coin.transfer(to, 1);
        to.transfer(1);
        coin.value.value(1)();
        coin.value.value(msg.value).gas(gasleft())();
        address(uint160(address(coin))).transfer(0);
    }
}
