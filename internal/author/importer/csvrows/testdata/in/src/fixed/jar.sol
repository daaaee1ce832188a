pragma solidity 0.8.30;
contract Jar {
    mapping(address => uint256) public kept;
    function take() external {
        uint256 n = kept[msg.sender];
        kept[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: n}("");
        require(ok);
    }
}
