// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Holds the price of a booked venue until the event is over or an arbiter has decided.
contract VenueBooking {
    using SafeERC20 for IERC20;

    enum State {
        Open,
        Accepted,
        Disputed,
        Closed
    }

    struct Booking {
        address guest;
        address host;
        uint256 price;
        uint256 end;
        uint256 disputedAt;
        State state;
    }

    error WrongState(uint256 booking, State state);
    error NotParty(uint256 booking, address caller);
    error TooEarly(uint256 allowedFrom);
    error TooLate(uint256 allowedUntil);
    error InvalidInput();

    uint256 public constant COMPLAINT_PERIOD = 3 days;
    uint256 public constant ARBITRATION_PERIOD = 30 days;
    uint256 public constant SHARES = 10_000;

    IERC20 public immutable token;
    address public immutable arbiter;
    Booking[] public bookings;

    event Booked(uint256 indexed booking, address indexed guest, address indexed host, uint256 price);
    event StateChanged(uint256 indexed booking, State state);
    event Paid(uint256 indexed booking, address indexed to, uint256 amount);

    modifier onlyParty(uint256 booking, address party) {
        require(msg.sender == party, NotParty(booking, msg.sender)); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 token_, address arbiter_) {
        require(address(token_) != address(0) && arbiter_ != address(0), InvalidInput()); //~ BENIGN INIT
        token = token_;
        arbiter = arbiter_;
    }

    /// @notice Books a venue. The price is what arrives here.
    function book(address host, uint256 amount, uint256 end) external returns (uint256 booking) {
        require(host != address(0) && end > block.timestamp, InvalidInput()); //~ BENIGN INPUT_VAL
        uint256 held = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        uint256 price = token.balanceOf(address(this)) - held; //~ BENIGN ARITHMETIC
        require(price > 0, InvalidInput()); //~ BENIGN INPUT_VAL
        booking = bookings.length;
        bookings.push(Booking(msg.sender, host, price, end, 0, State.Open)); //~ PREREQ STATE_MOD
        emit Booked(booking, msg.sender, host, price); //~ UNRELATED EVENT_EMIT
    }

    /// @notice The host accepts a booking before the event ends.
    function accept(uint256 booking) external onlyParty(booking, bookings[booking].host) {
        Booking storage b = _in(booking, State.Open);
        require(block.timestamp < b.end, TooLate(b.end)); //~ BENIGN TIMESTAMP
        _to(booking, State.Accepted);
    }

    /// @notice The guest withdraws a booking that nobody has accepted.
    function withdraw(uint256 booking) external onlyParty(booking, bookings[booking].guest) {
        Booking storage b = _in(booking, State.Open);
        _to(booking, State.Closed); //~ BENIGN STATE_MOD
        _pay(booking, b.guest, b.price);
    }

    /// @notice The guest complains, until three days after the event.
    function dispute(uint256 booking) external onlyParty(booking, bookings[booking].guest) {
        Booking storage b = _in(booking, State.Accepted);
        uint256 until = b.end + COMPLAINT_PERIOD;
        require(block.timestamp < until, TooLate(until)); //~ BENIGN TIMESTAMP
        b.disputedAt = block.timestamp; //~ PREREQ TIMESTAMP
        _to(booking, State.Disputed);
    }

    /// @notice Anybody has the host paid when nobody has complained.
    function release(uint256 booking) external {
        Booking storage b = _in(booking, State.Accepted);
        uint256 from = b.end + COMPLAINT_PERIOD;
        require(block.timestamp >= from, TooEarly(from)); //~ BENIGN TIMESTAMP
        _to(booking, State.Closed);
        _pay(booking, b.host, b.price); //~ DECOY FUND_XFER the host, whoever calls
    }

    /// @notice The arbiter divides the price of a disputed booking.
    function rule(uint256 booking, uint256 hostShare) external onlyParty(booking, arbiter) {
        Booking storage b = _in(booking, State.Disputed);
        require(hostShare <= SHARES, InvalidInput()); //~ BENIGN INPUT_VAL
        _to(booking, State.Closed); //~ PREREQ STATE_MOD
        uint256 toHost = (b.price * hostShare) / SHARES; //~ BENIGN ARITHMETIC
        _pay(booking, b.host, toHost);
        _pay(booking, b.guest, b.price - toHost);
    }

    /// @notice The guest takes the price back when the arbiter has not decided in time.
    function reclaim(uint256 booking) external onlyParty(booking, bookings[booking].guest) {
        Booking storage b = bookings[booking];
        require(b.disputedAt != 0, WrongState(booking, b.state)); //~ ROOT_CAUSE CTRL_FLOW still set after a ruling
        uint256 from = b.disputedAt + ARBITRATION_PERIOD;
        require(block.timestamp >= from, TooEarly(from)); //~ BENIGN TIMESTAMP
        _to(booking, State.Closed);
        _pay(booking, b.guest, b.price); //~ PREREQ FUND_XFER
    }

    function _in(uint256 booking, State state) private view returns (Booking storage b) {
        b = bookings[booking];
        require(b.state == state, WrongState(booking, b.state)); //~ BENIGN CTRL_FLOW
    }

    function _to(uint256 booking, State state) private {
        bookings[booking].state = state;
        emit StateChanged(booking, state);
    }

    function _pay(uint256 booking, address to, uint256 amount) private {
        token.safeTransfer(to, amount);
        emit Paid(booking, to, amount); //~ UNRELATED EVENT_EMIT
    }
}
