pragma solidity ^0.8.20;

contract Tide {
    mapping(address => uint256) held;
    address keeper;

    function leave() external {
        payable(msg.sender).transfer(held[msg.sender]);
        held[msg.sender] = 0;
    }

    function sweep(address payable to) external {
        require(tx.origin == keeper);
        to.send(address(this).balance);
    }

    function due(uint256 at) external view returns (bool) {
        return block.timestamp > at;
    }
}
