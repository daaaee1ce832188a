// Modules: types, functions, errors and constants reached through a file's name; chains of aliases.
pragma solidity 0.8.30;
import * as M from "./M.sol";
import {Item as Thing, cost, COST, Bought} from "./M.sol";
import {Thing2 as Third} from "./N.sol";
contract Shop {
    M.Item[] items;
    Third third;
    function buy(Thing memory item) external payable returns (uint256) {
        if (msg.value < M.cost(item) + COST) revert M.Poor(msg.value);
        items.push(M.Item({price: item.price, owner: msg.sender}));
        third = item;
        emit Bought(cost(third));
        return M.Tools.twice(items.length) + M.COST;
    }
}
// ==== M.sol
pragma solidity 0.8.30;
struct Item { uint256 price; address owner; }
uint256 constant COST = 3;
error Poor(uint256 value);
event Bought(uint256 price);
function cost(Item memory item) pure returns (uint256) { return item.price + COST; }
library Tools { function twice(uint256 x) internal pure returns (uint256) { return 2 * x; } }
// ==== N.sol
pragma solidity 0.8.30;
import {Item as Thing2} from "./M.sol";
