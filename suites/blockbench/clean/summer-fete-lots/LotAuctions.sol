// SPDX-License-Identifier: Unlicense
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// English auctions for the marketplace, ETH only. Whoever is outbid gets the ETH back at once, or finds it under
// refunds if the wallet won't take it. The owner starts the countdown of a lot, and from then on late bids bring
// five more minutes, up to an hour in all.
contract LotAuctions is Ownable {
    enum State { None, Listed, Ending, Sold, Cancelled }

    struct Lot {
        State state;
        address bidder;
        uint128 bid;
        uint128 reserve;
        uint64 endsAt;
        uint64 endsBy; // no extension goes beyond this
        uint64 bidAt;
        string uri;
    }

    uint256 private constant REFUND_GAS = 12_000; // plenty for a smart wallet
    uint256 private constant MAX_BATCH = 25;
    uint64 private constant COUNTDOWN = 10 minutes;
    uint64 private constant EXTENSION = 5 minutes;
    uint64 private constant MAX_ENDING = 1 hours;
    uint64 private constant IDLE = 60 days;

    mapping(uint256 id => Lot) private _lots;
    uint256 public lotCount;

    mapping(address => uint256) public refunds;
    uint256 public proceeds;

    error WrongState(uint256 id, State state);
    error BidTooLow(uint256 min);
    error NotYet(uint64 when);
    error PayFailed();

    constructor(address owner_) Ownable(owner_) {}

    // ---- owner

    function list(string calldata uri, uint128 reserve) external onlyOwner returns (uint256 id) {
        id = ++lotCount;
        Lot storage l = _lots[id];
        l.state = State.Listed;
        l.uri = uri;
        l.reserve = reserve;
        emit Listed(id, uri, reserve);
    }

    function startEnding(uint256 id) external onlyOwner {
        Lot storage l = _lots[id];
        if (l.state != State.Listed) revert WrongState(id, l.state);
        l.state = State.Ending;
        l.endsAt = uint64(block.timestamp) + COUNTDOWN;
        l.endsBy = uint64(block.timestamp) + MAX_ENDING;
        emit Ending(id, l.endsAt);
    }

    // Only while nobody has bid.
    function cancel(uint256 id) external onlyOwner {
        Lot storage l = _lots[id];
        if (l.state != State.Listed && l.state != State.Ending) revert WrongState(id, l.state);
        require(l.bidder == address(0), "has a bid");
        l.state = State.Cancelled;
        emit Cancelled(id);
    }

    function collect(address payable to) external onlyOwner {
        uint256 amount = proceeds;
        proceeds = 0;
        _pay(to, amount);
    }

    // ---- bidders

    function minBid(uint256 id) public view returns (uint256) {
        Lot storage l = _lots[id];
        if (l.bidder == address(0)) return Math.max(l.reserve, 1);
        return uint256(l.bid) + l.bid / 20 + 0.001 ether; //~ BENIGN ARITHMETIC a twentieth more, in 256 bits
    }

    function bid(uint256 id) external payable {
        Lot storage l = _lots[id];
        if (l.state == State.Ending) {
            require(block.timestamp < l.endsAt, "too late"); //~ UNRELATED TIMESTAMP
            if (block.timestamp + EXTENSION > l.endsAt) {
                l.endsAt = uint64(Math.min(block.timestamp + EXTENSION, l.endsBy)); //~ BENIGN TIMESTAMP no lot is ending for more than an hour
            }
        } else if (l.state != State.Listed) {
            revert WrongState(id, l.state);
        }
        if (msg.value < minBid(id)) revert BidTooLow(minBid(id));
        require(msg.value <= type(uint128).max, "come on"); // nobody has that much

        address last = l.bidder;
        uint256 amount = l.bid;
        l.bidder = msg.sender; //~ BENIGN STATE_MOD the new bid stands before the old one is paid back
        (l.bid, l.bidAt) = (uint128(msg.value), uint64(block.timestamp));
        emit Bid(id, msg.sender, msg.value, l.endsAt);
        if (last != address(0)) _refund(last, amount); //~ PREREQ EXT_CALL code of whoever was outbid
    }

    // We forgot about your lot? After two months you can have the ETH back.
    function takeBack(uint256 id) external {
        Lot storage l = _lots[id];
        if (l.state != State.Listed || l.bidder != msg.sender) revert WrongState(id, l.state);
        if (block.timestamp < l.bidAt + IDLE) revert NotYet(l.bidAt + IDLE);
        refunds[msg.sender] += l.bid;
        (l.bidder, l.bid) = (address(0), 0); //~ BENIGN STATE_MOD the bid is gone, and kept for who made it
    }

    // Anyone may close what is over.
    function close(uint256[] calldata ids) external {
        require(ids.length <= MAX_BATCH, "too many");
        for (uint256 i = 0; i < ids.length; ++i) { //~ BENIGN CTRL_FLOW pays nobody, and the caller makes the list
            Lot storage l = _lots[ids[i]];
            if (l.state != State.Ending) revert WrongState(ids[i], l.state);
            if (block.timestamp < l.endsAt) revert NotYet(l.endsAt);
            l.state = State.Sold;
            proceeds += l.bid;
            emit Sold(ids[i], l.bidder, l.bid);
        }
    }

    // For ETH that bounced.
    function claim(address payable to) external {
        uint256 amount = refunds[msg.sender];
        require(amount > 0, "nothing there");
        refunds[msg.sender] = 0;
        _pay(to, amount);
    }

    function lotAt(uint256 id) external view returns (Lot memory) {
        return _lots[id];
    }

    // ---- money

    // The bid that has just been made comes first.
    function _refund(address to, uint256 amount) private {
        bool ok;
        uint256 gasLimit = REFUND_GAS;
        assembly {
            ok := call(gasLimit, to, amount, 0, 0, 0, 0) //~ BENIGN EXT_CALL no byte of the answer is copied, whatever its length
        }
        if (!ok) refunds[to] += amount; //~ BENIGN STATE_MOD not lost when the gas was too little or the account refuses
        emit Refunded(to, amount, ok);
    }

    function _pay(address payable to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert PayFailed(); //~ BENIGN CTRL_FLOW stops nobody but the one who asks for it
    }

    event Listed(uint256 indexed id, string uri, uint256 reserve);
    event Bid(uint256 indexed id, address indexed bidder, uint256 amount, uint64 endsAt);
    event Refunded(address indexed bidder, uint256 amount, bool atOnce);
    event Ending(uint256 indexed id, uint64 endsAt);
    event Sold(uint256 indexed id, address indexed bidder, uint256 amount);
    event Cancelled(uint256 indexed id);
}
