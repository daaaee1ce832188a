// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ISource} from "./context/Purse.sol";

// A savings club. Members pay in for shares. Nobody ever gets money out for shares; you pledge them and borrow
// what they are worth, for as long as you like, and pay it back if you want the shares back.
contract SavingsClub {
    using SafeERC20 for IERC20;

    struct Loan {
        address member;
        ISource source;
        uint256 pledge;
        uint256 amount;
        uint64 until;
    }

    uint256 public constant TERM = 365 days;
    uint256 public constant MAX_SOURCES = 16;

    IERC20 public immutable dollar;
    address public immutable board;

    ISource[] public sources; // where the money is, the first one takes what members pay in
    mapping(ISource => bool) public isSource;
    mapping(ISource => uint256) public lentBy;
    mapping(address => uint256) public sharesOf;
    uint256 public totalShares; // pledged ones too
    Loan[] public loans;

    error NotTheBoard();
    error TooLittle(uint256 amount);
    error NotYourLoan(uint256 id);
    error NotOver(uint256 until);

    constructor(IERC20 dollar_, address board_) {
        dollar = dollar_;
        board = board_;
    }

    // ---- the board

    function addSource(ISource source) external {
        require(msg.sender == board, NotTheBoard()); //~ BENIGN ACCESS_CTRL
        require(!isSource[source], "listed"); //~ BENIGN INPUT_VAL
        list(source);
    }

    // ---- members

    function join(uint256 amount, uint256 least) external returns (uint256 shares) {
        shares = totalShares == 0 ? amount : (amount * totalShares) / worth(); //~ BENIGN ARITHMETIC rounded down, for those who are members already
        require(shares >= least && shares > 0, TooLittle(amount)); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] += shares;
        totalShares += shares;
        emit Joined(msg.sender, amount, shares); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(sources[0]), amount); //~ BENIGN FUND_XFER
    }

    function borrow(ISource source, uint256 pledge, uint256 least) external returns (uint256 id) {
        uint256 amount = (worth() * pledge) / totalShares;
        require(amount >= least && amount > 0, TooLittle(amount)); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] -= pledge; //~ BENIGN ARITHMETIC checked
        id = loans.length;
        loans.push(Loan(msg.sender, source, pledge, amount, uint64(block.timestamp + TERM)));
        emit Borrowed(id, msg.sender, source, amount); //~ UNRELATED EVENT_EMIT
        lentBy[source] += source.lend(msg.sender, amount); //~ BENIGN EXT_CALL
    }

    function repay(uint256 id) external {
        Loan memory loan = loans[id];
        require(loan.member == msg.sender, NotYourLoan(id)); //~ BENIGN ACCESS_CTRL
        delete loans[id]; //~ BENIGN STATE_MOD once
        sharesOf[msg.sender] += loan.pledge;
        lentBy[loan.source] -= loan.amount;
        emit Repaid(id); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(loan.source), loan.amount); //~ BENIGN FUND_XFER
    }

    // after a year the pledge is gone, to the good of all others
    function writeOff(uint256 id) external {
        Loan memory loan = loans[id];
        require(loan.member != address(0) && block.timestamp > loan.until, NotOver(loan.until)); //~ BENIGN TIMESTAMP
        delete loans[id];
        totalShares -= loan.pledge;
        lentBy[loan.source] -= loan.amount;
        emit WrittenOff(id);
    }

    // ---- views

    // all there is, lent out or not
    function worth() public view returns (uint256 all) {
        for (uint256 i = 0; i < sources.length; ++i) {
            all += lentBy[sources[i]] + sources[i].available(); //~ BENIGN COMPUTATION of the sources of the board
        }
    }

    function list(ISource source) private {
        require(sources.length < MAX_SOURCES, "too many"); //~ BENIGN INPUT_VAL
        isSource[source] = true;
        sources.push(source);
        emit Listed(source);
    }

    event Listed(ISource source);
    event Joined(address indexed member, uint256 amount, uint256 shares);
    event Borrowed(uint256 indexed id, address indexed member, ISource source, uint256 amount);
    event Repaid(uint256 indexed id);
    event WrittenOff(uint256 indexed id);
}
