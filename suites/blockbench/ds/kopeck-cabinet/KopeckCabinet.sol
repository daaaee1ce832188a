// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface ICoin {
    function balanceOf(address who) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title KopeckCabinet
/// @notice A cabinet with a drawer for each of up to eight coins. Members own the cabinet by shares; anyone exchanges one coin
///         for another against the two drawers concerned, at the product of what the drawers hold. Which coins are in the
///         cabinet is decided when it is built, and mints differ: some coins bear interest in kind, some levy a part of
///         every transfer, some do nothing but change hands.
contract KopeckCabinet {
    uint256 public constant MOST_DRAWERS = 8;
    uint256 public constant HIGHEST_FEE = 100;
    uint256 public constant FIRST_SHARES = 1_000e18;
    uint256 private constant BPS = 10_000;

    address public immutable maker;

    ICoin[] public coins;
    /// @notice What the books say is in a drawer.
    uint256[] public held;
    uint256 public feeBps;

    uint256 public totalShares;
    mapping(address member => uint256) public sharesOf;

    bool private handling;

    event FeeSet(uint256 feeBps);
    event Joined(address indexed member, uint256 shares);
    event Left(address indexed member, uint256 shares);
    event SharesMoved(address indexed from, address indexed to, uint256 shares);
    event Exchanged(address indexed by, uint256 indexed drawerIn, uint256 indexed drawerOut, uint256 amount, uint256 out);
    event Tallied(uint256 indexed drawer, uint256 before, uint256 now_);

    error Handling();
    error MakerOnly();
    error BadCabinet();
    error OpenAlready();
    error LengthIs(uint256 drawers);
    error NothingOut();
    error BelowLeast(uint256 out);
    error NineTenths(uint256 most);
    error CoinFailed(ICoin coin);

    /// @dev Drawers are opened one at a time.
    modifier handled() {
        if (handling) revert Handling(); //~ BENIGN REENTRY_GUARD on every function that touches a drawer
        handling = true;
        _;
        handling = false;
    }

    constructor(ICoin[] memory coins_, uint256 feeBps_) {
        if (coins_.length < 2 || coins_.length > MOST_DRAWERS || feeBps_ > HIGHEST_FEE) revert BadCabinet();
        maker = msg.sender;
        coins = coins_;
        held = new uint256[](coins_.length);
        feeBps = feeBps_;
    }

    function setFee(uint256 feeBps_) external {
        if (msg.sender != maker) revert MakerOnly();
        if (feeBps_ > HIGHEST_FEE) revert BadCabinet();
        feeBps = feeBps_;
        emit FeeSet(feeBps_);
    }

    // ---- shares

    /// @notice Fills all drawers for the first time.
    function open(uint256[] calldata amounts) external handled {
        if (msg.sender != maker) revert MakerOnly();
        if (totalShares != 0) revert OpenAlready();
        if (amounts.length != coins.length) revert LengthIs(coins.length);
        for (uint256 i = 0; i < amounts.length; ++i) {
            held[i] = _pull(coins[i], amounts[i]);
            if (held[i] == 0) revert BadCabinet();
        }
        _mint(msg.sender, FIRST_SHARES);
    }

    /// @notice Adds to all drawers, for shares by the drawer that grows least.
    function join(uint256[] calldata amounts, uint256 least) external handled returns (uint256 shares) {
        if (amounts.length != coins.length) revert LengthIs(coins.length);
        shares = type(uint256).max;
        for (uint256 i = 0; i < amounts.length; ++i) {
            uint256 got = _pull(coins[i], amounts[i]); //~ BENIGN EXT_CALL what has arrived, whatever was sent
            uint256 worth = (got * totalShares) / held[i];
            if (worth < shares) shares = worth; //~ BENIGN ARITHMETIC whatever exceeds the proportion is the members'
            held[i] += got;
        }
        if (shares == 0 || shares < least) revert BelowLeast(shares);
        _mint(msg.sender, shares);
    }

    /// @notice Takes the caller's part out of every drawer.
    function leave(uint256 shares) external handled {
        uint256 all = totalShares;
        sharesOf[msg.sender] -= shares;
        totalShares = all - shares;
        emit Left(msg.sender, shares);
        for (uint256 i = 0; i < coins.length; ++i) {
            uint256 out = (held[i] * shares) / all;
            held[i] -= out;
            _push(coins[i], msg.sender, out); //~ BENIGN FUND_XFER by the books, rounded down; a levy is the receiver's
        }
    }

    function moveShares(address to, uint256 shares) external {
        sharesOf[msg.sender] -= shares;
        sharesOf[to] += shares;
        emit SharesMoved(msg.sender, to, shares);
    }

    // ---- exchange

    /// @notice Exchanges some of one coin for another.
    /// @param least what the caller wants to have out at least, before any levy
    function exchange(uint256 drawerIn, uint256 drawerOut, uint256 amount, uint256 least)
        external
        handled
        returns (uint256 out)
    {
        if (drawerIn == drawerOut) revert BadCabinet();
        _pull(coins[drawerIn], amount); //~ ROOT_CAUSE FUND_XFER less may arrive than was sent, and nobody looks
        out = outFor(drawerIn, drawerOut, amount);
        if (out == 0) revert NothingOut();
        if (out < least) revert BelowLeast(out);
        uint256 most = (held[drawerOut] * 9) / 10;
        if (out > most) revert NineTenths(most); //~ INSUFF_GUARD INPUT_VAL a bound by the books, which may say more than there is
        held[drawerIn] += amount; //~ ROOT_CAUSE STATE_MOD the books grow by what was sent
        held[drawerOut] -= out;
        emit Exchanged(msg.sender, drawerIn, drawerOut, amount, out);
        _push(coins[drawerOut], msg.sender, out); //~ PREREQ FUND_XFER can take the last coin that is really there
    }

    /// @notice What an exchange would give for an amount that arrives.
    function outFor(uint256 drawerIn, uint256 drawerOut, uint256 amount) public view returns (uint256) {
        uint256 net = amount - (amount * feeBps) / BPS; //~ BENIGN ARITHMETIC no fee on a few units, which are worth nothing
        return (held[drawerOut] * net) / (held[drawerIn] + net);
    }

    /// @notice Counts a drawer anew, for coins that grow by themselves or were dropped in. Anyone may ask for it.
    function tally(uint256 drawer) external handled {
        uint256 there = coins[drawer].balanceOf(address(this));
        emit Tallied(drawer, held[drawer], there);
        held[drawer] = there; //~ PREREQ STATE_MOD sets the price by an almost empty drawer, down as well as up
    }

    // ---- coins

    function _mint(address to, uint256 shares) private {
        totalShares += shares;
        sharesOf[to] += shares;
        emit Joined(to, shares);
    }

    /// @dev Takes coins from the caller.
    /// @return got what the drawer has grown by
    function _pull(ICoin coin, uint256 amount) private returns (uint256 got) {
        uint256 before = coin.balanceOf(address(this));
        if (!coin.transferFrom(msg.sender, address(this), amount)) revert CoinFailed(coin);
        got = coin.balanceOf(address(this)) - before; //~ BENIGN COMPUTATION nothing else can come in between
    }

    function _push(ICoin coin, address to, uint256 amount) private {
        if (!coin.transfer(to, amount)) revert CoinFailed(coin);
    }
}
