// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

interface INft {
    function transferFrom(address a, address b, uint256 id) external;
}

contract AuctionRoom {
    enum St {
        None,
        Open,
        Sold,
        Gone
    }

    struct Lot {
        INft nft;
        uint256 id;
        address from;
        St st;
        uint64 end;
        address top;
        uint256 bid;
        uint256 ask;
    }

    uint256 public constant STEP = 20;
    uint256 public constant TAIL = 10 minutes;
    uint256 public constant LONG = 30 days;
    uint256 public constant CUT = 40;

    address public immutable house;
    Lot[] public lots;
    mapping(address => uint256) public due;

    event Put(uint256 indexed i, address indexed from, INft nft, uint256 id, uint256 ask, uint64 end);
    event Bid(uint256 indexed i, address indexed who, uint256 n, uint64 end);
    event Sold(uint256 indexed i, address indexed to, uint256 n);
    event Gone(uint256 indexed i);
    event Paid(address indexed who, uint256 n);

    error Auth();
    error Time();
    error Low();
    error State();
    error Ask();
    error Send();

    constructor(address h) {
        house = h;
    }

    function put(INft nft, uint256 id, uint256 ask, uint64 span) external returns (uint256 i) {
        if (span == 0 || span > LONG) revert Time(); //~ BENIGN INPUT_VAL
        i = lots.length;
        uint64 end = uint64(block.timestamp) + span;
        lots.push(Lot(nft, id, msg.sender, St.Open, end, address(0), 0, ask)); //~ BENIGN INPUT_VAL
        emit Put(i, msg.sender, nft, id, ask, end); //~ UNRELATED EVENT_EMIT
        nft.transferFrom(msg.sender, address(this), id); //~ BENIGN EXT_CALL the lot is booked before foreign code runs
    }

    function bid(uint256 i) external payable {
        Lot storage l = lots[i];
        if (l.st != St.Open || block.timestamp >= l.end) revert State(); //~ BENIGN CTRL_FLOW
        if (msg.value == 0 || msg.value < l.bid + l.bid / STEP) revert Low(); //~ BENIGN INPUT_VAL
        if (l.ask != 0 && msg.value >= l.ask) revert Ask(); //~ BENIGN INPUT_VAL
        due[l.top] += l.bid; //~ BENIGN STATE_MOD whoever is outbid gets it back
        (l.top, l.bid) = (msg.sender, msg.value);
        if (l.end < block.timestamp + TAIL) l.end = uint64(block.timestamp + TAIL); //~ BENIGN TIMESTAMP a late bid leaves time for another one
        emit Bid(i, msg.sender, msg.value, l.end); //~ UNRELATED EVENT_EMIT
    }

    function buy(uint256 i) external payable {
        Lot storage l = lots[i];
        if (l.st != St.Open || block.timestamp >= l.end) revert State(); //~ BENIGN CTRL_FLOW
        if (l.ask == 0 || msg.value != l.ask) revert Ask(); //~ BENIGN INPUT_VAL
        due[l.top] += l.bid; //~ BENIGN STATE_MOD whoever is outbid gets it back
        (l.top, l.bid) = (msg.sender, msg.value);
        _sell(i);
    }

    function close(uint256 i) external {
        Lot storage l = lots[i];
        if (l.st != St.Open || l.bid == 0) revert State(); //~ BENIGN CTRL_FLOW
        if (block.timestamp < l.end) revert Time(); //~ BENIGN TIMESTAMP
        _sell(i);
    }

    function drop(uint256 i) external {
        Lot storage l = lots[i];
        if (msg.sender != l.from) revert Auth(); //~ BENIGN ACCESS_CTRL
        if (l.st > St.Open) revert State(); //~ BENIGN CTRL_FLOW
        l.st = St.Gone;
        due[l.top] += l.bid; //~ BENIGN STATE_MOD
        emit Gone(i); //~ UNRELATED EVENT_EMIT
        l.nft.transferFrom(address(this), l.from, l.id); //~ BENIGN EXT_CALL
    }

    function pull(address to) external {
        uint256 n = due[msg.sender];
        due[msg.sender] = 0; //~ BENIGN STATE_MOD before the payment
        emit Paid(msg.sender, n); //~ UNRELATED EVENT_EMIT
        (bool y, ) = to.call{value: n}(""); //~ BENIGN FUND_XFER
        if (!y) revert Send(); //~ BENIGN EXT_CALL
    }

    function count() external view returns (uint256) {
        return lots.length;
    }

    function _sell(uint256 i) private {
        Lot storage l = lots[i];
        l.st = St.Sold;
        uint256 c = l.bid / CUT;
        due[house] += c;
        due[l.from] += l.bid - c;
        emit Sold(i, l.top, l.bid); //~ UNRELATED EVENT_EMIT
        l.nft.transferFrom(address(this), l.top, l.id);
    }
}
