// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

interface ICurrency {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

interface IAdvanceTaker {
    function onAdvance(address currency, uint256 amount, uint256 fee, bytes calldata data) external;
}

library Checked {
    function plus(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "Plover: overflow");
    }

    function minus(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "Plover: underflow");
        return a - b;
    }

    function times(uint256 a, uint256 b) internal pure returns (uint256 c) {
        if (a == 0) return 0;
        c = a * b;
        require(c / a == b, "Plover: overflow");
    }
}

/**
 * Two currencies that are worth about the same, both with six decimals, exchanged one for one less a fee.
 * Members deposit either of them and own shares of everything; a share counts both currencies alike.
 *
 * The books say what belongs to the members. What is sent here otherwise stays out of them.
 */
contract PloverExchange {
    using Checked for uint256;

    uint256 public constant EXCHANGE_FEE = 4;  // basis points
    uint256 public constant ADVANCE_FEE = 10;  // basis points
    uint256 public constant KEPT = 1e6;        // shares of the first deposit that belong to nobody
    uint256 private constant BASIS = 10000;

    ICurrency[2] public currency;
    uint256[2] public books;

    uint256 public shareCount;
    mapping(address => uint256) public sharesOf;

    bool private occupied;

    event Deposited(address indexed member, uint8 indexed which, uint256 amount, uint256 shares);
    event Withdrawn(address indexed member, uint256 shares, uint256 first, uint256 second);
    event Exchanged(address indexed by, uint8 indexed from, uint256 given, uint256 received);
    event Advanced(address indexed to, uint8 indexed which, uint256 amount, uint256 fee);

    modifier alone() {
        require(!occupied, "Plover: occupied"); //~ BENIGN REENTRY_GUARD
        occupied = true;
        _;
        occupied = false;
    }

    constructor(ICurrency first, ICurrency second) {
        currency[0] = first;
        currency[1] = second;
    }

    /// Shares for a deposit, at the value of the books before it.
    function deposit(uint8 which, uint256 amount) external returns (uint256 shares) {
        if (shareCount == 0) {
            shares = amount.minus(KEPT);
            shareCount = KEPT;
        } else {
            shares = amount.times(shareCount) / books[0].plus(books[1]); //~ BENIGN ARITHMETIC rounded down, and the books cannot be moved by a gift
        }
        require(shares > 0, "Plover: no share");
        books[which] = books[which].plus(amount); //~ BENIGN STATE_MOD a deposit has to be there on top of the advance
        shareCount = shareCount.plus(shares);
        sharesOf[msg.sender] = sharesOf[msg.sender].plus(shares);
        require(currency[which].transferFrom(msg.sender, address(this), amount), "Plover: not paid"); //~ BENIGN FUND_XFER
        emit Deposited(msg.sender, which, amount, shares);
    }

    /// A member's part of both currencies.
    function withdraw(uint256 shares) external alone returns (uint256 first, uint256 second) {
        sharesOf[msg.sender] = sharesOf[msg.sender].minus(shares);
        first = books[0].times(shares) / shareCount;
        second = books[1].times(shares) / shareCount;
        shareCount = shareCount.minus(shares);
        books[0] = books[0].minus(first);
        books[1] = books[1].minus(second);
        _send(0, msg.sender, first);
        _send(1, msg.sender, second);
        emit Withdrawn(msg.sender, shares, first, second); //~ UNRELATED EVENT_EMIT
    }

    /// Gives `amount` of one currency for the other. The fee stays with the members.
    function exchange(uint8 from, uint256 amount) external alone returns (uint256 received) {
        uint8 to = _other(from);
        received = amount.minus(_part(amount, EXCHANGE_FEE));
        books[from] = books[from].plus(amount);
        books[to] = books[to].minus(received); //~ BENIGN ARITHMETIC refuses when there is too little
        require(currency[from].transferFrom(msg.sender, address(this), amount), "Plover: not paid");
        _send(to, msg.sender, received);
        emit Exchanged(msg.sender, from, amount, received);
    }

    /// Hands out an amount that has to be back, with the fee, when onAdvance() returns.
    function advance(uint8 which, uint256 amount, bytes calldata data) external alone {
        uint256 kept = currency[which].balanceOf(address(this)).minus(books[which]);
        uint256 fee = _part(amount, ADVANCE_FEE);
        _send(which, msg.sender, amount);
        IAdvanceTaker(msg.sender).onAdvance(address(currency[which]), amount, fee, data); //~ BENIGN EXT_CALL
        uint256 here = currency[which].balanceOf(address(this));
        require(here.minus(books[which]).minus(kept) >= fee, "Plover: not repaid"); //~ BENIGN INPUT_VAL the books contain what was deposited meanwhile
        books[which] = books[which].plus(fee); //~ BENIGN STATE_MOD the fee belongs to the members
        emit Advanced(msg.sender, which, amount, fee);
    }

    /// What a number of shares would bring now, in both currencies together.
    function worth(uint256 shares) external view returns (uint256) {
        if (shareCount == 0) return 0;
        return books[0].plus(books[1]).times(shares) / shareCount;
    }

    function _part(uint256 amount, uint256 points) private pure returns (uint256) {
        return amount.times(points).plus(BASIS - 1) / BASIS; //~ BENIGN ARITHMETIC rounded up
    }

    function _other(uint8 which) private pure returns (uint8) {
        require(which < 2, "Plover: unknown currency");
        return 1 - which;
    }

    function _send(uint8 which, address to, uint256 amount) private {
        require(currency[which].transfer(to, amount), "Plover: not sent");
    }
}
