// constant, immutable, transient, override and visibility in any order.
pragma solidity 0.8.30;
interface I { function total() external view returns (uint256); }
contract Attributes is I {
    uint256 constant public FIRST = 1;
    uint256 private immutable second;
    uint256 override public total;
    bytes32 internal transient mark;
    string public constant name = "name";
    address payable public immutable owner;
    uint256[FIRST + 1] private list;
    constructor() payable { second = FIRST; owner = payable(msg.sender); }
    function run() external returns (uint256) { mark = bytes32(second); list[0] = total; return list.length; }
}
