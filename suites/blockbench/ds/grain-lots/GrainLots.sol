// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable} from "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {EnumerableMap} from "@openzeppelin/contracts@4.9.6/utils/structs/EnumerableMap.sol";
import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

contract GrainLots is Ownable {
    using EnumerableMap for EnumerableMap.UintToUintMap;
    using SafeERC20 for IERC20;

    struct Lot {
        address o;
        uint256 n;
    }

    uint256 public constant CUT = 200;
    uint256 private constant ONE = 1e18;

    IERC20 public immutable grain;
    IERC20 public immutable cash;

    uint256 public cuts;
    Lot[] public lots;
    mapping(address => uint256) public due;
    EnumerableMap.UintToUintMap private ps;

    event Put(uint256 indexed i, address indexed o, uint256 n);
    event Taken(uint256 indexed i, uint256 n);
    event Priced(uint256 indexed i, uint256 p);
    event Stopped(uint256 indexed i);
    event Given(uint256 indexed i, address indexed to);
    event Bought(uint256 indexed i, address indexed by, uint256 n, uint256 c);
    event Pulled(address indexed by, uint256 a);

    error Who();
    error Few();
    error Dear();
    error Zero();
    error Off();

    modifier mine(uint256 i) {
        if (lots[i].o != msg.sender) revert Who(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 grain_, IERC20 cash_) {
        if (address(grain_) == address(cash_)) revert Off(); //~ BENIGN INPUT_VAL
        grain = grain_;
        cash = cash_;
    }

    function put(uint256 n, uint256 p) external returns (uint256 i) {
        i = lots.length;
        lots.push(Lot(msg.sender, 0)); //~ BENIGN STATE_MOD
        _price(i, p);
        _add(i, n);
    }

    function add(uint256 i, uint256 n) external mine(i) {
        _add(i, n);
    }

    function take(uint256 i, uint256 n) external mine(i) {
        _sub(i, n);
        emit Taken(i, n); //~ UNRELATED EVENT_EMIT
        grain.safeTransfer(msg.sender, n); //~ BENIGN FUND_XFER
    }

    function price(uint256 i, uint256 p) external mine(i) {
        _price(i, p);
    }

    function stop(uint256 i) external mine(i) {
        if (!ps.remove(i)) revert Off(); //~ PREREQ STATE_MOD the grain stays, without a price
        emit Stopped(i);
    }

    function give(uint256 i, address to) external mine(i) {
        if (to == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        lots[i].o = to;
        emit Given(i, to);
    }

    function buy(uint256 i, uint256 n, uint256 max) external {
        (, uint256 p) = ps.tryGet(i); //~ ROOT_CAUSE STORAGE_READ a lot that is not for sale has the price zero
        uint256 c = Math.mulDiv(n, p, ONE, Math.Rounding.Up); //~ PREREQ ARITHMETIC
        if (c > max) revert Dear(); //~ INSUFF_GUARD INPUT_VAL
        _sub(i, n); //~ PREREQ STATE_MOD
        unchecked {
            uint256 f = c * CUT / 10_000; //~ DECOY ARITHMETIC a cost that wraps here is one that nobody can pay
            cuts += f;
            due[lots[i].o] += c - f;
        }
        emit Bought(i, msg.sender, n, c);
        cash.safeTransferFrom(msg.sender, address(this), c); //~ BENIGN FUND_XFER
        grain.safeTransfer(msg.sender, n); //~ PREREQ FUND_XFER
    }

    function pull() external {
        uint256 a = due[msg.sender];
        if (a == 0) revert Zero(); //~ BENIGN CTRL_FLOW
        due[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Pulled(msg.sender, a);
        cash.safeTransfer(msg.sender, a);
    }

    function pullCuts(address to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (to == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        uint256 a = cuts;
        cuts = 0;
        cash.safeTransfer(to, a);
    }

    function open() external view returns (uint256) {
        return ps.length();
    }

    function priceAt(uint256 k) external view returns (uint256 i, uint256 p) {
        return ps.at(k);
    }

    function priceOf(uint256 i) external view returns (bool on, uint256 p) {
        return ps.tryGet(i); //~ BENIGN STORAGE_READ
    }

    function _price(uint256 i, uint256 p) private {
        if (p == 0) revert Zero(); //~ BENIGN INPUT_VAL
        ps.set(i, p); //~ DECOY STATE_MOD tells only whether there was a price before
        emit Priced(i, p);
    }

    function _add(uint256 i, uint256 n) private {
        if (n == 0) revert Zero();
        lots[i].n += n;
        emit Put(i, msg.sender, n);
        grain.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
    }

    function _sub(uint256 i, uint256 n) private {
        Lot storage x = lots[i];
        if (n == 0 || n > x.n) revert Few(); //~ BENIGN INPUT_VAL
        unchecked {
            x.n -= n;
        }
    }
}
