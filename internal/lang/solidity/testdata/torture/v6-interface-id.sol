// type(I).interfaceId beside the same id as a number.
pragma solidity 0.6.12;
interface Vault { function stake(uint256 amount) external; function unstake(uint256 amount) external; function staked(address who) external view returns (uint256); }
abstract contract Stakes is Vault {
    bytes4 internal constant ID = 0x10035fc6;
    function same() external pure returns (bool) { return type(Vault).interfaceId == ID; }
    function answers(bytes4 id) external pure virtual returns (bool) { return id == type(Vault).interfaceId || id == this.same.selector || id == 0xa694fc3a; }
}
