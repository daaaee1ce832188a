// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/ReentrancyGuard.sol";

interface IRents {
    function notify(uint256 amount) external;

    function pending(address who) external view returns (uint256);
}

// Rents come in at once and are earned second by second.
abstract contract BaseRents is IRents, Ownable, ReentrancyGuard {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant TERM = 30 days;
    uint256 internal constant ONE = 1e18;

    // An ERC-777 coin, used through its ERC-20 side.
    IERC20 public immutable coin;

    uint256 public total;
    uint256 public rate;
    uint256 public until;
    uint256 public last;
    uint256 internal stored;

    event Notified(uint256 amount, uint256 rate);

    constructor(IERC20 _coin) {
        require(address(_coin) != address(0), "!coin"); //~ BENIGN INPUT_VAL
        coin = _coin;
    }

    function notify(uint256 amount) external override onlyOwner nonReentrant { //~ BENIGN ACCESS_CTRL
        require(total > 0, "!total"); //~ BENIGN CTRL_FLOW
        sync();
        uint256 left = 0;
        if (block.timestamp < until) left = until.sub(block.timestamp).mul(rate);
        uint256 new_rate = left.add(amount).div(TERM);
        require(new_rate > 0, "!amount"); //~ BENIGN INPUT_VAL
        rate = new_rate;
        until = block.timestamp.add(TERM);
        last = block.timestamp;
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Notified(amount, new_rate);
    }

    // What a term brings while nobody is in stays in the contract.
    function acc() public view returns (uint256) {
        uint256 end = Math.min(block.timestamp, until);
        if (total == 0 || end <= last) return stored;
        return stored.add(end.sub(last).mul(rate).mul(ONE).div(total)); //~ BENIGN ARITHMETIC
    }

    function sync() internal {
        stored = acc(); //~ BENIGN STATE_MOD
        last = Math.max(last, Math.min(block.timestamp, until)); //~ BENIGN TIMESTAMP
    }
}

contract EstateRents is BaseRents {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    struct User {
        uint256 amount;
        uint256 paid;
        uint256 owed;
    }

    mapping(address => User) public users;

    event Deposited(address indexed who, uint256 amount);
    event Withdrawn(address indexed who, uint256 amount, uint256 rents);
    event Moved(address indexed from, address indexed to, uint256 amount);

    constructor(IERC20 _coin) BaseRents(_coin) {}

    function deposit(uint256 amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        require(amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        settle(msg.sender);
        add(msg.sender, amount);
        total = total.add(amount);
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Deposited(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        require(amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        out(amount);
    }

    function claim() external nonReentrant { //~ BENIGN REENTRY_GUARD
        out(0);
    }

    // The whole position, with its rents. No coins change hands here.
    function move(address to) external { //~ BENIGN CTRL_FLOW
        require(to != address(0) && to != msg.sender, "!to"); //~ BENIGN INPUT_VAL
        settle(msg.sender);
        settle(to);
        User memory user = users[msg.sender]; //~ BENIGN STORAGE_READ
        delete users[msg.sender]; //~ BENIGN STATE_MOD
        users[to].owed = users[to].owed.add(user.owed); //~ BENIGN STATE_MOD
        add(to, user.amount);
        emit Moved(msg.sender, to, user.amount);
    }

    function pending(address who) public view override returns (uint256) {
        User storage user = users[who];
        return user.owed.add(worth(user.amount).sub(user.paid)); //~ BENIGN ARITHMETIC
    }

    function out(uint256 amount) internal {
        sync();
        User storage user = users[msg.sender];
        uint256 rents = pending(msg.sender);
        user.amount = user.amount.sub(amount, "!balance"); //~ BENIGN STATE_MOD
        total = total.sub(amount);
        user.owed = 0;
        user.paid = worth(user.amount);
        coin.safeTransfer(msg.sender, amount.add(rents)); //~ BENIGN FUND_XFER
        emit Withdrawn(msg.sender, amount, rents);
    }

    function settle(address who) internal {
        sync();
        User storage user = users[who];
        user.owed = pending(who);
        user.paid = worth(user.amount); //~ BENIGN STATE_MOD
    }

    function add(address who, uint256 amount) internal {
        User storage user = users[who];
        user.amount = user.amount.add(amount);
        user.paid = worth(user.amount);
    }

    function worth(uint256 amount) internal view returns (uint256) {
        return amount.mul(acc()).div(ONE);
    }
}
