// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// dollars lent to the house. Every loan is a note, notes can be sold, cut in two and glued together.
/// Interest runs for a year and comes out of the reserve while there is some, first come first served.
contract DepositNotes is ERC721, Ownable {
    using SafeERC20 for IERC20;

    struct Note {
        uint256 amount;
        uint256 since;
    }

    uint256 constant BPS = 10_000;
    uint256 constant YEAR = 365 days;

    IERC20 public immutable usd;
    uint256 public immutable rate;

    uint256 public reserve;
    uint256 public lastId;
    mapping(uint256 => Note) public notes;

    error NotYours(uint256 id);

    constructor(IERC20 _usd, uint256 _rate) ERC721("Deposit Note", "NOTE") Ownable(msg.sender) {
        require(_rate <= 2_000, "rate"); //~ BENIGN INIT
        usd = _usd;
        rate = _rate;
    }

    modifier mine(uint256 id) {
        if (_ownerOf(id) != msg.sender) revert NotYours(id); //~ BENIGN ACCESS_CTRL
        _;
    }

    function deposit(uint256 amount) external returns (uint256 id) {
        require(amount > 0, "nothing"); //~ BENIGN INPUT_VAL
        usd.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        id = ++lastId;
        notes[id] = Note(amount, block.timestamp);
        emit Deposited(id, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        _safeMint(msg.sender, id); //~ BENIGN EXT_CALL
    }

    // cuts part off into a note of its own, same age
    function split(uint256 id, uint256 part) external mine(id) returns (uint256 newId) { //~ BENIGN ACCESS_CTRL
        Note memory n = notes[id]; //~ BENIGN STORAGE_READ
        require(part > 0 && part < n.amount, "part"); //~ BENIGN INPUT_VAL
        newId = ++lastId;
        notes[id].amount = n.amount - part; //~ BENIGN STATE_MOD
        notes[newId] = Note(part, n.since); //~ BENIGN STATE_MOD
        emit Split(id, newId, part); //~ UNRELATED EVENT_EMIT
        _safeMint(msg.sender, newId); //~ BENIGN EXT_CALL
    }

    // glues b to a. Only notes of one age
    function merge(uint256 a, uint256 b) external mine(a) mine(b) {
        require(a != b && notes[a].since == notes[b].since, "no match"); //~ BENIGN INPUT_VAL
        notes[a].amount += notes[b].amount; //~ BENIGN STATE_MOD
        delete notes[b]; //~ BENIGN STATE_MOD
        _burn(b);
        emit Merged(a, b); //~ UNRELATED EVENT_EMIT
    }

    function interestOf(uint256 id) public view returns (uint256) {
        Note memory n = notes[id];
        uint256 time = Math.min(block.timestamp - n.since, YEAR); //~ BENIGN TIMESTAMP
        return Math.min(n.amount * rate * time / (BPS * YEAR), reserve); //~ BENIGN ARITHMETIC
    }

    function redeem(uint256 id) external mine(id) {
        uint256 amount = notes[id].amount;
        uint256 interest = interestOf(id);
        reserve -= interest; //~ BENIGN ARITHMETIC
        delete notes[id];
        _burn(id); //~ BENIGN STATE_MOD
        usd.safeTransfer(msg.sender, amount + interest); //~ BENIGN FUND_XFER
        emit Redeemed(id, amount, interest); //~ UNRELATED EVENT_EMIT
    }

    function fund(uint256 amount) external {
        usd.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        reserve += amount;
        emit ReserveIs(reserve);
    }

    // the house may change its mind about what is left of the interest, never about deposits
    function unfund(uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        reserve -= amount; //~ BENIGN ARITHMETIC
        usd.safeTransfer(msg.sender, amount);
        emit ReserveIs(reserve);
    }

    event Deposited(uint256 indexed id, address indexed who, uint256 amount);
    event Split(uint256 indexed id, uint256 indexed newId, uint256 part);
    event Merged(uint256 indexed a, uint256 indexed b);
    event Redeemed(uint256 indexed id, uint256 amount, uint256 interest);
    event ReserveIs(uint256 amount);
}
