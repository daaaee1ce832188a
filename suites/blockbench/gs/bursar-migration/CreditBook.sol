// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IBook} from "./context/IBook.sol";
import {Roll} from "./context/Roll.sol";

contract CreditBook is IBook, Ownable2Step {
    using SafeERC20 for IERC20;

    struct Account {
        uint128 g;
        uint128 d;
    }

    struct Move {
        address o;
        IBook dst;
        uint128 g;
        uint128 d;
    }

    uint256 public constant COVER = 2;

    IERC20 public immutable gold;
    IERC20 public immutable coin;
    Roll public immutable roll;
    uint256 public price;
    bool public open = true;
    mapping(address => Account) public accounts;

    event Put(address indexed o, uint256 g);
    event Taken(address indexed o, uint256 g);
    event Borrowed(address indexed o, uint256 d);
    event Repaid(address indexed o, uint256 d);
    event MovedOut(address indexed o, IBook indexed dst, uint256 g, uint256 d);
    event MovedIn(address indexed o, uint256 g, uint256 d);
    event PriceSet(uint256 p);
    event OpenSet(bool on);

    error NotMover();
    error Bare();
    error Shut();
    error TooMuch();
    error Zero();

    constructor(IERC20 g, IERC20 c, Roll r, uint256 p) {
        gold = g;
        coin = c;
        roll = r;
        price = p;
    }

    function setPrice(uint256 p) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (p == 0) revert Zero(); //~ BENIGN INPUT_VAL
        price = p;
        emit PriceSet(p); //~ UNRELATED EVENT_EMIT
    }

    function setOpen(bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        open = on;
        emit OpenSet(on); //~ UNRELATED EVENT_EMIT
    }

    function put(uint128 g) external {
        if (!open) revert Shut(); //~ BENIGN CTRL_FLOW
        accounts[msg.sender].g += g;
        emit Put(msg.sender, g); //~ UNRELATED EVENT_EMIT
        gold.safeTransferFrom(msg.sender, address(this), g); //~ BENIGN FUND_XFER
    }

    function take(uint128 g) external {
        Account storage a = accounts[msg.sender];
        if (g > a.g) revert TooMuch(); //~ BENIGN INPUT_VAL
        a.g -= g; //~ BENIGN STATE_MOD
        _covered(a);
        emit Taken(msg.sender, g); //~ UNRELATED EVENT_EMIT
        gold.safeTransfer(msg.sender, g); //~ DECOY FUND_XFER its own, and what is left covers the debt
    }

    function borrow(uint128 d) external {
        if (!open) revert Shut(); //~ BENIGN CTRL_FLOW
        Account storage a = accounts[msg.sender];
        a.d += d; //~ BENIGN STATE_MOD
        _covered(a);
        emit Borrowed(msg.sender, d); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, d);
    }

    function repay(address o, uint128 d) external {
        Account storage a = accounts[o];
        if (d > a.d) revert TooMuch(); //~ BENIGN INPUT_VAL
        a.d -= d;
        emit Repaid(o, d); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), d); //~ BENIGN FUND_XFER
    }

    function moveOut(Move calldata m) external {
        if (!m.dst.roll().mover(msg.sender)) revert NotMover(); //~ ROOT_CAUSE ACCESS_CTRL the caller names the book, and so the roll in which it is a mover
        Account storage a = accounts[m.o];
        if (m.g > a.g || m.d > a.d) revert TooMuch(); //~ BENIGN INPUT_VAL
        a.g -= m.g; //~ BENIGN STATE_MOD
        a.d -= m.d;
        _covered(a); //~ INSUFF_GUARD INPUT_VAL what is left is covered, what goes nobody knows
        emit MovedOut(m.o, m.dst, m.g, m.d); //~ UNRELATED EVENT_EMIT
        gold.safeTransfer(address(m.dst), m.g); //~ PREREQ FUND_XFER before the other book has said anything
        m.dst.moveIn(m.o, m.g, m.d); //~ PREREQ EXT_CALL of whatever contract
    }

    function moveIn(address o, uint256 g, uint256 d) external {
        if (!open) revert Shut(); //~ BENIGN CTRL_FLOW
        if (!roll.mover(msg.sender)) revert NotMover(); //~ DECOY ACCESS_CTRL the roll of this book
        Account storage a = accounts[o];
        a.g += uint128(g);
        a.d += uint128(d);
        _covered(a); //~ BENIGN INPUT_VAL
        emit MovedIn(o, g, d); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, d); //~ BENIGN FUND_XFER
    }

    function _covered(Account storage a) private view {
        if (uint256(a.g) * price < COVER * a.d) revert Bare(); //~ BENIGN ARITHMETIC
    }
}
