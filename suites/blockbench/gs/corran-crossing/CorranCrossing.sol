// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Courier, ICrossing} from "./context/Courier.sol";
import {DayMeter} from "./context/DayMeter.sol";
import {IsleToken} from "./context/IsleToken.sol";

/// @title CorranCrossing
/// @author Corran Ferry Company
/// @notice Island end of the crossing for mainland pounds. Arrivals become isle money, departures go back through the
/// courier. What arrives beyond the day's inbound limit becomes waiting notes instead.
contract CorranCrossing is ICrossing {
    using DayMeter for DayMeter.Meter;

    uint256 public constant TOLL_BPS = 40;
    uint256 public constant BPS = 10_000;
    uint256 public constant MIN_DEPARTURE = 1e18;

    Courier public immutable courier;
    IsleToken public immutable money;
    IsleToken public immutable notes;
    address public immutable warden;

    DayMeter.Meter private _inbound;
    DayMeter.Meter private _outbound;

    uint256 public tollsDue;
    bool public stormy;

    event Arrived(address indexed to, uint256 amount, bool asNotes);
    event Departed(address indexed from, address indexed to, uint256 amount);
    event NotesCashed(address indexed holder, uint256 amount);
    event TollsCollected(address indexed to, uint256 amount);
    event LimitsSet(uint256 inbound, uint256 outbound);
    event StormSet(bool stormy);

    error NotCourier();
    error NotWarden();
    error Stormy();
    error TooSmall(uint256 amount);
    error NoRecipient();

    modifier onlyWarden() {
        if (msg.sender != warden) revert NotWarden();
        _;
    }

    /// @dev Departures stop in a storm. Arrivals do not: the mainland has sent them already.
    modifier inFairWeather(address to, uint256 amount) {
        if (stormy) revert Stormy();
        if (to == address(0)) revert NoRecipient();
        if (amount < MIN_DEPARTURE) revert TooSmall(amount); //~ INSUFF_GUARD INPUT_VAL a lower bound only
        _;
    }

    constructor(Courier courier_, uint256 inboundLimit, uint256 outboundLimit) {
        courier = courier_;
        warden = msg.sender;
        money = new IsleToken("Isle Money");
        notes = new IsleToken("Isle Waiting Notes");
        _setLimits(inboundLimit, outboundLimit);
    }

    // ----------------------------------------------------------- arrivals

    /// @inheritdoc ICrossing
    function arrive(address to, uint256 amount) external {
        if (msg.sender != address(courier)) revert NotCourier();
        bool asNotes = amount > _inbound.room(); //~ PREREQ CTRL_FLOW a large arrival is turned into notes as a whole
        if (asNotes) {
            notes.mint(to, amount);
        } else {
            _inbound.spend(amount);
            money.mint(to, amount);
        }
        emit Arrived(to, amount, asNotes);
    }

    /// @notice Turns waiting notes of the caller into money, as far as the day's inbound limit has room.
    function cashNotes(uint256 amount) external {
        _inbound.spend(amount); //~ BENIGN STATE_MOD notes become money within the limit that held them up
        notes.burn(msg.sender, amount);
        money.mint(msg.sender, amount);
        emit NotesCashed(msg.sender, amount);
    }

    // --------------------------------------------------------- departures

    /// @notice Sends money of the caller to `to` on the mainland.
    function depart(address to, uint256 amount) external inFairWeather(to, amount) {
        money.burn(msg.sender, amount); //~ BENIGN FUND_XFER the toll is part of what is burnt and comes back as tolls due
        courier.post(to, _cleared(amount));
        emit Departed(msg.sender, to, amount);
    }

    /// @notice Sends waiting notes of the caller back to the mainland without cashing them first.
    function departWithNotes(address to, uint256 amount) external inFairWeather(to, amount) {
        notes.burn(msg.sender, amount); //~ PREREQ FUND_XFER one pound for each note, as for money
        courier.post(to, amount); //~ ROOT_CAUSE CTRL_FLOW leaves without toll and without a look at the day's outbound limit
        emit Departed(msg.sender, to, amount);
    }

    // ------------------------------------------------------------- warden

    /// @notice Mints the tolls that are due.
    function collectTolls(address to) external onlyWarden returns (uint256 amount) {
        amount = tollsDue;
        tollsDue = 0; //~ BENIGN STATE_MOD each toll is minted once
        money.mint(to, amount);
        emit TollsCollected(to, amount);
    }

    function setLimits(uint256 inboundLimit, uint256 outboundLimit) external onlyWarden {
        _setLimits(inboundLimit, outboundLimit);
    }

    function setStormy(bool stormy_) external onlyWarden {
        stormy = stormy_;
        emit StormSet(stormy_);
    }

    // -------------------------------------------------------------- views

    function inboundRoom() external view returns (uint256) {
        return _inbound.room();
    }

    function outboundRoom() external view returns (uint256) {
        return _outbound.room();
    }

    /// @notice Pounds that the mainland holds for what is here.
    function backing() external view returns (uint256) {
        return money.totalSupply() + notes.totalSupply() + tollsDue; //~ UNRELATED COMPUTATION a figure for the auditors
    }

    // ----------------------------------------------------------- internal

    /// @dev Counts a departure and keeps its toll. Returns what is left to be sent.
    function _cleared(uint256 amount) private returns (uint256) {
        uint256 toll = (amount * TOLL_BPS + BPS - 1) / BPS; //~ BENIGN ARITHMETIC the toll rounds up
        tollsDue += toll;
        _outbound.spend(amount);
        return amount - toll;
    }

    function _setLimits(uint256 inboundLimit, uint256 outboundLimit) private {
        _inbound.limit = inboundLimit;
        _outbound.limit = outboundLimit;
        emit LimitsSet(inboundLimit, outboundLimit);
    }
}
