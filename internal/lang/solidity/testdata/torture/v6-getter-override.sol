// A public variable overrides an interface function; both are one name.
pragma solidity 0.6.12;
interface Sized { function balance() external view returns (uint256); function at(address who) external view returns (uint256); }
contract Box is Sized {
    uint256 public override balance;
    mapping(address => uint256) public override at;
    function grow(Sized other) external { balance += other.balance() + other.at(msg.sender) + this.balance() + address(other).balance; }
}
