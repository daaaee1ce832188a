// User types with wrap and unwrap, operators attached globally, and functions of these names.
pragma solidity 0.8.30;
type Price is uint256;
using {plus as +, wrap, Prices.less} for Price global;
function plus(Price a, Price b) pure returns (Price) { return Price.wrap(Price.unwrap(a) + Price.unwrap(b)); }
function wrap(Price a, uint256 n) pure returns (Price) { return Price.wrap(Price.unwrap(a) * n); }
library Prices { function less(Price a, Price b) internal pure returns (bool) { return Price.unwrap(a) < Price.unwrap(b); } }
contract Market {
    type Id is bytes32;
    mapping(Id => Price) public prices;
    function add(Id id, Price by) external returns (bool) { Price old = prices[id]; prices[id] = old + by.wrap(2); return old.less(prices[id]); }
    function make(uint256 x) external pure returns (Id) { return Id.wrap(bytes32(x)); }
}
