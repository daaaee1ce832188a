// Imports by symbol with other names, of whole files as modules, in a circle.
pragma solidity 0.6.12;
import {Token as Coin, Rates} from "./Token.sol";
import * as Lib from "./lib/Maths.sol";
import "./lib/Maths.sol" as Again;
import "./Plain.sol";
contract User is Plain {
    using Lib.Maths for uint256;
    Coin coin = new Coin();
    Rates.Rate rate;
    function run(uint256 amount) external returns (uint256) {
        coin.mint(Lib.Maths.half(amount));
        rate = Rates.Rate({value: amount.half(), token: coin});
        return coin.total() + Again.Maths.half(rate.value) + plain();
    }
}
// ==== Token.sol
pragma solidity 0.6.12;
import "./v6-imports.sol";
contract Token { uint256 public total; function mint(uint256 amount) external { total += amount; } }
contract Rates { struct Rate { uint256 value; Token token; } }
// ==== lib/Maths.sol
pragma solidity 0.6.12;
import "../Plain.sol";
library Maths { function half(uint256 amount) internal pure returns (uint256) { return amount / 2; } }
// ==== Plain.sol
pragma solidity 0.6.12;
contract Plain { function plain() internal pure returns (uint256) { return 1; } }
