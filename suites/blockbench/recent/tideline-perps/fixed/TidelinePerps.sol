// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IUsd {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title PriceReports
 * @notice Prices come with the call, signed by the reporter: an average over a few seconds, good for one deployment
 *         on one chain.
 */
abstract contract PriceReports {
    struct Report {
        bytes32 market;
        uint128 price; // 8 decimals
        uint64 from; // the interval over which
        uint64 to; //   the price was taken
        bytes signature;
    }

    uint256 public constant MAX_SPAN = 12 seconds;
    bytes32 private constant REPORT_TYPE =
        keccak256("Report(bytes32 market,uint128 price,uint64 from,uint64 to,address desk,uint256 chain)");

    address public immutable reporter;

    error ReportNotUsable();
    error NotByReporter();

    constructor(address reporter_) {
        require(reporter_ != address(0), "no reporter");
        reporter = reporter_;
    }

    function reportDigest(Report calldata r) public view returns (bytes32) {
        return keccak256(abi.encode(REPORT_TYPE, r.market, r.price, r.from, r.to, address(this), block.chainid)); //~ BENIGN SIGNATURE bound to market, contract and chain
    }

    function recover(bytes32 digest, bytes calldata signature) internal pure returns (address) {
        require(signature.length == 65, "signature length");
        bytes32 r = bytes32(signature[:32]);
        bytes32 s = bytes32(signature[32:64]);
        return ecrecover(digest, uint8(signature[64]), r, s); //~ BENIGN SIGNATURE the second form of a signature gains nothing here
    }
}

/**
 * @title TidelinePerps
 * @notice Leveraged positions against the house. A position can gain at most four times its margin; that much is set
 *         aside when it is opened.
 */
contract TidelinePerps is PriceReports {
    struct Position {
        address trader;
        bytes32 market;
        bool long;
        uint64 openedAt;
        uint128 entry;
        uint256 margin;
        uint256 size;
    }

    uint256 public constant MAX_LEVERAGE = 50;
    uint256 public constant GAIN_LIMIT = 4;
    uint256 public constant FEE_BPS = 10;
    uint256 public constant LEAST_HOLD = 1 minutes;
    uint256 public constant CUT_OFF = 90; // percent of the margin

    IUsd public immutable usd;
    address public immutable house;

    uint256 public bank;
    uint256 public setAside;
    uint256 public positionCount;
    mapping(uint256 => Position) public positions;
    mapping(bytes32 => bool) public listed;

    event Opened(uint256 indexed id, address indexed trader, bytes32 indexed market, bool long, uint256 size);
    event Closed(uint256 indexed id, int256 result, uint256 paid);
    event CutOff(uint256 indexed id, address indexed by);

    error NotHouse();
    error NotTrader();
    error MarketNotListed(bytes32 market);
    error Leverage(uint256 times);
    error HouseIsFull(uint256 free);
    error HeldTooShort(uint256 until);
    error WithinMargin();

    modifier onlyHouse() {
        if (msg.sender != house) revert NotHouse();
        _;
    }

    constructor(IUsd usd_, address reporter_) PriceReports(reporter_) {
        usd = usd_;
        house = msg.sender;
    }

    function list(bytes32 market, bool on) external onlyHouse {
        listed[market] = on;
    }

    function fund(uint256 amount) external {
        bank += amount;
        _pull(msg.sender, amount);
    }

    function defund(uint256 amount) external onlyHouse {
        if (amount > bank - setAside) revert HouseIsFull(bank - setAside); //~ BENIGN INPUT_VAL what is set aside stays
        bank -= amount;
        _push(house, amount);
    }

    function open(bool long, uint256 margin, uint256 leverage, Report calldata report) external returns (uint256 id) {
        if (leverage == 0 || leverage > MAX_LEVERAGE) revert Leverage(leverage);
        if (!listed[report.market]) revert MarketNotListed(report.market);
        uint256 limit = margin * GAIN_LIMIT;
        if (limit > bank - setAside) revert HouseIsFull(bank - setAside);
        setAside += limit; //~ BENIGN STATE_MOD the largest possible gain is reserved

        id = ++positionCount;
        positions[id] = Position({
            trader: msg.sender,
            market: report.market,
            long: long,
            openedAt: uint64(block.timestamp),
            entry: _priceOf(report), //~ BENIGN ORACLE a report of the last seconds
            margin: margin,
            size: margin * leverage
        });
        uint256 fee = (margin * leverage * FEE_BPS) / 10_000;
        bank += fee;
        _pull(msg.sender, margin + fee);
        emit Opened(id, msg.sender, report.market, long, margin * leverage);
    }

    function close(uint256 id, Report calldata report) external returns (uint256 paid) {
        Position memory p = positions[id];
        if (p.trader != msg.sender) revert NotTrader();
        if (block.timestamp < p.openedAt + LEAST_HOLD) revert HeldTooShort(p.openedAt + LEAST_HOLD); //~ BENIGN TIMESTAMP entry and exit never use the same interval
        int256 result = _resultOf(p, report); //~ BENIGN ORACLE
        paid = _settle(id, p, result);
        _push(p.trader, paid);
        emit Closed(id, result, paid);
    }

    /// @notice Ends a position that has lost most of its margin, for a twentieth of that margin.
    function cutOff(uint256 id, Report calldata report) external {
        Position memory p = positions[id];
        int256 result = _resultOf(p, report);
        if (p.margin == 0 || result > -int256((p.margin * CUT_OFF) / 100)) revert WithinMargin();
        uint256 rest = _settle(id, p, -int256(p.margin));
        uint256 reward = p.margin / 20;
        bank -= reward; //~ BENIGN ARITHMETIC the margin was added to the bank just before
        _push(msg.sender, rest + reward);
        emit CutOff(id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @dev The price of a report that is signed and usable now.
    function _priceOf(Report calldata r) private view returns (uint128) {
        if (r.price == 0 || r.from >= r.to || r.to > block.timestamp) revert ReportNotUsable();
        if (block.timestamp - r.from > MAX_SPAN) revert ReportNotUsable(); //~ BENIGN TIMESTAMP the interval began a moment ago
        if (recover(reportDigest(r), r.signature) != reporter) revert NotByReporter(); //~ BENIGN SIGNATURE a signature is good for as long as its interval is recent
        return r.price;
    }

    function _resultOf(Position memory p, Report calldata report) private view returns (int256 result) {
        if (report.market != p.market) revert MarketNotListed(report.market); //~ BENIGN INPUT_VAL
        int256 move = int256(uint256(_priceOf(report))) - int256(uint256(p.entry));
        result = (int256(p.size) * move) / int256(uint256(p.entry));
        if (!p.long) result = -result;
    }

    function _settle(uint256 id, Position memory p, int256 result) private returns (uint256 paid) {
        uint256 limit = p.margin * GAIN_LIMIT;
        delete positions[id];
        setAside -= limit;
        if (result >= 0) {
            uint256 gain = uint256(result) < limit ? uint256(result) : limit;
            bank -= gain;
            paid = p.margin + gain;
        } else {
            uint256 loss = uint256(-result) < p.margin ? uint256(-result) : p.margin;
            bank += loss;
            paid = p.margin - loss;
        }
    }

    function _pull(address from, uint256 amount) private {
        require(usd.transferFrom(from, address(this), amount), "transfer failed");
    }

    function _push(address to, uint256 amount) private {
        require(usd.transfer(to, amount), "transfer failed");
    }
}
