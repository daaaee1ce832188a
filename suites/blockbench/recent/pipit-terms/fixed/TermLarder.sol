// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// The larder of a walnut co-op. Nuts that stay for a term get something on top, at once, from the co-op's own sack.
// Without a term they can go whenever you like, and get nothing. The thanks are for one autumn.
contract TermLarder {
    using SafeERC20 for IERC20;

    struct Shelf {
        uint256 nuts;
        uint256 term;
        uint256 until;
    }

    IERC20 public immutable nut;
    address public immutable cellarer;
    uint256 public immutable lastDay; // for nuts with a term

    mapping(address => Shelf) public shelves;
    mapping(uint256 => uint256) public percentFor; // by term. Zero means that there's no such term
    uint256 public sack; // what the co-op has for thanks
    uint256 public kept;

    error NoSuchTerm(uint256 term);
    error OtherTerm(uint256 term);
    error TooEarly(uint256 until);
    error TooLate(uint256 lastDay);
    error SackTooSmall(uint256 sack);

    modifier onlyCellarer() {
        require(msg.sender == cellarer, "cellarer only"); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 nut_, address cellarer_, uint256 lastDay_) {
        nut = nut_;
        cellarer = cellarer_;
        lastDay = lastDay_;
    }

    // ---- the co-op's part

    // shelves keep what they've got. For nuts that come later it's the percentage of that moment
    function setTerm(uint256 term, uint256 percent) external onlyCellarer {
        require(term > 0 && term <= 1000 days, "how long?"); //~ BENIGN INPUT_VAL
        require(percent <= 50, "too generous"); //~ BENIGN INPUT_VAL
        percentFor[term] = percent; //~ BENIGN STATE_MOD
        emit TermSet(term, percent); //~ UNRELATED EVENT_EMIT
    }

    function fillSack(uint256 amount) external {
        sack += amount; //~ BENIGN STATE_MOD
        emit SackFilled(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        nut.safeTransferFrom(msg.sender, address(this), amount);
    }

    function emptySack(uint256 amount) external onlyCellarer {
        sack -= amount; //~ BENIGN ARITHMETIC
        emit SackEmptied(amount); //~ UNRELATED EVENT_EMIT
        nut.safeTransfer(cellarer, amount);
    }

    // ---- everybody's

    // a shelf has one term. Putting more on it starts the term again, for everything there
    function put(uint256 amount, uint256 term) external returns (uint256 thanks) {
        require(amount > 0, "no nuts"); //~ BENIGN INPUT_VAL
        require(term == 0 || percentFor[term] > 0, NoSuchTerm(term)); //~ BENIGN INPUT_VAL
        require(term == 0 || block.timestamp <= lastDay, TooLate(lastDay)); //~ BENIGN TIMESTAMP
        Shelf storage s = shelves[msg.sender];
        if (s.nuts == 0) {
            s.term = term; //~ BENIGN STATE_MOD
        } else {
            require(s.term == term, OtherTerm(s.term)); //~ BENIGN INPUT_VAL
        }
        s.until = block.timestamp + term; //~ BENIGN TIMESTAMP
        thanks = (amount * percentFor[term]) / 100; //~ BENIGN COMPUTATION
        require(thanks <= sack, SackTooSmall(sack)); //~ BENIGN INPUT_VAL
        sack -= thanks; //~ BENIGN STATE_MOD
        kept += amount + thanks; //~ BENIGN STATE_MOD
        s.nuts += amount + thanks; //~ BENIGN STATE_MOD
        emit Put(msg.sender, amount, term, thanks); //~ UNRELATED EVENT_EMIT
        nut.safeTransferFrom(msg.sender, address(this), amount);
    }

    function take(uint256 amount) external {
        Shelf storage s = shelves[msg.sender];
        require(block.timestamp >= s.until, TooEarly(s.until)); //~ BENIGN TIMESTAMP
        s.nuts -= amount; //~ BENIGN ARITHMETIC
        kept -= amount; //~ BENIGN STATE_MOD
        emit Taken(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        nut.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    event TermSet(uint256 indexed term, uint256 percent);
    event SackFilled(address indexed from, uint256 amount);
    event SackEmptied(uint256 amount);
    event Put(address indexed who, uint256 amount, uint256 term, uint256 thanks);
    event Taken(address indexed who, uint256 amount);
}
