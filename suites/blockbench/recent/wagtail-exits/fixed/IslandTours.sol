// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// Boat tours to the bird islands. You pay when you book, the skipper is paid when the boat is back.
// No boat, money back.
contract IslandTours {
    using SafeERC20 for IERC20;

    struct Tour {
        address skipper;
        uint64 leaves;
        uint32 free; // seats
        bool off;
        bool done;
        uint256 fare;
        uint256 pot;
    }

    uint256 public constant MOST_SEATS = 40;
    uint256 public constant MIND_PERCENT = 10; // for the skipper, when you change your mind

    IERC20 public immutable dollar;
    Tour[] public tours;
    mapping(uint256 => mapping(address => uint256)) public paid;
    mapping(uint256 => mapping(address => bool)) public refunded;

    error Closed(uint256 id);
    error NotSkipper(uint256 id);
    error NotBooked(uint256 id);

    constructor(IERC20 dollar_) {
        dollar = dollar_;
    }

    // ---- skippers

    function offer(uint256 fare, uint32 seats, uint64 leaves) external returns (uint256 id) {
        require(fare > 0 && seats > 0 && seats <= MOST_SEATS, "bad tour"); //~ BENIGN INPUT_VAL
        require(leaves > block.timestamp, "gone already"); //~ BENIGN TIMESTAMP
        id = tours.length;
        tours.push(Tour(msg.sender, leaves, seats, false, false, fare, 0));
        emit Offered(id, msg.sender, fare, leaves); //~ UNRELATED EVENT_EMIT
    }

    // storm, fog, seals on the jetty
    function callOff(uint256 id) external {
        Tour storage t = tours[id];
        require(msg.sender == t.skipper, NotSkipper(id)); //~ BENIGN ACCESS_CTRL
        require(!t.off && !t.done, Closed(id)); //~ BENIGN CTRL_FLOW
        t.off = true; //~ BENIGN STATE_MOD
        emit CalledOff(id); //~ UNRELATED EVENT_EMIT
    }

    function collect(uint256 id) external returns (uint256 amount) {
        Tour storage t = tours[id];
        require(msg.sender == t.skipper, NotSkipper(id)); //~ BENIGN ACCESS_CTRL
        require(!t.off && !t.done && block.timestamp >= t.leaves + 1 days, Closed(id)); //~ BENIGN TIMESTAMP
        t.done = true;
        amount = t.pot; //~ BENIGN STORAGE_READ
        emit Collected(id, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(t.skipper, amount); //~ BENIGN FUND_XFER
    }

    // ---- guests

    function book(uint256 id) external {
        Tour storage t = tours[id];
        require(!t.off && block.timestamp < t.leaves, Closed(id)); //~ BENIGN TIMESTAMP
        require(t.free > 0, "no seat"); //~ BENIGN INPUT_VAL
        require(paid[id][msg.sender] == 0, "you have one"); //~ BENIGN INPUT_VAL
        t.free -= 1;
        t.pot += t.fare;
        paid[id][msg.sender] = t.fare; //~ BENIGN STATE_MOD
        emit Booked(id, msg.sender); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), t.fare);
    }

    // changed your mind? until the day before
    function cancel(uint256 id) external returns (uint256 amount) {
        Tour storage t = tours[id];
        require(!t.off && block.timestamp + 1 days < t.leaves, Closed(id)); //~ BENIGN TIMESTAMP
        uint256 was = paid[id][msg.sender];
        require(was > 0, NotBooked(id)); //~ BENIGN ACCESS_CTRL
        delete paid[id][msg.sender]; //~ BENIGN STATE_MOD
        t.free += 1;
        t.pot -= was;
        amount = was - (was * MIND_PERCENT) / 100; //~ BENIGN ARITHMETIC
        emit Cancelled(id, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(t.skipper, was - amount);
        dollar.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    // the boat didn't go
    function refund(uint256 id) external returns (uint256 amount) {
        Tour storage t = tours[id];
        require(t.off, Closed(id)); //~ BENIGN CTRL_FLOW
        require(!refunded[id][msg.sender], "had it already"); //~ BENIGN INPUT_VAL
        refunded[id][msg.sender] = true;
        amount = paid[id][msg.sender]; //~ BENIGN STORAGE_READ what the caller has paid
        t.pot -= amount; //~ BENIGN ARITHMETIC
        emit Refunded(id, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    function tourCount() external view returns (uint256) {
        return tours.length;
    }

    event Offered(uint256 indexed id, address indexed skipper, uint256 fare, uint64 leaves);
    event CalledOff(uint256 indexed id);
    event Collected(uint256 indexed id, uint256 amount);
    event Booked(uint256 indexed id, address indexed guest);
    event Cancelled(uint256 indexed id, address indexed guest, uint256 amount);
    event Refunded(uint256 indexed id, address indexed guest, uint256 amount);
}
