// Variables of function type, their selector, value and gas.
pragma solidity 0.4.26;
contract Callbacks {
    function (uint) external returns (uint) hook;
    function (uint) internal pure returns (uint) inner = twice;
    mapping(address => function (uint value) external) hooks;
    function twice(uint x) internal pure returns (uint) { return 2 * x; }
    function answer(uint x) public returns (uint) { return inner(x); }
    function set() public payable { hook = this.answer; hook.gas(5000)(1); bytes4 s = hook.selector; require(s == this.answer.selector); }
    function apply2(function (uint) internal pure returns (uint) f, uint x) internal pure returns (uint) { return f(x); }
    function run() public pure returns (uint) { return apply2(twice, 4); }
}
