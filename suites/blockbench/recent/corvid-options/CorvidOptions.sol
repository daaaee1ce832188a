// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

interface ICollateral {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title ExpiryBook
/// @notice One price per asset and expiry, written once, 8 decimals for whoever reads it.
/// @dev Second version. Assets of the first are still reported by a bot; assets added since then are relayed from the
///      price network by the Corvid relay contract, with 18 decimals.
contract ExpiryBook {
    enum Kind { None, Reported, Relayed }

    struct Source {
        Kind kind;
        address writer;
        uint64 since;
    }

    uint256 public constant DISPUTE = 2 hours;
    uint256 private constant TO_EIGHT = 1e10;

    address public immutable council;

    mapping(address asset => Source) public sources;
    mapping(address asset => mapping(uint256 expiry => uint256 price)) private _prices;
    mapping(address asset => mapping(uint256 expiry => uint256 time)) public writtenAt;

    event SourceSet(address indexed asset, Kind kind, address writer);
    event Written(address indexed asset, uint256 indexed expiry, uint256 price);
    event Disputed(address indexed asset, uint256 indexed expiry, uint256 price);

    error NotCouncil();
    error NotWriter(address account);
    error NoSource(address asset);
    error NotExpired(uint256 expiry);
    error WrittenAlready();
    error NoPrice();

    modifier onlyCouncil() {
        if (msg.sender != council) revert NotCouncil();
        _;
    }

    /// @dev Admits the writer of `asset`.
    modifier onlyWriter(address asset) {
        Source memory s = sources[asset];
        if (s.kind == Kind.None) revert NoSource(asset);
        if (s.kind == Kind.Reported && msg.sender != s.writer) revert NotWriter(msg.sender); //~ ROOT_CAUSE ACCESS_CTRL only for one of the two kinds
        _;
    }

    constructor() {
        council = msg.sender;
    }

    function setSource(address asset, Kind kind, address writer) external onlyCouncil {
        sources[asset] = Source(kind, writer, uint64(block.timestamp)); //~ BENIGN ACCESS_CTRL by the council alone
        emit SourceSet(asset, kind, writer);
    }

    /// @notice Writes the price of `asset` at `expiry`.
    /// @param price 8 decimals from a reported source, 18 from a relayed one
    function write(address asset, uint256 expiry, uint256 price) external onlyWriter(asset) {
        if (expiry > block.timestamp || expiry < sources[asset].since) revert NotExpired(expiry);
        if (_prices[asset][expiry] != 0) revert WrittenAlready(); //~ INSUFF_GUARD STATE_MOD keeps the first price, whoever brought it
        uint256 scaled = sources[asset].kind == Kind.Relayed ? price / TO_EIGHT : price; //~ BENIGN ARITHMETIC both kinds end with 8 decimals
        if (scaled == 0) revert NoPrice();
        _prices[asset][expiry] = scaled; //~ PREREQ ORACLE what the options are settled with
        writtenAt[asset][expiry] = block.timestamp;
        emit Written(asset, expiry, scaled);
    }

    /// @notice Within two hours of a price the council may replace it.
    function dispute(address asset, uint256 expiry, uint256 price) external onlyCouncil {
        if (price == 0 || _prices[asset][expiry] == 0) revert NoPrice();
        if (block.timestamp > writtenAt[asset][expiry] + DISPUTE) revert WrittenAlready();
        _prices[asset][expiry] = price;
        emit Disputed(asset, expiry, price); //~ UNRELATED EVENT_EMIT
    }

    /// @notice The price once the time for disputes is over.
    function priceAt(address asset, uint256 expiry) external view returns (uint256 price) {
        price = _prices[asset][expiry];
        if (price == 0 || block.timestamp <= writtenAt[asset][expiry] + DISPUTE) revert NoPrice(); //~ INSUFF_GUARD TIMESTAMP helps only if somebody disputes in time
    }
}

/// @title CorvidOptions
/// @notice Covered calls. Whoever locks collateral in a series holds both sides of it and may hand the long side on.
contract CorvidOptions {
    struct Series {
        address asset;
        uint256 strike; // 8 decimals
        uint256 expiry;
    }

    ExpiryBook public immutable book;
    address public immutable council;

    Series[] public series;
    mapping(uint256 id => mapping(address holder => uint256)) public long;
    mapping(uint256 id => mapping(address holder => uint256)) public short;

    event SeriesOpened(uint256 indexed id, address indexed asset, uint256 strike, uint256 expiry);
    event Locked(uint256 indexed id, address indexed holder, uint256 amount);
    event LongMoved(uint256 indexed id, address indexed from, address indexed to, uint256 amount);
    event Settled(uint256 indexed id, address indexed holder, uint256 paid);

    error OnlyCouncil();
    error Expired();
    error TransferFailed();

    constructor(ExpiryBook book_) {
        book = book_;
        council = msg.sender;
    }

    function openSeries(address asset, uint256 strike, uint256 expiry) external returns (uint256 id) {
        if (msg.sender != council) revert OnlyCouncil();
        if (expiry <= block.timestamp) revert Expired();
        id = series.length;
        series.push(Series(asset, strike, expiry));
        emit SeriesOpened(id, asset, strike, expiry);
    }

    function lock(uint256 id, uint256 amount) external {
        if (block.timestamp >= series[id].expiry) revert Expired(); //~ BENIGN INPUT_VAL
        long[id][msg.sender] += amount;
        short[id][msg.sender] += amount;
        if (!ICollateral(series[id].asset).transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
        emit Locked(id, msg.sender, amount);
    }

    function moveLong(uint256 id, address to, uint256 amount) external {
        long[id][msg.sender] -= amount;
        long[id][to] += amount;
        emit LongMoved(id, msg.sender, to, amount);
    }

    /// @notice Pays the caller what its two sides are worth at the expiry price.
    function settle(uint256 id) external returns (uint256 paid) {
        Series memory s = series[id];
        uint256 price = book.priceAt(s.asset, s.expiry);
        uint256 gain = price > s.strike ? price - s.strike : 0;
        uint256 longs = long[id][msg.sender];
        uint256 shorts = short[id][msg.sender];
        long[id][msg.sender] = 0;
        short[id][msg.sender] = 0;
        paid = (longs * gain) / price + (shorts * (price - gain)) / price; //~ BENIGN ARITHMETIC the two sides add up to what was locked, rounded down
        if (!ICollateral(s.asset).transfer(msg.sender, paid)) revert TransferFailed(); //~ PREREQ FUND_XFER
        emit Settled(id, msg.sender, paid);
    }
}
