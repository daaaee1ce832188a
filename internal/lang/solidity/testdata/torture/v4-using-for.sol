// A library attached to uint and to a struct, with members named as the language's.
pragma solidity 0.4.26;
library Sets {
    struct Set { mapping(uint => bool) has; uint length; }
    function push(Set storage self, uint value) internal returns (bool) {
        if (self.has[value]) return false;
        self.has[value] = true;
        self.length++;
        return true;
    }
    function add(uint a, uint b) internal pure returns (uint) { return a + b; }
    function send(address a, uint b) internal { a.transfer(b); }
}
contract Uses {
    using Sets for Sets.Set;
    using Sets for uint;
    using Sets for address;
    Sets.Set set;
    uint[] list;
    function run(address to) public {
        set.push(3);
        list.push(set.length);
        list.length = list.length.add(2);
        uint(3).add(4);
        Sets.push(set, 4);
        to.transfer(1);
    }
}
contract Heir is Uses {
    function more() public { set.push(uint(1).add(2)); }
}
