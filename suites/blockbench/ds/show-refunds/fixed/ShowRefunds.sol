// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @title Tickets of one show, paid in a plain token, refunded when the show is cancelled.
contract ShowRefunds is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice May cancel the show and collect the takings.
    bytes32 public constant ORGANIZER_ROLE = keccak256("ORGANIZER_ROLE");

    /// @notice The token that tickets are paid in.
    IERC20 public immutable TOKEN;

    /// @notice The price of one ticket.
    uint256 public immutable PRICE;

    /// @notice When the show begins.
    uint256 public immutable STARTS_AT;

    /// @notice Whether the show was cancelled.
    bool public cancelled;

    /// @notice The tickets of a holder.
    mapping(address holder => uint256) public ticketsOf;

    event Bought(address indexed holder, uint256 count);
    event Cancelled();
    event Refunded(address indexed holder, uint256 amount);
    event Collected(address indexed to, uint256 amount);

    /// @param token The token that tickets are paid in.
    /// @param price The price of one ticket.
    /// @param startsAt When the show begins.
    /// @param admin Gives and takes roles.
    constructor(IERC20 token, uint256 price, uint256 startsAt, address admin) {
        require(price > 0, "ShowRefunds: no price"); //~ BENIGN INPUT_VAL
        require(startsAt > block.timestamp, "ShowRefunds: begun"); //~ BENIGN TIMESTAMP
        require(admin != address(0), "ShowRefunds: no admin"); //~ BENIGN INIT
        (TOKEN, PRICE, STARTS_AT) = (token, price, startsAt);
        _grantRole(DEFAULT_ADMIN_ROLE, admin); //~ BENIGN ACCESS_CTRL
    }

    /// @notice Buys tickets for the caller.
    /// @param count How many.
    function buy(uint256 count) external {
        require(!cancelled, "ShowRefunds: cancelled"); //~ BENIGN CTRL_FLOW
        require(block.timestamp < STARTS_AT, "ShowRefunds: begun"); //~ BENIGN TIMESTAMP
        TOKEN.safeTransferFrom(msg.sender, address(this), count * PRICE); //~ BENIGN FUND_XFER
        ticketsOf[msg.sender] += count; //~ BENIGN STATE_MOD
        emit Bought(msg.sender, count); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Cancels the show, before it begins.
    function cancel() external onlyRole(ORGANIZER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(block.timestamp < STARTS_AT, "ShowRefunds: begun"); //~ BENIGN TIMESTAMP
        cancelled = true;
        emit Cancelled(); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Refunds the tickets of a cancelled show. Anyone may call it.
    /// @param holders Whose tickets.
    function refund(address[] calldata holders) external {
        require(cancelled, "ShowRefunds: not cancelled"); //~ BENIGN CTRL_FLOW
        for (uint256 i = 0; i < holders.length; i++) { //~ BENIGN CTRL_FLOW
            uint256 amount = ticketsOf[holders[i]] * PRICE;
            ticketsOf[holders[i]] = 0; //~ BENIGN STATE_MOD
            TOKEN.safeTransfer(holders[i], amount); //~ BENIGN FUND_XFER
            emit Refunded(holders[i], amount); //~ UNRELATED EVENT_EMIT
        }
    }

    /// @notice Pays out the takings of a show that has begun.
    /// @param to Who receives them.
    function collect(address to) external onlyRole(ORGANIZER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(!cancelled, "ShowRefunds: cancelled"); //~ BENIGN CTRL_FLOW
        require(block.timestamp >= STARTS_AT, "ShowRefunds: not begun"); //~ BENIGN TIMESTAMP
        uint256 amount = TOKEN.balanceOf(address(this)); //~ BENIGN STORAGE_READ
        TOKEN.safeTransfer(to, amount); //~ BENIGN FUND_XFER
        emit Collected(to, amount); //~ UNRELATED EVENT_EMIT
    }
}
