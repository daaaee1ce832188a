// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

contract BatchSale {
    struct Order {
        address a;
        uint32 n;
        bool done;
    }

    uint256 public constant MAX = 40;
    uint256 public constant TERM = 10 days;
    uint256 private constant GAS = 15_000;

    address public immutable seller;
    uint256 public immutable cap;
    uint256 public immutable end;

    Order[] public orders;
    uint256 public total;
    bool public set;
    uint256 public price;
    uint256 public next;
    uint256 public due;
    mapping(address => uint256) public owed;

    event Ordered(uint256 indexed i, address indexed a, uint256 n);
    event Cut(uint256 indexed i, uint256 n);
    event Price(uint256 p, uint256 n);
    event Settled(uint256 indexed i, uint256 x, uint256 y);
    event Owed(address indexed a, uint256 x);
    event Paid(address indexed a, uint256 x);

    error Closed();
    error Open();
    error NotSeller();
    error NotOwner();
    error BadCount();
    error BadPrice();
    error NoCode();
    error Nothing();
    error Failed();

    modifier open() {
        if (block.timestamp >= end) revert Closed(); //~ UNRELATED TIMESTAMP orders are open for weeks
        _;
    }

    constructor(address s, uint256 c, uint256 t) {
        if (c == 0) revert BadPrice(); //~ BENIGN INPUT_VAL
        seller = s;
        cap = c;
        end = block.timestamp + t;
    }

    function order(uint32 n) external payable open returns (uint256 i) {
        if (msg.sender.code.length != 0) revert NoCode(); //~ BENIGN INPUT_VAL keeps most contracts out, nothing depends on it
        if (n == 0 || n > MAX) revert BadCount(); //~ BENIGN INPUT_VAL
        if (msg.value != n * cap) revert BadPrice(); //~ BENIGN INPUT_VAL
        i = orders.length;
        orders.push(Order(msg.sender, n, false)); //~ BENIGN STATE_MOD a list of any length, it is worked off in parts
        unchecked {
            total += n;
        }
        emit Ordered(i, msg.sender, n); //~ UNRELATED EVENT_EMIT
    }

    function cut(uint256 i, uint32 n) external open {
        Order storage o = orders[i];
        if (o.a != msg.sender) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        if (n >= o.n) revert BadCount(); //~ BENIGN INPUT_VAL
        uint256 d;
        unchecked {
            d = o.n - n;
            total -= d;
        }
        o.n = n;
        _credit(msg.sender, d * cap); //~ BENIGN STATE_MOD left for the account to pull
        emit Cut(i, n);
    }

    function fix(uint256 p) external {
        if (block.timestamp < end) revert Open(); //~ BENIGN TIMESTAMP
        if (set || p > cap) revert BadPrice(); //~ BENIGN INPUT_VAL
        bool late = block.timestamp >= end + TERM;
        if (msg.sender != seller && !(late && p == 0)) revert NotSeller(); //~ BENIGN ACCESS_CTRL others can only call the sale off, and late
        price = p;
        set = true;
        emit Price(p, total);
    }

    function settle(uint256 k) external returns (uint256 j) {
        if (!set) revert Open(); //~ BENIGN CTRL_FLOW
        for (; j < k && next < orders.length; ++j) {
            uint256 i = next++; //~ BENIGN CTRL_FLOW strictly in order, none is settled twice
            Order storage o = orders[i];
            o.done = true; //~ BENIGN STATE_MOD settled ahead of the payment
            uint256 x = o.n * price;
            uint256 y = o.n * cap - x;
            due += x;
            emit Settled(i, x, y);
            if (y > 0) _push(o.a, y); //~ BENIGN FUND_XFER paid or credited, the batch goes on
        }
    }

    function claim() external {
        uint256 x = due;
        due = 0;
        emit Paid(seller, x);
        if (!_call(seller, x, gasleft())) revert Failed(); //~ BENIGN EXT_CALL only the seller's own money depends on it
    }

    function pull() external {
        uint256 x = owed[msg.sender];
        if (x == 0) revert Nothing(); //~ BENIGN INPUT_VAL
        delete owed[msg.sender]; //~ BENIGN STATE_MOD
        emit Paid(msg.sender, x);
        if (!_call(msg.sender, x, gasleft())) revert Failed(); //~ BENIGN EXT_CALL only the caller depends on it
    }

    function _credit(address a, uint256 x) private {
        owed[a] += x;
        emit Owed(a, x);
    }

    function _push(address a, uint256 x) private {
        if (!_call(a, x, GAS)) _credit(a, x); //~ BENIGN STATE_MOD a refusal costs nobody else anything
    }

    function _call(address a, uint256 x, uint256 g) private returns (bool ok) {
        assembly {
            ok := call(g, a, x, 0, 0, 0, 0) //~ BENIGN EXT_CALL limits what a receiver can burn
        }
    }
}
