// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.30;

import {IERC20} from "./context/IERC20.sol";
import {HideExchange} from "./context/HideExchange.sol";

/**
 * @title TanneryLoans
 * @notice Cash for hides in store. Every loan has a call price: once hides trade at it or below, anyone may call the loan
 *         in and buy its hides.
 */
contract TanneryLoans {
    struct Loan {
        address tanner;
        uint64 dueAt;
        uint256 debt;
        uint256 hides;
        uint256 callPrice;
    }

    uint256 internal constant WHOLE = 1e18;
    uint256 public constant BPS = 10_000;
    uint256 public constant BUYER_BPS = 9_500; // what a buyer pays of the price
    uint256 public constant ROOM_BPS = 9_000; // a call price is at most this part of the lowest price
    uint256 public constant FEE_BPS = 100;
    uint256 public constant TERM = 360 days;

    IERC20 public immutable cash;
    IERC20 public immutable hide;
    HideExchange public immutable exchange;
    address public immutable house;

    Loan[] private book;

    event LoanOpened(uint256 indexed id, address indexed tanner, uint256 hides, uint256 debt, uint256 callPrice);
    event CallPriceMoved(uint256 indexed id, uint256 callPrice);
    event HidesTaken(uint256 indexed id, uint256 hides);
    event LoanRepaid(uint256 indexed id, uint256 paid, uint256 left);
    event LoanCalled(uint256 indexed id, address indexed buyer, uint256 price, uint256 toHouse, uint256 toTanner);

    error NotTheHouse();
    error NotTheTanner();
    error NotCovered(uint256 covered, uint256 debt);
    error TooClose(uint256 callPrice, uint256 price);
    error CallPriceLowered();
    error NotCallable(uint256 price, uint256 callPrice);
    error Closed();
    error TransferFailed();

    modifier byTanner(uint256 id) {
        if (book[id].tanner != msg.sender) revert NotTheTanner();
        _;
    }

    /// @dev The call price of a loan may go up and never down.
    modifier onlyUpwards(uint256 id, uint256 callPrice) {
        if (callPrice < book[id].callPrice) revert CallPriceLowered(); //~ BENIGN INPUT_VAL compared with the standing call price
        _;
    }

    /// @dev What the hides bring where the loan is called covers the debt afterwards.
    modifier staysCovered(uint256 id) {
        _;
        uint256 lowest = exchange.lowest();
        uint256 calledAt = book[id].callPrice < lowest ? book[id].callPrice : lowest;
        uint256 covered = _proceeds(book[id].hides, calledAt);
        if (covered < book[id].debt) revert NotCovered(covered, book[id].debt); //~ BENIGN INPUT_VAL reads the book after the change, as it should
    }

    constructor(IERC20 cash_, IERC20 hide_, HideExchange exchange_) {
        cash = cash_;
        hide = hide_;
        exchange = exchange_;
        house = msg.sender;
    }

    // ---------------------------------------------------------------- tanners

    /// @notice Stores hides and takes cash against them. The fee is added to the debt.
    function open(uint256 hides, uint256 amount, uint256 callPrice)
        external
        staysCovered(book.length)
        returns (uint256 id)
    {
        _requireRoom(callPrice);
        id = book.length;
        uint256 debt = amount + (amount * FEE_BPS) / BPS;
        book.push(Loan(msg.sender, uint64(block.timestamp + TERM), debt, hides, callPrice));
        emit LoanOpened(id, msg.sender, hides, debt, callPrice);
        _pull(hide, hides);
        _push(cash, msg.sender, amount); //~ BENIGN FUND_XFER the cover is tested at the end of the call
    }

    /// @notice Moves the call price of the caller's loan.
    function moveCallPrice(uint256 id, uint256 callPrice) external byTanner(id) onlyUpwards(id, callPrice) { //~ BENIGN CTRL_FLOW a higher call price can only improve the cover
        _requireRoom(callPrice); //~ BENIGN INPUT_VAL a loan never becomes callable by its own tanner's move
        book[id].callPrice = callPrice; //~ BENIGN STATE_MOD written after the comparison
        emit CallPriceMoved(id, callPrice);
    }

    /// @notice Takes hides out that the loan does not need at its call price.
    function takeHides(uint256 id, uint256 hides) external byTanner(id) staysCovered(id) {
        book[id].hides -= hides;
        emit HidesTaken(id, hides);
        _push(hide, msg.sender, hides); //~ BENIGN FUND_XFER the rest covers the debt at the call price
    }

    /// @notice Repays a loan in part or in full; with the last of the debt the hides go back.
    function repay(uint256 id, uint256 amount) external {
        Loan memory loan = _standing(id);
        uint256 paid = amount < loan.debt ? amount : loan.debt;
        uint256 left = loan.debt - paid;
        emit LoanRepaid(id, paid, left);
        if (left == 0) {
            delete book[id];
            _push(hide, loan.tanner, loan.hides);
        } else {
            book[id].debt = left;
        }
        _pull(cash, paid); //~ UNRELATED FUND_XFER anyone may pay, the hides go to the tanner
    }

    // ----------------------------------------------------------------- buyers

    /// @notice Calls a loan in: the caller buys its hides a little below the price, the debt is paid out of that.
    function callIn(uint256 id) external returns (uint256 paid) {
        Loan memory loan = _standing(id);
        uint256 price = exchange.price();
        if (price > loan.callPrice && block.timestamp <= loan.dueAt) revert NotCallable(price, loan.callPrice); //~ BENIGN CTRL_FLOW at the call price or after the term
        delete book[id]; //~ BENIGN STATE_MOD closed before anything moves
        paid = _proceeds(loan.hides, price);
        uint256 rest = paid > loan.debt ? paid - loan.debt : 0;
        emit LoanCalled(id, msg.sender, price, paid - rest, rest);
        _pull(cash, paid);
        if (rest != 0) _push(cash, loan.tanner, rest);
        _push(hide, msg.sender, loan.hides);
    }

    // ------------------------------------------------------------------ house

    /// @notice Cash comes to the house's window by plain transfer; this takes it out again.
    function takeCash(uint256 amount) external {
        if (msg.sender != house) revert NotTheHouse();
        _push(cash, house, amount);
    }

    function loanCount() external view returns (uint256) {
        return book.length;
    }

    function loanInfo(uint256 id) external view returns (Loan memory) {
        return book[id];
    }

    // --------------------------------------------------------------- internal

    function _standing(uint256 id) private view returns (Loan memory loan) {
        loan = book[id];
        if (loan.tanner == address(0)) revert Closed();
    }

    function _requireRoom(uint256 callPrice) private view {
        uint256 lowest = exchange.lowest();
        if (callPrice * BPS > lowest * ROOM_BPS) revert TooClose(callPrice, lowest);
    }

    function _proceeds(uint256 hides, uint256 price) private pure returns (uint256) {
        return (hides * price * BUYER_BPS) / BPS / WHOLE;
    }

    function _pull(IERC20 token, uint256 value) private {
        if (!token.transferFrom(msg.sender, address(this), value)) revert TransferFailed();
    }

    function _push(IERC20 token, address to, uint256 value) private {
        if (!token.transfer(to, value)) revert TransferFailed();
    }
}
