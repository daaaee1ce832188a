// The id of an interface by hand: as one number, and as the exclusive or of numbers and of hashes.
pragma solidity 0.4.26;
interface Vault { function stake(uint256 amount) external; function unstake(uint256 amount) external; function staked(address who) external view returns (uint256); }
contract Registry {
    bytes4 constant VAULT = 0x10035fc6;
    bytes4 constant TWO = bytes4(0xa694fc3a) ^ bytes4(0x2e17de78);
    bytes4 constant SUMS = bytes4(keccak256("stake(uint256)")) ^ bytes4(keccak256("unstake(uint256)")) ^ bytes4(keccak256("staked(address)"));
    mapping(bytes4 => bool) public supported;
    function Registry() public { supported[VAULT] = SUMS == VAULT && TWO != VAULT; supported[0x01ffc9a7] = true; }
    function stake(uint256 amount) external { require(amount > 0x2e17); }
}
