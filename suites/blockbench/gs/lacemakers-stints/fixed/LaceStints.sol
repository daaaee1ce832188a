// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "./context/IERC20.sol";
import "./context/StintMath.sol";

/**
 * @title LaceStints
 * @dev Members of the lacemakers' guild set bobbins (the guild's token, 18 decimals) aside for a stint of some weeks and
 * get them back with a bonus. A member has one stint at a time, to which more can be added.
 */
contract LaceStints {
    using StintMath for uint256;

    struct Stint {
        uint256 amount;
        uint256 bonus;
        uint64 length; // weeks
        uint64 endsAt;
    }

    uint256 public constant LEAST = 1e18;

    IERC20 public bobbins;
    address public guild;
    bool public open;

    uint256 public reserve; // for bonuses
    uint256 public promised; // part of the reserve that stints will take
    mapping(address => Stint) public stints;
    mapping(address => address) public sponsorOf;

    event SetAside(address indexed member, address indexed payer, uint256 amount, uint256 length);
    event Prolonged(address indexed member, uint256 length);
    event Ended(address indexed member, uint256 amount, uint256 bonus);
    event SponsorSet(address indexed member, address indexed sponsor);
    event ReserveAdded(uint256 amount);
    event OpenSet(bool open);

    modifier onlyGuild() {
        require(msg.sender == guild, "LaceStints: guild only");
        _;
    }

    modifier whenOpen() {
        require(open, "LaceStints: closed");
        _;
    }

    constructor(IERC20 bobbins_) public {
        bobbins = bobbins_;
        guild = msg.sender;
        open = true;
    }

    // ---------------------------------------------------------------------------------------------- members

    /**
     * @dev Sets bobbins of the caller aside for `length` weeks.
     */
    function setAside(uint256 amount, uint256 length) external whenOpen {
        _setAside(msg.sender, amount, length);
    }

    /**
     * @dev Sets bobbins of the caller aside for a member, who gets them in the end. Workshops pay part of the wages in
     * this way.
     */
    function setAsideFor(address member, uint256 amount, uint256 length) external whenOpen {
        require(sponsorOf[member] == msg.sender, "LaceStints: member"); //~ BENIGN ACCESS_CTRL only whom the member has named
        _setAside(member, amount, length);
    }

    /**
     * @dev Makes the caller's running stint longer.
     */
    function prolong(uint256 length) external {
        _prolong(msg.sender, length);
    }

    /**
     * @dev Makes a member's running stint longer, as its sponsor.
     */
    function prolongFor(address member, uint256 length) external {
        require(sponsorOf[member] == msg.sender, "LaceStints: sponsor"); //~ BENIGN ACCESS_CTRL only whom the member has named
        _prolong(member, length);
    }

    /**
     * @dev Ends the caller's stint when its time is up.
     */
    function end() external returns (uint256 amount, uint256 bonus) {
        Stint memory s = stints[msg.sender];
        require(s.amount > 0, "LaceStints: none");
        require(block.timestamp >= s.endsAt, "LaceStints: running"); //~ BENIGN TIMESTAMP a stint cannot be given up
        delete stints[msg.sender]; //~ BENIGN STATE_MOD gone before the transfer
        promised = promised.minus(s.bonus);
        reserve = reserve.minus(s.bonus);
        emit Ended(msg.sender, s.amount, s.bonus);
        require(bobbins.transfer(msg.sender, s.amount.plus(s.bonus)), "LaceStints: transfer");
        return (s.amount, s.bonus);
    }

    /**
     * @dev Names somebody who may look after the caller's stint, for example its workshop.
     */
    function setSponsor(address sponsor) external {
        sponsorOf[msg.sender] = sponsor; //~ UNRELATED STATE_MOD zero takes the sponsor away
        emit SponsorSet(msg.sender, sponsor);
    }

    // ------------------------------------------------------------------------------------------------ guild

    function addReserve(uint256 amount) external onlyGuild {
        reserve = reserve.plus(amount);
        emit ReserveAdded(amount);
        require(bobbins.transferFrom(msg.sender, address(this), amount), "LaceStints: transfer");
    }

    function setOpen(bool open_) external onlyGuild {
        open = open_;
        emit OpenSet(open_);
    }

    // ------------------------------------------------------------------------------------------------ views

    /**
     * @dev Bonus for so many bobbins over so many weeks, as far as the reserve goes.
     */
    function bonusFor(uint256 amount, uint256 length) public view returns (uint256) {
        uint256 full = StintMath.bonus(amount, length);
        uint256 left = reserve.minus(promised);
        return full < left ? full : left; //~ BENIGN COMPUTATION never promises more than there is
    }

    // --------------------------------------------------------------------------------------------- internal

    function _setAside(address member, uint256 amount, uint256 length) private {
        require(amount >= LEAST, "LaceStints: amount"); //~ BENIGN INPUT_VAL keeps dust out
        require(StintMath.isLength(length), "LaceStints: length");
        Stint storage s = stints[member];
        if (s.amount == 0) {
            s.length = uint64(length); //~ BENIGN STATE_MOD the first amount settles length and end, by the member or its sponsor
            s.endsAt = uint64(block.timestamp + length * 1 weeks);
        } else {
            require(length == s.length, "LaceStints: other length"); //~ BENIGN INPUT_VAL one length for each stint
            require(block.timestamp < s.endsAt, "LaceStints: time is up");
        }
        uint256 weeksLeft = (s.endsAt - block.timestamp) / 1 weeks;
        uint256 bonus = bonusFor(amount, weeksLeft); //~ BENIGN COMPUTATION what comes later earns for the weeks that are left
        s.amount = s.amount.plus(amount);
        s.bonus = s.bonus.plus(bonus);
        promised = promised.plus(bonus);
        emit SetAside(member, msg.sender, amount, length);
        require(bobbins.transferFrom(msg.sender, address(this), amount), "LaceStints: transfer");
    }

    function _prolong(address member, uint256 length) private {
        Stint storage s = stints[member];
        require(s.amount > 0 && block.timestamp < s.endsAt, "LaceStints: none");
        require(length > s.length && StintMath.isLength(length), "LaceStints: length");
        uint256 added = length - s.length;
        uint256 bonus = bonusFor(s.amount, added);
        s.length = uint64(length);
        s.endsAt += uint64(added * 1 weeks);
        s.bonus = s.bonus.plus(bonus);
        promised = promised.plus(bonus);
        emit Prolonged(member, length);
    }
}
