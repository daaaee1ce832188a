// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title EtherPool
 * @notice Ether and a token that stands for staked ether, one for one. Members may trust agents with their shares.
 */
contract EtherPool {
    uint256 public constant FEE = 4; // basis points
    address public immutable keeper;
    address[2] public coin;
    uint256[2] public held;
    uint256 public fees; // in the token
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) public trusts;
    uint256 private _at;

    modifier alone() {
        require(_at == 0, "pool: at work"); //~ BENIGN REENTRY_GUARD
        _at = 1;
        _;
        _at = 0;
    }

    /// @param first What the pool calls its ether.
    constructor(address first, address second) {
        keeper = msg.sender;
        coin = [first, second]; //~ BENIGN INIT
    }

    function trust(address agent, bool on) external {
        trusts[msg.sender][agent] = on;
    }

    function moveShares(address from, address to, uint256 shares) external {
        require(from == msg.sender || trusts[from][msg.sender], "pool: not trusted"); //~ BENIGN ACCESS_CTRL
        balanceOf[from] -= shares;
        balanceOf[to] += shares;
    }

    /// @notice What a share is worth, in ether; 18 more decimals.
    function sharePrice() external view returns (uint256) {
        return ((held[0] + held[1]) * 1e18) / totalSupply; //~ BENIGN ORACLE
    }

    function join(uint256 second) external payable alone returns (uint256 shares) {
        uint256 all = held[0] + held[1];
        shares = all == 0 ? msg.value + second : ((msg.value + second) * totalSupply) / all; //~ BENIGN ARITHMETIC
        held[0] += msg.value;
        held[1] += second;
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        require(IToken(coin[1]).transferFrom(msg.sender, address(this), second), "pool: not paid");
    }

    function leave(uint256 shares) external alone {
        uint256 all = totalSupply;
        balanceOf[msg.sender] -= shares;
        totalSupply = all - shares;
        for (uint256 i = 0; i < 2; ++i) {
            uint256 amount = (held[i] * shares) / all;
            held[i] -= amount;
            _send(i, msg.sender, amount); //~ BENIGN EXT_CALL
        }
    }

    /// @notice Gives one coin for the other.
    function exchange(uint256 from, uint256 amount) external payable alone returns (uint256 received) {
        require(from == 0 ? amount == msg.value : msg.value == 0, "pool: ether");
        uint256 fee = (amount * FEE) / 10_000;
        received = amount - fee;
        held[from] += from == 1 ? amount - fee / 2 : amount;
        held[1 - from] -= received; //~ BENIGN STATE_MOD both are written before anything moves
        if (from == 1) {
            fees += fee / 2;
            require(IToken(coin[1]).transferFrom(msg.sender, address(this), amount), "pool: not paid");
        }
        _send(1 - from, msg.sender, received);
    }

    /// @notice Sends the keeper its half of the fees. Anyone may call it.
    function collect() external alone {
        uint256 amount = fees;
        fees = 0;
        _send(1, keeper, amount);
    }

    function _send(uint256 i, address to, uint256 amount) private {
        bool ok;
        if (i == 0) (ok, ) = to.call{value: amount}("");
        else ok = IToken(coin[1]).transfer(to, amount);
        require(ok, "pool: not sent");
    }
}

/**
 * @title LpFeed
 * @notice Values of pool shares. A pool's collect() refuses while the pool is at work.
 */
contract LpFeed {
    address public constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    function valueOf(EtherPool pool, uint256 shares) external returns (uint256) {
        pool.collect(); //~ BENIGN CTRL_FLOW whatever its coins
        return (shares * pool.sharePrice()) / 1e18; //~ BENIGN ORACLE
    }
}

/**
 * @title BramblingCredit
 * @notice Lends a token of staked ether against shares of the pool, for thirty days and a fee. After that anyone may
 *         pay the debt and take shares for it. What the fees bring stays here, as a reserve for the lenders.
 */
contract BramblingCredit {
    struct Line {
        uint256 pledged;
        uint256 debt;
        uint256 due;
    }

    uint256 public constant TERM = 30 days;
    uint256 public constant FEE = 50; // basis points
    uint256 public constant LIMIT = 80; // percent of the value
    uint256 public constant BONUS = 105; // percent of the debt

    IToken public immutable loan;
    EtherPool public immutable pool;
    LpFeed public immutable feed;
    mapping(address => uint256) public lent;
    mapping(address => Line) public lines;
    event Borrowed(address indexed borrower, uint256 amount, uint256 due);

    constructor(IToken loan_, EtherPool pool_, LpFeed feed_) {
        loan = loan_;
        pool = pool_;
        feed = feed_;
    }

    function lend(uint256 amount) external {
        lent[msg.sender] += amount;
        require(loan.transferFrom(msg.sender, address(this), amount), "credit: not paid");
    }

    function unlend(uint256 amount) external {
        lent[msg.sender] -= amount;
        require(loan.transfer(msg.sender, amount), "credit: lent out");
    }

    function pledge(uint256 shares) external {
        lines[msg.sender].pledged += shares;
        pool.moveShares(msg.sender, address(this), shares);
    }

    function unpledge(uint256 shares) external {
        lines[msg.sender].pledged -= shares;
        _within(msg.sender);
        pool.moveShares(address(this), msg.sender, shares);
    }

    function borrow(uint256 amount) external {
        Line storage l = lines[msg.sender];
        if (l.debt == 0) l.due = block.timestamp + TERM;
        l.debt += amount + (amount * FEE) / 10_000;
        _within(msg.sender);
        require(loan.transfer(msg.sender, amount), "credit: lent out"); //~ BENIGN FUND_XFER
        emit Borrowed(msg.sender, amount, l.due); //~ UNRELATED EVENT_EMIT
    }

    function repay(uint256 amount) external {
        lines[msg.sender].debt -= amount;
        require(loan.transferFrom(msg.sender, address(this), amount), "credit: not paid");
    }

    /// @notice Pays a debt that is overdue, for shares of a little more than its value.
    function takeOver(address borrower) external {
        Line storage l = lines[borrower];
        require(l.debt > 0 && block.timestamp > l.due, "credit: not overdue");
        uint256 debt = l.debt;
        uint256 shares = (l.pledged * debt * BONUS) / (feed.valueOf(pool, l.pledged) * 100);
        if (shares > l.pledged) shares = l.pledged;
        l.debt = 0;
        l.pledged -= shares;
        require(loan.transferFrom(msg.sender, address(this), debt), "credit: not paid");
        pool.moveShares(address(this), msg.sender, shares);
    }

    function _within(address borrower) private {
        Line storage l = lines[borrower];
        require(l.debt * 100 <= feed.valueOf(pool, l.pledged) * LIMIT, "credit: above the limit"); //~ BENIGN CTRL_FLOW
    }
}
