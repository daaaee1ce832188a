// Topics and selectors as numbers, in Solidity and in assembly.
pragma solidity 0.7.6;
contract Raw {
    event Staked(address indexed who, uint256 amount);
    bytes32 constant TOPIC = 0x9e71bc8eea02a63969f509818f2dafb9254532904319f9dbda79b67bd34a5f3d;
    function stake(uint256 amount) external {
        emit Staked(msg.sender, amount);
        assembly {
            mstore(0, amount)
            log2(0, 32, 0x9e71bc8eea02a63969f509818f2dafb9254532904319f9dbda79b67bd34a5f3d, caller())
        }
        require(TOPIC == keccak256("Staked(address,uint256)"));
    }
    function unstake(uint256 amount) external {
        assembly {
            mstore(0, 0xa694fc3a00000000000000000000000000000000000000000000000000000000)
            mstore(4, amount)
            if iszero(eq(shr(224, mload(0)), 0xa694fc3a)) { revert(0, 0) }
        }
    }
}
