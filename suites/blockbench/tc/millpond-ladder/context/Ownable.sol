pragma solidity 0.4.26;

/**
 * @title Ownable
 * @dev A contract with an owner, who is whoever has deployed it until the ownership is transferred.
 */
contract Ownable {
    address public owner;

    event OwnershipTransferred(address indexed from, address indexed to);

    /**
     * @dev Only the owner may call.
     */
    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    constructor() public {
        owner = msg.sender;
    }

    /**
     * @dev Transfers the ownership.
     * @param _to The new owner.
     */
    function transferOwnership(address _to) external onlyOwner {
        require(_to != address(0), "no new owner");
        emit OwnershipTransferred(owner, _to);
        owner = _to;
    }
}
