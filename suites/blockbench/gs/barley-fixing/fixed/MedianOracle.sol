// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "./context/IPriceFeed.sol";

// One price per asset out of a handful of feeds. Computed when somebody asks, nothing is pushed.
contract MedianOracle is Ownable2Step {
    struct Quote {
        uint256 price;
        uint64 time;
    }

    struct Market {
        uint256 floor;
        uint256 ceiling;
        uint32 maxAge; // of a quote that has a time
        uint8 minQuotes;
        bool frozen;
        IPriceFeed[] feeds;
    }

    uint256 public constant MAX_FEEDS = 9;
    uint256 public constant LEAST_QUOTES = 3;

    address public guardian;
    address[] public assets;
    mapping(address => Market) private _markets;
    mapping(address => mapping(IPriceFeed => bool)) public isFeed;

    error UnknownAsset(address asset);
    error Frozen(address asset);
    error BadFeed(IPriceFeed feed);
    error TooFewQuotes(uint256 got, uint256 needed);
    error OutOfBand(uint256 price);

    modifier listed(address asset) {
        if (_markets[asset].ceiling == 0) revert UnknownAsset(asset); //~ BENIGN INPUT_VAL
        _;
    }

    constructor(address guardian_) {
        guardian = guardian_;
    }

    // ---- owner

    function list(address asset, uint256 floor, uint256 ceiling, uint32 maxAge, uint8 minQuotes) external onlyOwner {
        require(asset != address(0), "no asset"); //~ BENIGN INPUT_VAL
        require(_markets[asset].ceiling == 0, "listed"); //~ BENIGN INPUT_VAL
        assets.push(asset);
        _setBand(asset, floor, ceiling);
        _setRules(asset, maxAge, minQuotes);
    }

    function setBand(address asset, uint256 floor, uint256 ceiling) external onlyOwner listed(asset) {
        _setBand(asset, floor, ceiling);
    }

    function setRules(address asset, uint32 maxAge, uint8 minQuotes) external onlyOwner listed(asset) {
        _setRules(asset, maxAge, minQuotes);
    }

    function addFeed(address asset, IPriceFeed feed) external onlyOwner listed(asset) {
        if (isFeed[asset][feed]) revert BadFeed(feed); //~ BENIGN INPUT_VAL nobody is counted twice
        IPriceFeed[] storage feeds = _markets[asset].feeds;
        require(feeds.length < MAX_FEEDS, "too many feeds"); //~ BENIGN INPUT_VAL
        isFeed[asset][feed] = true;
        feeds.push(feed);
        emit FeedAdded(asset, feed);
    }

    // the others keep their order
    function removeFeed(address asset, IPriceFeed feed) external onlyOwner {
        if (!isFeed[asset][feed]) revert BadFeed(feed); //~ BENIGN INPUT_VAL
        isFeed[asset][feed] = false;
        IPriceFeed[] storage feeds = _markets[asset].feeds;
        uint256 i;
        while (feeds[i] != feed) ++i;
        for (; i + 1 < feeds.length; ++i) feeds[i] = feeds[i + 1];
        feeds.pop();
        emit FeedRemoved(asset, feed);
    }

    function setGuardian(address guardian_) external onlyOwner {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    function unfreeze(address asset) external onlyOwner {
        _markets[asset].frozen = false;
        emit FrozenSet(asset, false);
    }

    // ---- guardian

    function freeze(address asset) external listed(asset) {
        require(msg.sender == guardian || msg.sender == owner(), "not guardian"); //~ BENIGN ACCESS_CTRL
        _markets[asset].frozen = true;
        emit FrozenSet(asset, true); //~ UNRELATED EVENT_EMIT
    }

    // ---- prices

    // Dai for one token, 18 decimals.
    function price(address asset) external view listed(asset) returns (uint256 median) {
        Market storage market = _markets[asset];
        if (market.frozen) revert Frozen(asset); //~ BENIGN CTRL_FLOW
        (Quote[] memory quotes, ) = _gather(market); //~ BENIGN STORAGE_READ
        _sort(quotes, false); //~ BENIGN ORACLE
        uint256 mid = quotes.length / 2;
        median = quotes[mid].price; //~ BENIGN ORACLE
        if (quotes.length % 2 == 0) median = (median + quotes[mid - 1].price) / 2; //~ BENIGN ARITHMETIC
        if (median < market.floor || median > market.ceiling) revert OutOfBand(median); //~ BENIGN INPUT_VAL
    }

    // Lowest and highest quote.
    function range(address asset) external view listed(asset) returns (uint256 low, uint256 high) {
        (Quote[] memory quotes, ) = _gather(_markets[asset]);
        _sort(quotes, false);
        (low, high) = (quotes[0].price, quotes[quotes.length - 1].price); //~ BENIGN COMPUTATION
    }

    // Oldest and newest time, zeros when no feed gives one.
    function span(address asset) external view listed(asset) returns (uint64 oldest, uint64 newest) {
        (Quote[] memory quotes, uint256 timed) = _gather(_markets[asset]);
        if (timed > 0) {
            _sort(quotes, true); //~ BENIGN COMPUTATION times are what is asked for
            (oldest, newest) = (quotes[quotes.length - timed].time, quotes[quotes.length - 1].time);
        }
    }

    // What counts at the moment, in the order of the feeds.
    function quotesOf(address asset) external view listed(asset) returns (Quote[] memory quotes) {
        (quotes, ) = _gather(_markets[asset]);
    }

    function feedsOf(address asset) external view returns (IPriceFeed[] memory) {
        return _markets[asset].feeds;
    }

    function bandOf(address asset) external view returns (uint256, uint256) {
        return (_markets[asset].floor, _markets[asset].ceiling);
    }

    function rulesOf(address asset) external view returns (uint32, uint8, bool) {
        return (_markets[asset].maxAge, _markets[asset].minQuotes, _markets[asset].frozen);
    }

    function assetCount() external view returns (uint256) {
        return assets.length;
    }

    // ---- internal

    // Empty and old quotes stay out.
    function _gather(Market storage market) private view returns (Quote[] memory quotes, uint256 timed) {
        uint256 count = market.feeds.length;
        uint256 n;
        quotes = new Quote[](count);
        for (uint256 i = 0; i < count; ++i) {
            (uint256 value, uint64 time) = market.feeds[i].quote();
            if (value == 0) continue;
            if (time != 0) {
                if (time + market.maxAge < block.timestamp) continue; //~ BENIGN TIMESTAMP
                ++timed;
            }
            quotes[n++] = Quote(value, time);
        }
        if (n < market.minQuotes) revert TooFewQuotes(n, market.minQuotes); //~ BENIGN INPUT_VAL
        assembly {
            mstore(quotes, n)
        }
    }

    // Insertion sort, nine at most. Equal ones keep their order.
    function _sort(Quote[] memory quotes, bool byTime) private pure {
        for (uint256 i = 1; i < quotes.length; ++i) {
            Quote memory q = quotes[i];
            uint256 key = byTime ? q.time : q.price; //~ BENIGN COMPUTATION
            uint256 j = i;
            while (j > 0 && (byTime ? quotes[j - 1].time : quotes[j - 1].price) > key) {
                quotes[j] = quotes[j - 1];
                --j;
            }
            quotes[j] = q;
        }
    }

    function _setBand(address asset, uint256 floor, uint256 ceiling) private {
        require(floor > 0 && floor < ceiling, "empty band"); //~ BENIGN INPUT_VAL
        (_markets[asset].floor, _markets[asset].ceiling) = (floor, ceiling);
        emit BandSet(asset, floor, ceiling);
    }

    function _setRules(address asset, uint32 maxAge, uint8 minQuotes) private {
        require(maxAge >= 1 hours && maxAge <= 7 days, "bad age"); //~ BENIGN INPUT_VAL
        require(minQuotes >= LEAST_QUOTES && minQuotes <= MAX_FEEDS, "bad quorum"); //~ BENIGN INPUT_VAL
        (_markets[asset].maxAge, _markets[asset].minQuotes) = (maxAge, minQuotes);
        emit RulesSet(asset, maxAge, minQuotes);
    }

    event BandSet(address indexed asset, uint256 floor, uint256 ceiling);
    event RulesSet(address indexed asset, uint32 maxAge, uint8 minQuotes);
    event FeedAdded(address indexed asset, IPriceFeed feed);
    event FeedRemoved(address indexed asset, IPriceFeed feed);
    event GuardianSet(address guardian);
    event FrozenSet(address indexed asset, bool frozen);
}
