// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

contract MemberShares {
    struct Ask {
        address to;
        uint96 due;
        uint256 v;
    }

    error Denied();
    error Zero();
    error Short();
    error Busy();
    error Fail();
    error Early();
    error Closed();

    event Moved(address indexed a, address indexed b, uint256 n);
    event Allow(address indexed a, address indexed b, uint256 n);
    event Quit(address indexed a, uint256 n, uint256 v);
    event Asked(uint256 indexed i, address indexed to, uint256 v);
    event Granted(uint256 indexed i);
    event Dropped(uint256 indexed i);
    event Chair(address indexed a);

    uint256 public constant WAIT = 7 days;

    address public chair;
    address public next;
    uint256 public sum;
    uint256 private _l = 1;
    Ask[] public asks;
    mapping(address => uint256) public held;
    mapping(address => mapping(address => uint256)) public allowed;

    modifier lock() {
        if (_l != 1) revert Busy(); //~ INSUFF_GUARD REENTRY_GUARD shuts only the functions that have it
        _l = 2;
        _;
        _l = 1;
    }

    modifier led() {
        if (msg.sender != chair) revert Denied(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(address a) {
        chair = a;
    }

    receive() external payable {}

    function pass(address a) external led {
        next = a;
    }

    function accept() external {
        if (msg.sender != next) revert Denied(); //~ BENIGN ACCESS_CTRL
        chair = next;
        next = address(0);
        emit Chair(msg.sender);
    }

    function issue(address a, uint256 n) external led {
        if (a == address(0) || n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        sum += n; //~ BENIGN ARITHMETIC
        unchecked { held[a] += n; } //~ DECOY ARITHMETIC an entry is never larger than the sum
        emit Moved(address(0), a, n); //~ UNRELATED EVENT_EMIT
    }

    function move(address b, uint256 n) external {
        _move(msg.sender, b, n); //~ PREREQ STATE_MOD open while shares are paid out
    }

    function allow(address b, uint256 n) external {
        allowed[msg.sender][b] = n;
        emit Allow(msg.sender, b, n);
    }

    function take(address a, address b, uint256 n) external {
        uint256 m = allowed[a][msg.sender];
        if (n > m) revert Short(); //~ BENIGN ACCESS_CTRL
        unchecked { allowed[a][msg.sender] = m - n; }
        _move(a, b, n);
    }

    function ask(address to, uint256 v) external returns (uint256 i) {
        if (held[msg.sender] == 0) revert Denied(); //~ BENIGN ACCESS_CTRL
        if (to == address(0) || v == 0) revert Zero(); //~ BENIGN INPUT_VAL
        i = asks.length;
        asks.push(Ask(to, uint96(block.timestamp + WAIT), v));
        emit Asked(i, to, v);
    }

    function grant(uint256 i) external led {
        Ask memory k = asks[i];
        if (k.v == 0) revert Closed(); //~ BENIGN CTRL_FLOW
        if (block.timestamp < k.due) revert Early(); //~ BENIGN TIMESTAMP
        delete asks[i]; //~ BENIGN STATE_MOD
        (bool ok, ) = k.to.call{value: k.v}(""); //~ DECOY FUND_XFER the entry is gone before
        if (!ok) revert Fail(); //~ BENIGN FUND_XFER
        emit Granted(i);
    }

    function drop(uint256 i) external led {
        if (asks[i].v == 0) revert Closed(); //~ BENIGN CTRL_FLOW
        delete asks[i];
        emit Dropped(i);
    }

    function quit(uint256 n, address to) external lock returns (uint256 v) {
        uint256 h = held[msg.sender]; //~ PREREQ STORAGE_READ is old when it is used below
        if (n == 0 || to == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        if (n > h) revert Short(); //~ BENIGN INPUT_VAL
        v = address(this).balance * n / sum;
        (bool ok, ) = to.call{value: v}(""); //~ PREREQ FUND_XFER the receiver may move the shares
        if (!ok) revert Fail(); //~ BENIGN FUND_XFER
        unchecked { held[msg.sender] = h - n; sum -= n; } //~ ROOT_CAUSE STATE_MOD after the payment, from the old entry
        emit Quit(msg.sender, n, v); //~ UNRELATED EVENT_EMIT
    }

    function _move(address a, address b, uint256 n) private {
        uint256 h = held[a];
        if (b == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        if (n > h) revert Short(); //~ BENIGN INPUT_VAL
        unchecked {
            held[a] = h - n;
            held[b] += n;
        }
        emit Moved(a, b, n);
    }
}
