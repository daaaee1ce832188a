// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

contract CraneHire {
    using SafeERC20 for IERC20;

    error No();
    error Zero();
    error Busy();
    error Idle();

    struct Crane {
        address payee;
        uint96 rate; // a day
        address firm;
        uint64 since;
        uint32 span; // days
        uint256 due;
    }

    event Added(uint256 indexed id, address payee, uint256 rate);
    event Hired(uint256 indexed id, address indexed firm, uint256 span);
    event Ended(uint256 indexed id, uint256 earned, uint256 back);
    event Payee(uint256 indexed id, address payee);
    event Taken(uint256 indexed id, address to, uint256 amt);

    IERC20 public immutable coin;
    Crane[] public cranes;

    constructor(IERC20 c) {
        if (address(c) == address(0)) revert Zero();
        coin = c;
    }

    function add(uint96 rate) external returns (uint256 id) {
        if (rate == 0) revert Zero();
        id = cranes.length;
        cranes.push();
        Crane storage k = cranes[id];
        k.payee = msg.sender;
        k.rate = rate;
        emit Added(id, msg.sender, rate);
    }

    function hire(uint256 id, uint32 span, uint96 rate) external {
        Crane storage k = cranes[id];
        if (k.firm != address(0)) revert Busy();
        if (span == 0) revert Zero();
        if (rate != k.rate) revert No();
        k.firm = msg.sender;
        k.since = uint64(block.timestamp);
        k.span = span;
        emit Hired(id, msg.sender, span);
        coin.safeTransferFrom(msg.sender, address(this), uint256(rate) * span);
    }

    function end(uint256 id) external {
        Crane storage k = cranes[id];
        address f = k.firm;
        if (f == address(0)) revert Idle();
        uint256 n = (block.timestamp - k.since) / 1 days + 1;
        uint256 s = k.span;
        if (msg.sender != f && n <= s) revert No();
        if (n > s) n = s;
        uint256 e = n * k.rate;
        uint256 b = (s - n) * k.rate;
        k.firm = address(0);
        k.due += e;
        emit Ended(id, e, b);
        if (b > 0) coin.safeTransfer(f, b);
    }

    function setPayee(uint256 id, address p) external {
        if (p == address(0)) revert Zero();
        Crane storage k = cranes[id];
        if (msg.sender != p && msg.sender != k.payee) revert No();
        k.payee = p;
        emit Payee(id, p);
    }

    function setRate(uint256 id, uint96 r) external {
        if (r == 0) revert Zero();
        Crane storage k = cranes[id];
        if (msg.sender != k.payee) revert No();
        if (k.firm != address(0)) revert Busy();
        k.rate = r;
    }

    function take(uint256 id, address to) external {
        if (to == address(0)) revert Zero();
        Crane storage k = cranes[id];
        if (msg.sender != k.payee) revert No();
        uint256 a = k.due;
        k.due = 0;
        emit Taken(id, to, a);
        coin.safeTransfer(to, a);
    }

    function count() external view returns (uint256) {
        return cranes.length;
    }
}
