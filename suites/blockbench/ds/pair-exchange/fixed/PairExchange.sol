// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IToken {
    function transfer(address a, uint256 n) external returns (bool);

    function transferFrom(address a, address b, uint256 n) external returns (bool);
}

contract PairExchange {
    IToken public immutable token;
    address public immutable owner;

    uint256 public x;
    uint256 public y;
    uint256 public supply;
    uint256 public fee;

    mapping(address => uint256) public shares;

    event Added(address indexed a, uint256 e, uint256 k, uint256 n);
    event Removed(address indexed a, uint256 e, uint256 k, uint256 n);
    event Swapped(address indexed a, bool b, uint256 i, uint256 o);
    event FeeSet(uint256 f);

    error Denied();
    error Open();
    error Closed();
    error Late();
    error Short();
    error Limit();
    error Unpaid();

    modifier by(uint256 d) {
        if (block.timestamp > d) revert Late(); //~ BENIGN TIMESTAMP
        _;
    }

    constructor(IToken t, uint256 f) {
        if (f > 100) revert Limit(); //~ BENIGN INPUT_VAL
        token = t;
        owner = msg.sender;
        fee = f;
    }

    function setFee(uint256 f) external {
        if (msg.sender != owner) revert Denied(); //~ BENIGN ACCESS_CTRL
        if (f > 100) revert Limit(); //~ BENIGN INPUT_VAL
        fee = f;
        emit FeeSet(f); //~ UNRELATED EVENT_EMIT
    }

    function open(uint256 k) external payable {
        if (msg.sender != owner) revert Denied(); //~ BENIGN ACCESS_CTRL
        if (supply != 0) revert Open();
        if (msg.value < 1 ether || k < 1 ether) revert Short(); //~ BENIGN INPUT_VAL
        (x, y, supply) = (msg.value, k, msg.value);
        shares[address(this)] = msg.value; //~ BENIGN STATE_MOD
        _take(k);
        emit Added(msg.sender, msg.value, k, msg.value);
    }

    function add(uint256 m, uint256 d) external payable by(d) returns (uint256 n) {
        if (supply == 0) revert Closed();
        n = msg.value * supply / x;
        if (n == 0) revert Short();
        uint256 k = msg.value * y / x + 1; //~ BENIGN ARITHMETIC
        if (k > m) revert Limit(); //~ BENIGN INPUT_VAL
        x += msg.value;
        y += k;
        supply += n;
        shares[msg.sender] += n; //~ BENIGN STATE_MOD
        _take(k);
        emit Added(msg.sender, msg.value, k, n);
    }

    function remove(uint256 n, uint256 e, uint256 k, uint256 d) external by(d) {
        uint256 h = shares[msg.sender]; //~ BENIGN STORAGE_READ
        if (n == 0 || n > h) revert Short(); //~ BENIGN INPUT_VAL
        uint256 a = n * x / supply;
        uint256 c = n * y / supply;
        if (a < e || c < k) revert Limit(); //~ BENIGN INPUT_VAL
        unchecked {
            x -= a;
            y -= c;
            supply -= n; //~ BENIGN STATE_MOD
        }
        shares[msg.sender] = h - n; //~ BENIGN STATE_MOD
        _send(a); //~ BENIGN FUND_XFER
        _give(c);
        emit Removed(msg.sender, a, c, n); //~ UNRELATED EVENT_EMIT
    }

    function buy(uint256 m, uint256 d) external payable by(d) returns (uint256 o) {
        o = _out(msg.value, x, y);
        if (o == 0 || o < m) revert Limit(); //~ BENIGN INPUT_VAL
        x += msg.value;
        y -= o;
        _give(o);
        emit Swapped(msg.sender, true, msg.value, o);
    }

    function sell(uint256 i, uint256 m, uint256 d) external by(d) returns (uint256 o) {
        o = _out(i, y, x);
        if (o == 0 || o < m) revert Limit(); //~ BENIGN INPUT_VAL
        y += i;
        x -= o;
        _take(i); //~ BENIGN EXT_CALL
        _send(o); //~ BENIGN FUND_XFER
        emit Swapped(msg.sender, false, i, o);
    }

    function _out(uint256 i, uint256 a, uint256 b) private view returns (uint256) {
        if (supply == 0) revert Closed();
        i *= 10_000 - fee;
        return i * b / (a * 10_000 + i); //~ BENIGN ARITHMETIC
    }

    function _take(uint256 n) private {
        if (!token.transferFrom(msg.sender, address(this), n)) revert Unpaid();
    }

    function _give(uint256 n) private {
        if (!token.transfer(msg.sender, n)) revert Unpaid();
    }

    function _send(uint256 n) private {
        bool k;
        assembly {
            k := call(gas(), caller(), n, 0, 0, 0, 0) //~ BENIGN EXT_CALL
        }
        if (!k) revert Unpaid(); //~ BENIGN EXT_CALL
    }
}
