// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// @notice Numbered seats of one concert. A seat is a token, which is paid for and can be returned until the day before.
contract ConcertSeats is ERC721, Ownable {
    using Address for address payable;

    uint256 public constant NOTICE = 1 days;

    uint256 public immutable seats;
    uint256 public immutable price;
    uint256 public immutable startsAt;

    event Bought(address indexed holder, uint256 indexed seat);
    event Returned(address indexed holder, uint256 indexed seat);
    event Collected(address indexed to, uint256 amount);

    error NoSuchSeat(uint256 seat);
    error WrongPayment(uint256 sent, uint256 price);
    error BadSchedule(uint256 startsAt);
    error TooLate(uint256 startsAt);
    error TooEarly(uint256 startsAt);

    constructor(uint256 seats_, uint256 price_, uint256 startsAt_, address owner_) ERC721("Concert seat", "SEAT") Ownable(owner_) {
        if (startsAt_ <= block.timestamp + NOTICE) revert BadSchedule(startsAt_); //~ BENIGN TIMESTAMP
        (seats, price, startsAt) = (seats_, price_, startsAt_);
    }

    /// @notice Buys a free seat at the price.
    function buy(uint256 seat) external payable {
        if (seat >= seats) revert NoSuchSeat(seat); //~ BENIGN INPUT_VAL
        if (msg.value != price) revert WrongPayment(msg.value, price); //~ BENIGN INPUT_VAL
        if (block.timestamp >= startsAt) revert TooLate(startsAt); //~ BENIGN TIMESTAMP
        _mint(msg.sender, seat); //~ BENIGN STATE_MOD
        emit Bought(msg.sender, seat); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Returns a seat for its price. An account that the holder has approved may do so, too, and receives the price.
    function giveBack(uint256 seat, address payable to) external {
        if (block.timestamp + NOTICE > startsAt) revert TooLate(startsAt); //~ BENIGN TIMESTAMP
        address holder = ownerOf(seat); //~ BENIGN STORAGE_READ
        _update(address(0), seat, msg.sender); //~ BENIGN ACCESS_CTRL
        emit Returned(holder, seat); //~ UNRELATED EVENT_EMIT
        to.sendValue(price); //~ BENIGN FUND_XFER
    }

    /// @notice Pays out what the concert has earned, once it has begun.
    function collect(address payable to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (block.timestamp < startsAt) revert TooEarly(startsAt); //~ BENIGN TIMESTAMP
        uint256 amount = address(this).balance; //~ BENIGN STORAGE_READ
        emit Collected(to, amount); //~ UNRELATED EVENT_EMIT
        to.sendValue(amount); //~ BENIGN FUND_XFER
    }
}
