// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

library Pull {
    error Failed();

    function take(IToken token, uint256 amount) internal {
        if (!token.transferFrom(msg.sender, address(this), amount)) revert Failed();
    }

    function give(IToken token, address to, uint256 amount) internal {
        if (!token.transfer(to, amount)) revert Failed();
    }
}

/// @title HoneyPool
/// @notice Honey certificates against crowns, at a constant product. Besides the reserves it keeps a running sum of its price
///         over time.
contract HoneyPool {
    using Pull for IToken;

    IToken public immutable honey;
    IToken public immutable crown;
    uint256 public reserveHoney;
    uint256 public reserveCrown;

    uint256 public priceSum;
    uint256 public summedAt;

    event Traded(address indexed trader, bool honeyIn, uint256 amountIn, uint256 amountOut);

    error AlreadyFilled();
    error NothingOut();

    constructor(IToken honey_, IToken crown_) {
        honey = honey_;
        crown = crown_;
        summedAt = block.timestamp;
    }

    /// @notice Fills the empty pool; the filling stays in it for good.
    function fill(uint256 honeyAmount, uint256 crownAmount) external {
        if (reserveHoney != 0) revert AlreadyFilled();
        honey.take(honeyAmount);
        crown.take(crownAmount);
        (reserveHoney, reserveCrown) = (honeyAmount, crownAmount);
        summedAt = block.timestamp;
    }

    /// @notice Crowns for one honey of 18 decimals, as the reserves stand.
    function spot() public view returns (uint256) {
        return (reserveCrown * 1e18) / reserveHoney; //~ PREREQ ORACLE moves with every trade, at once
    }

    /// @notice The running sum of spot() times seconds, up to now.
    function sumNow() public view returns (uint256) {
        return priceSum + spot() * (block.timestamp - summedAt); //~ BENIGN ORACLE a price weighs as long as it lasts
    }

    function sellHoney(uint256 amount) external returns (uint256 out) {
        _note();
        out = _out(amount, reserveHoney, reserveCrown);
        reserveHoney += amount;
        reserveCrown -= out;
        honey.take(amount);
        crown.give(msg.sender, out);
        emit Traded(msg.sender, true, amount, out);
    }

    function buyHoney(uint256 crowns) external returns (uint256 out) {
        _note();
        out = _out(crowns, reserveCrown, reserveHoney);
        reserveCrown += crowns;
        reserveHoney -= out;
        crown.take(crowns);
        honey.give(msg.sender, out);
        emit Traded(msg.sender, false, crowns, out);
    }

    function _note() private {
        priceSum = sumNow(); //~ BENIGN STATE_MOD noted before a trade moves the reserves
        summedAt = block.timestamp;
    }

    function _out(uint256 amount, uint256 reserveIn, uint256 reserveOut) private pure returns (uint256 out) {
        uint256 net = amount * 997;
        out = (net * reserveOut) / (reserveIn * 1000 + net);
        if (out == 0) revert NothingOut();
    }
}

/// @title HoneyCounter
/// @notice The beekeepers' union buys honey certificates back from its members all year, one twentieth below their price.
contract HoneyCounter {
    using Pull for IToken;

    uint256 public constant SPAN = 6 hours;
    uint256 public constant BELOW_BPS = 500;
    /// @notice Honey that the counter takes from one member in a day.
    uint256 public constant DAILY = 400e18;

    HoneyPool public immutable pool;
    address public immutable union;

    uint256 public marked;
    uint256 public markedAt;
    uint256 public price;

    mapping(address member => mapping(uint256 day => uint256)) public soldOn;

    event Marked(uint256 price, uint256 over);
    event Bought(address indexed member, uint256 honey, uint256 crowns);

    error TooEarly(uint256 at);
    error NotPriced();
    error AboveDaily(uint256 room);
    error BelowLeast(uint256 crowns);
    error UnionOnly();

    constructor(HoneyPool pool_) {
        pool = pool_;
        union = msg.sender;
        (marked, markedAt) = (pool_.sumNow(), block.timestamp);
    }

    /// @notice Takes the mark of the span that has passed. It moves by no more than the counter stays below it. Anyone may do
    ///         it.
    function mark() external {
        uint256 span = block.timestamp - markedAt;
        if (span < SPAN) revert TooEarly(markedAt + SPAN); //~ BENIGN TIMESTAMP a span of hours
        uint256 sum = pool.sumNow();
        uint256 average = (sum - marked) / span;
        uint256 step = (price * BELOW_BPS) / 10_000;
        if (price != 0 && average > price + step) average = price + step; //~ BENIGN ORACLE a mark moves by a twentieth at most
        if (average + step < price) average = price - step;
        price = average;
        (marked, markedAt) = (sum, block.timestamp);
        emit Marked(price, span);
    }

    /// @notice What the counter pays for some honey.
    function offerFor(uint256 amount) public view returns (uint256) {
        if (price == 0 || block.timestamp >= markedAt + SPAN) revert NotPriced(); //~ INSUFF_GUARD ORACLE asks for a fresh mark that is not used below
        uint256 value = (amount * pool.spot()) / 1e18; //~ ROOT_CAUSE ORACLE the price of this very moment
        return value - (value * BELOW_BPS) / 10_000;
    }

    /// @notice Sells honey to the counter.
    function sell(uint256 amount, uint256 leastCrowns) external returns (uint256 crowns) {
        uint256 day = block.timestamp / 1 days;
        uint256 room = DAILY - soldOn[msg.sender][day];
        if (amount > room) revert AboveDaily(room); //~ INSUFF_GUARD INPUT_VAL per account and not in all
        soldOn[msg.sender][day] += amount;
        crowns = offerFor(amount);
        if (crowns < leastCrowns) revert BelowLeast(crowns);
        emit Bought(msg.sender, amount, crowns);
        pool.honey().take(amount);
        pool.crown().give(msg.sender, crowns); //~ PREREQ FUND_XFER from the union's own money
    }

    /// @notice Hands what has been bought, or money that is not needed, to the union.
    function hand(IToken token, uint256 amount) external {
        if (msg.sender != union) revert UnionOnly();
        token.give(union, amount);
    }
}
