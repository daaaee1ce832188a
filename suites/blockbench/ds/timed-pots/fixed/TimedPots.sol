// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

contract TimedPots {
    struct Pot {
        address last;
        uint64 span;
        uint64 end;
        uint128 stake;
        uint128 sum;
    }

    address public immutable house;
    uint256 public count;
    uint256 public due;
    mapping(uint256 => Pot) public pots;

    event Opened(uint256 indexed id, uint256 stake);
    event Joined(uint256 indexed id, address indexed who, uint256 end);
    event Taken(uint256 indexed id, address indexed who, uint256 sum);
    event Swept(uint256 sum);

    error BadSpan();
    error BadStake();
    error Over();
    error Running();
    error NotLast();
    error NotHouse();
    error NotPaid();

    constructor(address h) {
        if (h == address(0)) revert NotHouse(); //~ BENIGN INIT
        house = h;
    }

    function open(uint64 s) external payable returns (uint256 id) {
        if (s == 0 || s > 7 days) revert BadSpan(); //~ BENIGN INPUT_VAL
        if (msg.value < 100) revert BadStake(); //~ BENIGN INPUT_VAL
        id = count++;
        uint128 v = uint128(msg.value); //~ BENIGN ARITHMETIC
        pots[id] = Pot(msg.sender, s, uint64(block.timestamp) + s, v, v);
        emit Opened(id, v); //~ UNRELATED EVENT_EMIT
    }

    function join(uint256 id) external payable {
        Pot storage p = pots[id];
        if (block.timestamp >= p.end) revert Over(); //~ BENIGN TIMESTAMP
        if (msg.value != p.stake) revert BadStake(); //~ BENIGN INPUT_VAL
        p.last = msg.sender;
        p.end = uint64(block.timestamp) + p.span; //~ BENIGN TIMESTAMP
        unchecked { p.sum += uint128(msg.value); } //~ BENIGN ARITHMETIC
        emit Joined(id, msg.sender, p.end); //~ UNRELATED EVENT_EMIT
    }

    function take(uint256 id) external {
        Pot storage p = pots[id];
        if (block.timestamp < p.end) revert Running(); //~ BENIGN TIMESTAMP
        if (msg.sender != p.last) revert NotLast(); //~ BENIGN ACCESS_CTRL
        uint256 c = p.sum / 100;
        uint256 v = p.sum - c; //~ BENIGN STORAGE_READ
        due += c;
        delete pots[id]; //~ BENIGN STATE_MOD
        emit Taken(id, msg.sender, v); //~ UNRELATED EVENT_EMIT
        _pay(msg.sender, v); //~ BENIGN EXT_CALL
    }

    function sweep() external {
        if (msg.sender != house) revert NotHouse(); //~ BENIGN ACCESS_CTRL
        uint256 v = due;
        due = 0; //~ BENIGN STATE_MOD
        _pay(house, v); //~ BENIGN FUND_XFER
        emit Swept(v); //~ UNRELATED EVENT_EMIT
    }

    function _pay(address a, uint256 v) private {
        (bool k,) = a.call{value: v}(""); //~ BENIGN EXT_CALL
        if (!k) revert NotPaid(); //~ BENIGN CTRL_FLOW
    }
}
