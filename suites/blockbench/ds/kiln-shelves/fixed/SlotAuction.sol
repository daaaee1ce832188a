// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {House} from "./context/House.sol";

// Rents out the featured slots of a marketplace, board by board and round by round. The highest bids of a
// round get the slots, and all of them pay what the lowest of them offered. ETH only.
contract SlotAuction is House {
    struct Board {
        uint96 floor;
        uint96 step;
        uint32 length; // of a round
        uint8 slots;
        uint8 taken;
        bool retired;
        uint64 endsAt;
        uint64 round;
    }

    struct Slot {
        address bidder;
        uint96 amount;
        bytes32 listing;
    }

    struct Tenancy {
        address tenant;
        bytes32 listing;
    }

    uint256 public constant MAX_SLOTS = 5; // the front page has no room for more
    uint256 public constant MIN_STEP = 0.001 ether;
    uint256 private constant PAY_GAS = 40_000; // enough for a smart wallet to log it

    mapping(uint256 => Board) public boards;
    uint256 public boardCount;
    mapping(uint256 => Slot[5]) private _slots;

    // board => round => slot
    mapping(uint256 => mapping(uint256 => mapping(uint256 => Tenancy))) public tenancies;

    // ETH that waits for withdraw()
    mapping(address => uint256) public owed;
    uint256 public proceeds;

    error NoBoard(uint256 id);
    error RoundOver();
    error RoundRunning();
    error BidTooLow(uint256 min);
    error NotYours();
    error PayFailed(address to);

    constructor(address treasury_) House(treasury_) {}

    // ---- boards

    function addBoard(uint96 floor, uint96 step, uint32 length, uint8 slots) external onlyOwner returns (uint256 id) {
        require(slots > 0 && slots <= MAX_SLOTS, "bad slots"); //~ BENIGN INPUT_VAL
        require(length >= 1 hours && length <= 30 days, "bad length"); //~ BENIGN INPUT_VAL
        id = boardCount++;
        Board storage b = boards[id];
        b.length = length;
        b.slots = slots;
        _price(id, b, floor, step);
        _open(b);
    }

    // Counts from the next bid on.
    function setPrices(uint256 id, uint96 floor, uint96 step) external onlyOwner {
        _price(id, _board(id), floor, step);
    }

    // Only an empty board can go (pause first, if people are quick).
    function retire(uint256 id) external onlyOwner {
        Board storage b = _board(id);
        require(b.taken == 0, "has bids"); //~ BENIGN CTRL_FLOW whoever has bid gets a round
        b.retired = true;
        emit Retired(id);
    }

    // ---- bidders

    // The lowest bid makes room once everything is taken.
    function bid(uint256 id, bytes32 listing) external payable whenNotPaused returns (uint256 slot) {
        Board storage b = _running(id);
        require(!b.retired, "retired"); //~ BENIGN CTRL_FLOW
        uint256 min = minBid(id); //~ UNRELATED INPUT_VAL price check, holds on every path
        if (msg.value < min) revert BidTooLow(min);

        slot = b.taken;
        if (slot < b.slots) {
            b.taken++;
            _slots[id][slot] = Slot(msg.sender, uint96(msg.value), listing); //~ BENIGN ARITHMETIC there is not that much ETH
        } else {
            slot = _lowest(id, b);
            Slot memory last = _slots[id][slot]; //~ BENIGN STORAGE_READ a copy is wanted, the slot is overwritten next
            _slots[id][slot] = Slot(msg.sender, uint96(msg.value), listing); //~ BENIGN STATE_MOD written before any ether leaves
            owed[last.bidder] += last.amount; //~ BENIGN STATE_MOD kept for the outbid account to withdraw
            emit Outbid(id, b.round, last.bidder, last.amount);
        }
        emit Bid(id, b.round, slot, msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    // More ETH behind your own bid.
    function raise(uint256 id, uint256 slot) external payable whenNotPaused {
        Board storage b = _running(id);
        Slot storage s = _slots[id][slot];
        if (s.bidder != msg.sender) revert NotYours(); //~ BENIGN ACCESS_CTRL
        s.amount += uint96(msg.value);
        emit Bid(id, b.round, slot, msg.sender, s.amount);
    }

    // For ETH that waits here.
    function withdraw(address to) external {
        uint256 amount = owed[msg.sender];
        require(amount > 0, "nothing owed"); //~ BENIGN INPUT_VAL
        owed[msg.sender] = 0; //~ BENIGN STATE_MOD cleared before the ether leaves
        _pay(to, amount); //~ BENIGN FUND_XFER a refusing recipient only holds up its own withdrawal
    }

    // ---- rounds

    // Anyone may call it, for the tip.
    function settle(uint256 id) external {
        Board storage b = _board(id);
        if (block.timestamp < b.endsAt) revert RoundRunning(); //~ BENIGN TIMESTAMP
        uint256 count = b.taken;
        uint256 price = count == 0 ? 0 : _slots[id][_lowest(id, b)].amount;
        for (uint256 i = 0; i < count; i++) { //~ BENIGN CTRL_FLOW at most five turns and no call inside
            Slot memory s = _slots[id][i];
            tenancies[id][b.round][i] = Tenancy(s.bidder, s.listing);
            owed[s.bidder] += s.amount - price; //~ BENIGN ARITHMETIC price is the smallest of the amounts
        }
        uint256 rent = price * count;
        uint256 tip = Math.mulDiv(rent, tipBps, BPS); //~ BENIGN ARITHMETIC
        owed[msg.sender] += tip;
        proceeds += rent - tip; //~ BENIGN STATE_MOD
        emit Settled(id, b.round, count, price);

        delete _slots[id];
        b.taken = 0;
        _open(b);
    }

    // A tenant shows something else, for example because it is sold.
    function setListing(uint256 id, uint256 round, uint256 slot, bytes32 listing) external {
        _tenancy(id, round, slot).listing = listing;
        emit Shown(id, round, slot, listing);
    }

    function passOn(uint256 id, uint256 round, uint256 slot, address to) external {
        Tenancy storage t = _tenancy(id, round, slot);
        require(to != address(0), "to nobody"); //~ BENIGN INPUT_VAL
        t.tenant = to;
        emit PassedOn(id, round, slot, to);
    }

    // For pictures nobody wants on the front page. The tenant may set another one.
    function hide(uint256 id, uint256 round, uint256 slot) external onlyOwner {
        delete tenancies[id][round][slot].listing;
        emit Shown(id, round, slot, 0);
    }

    function collect() external onlyOwner {
        uint256 amount = proceeds;
        proceeds = 0;
        _pay(treasury, amount); //~ BENIGN FUND_XFER the owner names another treasury if this one refuses
    }

    // ---- views

    function minBid(uint256 id) public view returns (uint256) {
        Board storage b = boards[id];
        if (b.taken < b.slots) return b.floor;
        return Math.max(b.floor, uint256(_slots[id][_lowest(id, b)].amount) + b.step);
    }

    function slotAt(uint256 id, uint256 slot) external view returns (address bidder, uint256 amount, bytes32 listing) {
        Slot memory s = _slots[id][slot];
        return (s.bidder, s.amount, s.listing);
    }

    // ---- inside

    // The earlier one of equal bids.
    function _lowest(uint256 id, Board storage b) private view returns (uint256 lowest) {
        for (uint256 i = 1; i < b.taken; i++) {
            if (_slots[id][i].amount < _slots[id][lowest].amount) lowest = i;
        }
    }

    function _board(uint256 id) private view returns (Board storage b) {
        b = boards[id];
        if (b.slots == 0) revert NoBoard(id); //~ BENIGN INPUT_VAL
    }

    function _running(uint256 id) private view returns (Board storage b) {
        b = _board(id);
        if (block.timestamp >= b.endsAt) revert RoundOver(); //~ BENIGN TIMESTAMP
    }

    function _tenancy(uint256 id, uint256 round, uint256 slot) private view returns (Tenancy storage t) {
        t = tenancies[id][round][slot];
        if (t.tenant != msg.sender) revert NotYours(); //~ BENIGN ACCESS_CTRL
    }

    function _price(uint256 id, Board storage b, uint96 floor, uint96 step) private {
        require(step >= MIN_STEP && floor >= step, "bad prices"); //~ BENIGN INPUT_VAL
        b.floor = floor;
        b.step = step;
        emit Prices(id, floor, step);
    }

    function _open(Board storage b) private {
        b.round++;
        b.endsAt = uint64(block.timestamp) + b.length;
    }

    function _pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount, gas: PAY_GAS}(""); //~ BENIGN EXT_CALL only whoever withdraws depends on this call
        if (!ok) revert PayFailed(to); //~ BENIGN CTRL_FLOW undoes the withdrawal, so that nothing owed is lost
    }

    event Prices(uint256 indexed id, uint256 floor, uint256 step);
    event Retired(uint256 indexed id);
    event Bid(uint256 indexed id, uint256 indexed round, uint256 slot, address indexed bidder, uint256 amount);
    event Outbid(uint256 indexed id, uint256 indexed round, address indexed bidder, uint256 amount);
    event Settled(uint256 indexed id, uint256 indexed round, uint256 slots, uint256 price);
    event Shown(uint256 indexed id, uint256 indexed round, uint256 slot, bytes32 listing);
    event PassedOn(uint256 indexed id, uint256 indexed round, uint256 slot, address to);
}
