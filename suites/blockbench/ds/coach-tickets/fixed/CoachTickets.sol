// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @notice Tickets of a coach company. The fare of a line never changes, and a tenth of it is kept when tickets come back.
contract CoachTickets is Ownable {
    using SafeERC20 for IERC20;
    using Math for uint256;

    IERC20 public immutable coin;

    /// @notice How many lines there are.
    uint256 public lines;

    /// @notice What the company has earned and not collected yet.
    uint256 public earned;

    mapping(uint256 line => uint256) public fareOf;
    mapping(uint256 line => mapping(address passenger => uint256)) public ticketsOf;

    event Opened(uint256 indexed line, uint256 fare);
    event Bought(uint256 indexed line, address indexed passenger, uint256 count);
    event Boarded(uint256 indexed line, address indexed passenger, uint256 count);
    event GivenBack(uint256 indexed line, address indexed passenger, uint256 count, uint256 refund);
    event Collected(address indexed to, uint256 amount);

    error NoFare();
    error NoSuchLine(uint256 line);
    error NoTickets();
    error TooFew(uint256 held, uint256 wanted);
    error NotEarned(uint256 earned, uint256 wanted);

    constructor(IERC20 coin_) Ownable(msg.sender) {
        coin = coin_;
    }

    /// @notice Opens a line at a fare.
    function open(uint256 fare) external onlyOwner returns (uint256 line) { //~ BENIGN ACCESS_CTRL
        if (fare == 0) revert NoFare(); //~ BENIGN INPUT_VAL
        line = lines++;
        fareOf[line] = fare;
        emit Opened(line, fare); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Buys tickets of a line.
    function buy(uint256 line, uint256 count) external {
        if (line >= lines) revert NoSuchLine(line); //~ BENIGN INPUT_VAL
        if (count == 0) revert NoTickets(); //~ BENIGN INPUT_VAL
        uint256 due = count * fareOf[line]; //~ BENIGN ARITHMETIC
        ticketsOf[line][msg.sender] += count; //~ BENIGN STATE_MOD
        coin.safeTransferFrom(msg.sender, address(this), due); //~ BENIGN FUND_XFER
        emit Bought(line, msg.sender, count); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Uses tickets.
    function board(uint256 line, uint256 count) external {
        _take(line, count);
        earned += count * fareOf[line]; //~ BENIGN ARITHMETIC
        emit Boarded(line, msg.sender, count);
    }

    /// @notice Gives tickets back for nine tenths of what they cost.
    function giveBack(uint256 line, uint256 count) external {
        _take(line, count); //~ BENIGN STATE_MOD
        uint256 cost = count * fareOf[line]; //~ BENIGN ARITHMETIC
        uint256 kept = cost.ceilDiv(10); //~ BENIGN ARITHMETIC
        earned += kept;
        emit GivenBack(line, msg.sender, count, cost - kept);
        coin.safeTransfer(msg.sender, cost - kept); //~ BENIGN FUND_XFER
    }

    /// @notice Pays what was earned.
    function collect(address to, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (amount > earned) revert NotEarned(earned, amount); //~ BENIGN INPUT_VAL
        earned -= amount;
        emit Collected(to, amount);
        coin.safeTransfer(to, amount); //~ BENIGN FUND_XFER
    }

    function _take(uint256 line, uint256 count) private {
        uint256 held = ticketsOf[line][msg.sender];
        if (count > held) revert TooFew(held, count); //~ BENIGN INPUT_VAL
        ticketsOf[line][msg.sender] = held - count;
    }
}
