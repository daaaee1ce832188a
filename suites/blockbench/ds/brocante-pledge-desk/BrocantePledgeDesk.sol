// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title Brocante pledge desk
 * @notice Advances coin against tokens that are left at the desk. The owner of a pledge redeems it within the term for
 *         the advance and interest by the day; afterwards anybody can buy it for that amount and a premium.
 * @dev Coin and tokens are ERC-20 as the standard has it: a transfer that does not happen reverts or returns false.
 */
contract BrocantePledgeDesk {
    enum State { None, Held, Redeemed, Sold }

    struct Pledge {
        address owner;
        uint64 openedAt;
        State state;
        IERC20 token;
        uint128 amount;
        uint128 advance;
    }

    uint256 public constant TERM = 45 days;
    uint256 public constant DAILY_BPS = 10;
    uint256 public constant PREMIUM_BPS = 500;
    uint256 private constant BPS = 10_000;
    uint256 private constant WAD = 1e18;

    IERC20 public immutable coin;
    address public immutable keeper;

    /// @notice Coin advanced on one whole token; zero for tokens that are not taken.
    mapping(IERC20 => uint256) public advanceRate;
    mapping(uint256 => Pledge) public pledges;
    uint256 public pledgeCount;

    event RateSet(IERC20 indexed token, uint256 rate);
    event Opened(uint256 indexed id, address indexed owner, IERC20 token, uint256 amount, uint256 advance);
    event Settled(uint256 indexed id, address indexed by, State state, uint256 paid);
    event Moved(IERC20 indexed token, address indexed from, address indexed to, uint256 amount);

    error KeeperOnly();
    error NotTaken(IERC20 token);
    error NothingPledged();
    error NotYours(uint256 id);
    error NotHeld(uint256 id);
    error TermRunning(uint256 end);
    error TermOver(uint256 end);
    error NotEnoughCoin(uint256 needed);
    error NotMoved(IERC20 token);

    constructor(IERC20 coin_) {
        coin = coin_;
        keeper = msg.sender;
    }

    modifier onlyKeeper() {
        if (msg.sender != keeper) revert KeeperOnly();
        _;
    }

    function setRate(IERC20 token, uint256 rate) external onlyKeeper {
        if (token == coin) revert NotTaken(token); //~ BENIGN INPUT_VAL pledges and till are never of one token
        advanceRate[token] = rate;
        emit RateSet(token, rate);
    }

    /// @notice Fills the till, and says whether it did.
    function fund(uint256 amount) external onlyKeeper returns (bool) {
        return _tryPull(coin, amount); //~ BENIGN FUND_XFER the answer goes to the keeper, and nothing else hangs on it
    }

    function defund(uint256 amount) external onlyKeeper {
        _push(coin, amount);
    }

    /// @notice Leaves tokens at the desk and receives the advance.
    function open(IERC20 token, uint128 amount) external returns (uint256 id) {
        uint256 rate = advanceRate[token];
        if (rate == 0) revert NotTaken(token);
        uint256 advance = (amount * rate) / WAD; //~ BENIGN ARITHMETIC rounds down, in favour of the desk
        if (advance == 0 || advance > type(uint128).max) revert NothingPledged(); //~ BENIGN INPUT_VAL the conversion below keeps the value
        id = ++pledgeCount;
        pledges[id] = Pledge(msg.sender, uint64(block.timestamp), State.Held, token, amount, uint128(advance));
        emit Opened(id, msg.sender, token, amount, advance);
        _pull(token, amount); //~ BENIGN FUND_XFER reverts unless the tokens were moved
        _push(coin, advance);
    }

    /// @notice Advance and interest of a pledge by now; a day that has begun counts.
    function dueOf(uint256 id) public view returns (uint256) {
        Pledge storage p = pledges[id];
        uint256 begun = (block.timestamp - p.openedAt) / 1 days + 1; //~ UNRELATED TIMESTAMP days are enough
        return p.advance + (p.advance * DAILY_BPS * begun) / BPS;
    }

    /// @notice Pays a pledge of the caller off and takes its tokens back.
    function redeem(uint256 id) external returns (uint256 due) {
        Pledge storage p = pledges[id];
        if (p.owner != msg.sender) revert NotYours(id);
        if (p.state != State.Held) revert NotHeld(id);
        if (block.timestamp > p.openedAt + TERM) revert TermOver(p.openedAt + TERM);

        due = dueOf(id);
        if (coin.balanceOf(msg.sender) < due) revert NotEnoughCoin(due); //~ INSUFF_GUARD INPUT_VAL who has the coin need not have approved it
        p.state = State.Redeemed; //~ PREREQ STATE_MOD the pledge counts as paid off
        emit Settled(id, msg.sender, State.Redeemed, due);
        _tryPull(coin, due); //~ ROOT_CAUSE FUND_XFER a coin that answers false is not noticed
        _push(p.token, p.amount); //~ PREREQ FUND_XFER gives the tokens back all the same
    }

    /// @notice Buys a pledge whose term is over.
    function buy(uint256 id) external returns (uint256 price) {
        Pledge storage p = pledges[id];
        if (p.state != State.Held) revert NotHeld(id);
        if (block.timestamp <= p.openedAt + TERM) revert TermRunning(p.openedAt + TERM);

        uint256 due = dueOf(id);
        price = due + (due * PREMIUM_BPS) / BPS;
        p.state = State.Sold;
        emit Settled(id, msg.sender, State.Sold, price);
        _pull(coin, price); //~ BENIGN FUND_XFER reverts unless the coin was moved
        _push(p.token, p.amount);
    }

    /// @dev Moves tokens of the caller to the desk, or says that they were not moved.
    function _tryPull(IERC20 token, uint256 amount) private returns (bool moved) {
        moved = token.transferFrom(msg.sender, address(this), amount); //~ PREREQ EXT_CALL false is passed on, nothing reverts
        if (moved) emit Moved(token, msg.sender, address(this), amount);
    }

    function _pull(IERC20 token, uint256 amount) private {
        if (!_tryPull(token, amount)) revert NotMoved(token);
    }

    function _push(IERC20 token, uint256 amount) private {
        if (!token.transfer(msg.sender, amount)) revert NotMoved(token);
        emit Moved(token, address(this), msg.sender, amount);
    }
}
