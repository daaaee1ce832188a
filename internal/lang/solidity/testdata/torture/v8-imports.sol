// A whole file brings what it imported by name, with and without another name, over two files.
pragma solidity 0.8.30;
import "./Shares.sol";
contract Fund is Shares, Coin {
    Coin private coin = new Coin();
    Unit private unit = new Unit();
    function pay(address to) external returns (uint256) {
        coin.transfer(to, half(4));
        return unit.transfer(to) + coin.balance(to);
    }
}
// ==== Shares.sol
pragma solidity 0.8.30;
import {half} from "./lib/Maths.sol";
import "./Register.sol";
contract Shares is Register { function first() external pure returns (uint256) { return half(2); } }
// ==== Register.sol
pragma solidity 0.8.30;
import {Coin, Other as Unit} from "./lib/Coin.sol";
contract Register { Coin internal kept; Unit internal other; }
// ==== lib/Coin.sol
pragma solidity 0.8.30;
contract Coin {
    mapping(address => uint256) public balance;
    function transfer(address to, uint256 amount) external { balance[to] += amount; }
}
contract Other { function transfer(address to) external pure returns (uint256) { return uint160(to); } }
// ==== lib/Maths.sol
pragma solidity 0.8.30;
function half(uint256 x) pure returns (uint256) { return x / 2; }
