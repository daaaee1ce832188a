// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

contract FlatOwners {
    struct Flat {
        address o;
        address t;
        uint256 r;
        uint64 e;
        address[] us;
        uint256[] ps;
    }

    uint256 public constant MONTH = 30 days;
    uint256 public constant CUT = 300;
    uint256 private constant WHOLE = 10_000;

    address public house;
    Flat[] private fs;
    mapping(address => uint256) public due;

    event Listed(uint256 indexed i, address indexed o);
    event Rent(uint256 indexed i, uint256 r);
    event Split(uint256 indexed i);
    event Let(uint256 indexed i, address indexed t, uint256 e);
    event Left(uint256 indexed i);
    event Paid(address indexed u, uint256 a);

    error Who();
    error Bad();
    error Sum();
    error Busy();
    error Zero();
    error Call();

    modifier by(address a) {
        if (msg.sender != a) revert Who(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() {
        house = msg.sender;
    }

    function list(uint256 r, address[] calldata us, uint256[] calldata ps) external returns (uint256 i) {
        i = fs.length;
        fs.push().o = msg.sender;
        emit Listed(i, msg.sender); //~ UNRELATED EVENT_EMIT
        _rent(i, r);
        _split(i, us, ps);
    }

    function rent(uint256 i, uint256 r) external by(fs[i].o) {
        _rent(i, r);
    }

    function split(uint256 i, address[] calldata us, uint256[] calldata ps) external by(fs[i].o) {
        _split(i, us, ps);
    }

    function give(uint256 i, address to) external by(fs[i].o) {
        if (to == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        fs[i].o = to;
    }

    function take(uint256 i, uint256 n) external payable {
        Flat storage x = fs[i];
        if (block.timestamp < x.e && msg.sender != x.t) revert Busy(); //~ BENIGN CTRL_FLOW
        if (n == 0 || n > 24) revert Bad(); //~ BENIGN INPUT_VAL
        uint256 c = x.r * n;
        if (msg.value < c) revert Sum(); //~ BENIGN INPUT_VAL
        uint256 s = block.timestamp < x.e ? x.e : block.timestamp;
        x.t = msg.sender;
        x.e = uint64(s + n * MONTH); //~ BENIGN ARITHMETIC
        emit Let(i, msg.sender, x.e);
        _share(x, c);
        if (msg.value > c) _pay(msg.sender, msg.value - c); //~ BENIGN FUND_XFER
    }

    function leave(uint256 i) external by(fs[i].t) {
        fs[i].e = uint64(block.timestamp);
        fs[i].t = address(0);
        emit Left(i);
    }

    function out(address u) external { //~ BENIGN ACCESS_CTRL
        uint256 a = due[u];
        if (a == 0) revert Zero(); //~ BENIGN CTRL_FLOW
        due[u] = 0; //~ BENIGN STATE_MOD
        _pay(u, a); //~ BENIGN EXT_CALL
        emit Paid(u, a);
    }

    function pass(address h) external by(house) {
        if (h == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        house = h;
    }

    function flat(uint256 i) external view returns (Flat memory) {
        return fs[i];
    }

    function count() external view returns (uint256) {
        return fs.length;
    }

    function _rent(uint256 i, uint256 r) private {
        if (r == 0) revert Zero(); //~ BENIGN INPUT_VAL
        fs[i].r = r;
        emit Rent(i, r);
    }

    function _split(uint256 i, address[] calldata us, uint256[] calldata ps) private {
        uint256 n = us.length;
        if (n == 0 || n > 8 || n != ps.length) revert Bad(); //~ BENIGN INPUT_VAL
        uint256 s;
        for (uint256 k; k < n; ++k) {
            if (us[k] == address(0) || ps[k] > WHOLE) revert Bad(); //~ BENIGN INPUT_VAL
            unchecked {
                s += ps[k]; //~ BENIGN ARITHMETIC
            }
        }
        if (s != WHOLE) revert Sum(); //~ BENIGN INPUT_VAL
        fs[i].us = us;
        fs[i].ps = ps;
        emit Split(i);
    }

    function _share(Flat storage x, uint256 c) private {
        uint256 l = c;
        uint256 w = c - c * CUT / WHOLE;
        uint256 n = x.us.length;
        for (uint256 k; k < n; ++k) {
            uint256 a = w * x.ps[k] / WHOLE; //~ BENIGN ARITHMETIC
            l -= a;
            due[x.us[k]] += a; //~ BENIGN STATE_MOD
        }
        due[house] += l; //~ BENIGN STATE_MOD
    }

    function _pay(address u, uint256 a) private {
        bool ok;
        assembly {
            ok := call(gas(), u, a, 0, 0, 0, 0)
        }
        if (!ok) revert Call(); //~ BENIGN CTRL_FLOW
    }
}
