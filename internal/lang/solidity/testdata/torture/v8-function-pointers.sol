// Internal and external function values in arrays, structs, mappings and results.
pragma solidity 0.8.30;
contract Pointers {
    struct Step { function(uint256) internal pure returns (uint256) run; uint256 value; }
    function(uint256) external returns (uint256)[] hooks;
    mapping(bytes4 => function(uint256 value) external returns (uint256)) table;
    function twice(uint256 x) internal pure returns (uint256) { return 2 * x; }
    function pick(bool flag) internal pure returns (function(uint256) internal pure returns (uint256) f) { f = flag ? twice : same; }
    function same(uint256 x) internal pure returns (uint256) { return x; }
    function call(uint256 value) external returns (uint256) {
        Step memory step = Step({run: twice, value: value});
        hooks.push(this.call);
        table[this.call.selector] = hooks[0];
        return step.run(step.value) + pick(true)(value) + (value > 9 ? 0 : hooks[0](value)) + uint32(hooks[0].selector) + uint160(hooks[0].address);
    }
}
