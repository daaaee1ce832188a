// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {HouseSettings} from "./context/HouseSettings.sol";
import {PayoutLedger} from "./context/PayoutLedger.sol";
import {TicketBook} from "./context/TicketBook.sol";

/// Raffles in eth. A round goes like this:
///
///   1. an organizer opens it with the hash of a secret number, and a bond
///   2. tickets are sold up to a block that's fixed at the start
///   3. somebody (usually our keeper) stores the hash of a later block, while the chain still knows it
///   4. the number is revealed, and both together pick the ticket
///
/// So the organizer can't pick it, and neither can whoever builds that block. No 3 or no 4 in time: the round is off,
/// tickets are refunded and the bond goes to the fund. The bond is at least what all tickets cost, so that hiding the
/// number never pays.
contract RaffleHouse is HouseSettings, PayoutLedger {
    using TicketBook for TicketBook.Book;

    uint256 public constant BPS = 10_000;
    uint96 public constant MIN_PRICE = 0.001 ether;
    uint32 public constant MIN_SALE = 50; // blocks
    uint32 public constant MAX_SALE = 200_000;
    uint256 public constant GAP = 10; // blocks from the last sale to the draw block
    uint256 public constant REACH = 256; // as far back as blockhash goes
    uint256 public constant REVEAL_TERM = 3 days;

    enum Status {
        None,
        Open,
        Drawn,
        Off
    }

    struct Round {
        address organizer;
        uint96 price;
        address fund;
        uint64 lastSale; // block
        uint16 prizeBps;
        uint16 feeBps;
        uint128 bond;
        uint64 storedAt; // time, 0 = no hash yet
        Status status;
        bytes32 hidden;
        bytes32 drawHash;
    }

    uint256 public roundCount;
    mapping(uint256 => Round) private _rounds;
    mapping(uint256 => TicketBook.Book) private _books;
    mapping(address => mapping(bytes32 => bool)) public usedNumber;

    error NotOpen(uint256 id);
    error TooEarly(uint256 blockNumber);
    error SaleOver(uint256 lastSale);
    error SoldOut(uint256 left);
    error WrongValue(uint256 wanted);
    error NothingToRefund(address holder);

    modifier onlyOpen(uint256 id) {
        if (_rounds[id].status != Status.Open) revert NotOpen(id); //~ BENIGN CTRL_FLOW a draw happens once, and not after refunds
        _;
    }

    constructor(address owner_, address treasury_, uint16 feeBps_) HouseSettings(owner_, treasury_, feeBps_) {}

    // ---- organizer

    /// hidden = keccak256(abi.encode(number, organizer)), and a fresh number each time
    function openRound(
        bytes32 hidden,
        uint96 price,
        uint16 prizeBps,
        uint32 saleBlocks,
        address fund
    ) external payable whenNotPaused onlyOrganizer returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        require(price >= MIN_PRICE && msg.value >= price, "bad price"); //~ BENIGN INPUT_VAL
        require(prizeBps >= BPS / 2 && prizeBps <= BPS - MAX_FEE_BPS, "bad prize share"); //~ BENIGN INPUT_VAL prize and fee together are never more than the sales
        require(saleBlocks >= MIN_SALE && saleBlocks <= MAX_SALE, "bad sale term"); //~ BENIGN INPUT_VAL
        require(isFund[fund], "not a fund of ours"); //~ BENIGN ACCESS_CTRL the organizer cannot send the bond to itself
        require(!usedNumber[msg.sender][hidden], "number was used before"); //~ BENIGN RANDOM a number that was revealed once is known to everybody
        usedNumber[msg.sender][hidden] = true;

        id = ++roundCount;
        _rounds[id] = Round({
            organizer: msg.sender,
            price: price,
            fund: fund,
            lastSale: uint64(block.number + saleBlocks),
            prizeBps: prizeBps,
            feeBps: feeBps,
            bond: uint128(msg.value),
            storedAt: 0,
            status: Status.Open,
            hidden: hidden,
            drawHash: 0
        });
        emit RoundOpened(id, msg.sender, hidden, price, uint128(msg.value)); //~ UNRELATED EVENT_EMIT
    }

    // ---- tickets

    function buy(uint256 id, uint96 count) external payable {
        _buy(id, msg.sender, count);
    }

    /// a present; refunds and the prize are theirs too
    function buyFor(uint256 id, address to, uint96 count) external payable {
        require(to != address(0), "ticket for nobody"); //~ BENIGN INPUT_VAL
        _buy(id, to, count);
    }

    function _buy(uint256 id, address to, uint96 count) private onlyOpen(id) {
        Round storage r = _rounds[id];
        if (block.number > r.lastSale) revert SaleOver(r.lastSale); //~ PREREQ RANDOM ten blocks before the hash of the draw exists
        uint256 left = ticketsLeft(id);
        if (count == 0 || count > left) revert SoldOut(left); //~ BENIGN INPUT_VAL keeps the bond above what all tickets cost
        if (msg.value != uint256(count) * r.price) revert WrongValue(uint256(count) * r.price); //~ BENIGN INPUT_VAL
        uint96 first = _books[id].add(to, count); //~ BENIGN STATE_MOD one entry for any count
        emit TicketsSold(id, to, first, count); //~ UNRELATED EVENT_EMIT
    }

    // ---- draw

    function storeHash(uint256 id) external onlyOpen(id) {
        Round storage r = _rounds[id];
        uint256 at = drawBlock(id);
        require(r.storedAt == 0, "hash is there already"); //~ BENIGN RANDOM stored once, whoever comes and when
        if (block.number <= at) revert TooEarly(at); //~ BENIGN RANDOM
        bytes32 h = blockhash(at); //~ BENIGN RANDOM of one block, and half of the draw only
        require(h != 0, "hash is gone"); //~ BENIGN RANDOM zero when the block is out of reach
        r.drawHash = h;
        r.storedAt = uint64(block.timestamp);
        emit HashStored(id, h);
    }

    /// Anybody who was told the number may bring it.
    function reveal(uint256 id, bytes32 number) external onlyOpen(id) {
        Round storage r = _rounds[id];
        uint256 sold = ticketsSold(id);
        require(r.storedAt != 0, "no hash yet"); //~ PREREQ CTRL_FLOW neither half can be chosen by who knows the other
        require(block.timestamp <= r.storedAt + REVEAL_TERM, "too late"); //~ BENIGN TIMESTAMP
        require(sold > 0, "no tickets");
        require(keccak256(abi.encode(number, r.organizer)) == r.hidden, "other number"); //~ BENIGN RANDOM fixed before a ticket was sold
        r.status = Status.Drawn;

        uint256 ticket = uint256(keccak256(abi.encode(number, r.drawHash, id))) % sold; //~ BENIGN RANDOM the bias of the remainder is below 2^-140
        address winner = _books[id].holderAt(ticket);
        uint256 sales = sold * r.price;
        uint256 prize = (sales * r.prizeBps) / BPS; //~ BENIGN ARITHMETIC the dust is the organizer's
        uint256 fee = (sales * r.feeBps) / BPS;
        _credit(winner, prize); //~ BENIGN FUND_XFER no payment here, only books
        _credit(treasury, fee);
        _credit(r.organizer, sales - prize - fee + r.bond);
        emit Drawn(id, ticket, winner, prize);
    }

    /// Nothing sold: the bond goes back. Otherwise somebody was late, and the bond goes to the fund.
    function callOff(uint256 id) external onlyOpen(id) {
        Round storage r = _rounds[id];
        uint256 sold = ticketsSold(id);
        bool unsold = sold == 0 && block.number > r.lastSale;
        bool unstored = r.storedAt == 0 && block.number > drawBlock(id) + REACH; //~ BENIGN RANDOM there is no second draw to hope for
        bool unrevealed = r.storedAt != 0 && block.timestamp > r.storedAt + REVEAL_TERM; //~ UNRELATED TIMESTAMP three days
        require(unsold || unstored || unrevealed, "still on"); //~ BENIGN CTRL_FLOW
        r.status = Status.Off;
        _credit(sold == 0 ? r.organizer : r.fund, r.bond); //~ BENIGN FUND_XFER a ticket of its own does not bring the organizer its bond back
        emit CalledOff(id);
    }

    /// Books the tickets of a round that's off as claimable, for whoever holds them.
    function refund(uint256 id, address holder) external {
        if (_rounds[id].status != Status.Off) revert NothingToRefund(holder); //~ BENIGN CTRL_FLOW
        uint256 count = _books[id].takeAll(holder); //~ BENIGN STATE_MOD once for each holder
        if (count == 0) revert NothingToRefund(holder);
        _credit(holder, count * _rounds[id].price);
        emit Refunded(id, holder, count);
    }

    // ---- views

    function drawBlock(uint256 id) public view returns (uint256) {
        return _rounds[id].lastSale + GAP;
    }

    function ticketsSold(uint256 id) public view returns (uint256) {
        return _books[id].total();
    }

    function ticketsLeft(uint256 id) public view returns (uint256) {
        Round storage r = _rounds[id];
        return r.status == Status.Open ? r.bond / r.price - ticketsSold(id) : 0;
    }

    function ticketsOf(uint256 id, address holder) external view returns (uint256) {
        return _books[id].heldBy[holder];
    }

    function holderOf(uint256 id, uint256 ticket) external view returns (address) {
        return _books[id].holderAt(ticket);
    }

    function round(uint256 id) external view returns (Round memory) {
        return _rounds[id];
    }

    event RoundOpened(uint256 indexed id, address indexed organizer, bytes32 hidden, uint96 price, uint128 bond);
    event TicketsSold(uint256 indexed id, address indexed to, uint256 first, uint256 count);
    event HashStored(uint256 indexed id, bytes32 drawHash);
    event Drawn(uint256 indexed id, uint256 ticket, address indexed winner, uint256 prize);
    event CalledOff(uint256 indexed id);
    event Refunded(uint256 indexed id, address indexed holder, uint256 count);
}
