// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/utils/Address.sol";

contract DepositNotes is Ownable2Step {
    using Address for address payable;

    struct Note {
        address o;
        uint96 p;
        uint96 i;
        uint64 t;
    }

    uint96 public constant MIN = 0.05 ether;
    uint256 public constant MAX_RATE = 2_000;
    uint256 private constant DIV = 10_000 * 365;

    uint256 public immutable rate;

    uint256 public count;
    uint256 public total;
    bool public closed;
    mapping(uint256 => Note) public notes;

    event Funded(uint256 a);
    event ClosedSet(bool c);
    event Opened(uint256 indexed n, address indexed o, uint256 a);
    event Added(uint256 indexed n, uint256 a);
    event Assigned(uint256 indexed n, address indexed o, address indexed to);
    event Split(uint256 indexed n, uint256 indexed m, uint256 a);
    event Redeemed(uint256 indexed n, address indexed o, uint256 p, uint256 i);
    event Swept(uint256 a);

    error BadRate();
    error Closed();
    error LowSurplus();
    error NotHolder();
    error NotOwner();
    error NoHolder();
    error TooSmall();

    modifier held(uint256 n) {
        if (notes[n].o != msg.sender) revert NotHolder(); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier accrued(uint256 n) {
        Note storage x = notes[n];
        unchecked {
            uint256 d = (block.timestamp - x.t) / 1 days;
            x.i += uint96(_interest(x.p, d)); //~ BENIGN ARITHMETIC far below 96 bits for all the ether there is
            x.t += uint64(d * 1 days); //~ BENIGN TIMESTAMP the part of a day is kept for the next time
        }
        _;
    }

    constructor(uint256 r) {
        if (r > MAX_RATE) revert BadRate(); //~ BENIGN INIT
        rate = r;
    }

    receive() external payable {
        if (msg.sender != owner()) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        emit Funded(msg.value); //~ UNRELATED EVENT_EMIT
    }

    function setClosed(bool c) external onlyOwner {
        closed = c;
        emit ClosedSet(c);
    }

    function sweep(uint256 a) external onlyOwner {
        if (total + _interest(total, 365) + a > address(this).balance) revert LowSurplus(); //~ UNRELATED COMPUTATION an estimate for the owner's own use
        emit Swept(a);
        payable(msg.sender).sendValue(a);
    }

    function open() external payable returns (uint256 n) {
        if (closed) revert Closed(); //~ BENIGN CTRL_FLOW
        n = _write(msg.sender, uint96(msg.value), 0); //~ BENIGN ARITHMETIC
        total += msg.value;
        emit Opened(n, msg.sender, msg.value);
    }

    function add(uint256 n) external payable held(n) accrued(n) {
        if (closed) revert Closed(); //~ BENIGN CTRL_FLOW
        notes[n].p += uint96(msg.value); //~ BENIGN STATE_MOD the interest so far was accrued on the old principal
        total += msg.value;
        emit Added(n, msg.value);
    }

    function assign(uint256 n, address to) external held(n) {
        if (to == address(0)) revert NoHolder(); //~ BENIGN INPUT_VAL
        notes[n].o = to;
        emit Assigned(n, msg.sender, to);
    }

    function split(uint256 n, uint96 p) external held(n) accrued(n) returns (uint256 m) {
        Note storage x = notes[n];
        uint96 i = uint96(uint256(x.i) * p / x.p); //~ BENIGN ARITHMETIC the interest of the part, rounded down
        x.p -= p;
        x.i -= i; //~ BENIGN STATE_MOD
        if (x.p < MIN) revert TooSmall(); //~ BENIGN INPUT_VAL
        m = _write(msg.sender, p, i); //~ BENIGN STATE_MOD what was taken off the old note
        emit Split(n, m, p);
    }

    function redeem(uint256 n) external held(n) accrued(n) {
        Note memory x = notes[n];
        delete notes[n]; //~ BENIGN STATE_MOD the note is gone before the payment
        total -= x.p;
        emit Redeemed(n, x.o, x.p, x.i);
        payable(x.o).sendValue(uint256(x.p) + x.i); //~ BENIGN FUND_XFER
    }

    function worth(uint256 n) public view returns (uint256) {
        Note memory x = notes[n];
        return uint256(x.p) + x.i + _interest(x.p, (block.timestamp - x.t) / 1 days);
    }

    function _interest(uint256 p, uint256 d) private view returns (uint256) {
        return p * rate * d / DIV; //~ BENIGN ARITHMETIC rounded down
    }

    function _write(address o, uint96 p, uint96 i) private returns (uint256 n) {
        if (p < MIN) revert TooSmall(); //~ BENIGN INPUT_VAL
        n = ++count;
        notes[n] = Note(o, p, i, uint64(block.timestamp));
    }
}
