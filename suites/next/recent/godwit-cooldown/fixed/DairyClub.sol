// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// The savings club of a dairy. Dollars go in, and a week after you say so they come out again,
// or cheese notes for the same sum if you'd rather have cheese.
contract DairyClub {
    using SafeERC20 for IERC20;

    struct Exit {
        address who;
        IERC20 coin;
        uint256 amount;
        uint256 due;
    }

    uint256 public constant WEEK = 7 days;

    IERC20 public immutable dollar;
    IERC20 public immutable note;
    address public immutable dairy;

    mapping(address => uint256) public savedBy;
    Exit[] public exits;
    uint256 public owed; // to savers, whether they have said so or not

    error NotACoin(IERC20 coin);
    error NotYours(uint256 id);
    error TooEarly(uint256 due);
    error Paid(uint256 id);

    constructor(IERC20 dollar_, IERC20 note_, address dairy_) {
        dollar = dollar_;
        note = note_;
        dairy = dairy_;
    }

    function save(uint256 amount) external {
        savedBy[msg.sender] += amount; //~ BENIGN STATE_MOD
        owed += amount;
        emit Saved(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), amount);
    }

    // dollars or cheese? you say it here
    function leave(uint256 amount, IERC20 coin) external returns (uint256 id) {
        require(amount > 0, "nothing?"); //~ BENIGN INPUT_VAL
        require(coin == dollar || coin == note, NotACoin(coin)); //~ BENIGN INPUT_VAL
        savedBy[msg.sender] -= amount; //~ BENIGN ARITHMETIC
        id = exits.length;
        exits.push(Exit(msg.sender, coin, amount, block.timestamp + WEEK)); //~ BENIGN STATE_MOD
        emit Leaving(id, msg.sender, coin, amount); //~ UNRELATED EVENT_EMIT
    }

    // or not? the week stays the same
    function changeMind(uint256 id, IERC20 coin) external {
        require(msg.sender == exits[id].who, NotYours(id)); //~ BENIGN ACCESS_CTRL
        require(coin == dollar || coin == note, NotACoin(coin)); //~ BENIGN INPUT_VAL
        exits[id].coin = coin; //~ BENIGN STATE_MOD
        emit MindChanged(id, coin); //~ UNRELATED EVENT_EMIT
    }

    // the dairy does this on Mondays, but you needn't wait for it. Say what is paid, so that nobody is surprised
    function payOut(uint256 id, IERC20 coin) external { //~ BENIGN ACCESS_CTRL
        Exit storage e = exits[id];
        require(e.amount > 0, Paid(id)); //~ BENIGN CTRL_FLOW
        require(block.timestamp >= e.due, TooEarly(e.due)); //~ BENIGN TIMESTAMP
        require(coin == e.coin, NotACoin(coin)); //~ BENIGN INPUT_VAL
        uint256 amount = e.amount;
        e.amount = 0; //~ BENIGN STATE_MOD
        owed -= amount;
        emit PaidOut(id, coin, amount); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(e.who, amount); //~ BENIGN FUND_XFER
    }

    // dollars for which savers took cheese, and anything else that's over
    function takeIn() external returns (uint256 amount) {
        require(msg.sender == dairy, "dairy only"); //~ BENIGN ACCESS_CTRL
        amount = dollar.balanceOf(address(this)) - owed; //~ BENIGN ARITHMETIC
        emit TakenIn(amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(dairy, amount);
    }

    event Saved(address indexed who, uint256 amount);
    event Leaving(uint256 indexed id, address indexed who, IERC20 coin, uint256 amount);
    event MindChanged(uint256 indexed id, IERC20 coin);
    event PaidOut(uint256 indexed id, IERC20 coin, uint256 amount);
    event TakenIn(uint256 amount);
}
