// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @title IExpiryOracle
/// @notice Where options find the price that they are settled with.
interface IExpiryOracle {
    /// @notice The price of `asset` at `expiry`, with 8 decimals.
    function priceAt(address asset, uint256 expiry) external view returns (uint256 price);
}

/// @title PriceSources
/// @notice Says who reports the price of which asset.
abstract contract PriceSources is Ownable {
    enum Kind {
        None,
        Reported,
        Relayed
    }

    struct Source {
        Kind kind;
        address writer;
        uint64 since;
    }

    mapping(address asset => Source) public sources;

    event SourceSet(address indexed asset, Kind kind, address writer);

    error UnknownAsset(address asset);

    /// @notice Sets the source of an asset; `Kind.None` removes it.
    function setSource(address asset, Kind kind, address writer) external onlyOwner { //~ BENIGN ACCESS_CTRL
        sources[asset] = Source(kind, writer, uint64(block.timestamp));
        emit SourceSet(asset, kind, writer); //~ UNRELATED EVENT_EMIT
    }

    /// @dev Brings a price of the given kind to 8 decimals.
    function _normalise(Kind kind, uint256 price) internal pure virtual returns (uint256);
}

/// @title ExpiryOracle
/// @notice Keeps one price for each asset and expiry, written once.
/// @dev The second version. Assets of the first version are still reported by a keeper; those added since then are
/// relayed from a price network, with 18 decimals.
contract ExpiryOracle is PriceSources, IExpiryOracle {
    uint256 public constant DISPUTE_PERIOD = 2 hours;
    uint256 private constant RELAYED_UNIT = 1e10;

    struct Price {
        uint256 value;
        uint256 writtenAt;
    }

    mapping(address asset => mapping(uint256 expiry => Price)) private _prices;

    event PriceWritten(address indexed asset, uint256 indexed expiry, uint256 price);
    event PriceDisputed(address indexed asset, uint256 indexed expiry, uint256 price);

    error NotWriter(address asset, address account);
    error NotExpired(uint256 expiry);
    error AlreadyWritten(address asset, uint256 expiry);
    error DisputePeriodOver(uint256 end);
    error NoPrice(address asset, uint256 expiry);
    error NotFinal(address asset, uint256 expiry);

    /// @dev Admits the writer of `asset`.
    modifier onlyWriter(address asset) {
        Source memory source = sources[asset];
        if (source.kind == Kind.None) revert UnknownAsset(asset); //~ BENIGN INPUT_VAL
        if (msg.sender != source.writer) revert NotWriter(asset, msg.sender); //~ BENIGN ACCESS_CTRL for both kinds
        _;
    }

    constructor(address owner_) Ownable(owner_) {}

    /// @notice Writes the price of `asset` at `expiry`.
    /// @param price With 8 decimals from a reported source, with 18 from a relayed one.
    function write(address asset, uint256 expiry, uint256 price) external onlyWriter(asset) {
        Source memory source = sources[asset];
        if (expiry > block.timestamp || expiry < source.since) revert NotExpired(expiry); //~ BENIGN TIMESTAMP
        if (_prices[asset][expiry].value != 0) revert AlreadyWritten(asset, expiry); //~ BENIGN STATE_MOD keeps the first price
        uint256 normalised = _normalise(source.kind, price); //~ BENIGN ARITHMETIC both kinds end with 8 decimals
        if (normalised == 0) revert NoPrice(asset, expiry); //~ BENIGN INPUT_VAL
        _prices[asset][expiry] = Price(normalised, block.timestamp); //~ BENIGN ORACLE
        emit PriceWritten(asset, expiry, normalised); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Replaces a price within the dispute period.
    /// @param price With 8 decimals, whatever the source.
    function dispute(address asset, uint256 expiry, uint256 price) external onlyOwner { //~ BENIGN ACCESS_CTRL
        Price storage written = _prices[asset][expiry];
        if (price == 0 || written.value == 0) revert NoPrice(asset, expiry);
        uint256 end = written.writtenAt + DISPUTE_PERIOD;
        if (block.timestamp > end) revert DisputePeriodOver(end);
        written.value = price;
        emit PriceDisputed(asset, expiry, price); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IExpiryOracle
    /// @dev Reverts until the dispute period is over.
    function priceAt(address asset, uint256 expiry) external view returns (uint256 price) {
        Price memory written = _prices[asset][expiry];
        if (written.value == 0) revert NoPrice(asset, expiry); //~ BENIGN ORACLE
        if (block.timestamp <= written.writtenAt + DISPUTE_PERIOD) revert NotFinal(asset, expiry); //~ BENIGN TIMESTAMP
        price = written.value;
    }

    /// @inheritdoc PriceSources
    function _normalise(Kind kind, uint256 price) internal pure override returns (uint256) {
        return kind == Kind.Relayed ? price / RELAYED_UNIT : price;
    }
}

/// @title CoveredCalls
/// @notice Covered call options, paid in their own asset. Whoever locks collateral in a series holds both sides of it
/// and may hand the long side on.
contract CoveredCalls is Ownable {
    using SafeERC20 for IERC20;

    struct Series {
        address asset;
        uint256 strike; // with 8 decimals
        uint256 expiry;
    }

    IExpiryOracle public immutable oracle;

    Series[] public series;
    mapping(uint256 id => mapping(address holder => uint256)) public long;
    mapping(uint256 id => mapping(address holder => uint256)) public short;

    event SeriesOpened(uint256 indexed id, address indexed asset, uint256 strike, uint256 expiry);
    event CollateralLocked(uint256 indexed id, address indexed holder, uint256 amount);
    event LongTransferred(uint256 indexed id, address indexed from, address indexed to, uint256 amount);
    event Settled(uint256 indexed id, address indexed holder, uint256 paid);

    error Expired(uint256 expiry);

    constructor(IExpiryOracle oracle_, address owner_) Ownable(owner_) {
        oracle = oracle_;
    }

    /// @notice Opens a series.
    function openSeries(address asset, uint256 strike, uint256 expiry) external onlyOwner returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        if (expiry <= block.timestamp) revert Expired(expiry);
        id = series.length;
        series.push(Series(asset, strike, expiry));
        emit SeriesOpened(id, asset, strike, expiry);
    }

    /// @notice Locks collateral and gives the caller both sides of the options.
    function lock(uint256 id, uint256 amount) external {
        if (block.timestamp >= series[id].expiry) revert Expired(series[id].expiry); //~ BENIGN INPUT_VAL
        long[id][msg.sender] += amount;
        short[id][msg.sender] += amount;
        IERC20(series[id].asset).safeTransferFrom(msg.sender, address(this), amount);
        emit CollateralLocked(id, msg.sender, amount);
    }

    /// @notice Hands a part of the long side on.
    function transferLong(uint256 id, address to, uint256 amount) external {
        long[id][msg.sender] -= amount;
        long[id][to] += amount;
        emit LongTransferred(id, msg.sender, to, amount);
    }

    /// @notice Pays the caller what its two sides are worth at the expiry price.
    function settle(uint256 id) external returns (uint256 paid) {
        Series memory item = series[id];
        uint256 price = oracle.priceAt(item.asset, item.expiry);
        uint256 gain = price > item.strike ? price - item.strike : 0;
        uint256 longs = long[id][msg.sender];
        uint256 shorts = short[id][msg.sender];
        long[id][msg.sender] = 0; //~ BENIGN STATE_MOD
        short[id][msg.sender] = 0;
        paid = (longs * gain) / price + (shorts * (price - gain)) / price; //~ BENIGN ARITHMETIC the two sides add up to what was locked, rounded down
        IERC20(item.asset).safeTransfer(msg.sender, paid); //~ BENIGN FUND_XFER
        emit Settled(id, msg.sender, paid);
    }
}
