// var takes its type from the value, and var (a, b) declares several.
pragma solidity 0.4.26;
contract Pairs {
    struct Pair { uint length; address to; }
    Pair[] pairs;
    function both() public pure returns (uint, bool) { return (1, true); }
    function run(address to) public {
        var (number, flag) = both();
        var (, second) = both();
        var pair = pairs[0];
        pair.length = number;
        pair.to = to;
        var target = pair.to;
        if (flag && second) target.transfer(pair.length);
        var list = pairs;
        list.length++;
        list[list.length - 1].length = list.length;
    }
}
