pragma solidity 0.8.30;
// vulnerable to reentrancy
contract Jar {
    mapping(address => uint256) public kept;
    function take() external {
        (bool ok, ) = msg.sender.call{value: kept[msg.sender]}("");
        require(ok);
        kept[msg.sender] = 0;
    }
}
