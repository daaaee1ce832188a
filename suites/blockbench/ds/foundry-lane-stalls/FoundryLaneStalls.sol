// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

contract Erc20 {
    function allowance(address holder, address spender) public view returns (uint256);
    function transfer(address to, uint256 value) public returns (bool);
    function transferFrom(address from, address to, uint256 value) public returns (bool);
}

/// @title Stalls of the weekly market in Foundry Lane
/// @notice Traders book a stall for a week ahead and pay rent and bond in the market's token. A booking that is given
///         up in time is paid back in full; once its week has passed, the rent is the market's and the bond goes back.
contract FoundryLaneStalls {
    struct Stall {
        uint128 rent;
        bool open;
    }

    struct Booking {
        address trader;
        uint128 rent;
        uint128 bond;
    }

    /// Days before the start of a week up to which a booking can be given up.
    uint256 public constant NOTICE = 2 days;
    uint256 public constant WEEKS_AHEAD = 12;

    Erc20 public token;
    address public warden;
    uint128 public bond;
    /// Rent that belongs to the market and has not been taken yet.
    uint256 public earned;

    Stall[] public stalls;
    /// Bookings by stall and week, weeks counted from 1970.
    mapping(uint256 => mapping(uint256 => Booking)) public bookings;

    event StallAdded(uint256 indexed stall, uint128 rent);
    event StallChanged(uint256 indexed stall, uint128 rent, bool open);
    event Booked(uint256 indexed stall, uint256 indexed week, address indexed trader, uint256 paid);
    event GivenUp(uint256 indexed stall, uint256 indexed week, address indexed trader);
    event HandedOn(uint256 indexed stall, uint256 indexed week, address indexed trader);
    event Cleared(uint256 indexed stall, uint256 indexed week);

    modifier wardenOnly() {
        require(msg.sender == warden, "not the warden");
        _;
    }

    constructor(Erc20 _token, uint128 _bond) public {
        token = _token;
        bond = _bond;
        warden = msg.sender;
    }

    function addStall(uint128 rent) external wardenOnly returns (uint256 stall) {
        require(rent > 0, "rent needed");
        stall = stalls.push(Stall(rent, true)) - 1;
        emit StallAdded(stall, rent);
    }

    function changeStall(uint256 stall, uint128 rent, bool open) external wardenOnly {
        require(rent > 0, "rent needed");
        stalls[stall].rent = rent; //~ BENIGN STATE_MOD standing bookings keep the rent they were made at
        stalls[stall].open = open;
        emit StallChanged(stall, rent, open);
    }

    function weekNow() public view returns (uint256) {
        return now / 1 weeks; //~ UNRELATED TIMESTAMP seconds do not matter for weeks
    }

    /// @notice Books a stall for one of the coming weeks.
    function book(uint256 stall, uint256 week) external {
        require(stalls[stall].open, "stall closed");
        require(week > weekNow() && week <= weekNow() + WEEKS_AHEAD, "week out of range");
        Booking storage b = bookings[stall][week];
        require(b.trader == address(0), "taken");

        uint256 price = uint256(stalls[stall].rent) + bond; //~ BENIGN ARITHMETIC two numbers of 128 bits
        require(token.allowance(msg.sender, address(this)) >= price, "allowance too low"); //~ INSUFF_GUARD INPUT_VAL an allowance can be given without any balance
        b.trader = msg.sender; //~ PREREQ STATE_MOD the booking stands as paid from here on
        b.rent = stalls[stall].rent;
        b.bond = bond;
        address(token).call(abi.encodeWithSelector(token.transferFrom.selector, msg.sender, address(this), price)); //~ ROOT_CAUSE EXT_CALL result dropped, a payment that failed counts as one
        emit Booked(stall, week, msg.sender, price);
    }

    /// @notice Passes a booking to another trader, who settles with the first one outside.
    function handOn(uint256 stall, uint256 week, address trader) external {
        require(bookings[stall][week].trader == msg.sender, "not your booking");
        require(trader != address(0), "trader needed");
        bookings[stall][week].trader = trader; //~ BENIGN ACCESS_CTRL by the trader of the booking alone
        emit HandedOn(stall, week, trader);
    }

    /// @notice Gives up a booking in time; rent and bond are paid back.
    function giveUp(uint256 stall, uint256 week) external {
        Booking memory b = bookings[stall][week];
        require(b.trader == msg.sender, "not your booking");
        require(now + NOTICE <= week * 1 weeks, "too late");
        delete bookings[stall][week]; //~ BENIGN STATE_MOD gone ahead of the payment
        emit GivenUp(stall, week, msg.sender);
        require(token.transfer(msg.sender, uint256(b.rent) + b.bond), "payment failed"); //~ PREREQ FUND_XFER pays from what all traders have paid in
    }

    /// @notice Settles a week that has passed: the rent is earned, the bond goes back to the trader.
    function clear(uint256 stall, uint256 week) external {
        Booking memory b = bookings[stall][week];
        require(b.trader != address(0), "not booked");
        require(week < weekNow(), "week not over");
        delete bookings[stall][week];
        earned += b.rent;
        emit Cleared(stall, week);
        require(token.transfer(b.trader, b.bond), "payment failed"); //~ BENIGN FUND_XFER result tested
    }

    /// @notice Pays the earned rent to the warden.
    function takeEarned() external wardenOnly {
        uint256 amount = earned;
        earned = 0;
        require(token.transfer(warden, amount), "payment failed");
    }
}
