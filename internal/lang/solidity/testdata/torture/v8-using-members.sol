// Attached functions whose names the language uses on other types.
pragma solidity 0.8.30;
library Lists {
    struct List { uint256[] items; }
    function push(List storage self, uint256 value) internal { self.items.push(value); }
    function pop(List storage self) internal returns (uint256 last) { last = self.items[self.items.length - 1]; self.items.pop(); }
    function length(List storage self) internal view returns (uint256) { return self.items.length; }
    function concat(string memory a, string memory b) internal pure returns (string memory) { return string.concat(a, b); }
    function balance(uint256 x) internal pure returns (uint256) { return x; }
    function max(uint256 a, uint256 b) internal pure returns (uint256) { return a > b ? a : b; }
}
contract Uses {
    using Lists for Lists.List;
    using Lists for string;
    using {Lists.balance, Lists.max} for uint256;
    Lists.List list;
    function run(string memory text) external returns (uint256) {
        list.push(1);
        list.items.push(2);
        text = text.concat("!");
        return list.pop() + list.length() + list.items.length + uint256(3).balance().max(type(uint256).max) + address(this).balance;
    }
}
