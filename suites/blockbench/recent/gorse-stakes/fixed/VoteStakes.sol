// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

interface IVotes {
    function delegate(address d) external;
}

contract Box {
    using SafeERC20 for IERC20;

    address private immutable own;
    IERC20 private immutable t;

    error Own();

    constructor(IERC20 t_, address d) {
        (own, t) = (msg.sender, t_);
        IVotes(address(t_)).delegate(d);
    }

    function send(address to, uint256 n) external {
        if (msg.sender != own) revert Own(); //~ BENIGN ACCESS_CTRL
        t.safeTransfer(to, n);
    }
}

contract VoteStakes {
    using SafeERC20 for IERC20;

    struct Pos {
        uint128 n;
        uint64 at;
        uint64 lock;
        address to;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant EARLY = 2_000;
    uint64 public constant MAX = 730 days;

    IERC20 public immutable t;
    address public immutable boss;
    uint256 public total;
    uint256 public fines;
    mapping(address => Pos) public pos;
    mapping(address => Box) public boxes;

    event In(address indexed w, uint256 n, uint64 lock);
    event To(address indexed w, address indexed d);
    event Out(address indexed w, uint256 n, uint256 f);
    event Fines(address indexed to, uint256 n);

    error Auth();
    error Lock();
    error Zero();
    error Same();

    constructor(IERC20 t_) {
        (t, boss) = (t_, msg.sender);
    }

    function stake(uint128 n, uint64 lock) external {
        Pos storage p = pos[msg.sender];
        if (n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        if (lock > MAX || lock < p.lock) revert Lock(); //~ BENIGN INPUT_VAL
        (p.at, p.lock) = (uint64(block.timestamp), lock);
        p.n += n;
        total += n;
        emit In(msg.sender, n, lock); //~ UNRELATED EVENT_EMIT
        t.safeTransferFrom(msg.sender, home(p.to), n); //~ BENIGN FUND_XFER to where the rest of the stake is
    }

    function delegate(address d) external {
        Pos storage p = pos[msg.sender];
        if (p.n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        if (d == p.to) revert Same(); //~ BENIGN INPUT_VAL
        if (d != address(0) && address(boxes[d]) == address(0)) boxes[d] = new Box(t, d);
        (address a, address b) = (home(p.to), home(d)); //~ BENIGN STORAGE_READ
        p.to = d;
        emit To(msg.sender, d); //~ UNRELATED EVENT_EMIT
        _move(a, b, p.n); //~ BENIGN CTRL_FLOW the tokens follow the name
    }

    function unstake() external returns (uint256 n) {
        Pos memory p = pos[msg.sender];
        if (p.n == 0) revert Zero(); //~ BENIGN INPUT_VAL
        delete pos[msg.sender]; //~ BENIGN STATE_MOD before the payment
        total -= p.n;
        address a = home(p.to);
        uint256 f = block.timestamp < p.at + p.lock ? (p.n * EARLY) / BPS : 0; //~ BENIGN TIMESTAMP
        n = p.n - f;
        emit Out(msg.sender, n, f); //~ UNRELATED EVENT_EMIT
        if (f != 0) {
            fines += f;
            if (a != address(this)) _move(a, address(this), f); //~ BENIGN CTRL_FLOW what is here already stays here
        }
        _move(a, msg.sender, n); //~ BENIGN FUND_XFER
    }

    function sweep(address to) external {
        if (msg.sender != boss) revert Auth(); //~ BENIGN ACCESS_CTRL
        uint256 n = fines;
        fines = 0; //~ BENIGN STATE_MOD
        emit Fines(to, n);
        t.safeTransfer(to, n);
    }

    function home(address d) public view returns (address) {
        return d == address(0) ? address(this) : address(boxes[d]);
    }

    function _move(address a, address b, uint256 n) private {
        if (a == address(this)) t.safeTransfer(b, n); //~ BENIGN FUND_XFER
        else Box(a).send(b, n);
    }
}
