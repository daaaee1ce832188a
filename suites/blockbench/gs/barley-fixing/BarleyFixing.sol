// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.19;

import "./context/IQuoteSource.sol";

/// @title BarleyFixing
/// @notice Makes one reference price out of the quotes of several sources, for desks that lend against barley receipts.
/// @dev Computed when asked for; nothing has to be pushed.
contract BarleyFixing {
    struct Quote {
        uint256 price;
        uint64 at;
    }

    uint256 public constant MIN_QUOTES = 3;
    uint256 public constant MAX_SOURCES = 9;
    uint256 public constant MAX_AGE = 1 days;

    address public convenor;
    IQuoteSource[] public sources;
    mapping(IQuoteSource => bool) public isSource;
    uint256 public floor;
    uint256 public ceiling;

    event SourceAdded(IQuoteSource indexed source);
    event SourceRemoved(IQuoteSource indexed source);
    event BandSet(uint256 floor, uint256 ceiling);
    event ConvenorChanged(address indexed convenor);

    error NotConvenor();
    error KnownSource();
    error UnknownSource();
    error TooManySources();
    error TooFewQuotes(uint256 quotes);
    error OutsideBand(uint256 price);
    error EmptyBand();

    modifier onlyConvenor() {
        if (msg.sender != convenor) revert NotConvenor();
        _;
    }

    constructor(uint256 floor_, uint256 ceiling_) {
        convenor = msg.sender;
        _setBand(floor_, ceiling_);
    }

    // ------------------------------------------------------------------------------------------------ convenor

    function addSource(IQuoteSource source) external onlyConvenor {
        if (isSource[source]) revert KnownSource();
        if (sources.length == MAX_SOURCES) revert TooManySources(); //~ BENIGN INPUT_VAL keeps the loops over all sources short
        isSource[source] = true;
        sources.push(source);
        emit SourceAdded(source);
    }

    function removeSource(IQuoteSource source) external onlyConvenor {
        if (!isSource[source]) revert UnknownSource();
        isSource[source] = false;
        uint256 i;
        while (sources[i] != source) ++i;
        for (; i + 1 < sources.length; ++i) sources[i] = sources[i + 1];
        sources.pop();
        emit SourceRemoved(source);
    }

    function setBand(uint256 floor_, uint256 ceiling_) external onlyConvenor {
        _setBand(floor_, ceiling_);
    }

    function handOver(address next) external onlyConvenor {
        convenor = next; //~ UNRELATED ACCESS_CTRL the role moves in one step
        emit ConvenorChanged(next);
    }

    // ------------------------------------------------------------------------------------------------ readings

    /// @notice The reference price: cash for one tonne, 18 decimals.
    function fixing() external view returns (uint256 price) {
        (Quote[] memory quotes, uint256 dated) = _gather(); //~ PREREQ CTRL_FLOW one source that dates its price is enough to make this non-zero
        _arrange(quotes, dated > 0); //~ ROOT_CAUSE ORACLE a single dated quote puts all quotes in the order of their dates
        uint256 middle = quotes.length / 2;
        price = quotes[middle].price; //~ PREREQ ORACLE the quote in the middle is taken for the median
        if (quotes.length % 2 == 0) price = (price + quotes[middle - 1].price) / 2; //~ BENIGN ARITHMETIC the usual mean of the two in the middle
        if (price < floor || price > ceiling) revert OutsideBand(price); //~ INSUFF_GUARD INPUT_VAL the band leaves room for a bad harvest, hence for a manifold of the price
    }

    /// @notice Dates of the oldest and the newest dated quote; zeros when there is none.
    function span() external view returns (uint64 oldest, uint64 newest) {
        (Quote[] memory quotes, uint256 dated) = _gather();
        if (dated == 0) return (0, 0);
        _arrange(quotes, true); //~ BENIGN COMPUTATION here the order of the dates is what is asked for
        oldest = quotes[quotes.length - dated].at;
        newest = quotes[quotes.length - 1].at;
    }

    /// @notice Lowest and highest quote at the moment.
    function range() external view returns (uint256 low, uint256 high) {
        (Quote[] memory quotes,) = _gather();
        _arrange(quotes, false);
        return (quotes[0].price, quotes[quotes.length - 1].price);
    }

    function sourceCount() external view returns (uint256) {
        return sources.length;
    }

    // ------------------------------------------------------------------------------------------------ internal

    /// @dev Quotes that are not empty and, if dated, not older than a day; and how many of them are dated.
    function _gather() private view returns (Quote[] memory quotes, uint256 dated) {
        uint256 n;
        quotes = new Quote[](sources.length);
        for (uint256 i = 0; i < sources.length; ++i) {
            (uint256 price, uint64 at) = sources[i].quote();
            if (price == 0) continue;
            if (at != 0) {
                if (at + MAX_AGE < block.timestamp) continue; //~ BENIGN TIMESTAMP old quotes do not count
                ++dated;
            }
            quotes[n++] = Quote(price, at);
        }
        if (n < MIN_QUOTES) revert TooFewQuotes(n);
        assembly {
            mstore(quotes, n)
        }
    }

    /// @dev Insertion sort, in ascending order; equal quotes keep the order of their sources.
    function _arrange(Quote[] memory quotes, bool byDate) private pure {
        for (uint256 i = 1; i < quotes.length; ++i) {
            Quote memory q = quotes[i];
            uint256 key = byDate ? q.at : q.price; //~ PREREQ COMPUTATION undated quotes all have the key zero
            uint256 j = i;
            while (j > 0 && (byDate ? quotes[j - 1].at : quotes[j - 1].price) > key) {
                quotes[j] = quotes[j - 1];
                --j;
            }
            quotes[j] = q;
        }
    }

    function _setBand(uint256 floor_, uint256 ceiling_) private {
        if (floor_ == 0 || floor_ >= ceiling_) revert EmptyBand();
        floor = floor_;
        ceiling = ceiling_;
        emit BandSet(floor_, ceiling_);
    }
}
