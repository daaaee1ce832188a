// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

/**
 * @title SafeMath
 * @dev Sums that do not wrap around
 */
library SafeMath {
    /**
     * @dev Adds two numbers
     */
    function add(uint256 _a, uint256 _b) internal pure returns (uint256 c) {
        c = _a + _b;
        require(c >= _a, "overflow");
    }
}

/**
 * @title ERC20
 * @dev The part of a token that is used here
 */
contract ERC20 {
    function allowance(address _owner, address _spender) public view returns (uint256);
    function transfer(address _to, uint256 _value) public returns (bool);
    function transferFrom(address _from, address _to, uint256 _value) public returns (bool);
}

/**
 * @title Ownable
 * @dev Has an owner, who may hand the contract over
 */
contract Ownable {
    address public owner;

    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    /**
     * @dev Throws for anyone but the owner
     */
    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @dev Makes the deployer the owner
     */
    constructor() public {
        owner = msg.sender;
    }

    /**
     * @dev Hands the contract over
     * @param _newOwner The next owner
     */
    function transferOwnership(address _newOwner) external onlyOwner {
        require(_newOwner != address(0), "no owner");
        emit OwnershipTransferred(owner, _newOwner);
        owner = _newOwner;
    }
}

/**
 * @title SlotCatalog
 * @dev The advertising slots and what a week in them costs
 */
contract SlotCatalog is Ownable {
    struct Slot {
        uint128 rent;
        bool open;
    }

    Slot[] public slots;

    event SlotAdded(uint256 indexed slot, uint128 rent);
    event SlotChanged(uint256 indexed slot, uint128 rent, bool open);

    /**
     * @dev Adds a slot
     * @param _rent The rent for a week
     */
    function addSlot(uint128 _rent) external onlyOwner returns (uint256 slot) {
        require(_rent > 0, "no rent");
        slot = slots.push(Slot(_rent, true)) - 1;
        emit SlotAdded(slot, _rent);
    }

    /**
     * @dev Changes a slot for later bookings
     * @param _slot The slot
     * @param _rent The rent for a week
     * @param _open Whether it can be booked
     */
    function changeSlot(uint256 _slot, uint128 _rent, bool _open) external onlyOwner {
        require(_rent > 0, "no rent");
        slots[_slot].rent = _rent; //~ BENIGN STATE_MOD standing bookings keep the rent they were made at
        slots[_slot].open = _open;
        emit SlotChanged(_slot, _rent, _open); //~ UNRELATED EVENT_EMIT
    }
}

/**
 * @title SlotRental
 * @dev Advertisers book a slot for a week ahead and pay rent and deposit in a token. A booking that is cancelled in time
 * is paid back in full; once its week has passed, the rent is the owner's and the deposit goes back.
 */
contract SlotRental is SlotCatalog {
    using SafeMath for uint256;

    struct Booking {
        address advertiser;
        uint128 rent;
        uint128 deposit;
    }

    uint256 public constant NOTICE = 2 days;
    uint256 public constant WEEKS_AHEAD = 12;

    ERC20 public token;
    uint128 public deposit;
    uint256 public earnings;
    mapping(uint256 => mapping(uint256 => Booking)) public bookings;

    event Booked(uint256 indexed slot, uint256 indexed week, address indexed advertiser, uint256 paid);
    event Cancelled(uint256 indexed slot, uint256 indexed week, address indexed advertiser);
    event BookingTransferred(uint256 indexed slot, uint256 indexed week, address indexed advertiser);
    event Settled(uint256 indexed slot, uint256 indexed week);

    /**
     * @dev Constructor
     * @param _token The token that rent and deposits are paid in
     * @param _deposit The deposit for a booking
     */
    constructor(ERC20 _token, uint128 _deposit) public {
        token = _token;
        deposit = _deposit;
    }

    /**
     * @dev The week, counted from 1970
     */
    function currentWeek() public view returns (uint256) {
        return now / 1 weeks; //~ UNRELATED TIMESTAMP seconds do not matter for weeks
    }

    /**
     * @dev Books a slot for one of the coming weeks
     * @param _slot The slot
     * @param _week The week
     */
    function rent(uint256 _slot, uint256 _week) external {
        require(slots[_slot].open, "slot closed"); //~ BENIGN INPUT_VAL
        require(_week > currentWeek() && _week <= currentWeek() + WEEKS_AHEAD, "week out of range"); //~ BENIGN INPUT_VAL
        Booking storage booking = bookings[_slot][_week];
        require(booking.advertiser == address(0), "slot taken"); //~ BENIGN INPUT_VAL

        uint256 price = uint256(slots[_slot].rent).add(deposit); //~ BENIGN ARITHMETIC two numbers of 128 bits
        require(token.allowance(msg.sender, address(this)) >= price, "low allowance"); //~ INSUFF_GUARD INPUT_VAL an allowance can be given without any balance
        booking.advertiser = msg.sender; //~ PREREQ STATE_MOD the booking stands as paid from here on
        booking.rent = slots[_slot].rent;
        booking.deposit = deposit;
        address(token).call(abi.encodeWithSelector(token.transferFrom.selector, msg.sender, address(this), price)); //~ ROOT_CAUSE EXT_CALL result dropped, a payment that failed counts as one
        emit Booked(_slot, _week, msg.sender, price); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Passes a booking to another advertiser, who settles with the first one elsewhere
     * @param _slot The slot
     * @param _week The week
     * @param _advertiser The other advertiser
     */
    function transferBooking(uint256 _slot, uint256 _week, address _advertiser) external {
        require(bookings[_slot][_week].advertiser == msg.sender, "not your booking"); //~ BENIGN ACCESS_CTRL by the advertiser of the booking alone
        require(_advertiser != address(0), "no advertiser");
        bookings[_slot][_week].advertiser = _advertiser;
        emit BookingTransferred(_slot, _week, _advertiser);
    }

    /**
     * @dev Cancels a booking in time, for rent and deposit
     * @param _slot The slot
     * @param _week The week
     */
    function cancel(uint256 _slot, uint256 _week) external {
        Booking memory booking = bookings[_slot][_week];
        require(booking.advertiser == msg.sender, "not your booking"); //~ BENIGN ACCESS_CTRL
        require(now.add(NOTICE) <= _week * 1 weeks, "too late"); //~ DECOY TIMESTAMP only for weeks that could be booked
        delete bookings[_slot][_week]; //~ BENIGN STATE_MOD gone ahead of the payment
        emit Cancelled(_slot, _week, msg.sender);
        require(token.transfer(msg.sender, uint256(booking.rent).add(booking.deposit)), "transfer failed"); //~ PREREQ FUND_XFER pays from what all advertisers have paid in
    }

    /**
     * @dev Settles a week that has passed: the rent is earned, the deposit goes back
     * @param _slot The slot
     * @param _week The week
     */
    function settle(uint256 _slot, uint256 _week) external {
        Booking memory booking = bookings[_slot][_week];
        require(booking.advertiser != address(0), "not booked");
        require(_week < currentWeek(), "week not over"); //~ BENIGN TIMESTAMP
        delete bookings[_slot][_week]; //~ BENIGN STATE_MOD
        earnings = earnings.add(booking.rent);
        emit Settled(_slot, _week);
        require(token.transfer(booking.advertiser, booking.deposit), "transfer failed"); //~ BENIGN FUND_XFER result tested
    }

    /**
     * @dev Pays the earnings to the owner
     */
    function withdrawEarnings() external onlyOwner {
        uint256 amount = earnings;
        earnings = 0; //~ BENIGN STATE_MOD
        require(token.transfer(owner, amount), "transfer failed");
    }
}
