// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import {MarketRegistry} from "./context/MarketRegistry.sol";
import {PositionMaths} from "./context/PositionMaths.sol";
import {PriceReports} from "./context/PriceReports.sol";

/// @title  Perpetual exchange
/// @notice Positions with leverage against one pool of liquidity, which belongs to the owner. A position can gain at
///         most four times the margin that it was opened with; that much is reserved until it ends.
/// @dev    The dollar token transfers what it says. The books never follow its balance.
contract PerpetualExchange is MarketRegistry, PriceReports {
    using SafeERC20 for IERC20;

    struct Order {
        bool long;
        uint256 margin;
        uint256 leverage;
        uint128 priceLimit;
    }

    struct Position {
        address trader;
        bytes32 market;
        bool long;
        uint64 openedAt;
        uint32 hourlyRate;
        uint128 entry;
        uint256 margin;
        uint256 size;
        uint256 reserved;
    }

    uint256 public constant MAXIMUM_SPAN = 12 seconds;
    uint256 public constant LEAST_HOLD = 1 minutes;
    uint256 public constant LEAST_MARGIN = 10e6;
    uint256 public constant GAIN_LIMIT = 4;

    /// @notice The loss at which a position is liquidated, in basis points of its margin.
    uint256 public constant LIQUIDATION_LOSS = 9_000;

    /// @notice What a liquidator receives, in basis points of the margin.
    uint256 public constant LIQUIDATION_REWARD = 500;

    uint256 private constant BASIS = 10_000;

    IERC20 public immutable dollar;

    /// @notice What the pool holds, margins not included.
    uint256 public liquidity;
    uint256 public totalReserved;
    uint256 public positionCount;
    mapping(bytes32 => uint256) public openInterest;

    mapping(uint256 => Position) private _positions;

    event LiquidityAdded(address indexed from, uint256 amount);
    event LiquidityRemoved(uint256 amount);
    event Opened(uint256 indexed id, address indexed trader, bytes32 indexed market, bool long, uint256 size);
    event MarginAdded(uint256 indexed id, uint256 amount);
    event Closed(uint256 indexed id, int256 result, uint256 paid);
    event Liquidated(uint256 indexed id, address indexed liquidator, uint256 reward);

    error DollarNotValid(address dollar);
    error NotEnoughLiquidity(uint256 free, uint256 needed);
    error MarginTooSmall(uint256 margin);
    error LeverageOutOfBounds(uint256 leverage);
    error OpenInterestExceeded(uint256 openInterest, uint256 cap);
    error PriceBeyondLimit(uint256 price, uint256 limit);
    error NoPosition(uint256 id);
    error NotTheTrader(uint256 id, address caller);
    error HeldTooShort(uint256 id, uint256 until);
    error PaysTooLittle(uint256 paid, uint256 minimum);
    error WithinMargin(uint256 id, int256 result);
    error WrongMarket(bytes32 market);
    error ReportNotUsable(uint64 from, uint64 to);

    constructor(IERC20 dollar_, address reporter_) PriceReports(reporter_) {
        if (address(dollar_) == address(0)) revert DollarNotValid(address(dollar_));
        dollar = dollar_;
    }

    // Liquidity

    function addLiquidity(uint256 amount) external {
        liquidity += amount;
        emit LiquidityAdded(msg.sender, amount);
        dollar.safeTransferFrom(msg.sender, address(this), amount);
    }

    function removeLiquidity(uint256 amount) external onlyOwner {
        if (amount > freeLiquidity()) revert NotEnoughLiquidity(freeLiquidity(), amount); //~ BENIGN INPUT_VAL what is reserved stays
        liquidity -= amount;
        emit LiquidityRemoved(amount);
        dollar.safeTransfer(msg.sender, amount);
    }

    function setReporter(address reporter_) external onlyOwner {
        _setReporter(reporter_); //~ BENIGN ACCESS_CTRL
    }

    // Traders

    /// @notice Opens a position at the price of a report, in the report's market.
    function open(Order calldata order, Report calldata report) external whenNotPaused returns (uint256 id) {
        Market memory terms = _listed(report.market);
        if (order.margin < LEAST_MARGIN) revert MarginTooSmall(order.margin); //~ BENIGN INPUT_VAL
        if (order.leverage == 0 || order.leverage > terms.maximumLeverage) revert LeverageOutOfBounds(order.leverage); //~ BENIGN INPUT_VAL
        uint128 entry = _priceOf(report); //~ PREREQ ORACLE the trader picks the report of the entry
        if (order.long ? entry > order.priceLimit : entry < order.priceLimit) revert PriceBeyondLimit(entry, order.priceLimit);

        uint256 size = order.margin * order.leverage;
        uint256 fee = Math.mulDiv(size, terms.openingFee, BASIS, Math.Rounding.Up); //~ BENIGN ARITHMETIC
        _reserve(report.market, order.margin * GAIN_LIMIT, size, terms.openInterestCap);
        liquidity += fee;
        id = ++positionCount;
        _positions[id] = Position({
            trader: msg.sender,
            market: report.market,
            long: order.long,
            openedAt: uint64(block.timestamp),
            hourlyRate: terms.hourlyRate,
            entry: entry,
            margin: order.margin,
            size: size,
            reserved: order.margin * GAIN_LIMIT
        });
        emit Opened(id, msg.sender, report.market, order.long, size); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), order.margin + fee); //~ BENIGN FUND_XFER
    }

    /// @notice Adds to the margin of a position. What it can gain stays the same.
    function addMargin(uint256 id, uint256 amount) external {
        Position storage position = _positions[id];
        if (position.trader != msg.sender) revert NotTheTrader(id, msg.sender); //~ BENIGN ACCESS_CTRL
        position.margin += amount;
        emit MarginAdded(id, amount);
        dollar.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Ends a position at the price of a report.
    function close(uint256 id, uint256 minimumPaid, Report calldata report) external returns (uint256 paid) {
        Position memory position = _positions[id];
        if (position.trader != msg.sender) revert NotTheTrader(id, msg.sender); //~ BENIGN ACCESS_CTRL
        uint256 until = position.openedAt + LEAST_HOLD;
        if (block.timestamp < until) revert HeldTooShort(id, until); //~ INSUFF_GUARD TIMESTAMP the position waits, the price need not
        int256 result = _resultOf(position, report); //~ PREREQ ORACLE and the report of the exit
        paid = _settle(id, position, result);
        if (paid < minimumPaid) revert PaysTooLittle(paid, minimumPaid);
        emit Closed(id, result, paid);
        dollar.safeTransfer(msg.sender, paid); //~ BENIGN FUND_XFER
    }

    /// @notice Ends a position that has lost most of its margin. The liquidator receives a part of the margin, and the
    ///         pool the rest.
    function liquidate(uint256 id, Report calldata report) external returns (uint256 reward) {
        Position memory position = _positions[id];
        if (position.trader == address(0)) revert NoPosition(id);
        int256 result = _resultOf(position, report); //~ PREREQ ORACLE whoever liquidates picks one, too
        if (result > -int256((position.margin * LIQUIDATION_LOSS) / BASIS)) revert WithinMargin(id, result);
        _settle(id, position, -int256(position.margin)); //~ BENIGN STATE_MOD the whole margin goes to the pool first
        reward = (position.margin * LIQUIDATION_REWARD) / BASIS;
        liquidity -= reward; //~ BENIGN ARITHMETIC the margin was added just before
        emit Liquidated(id, msg.sender, reward);
        dollar.safeTransfer(msg.sender, reward);
    }

    // Views

    function positionOf(uint256 id) external view returns (Position memory) {
        return _positions[id];
    }

    /// @notice Liquidity that no position may claim.
    function freeLiquidity() public view returns (uint256) {
        return liquidity - totalReserved;
    }

    /// @notice What a position would gain or lose at a price now.
    function resultAt(uint256 id, uint128 price) external view returns (int256) {
        return _resultAt(_positions[id], price);
    }

    // Internal

    /// @dev The price of a report that is signed and usable now.
    function _priceOf(Report calldata report) internal view returns (uint128) {
        if (report.price == 0 || report.from >= report.to || report.to > block.timestamp) {
            revert ReportNotUsable(report.from, report.to);
        }
        if (report.to - report.from > MAXIMUM_SPAN) revert ReportNotUsable(report.from, report.to); //~ ROOT_CAUSE TIMESTAMP how long the interval is, not how long ago it was
        _requireSigned(report); //~ PREREQ SIGNATURE a signature stays good for every later call
        return report.price;
    }

    function _resultOf(Position memory position, Report calldata report) internal view returns (int256) {
        if (report.market != position.market) revert WrongMarket(report.market); //~ BENIGN INPUT_VAL
        return _resultAt(position, _priceOf(report));
    }

    function _resultAt(Position memory position, uint128 price) internal view returns (int256) {
        uint256 elapsed = block.timestamp - position.openedAt; //~ DECOY TIMESTAMP never more than the position is old
        uint256 cost = PositionMaths.carry(position.size, position.hourlyRate, elapsed);
        return PositionMaths.priceResult(position.long, position.size, position.entry, price) - int256(cost);
    }

    function _reserve(bytes32 market, uint256 gain, uint256 size, uint256 cap) internal {
        if (gain > freeLiquidity()) revert NotEnoughLiquidity(freeLiquidity(), gain); //~ BENIGN INPUT_VAL
        totalReserved += gain; //~ BENIGN STATE_MOD the largest possible gain is reserved
        openInterest[market] += size;
        if (openInterest[market] > cap) revert OpenInterestExceeded(openInterest[market], cap); //~ BENIGN INPUT_VAL
    }

    function _settle(uint256 id, Position memory position, int256 result) internal returns (uint256 paid) {
        delete _positions[id]; //~ BENIGN STATE_MOD
        totalReserved -= position.reserved;
        openInterest[position.market] -= position.size;
        if (result >= 0) {
            uint256 gain = Math.min(uint256(result), position.reserved); //~ BENIGN ARITHMETIC
            liquidity -= gain;
            return position.margin + gain;
        }
        uint256 loss = Math.min(uint256(-result), position.margin); //~ BENIGN ARITHMETIC
        liquidity += loss;
        return position.margin - loss;
    }
}
