// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Controlled} from "../access/Controlled.sol";
import {IFeeDesk} from "../interfaces/IFees.sol";
import {IMarkets} from "../interfaces/IMarkets.sol";
import {IPerps} from "../interfaces/IPerps.sol";
import {ILiquidityPool} from "../interfaces/IPool.sol";
import {IPriceHub} from "../interfaces/IPriceHub.sol";
import {PnL} from "../libraries/PnL.sol";
import {Wad} from "../libraries/Wad.sol";

/**
 * @title Perps
 * @notice Positions, and the margins of all of them.
 * @dev Each position has its own margin. Profits come from the pool and losses go there. The contract holds margins and
 *  nothing else.
 */
contract Perps is IPerps, Controlled {
    using SafeERC20 for IERC20;
    using Wad for uint256;

    /// @notice Smallest size of a position
    uint256 public constant MIN_SIZE = 100e6;

    IERC20 public immutable usd;
    IPriceHub public immutable hub;
    IMarkets public immutable markets;
    ILiquidityPool public immutable pool;
    IFeeDesk public immutable desk;

    mapping(address trader => mapping(bytes32 market => mapping(bool isLong => Position))) private _positions;
    mapping(address trader => mapping(address delegate => bool)) private _delegates;

    constructor(IERC20 usd_, IPriceHub hub_, IMarkets markets_, ILiquidityPool pool_, IFeeDesk desk_) {
        usd = usd_;
        hub = hub_;
        markets = markets_;
        pool = pool_;
        desk = desk_;
        usd_.forceApprove(address(pool_), type(uint256).max);
        usd_.forceApprove(address(desk_), type(uint256).max);
    }

    /*** Trades ***/

    /// @inheritdoc IPerps
    function increase(address trader, bytes32 market, bool isLong, uint256 size, uint256 margin) external onlyOperator {
        Position storage p = _positions[trader][market][isLong];
        int256 index = markets.accrue(market);
        (uint256 price, ) = hub.priceFor(market, isLong, true);
        uint256 tokens = PnL.tokensAt(isLong, size, price);
        usd.safeTransferFrom(msg.sender, address(this), margin);
        p.margin += margin;
        if (p.size == 0) p.index = index;
        settleInternal(p, trader, market, isLong, index, 0); //~ BENIGN STATE_MOD funding of the size that it had
        p.size += size;
        p.tokens += tokens;
        if (p.size < MIN_SIZE) revert TooSmall();
        markets.enter(market, isLong, size, tokens);
        feeInternal(p, trader, size);
        checkMarginInternal(p, market, isLong);
        emit Increased(trader, market, isLong, size, margin, price);
    }

    /// @inheritdoc IPerps
    function decrease(address trader, bytes32 market, bool isLong, uint256 size) external onlyOperator returns (uint256 paid) {
        Position storage p = _positions[trader][market][isLong];
        if (p.size == 0) revert NoPosition();
        int256 index = markets.accrue(market);
        (uint256 price, ) = hub.priceFor(market, isLong, false);
        size = Math.min(size, p.size);
        uint256 tokens = Math.mulDiv(p.tokens, size, p.size);
        int256 profit = PnL.profit(isLong, size, tokens, price);
        settleInternal(p, trader, market, isLong, index, profit);
        p.size -= size;
        p.tokens -= tokens;
        markets.leave(market, isLong, size, tokens);
        feeInternal(p, trader, size);
        emit Decreased(trader, market, isLong, size, profit, price);
        if (p.size == 0) {
            paid = p.margin;
            delete _positions[trader][market][isLong];
            usd.safeTransfer(trader, paid);
        } else {
            if (p.size < MIN_SIZE) revert TooSmall();
            checkMarginInternal(p, market, isLong);
        }
    }

    /// @inheritdoc IPerps
    function seize(address trader, bytes32 market, bool isLong) external onlyOperator returns (uint256 left, uint256 missing) {
        Position storage p = _positions[trader][market][isLong];
        int256 index = markets.accrue(market);
        (uint256 price, ) = hub.priceFor(market, isLong, false);
        int256 owed = PnL.funding(isLong, p.size, p.index, index);
        int256 profit = PnL.profit(isLong, p.size, p.tokens, price);
        missing = transferInternal(p, owed - profit);
        left = p.margin;
        markets.settled(market, owed);
        markets.leave(market, isLong, p.size, p.tokens);
        delete _positions[trader][market][isLong];
        usd.safeTransfer(msg.sender, left);
        emit Seized(trader, market, isLong, left, missing);
    }

    /*** Margins ***/

    /// @inheritdoc IPerps
    function addMargin(address trader, bytes32 market, bool isLong, uint256 amount) external {
        Position storage p = _positions[trader][market][isLong];
        if (p.size == 0) revert NoPosition();
        p.margin += amount;
        usd.safeTransferFrom(msg.sender, address(this), amount);
        emit MarginAdded(trader, market, isLong, amount);
    }

    /// @inheritdoc IPerps
    function removeMargin(address trader, bytes32 market, bool isLong, uint256 amount, address to) external {
        if (!mayAct(trader, msg.sender)) revert NotDelegate(); //~ DECOY ACCESS_CTRL trader and receiver are arguments, and the trader is asked
        Position storage p = _positions[trader][market][isLong];
        settleInternal(p, trader, market, isLong, markets.accrue(market), 0);
        p.margin -= amount;
        checkMarginInternal(p, market, isLong);
        usd.safeTransfer(to, amount);
        emit MarginRemoved(trader, market, isLong, amount, to);
    }

    /// @inheritdoc IPerps
    function setDelegate(address delegate, bool allowed) external {
        _delegates[msg.sender][delegate] = allowed;
        emit DelegateSet(msg.sender, delegate, allowed);
    }

    /*** Views ***/

    /// @inheritdoc IPerps
    function mayAct(address trader, address account) public view returns (bool) {
        return trader == account || _delegates[trader][account];
    }

    /// @inheritdoc IPerps
    function positionOf(address trader, bytes32 market, bool isLong) external view returns (Position memory) {
        return _positions[trader][market][isLong];
    }

    /// @inheritdoc IPerps
    function equityOf(address trader, bytes32 market, bool isLong) public view returns (int256) {
        Position storage p = _positions[trader][market][isLong];
        (uint256 price, ) = hub.priceFor(market, isLong, false);
        int256 owed = PnL.funding(isLong, p.size, p.index, markets.stateOf(market).index);
        return int256(p.margin) + PnL.profit(isLong, p.size, p.tokens, price) - owed;
    }

    /// @inheritdoc IPerps
    function isLiquidatable(address trader, bytes32 market, bool isLong) external view returns (bool) {
        uint256 needed = _positions[trader][market][isLong].size.partUp(markets.configOf(market).maintenance);
        return equityOf(trader, market, isLong) < int256(needed);
    }

    /*** Internal ***/

    /**
     * @notice Move dollars between a margin and the pool.
     * @param p The position
     * @param owed What goes to the pool, or comes from it if it is negative
     * @return missing What the margin did not suffice for
     */
    function transferInternal(Position storage p, int256 owed) internal returns (uint256 missing) {
        if (owed < 0) {
            p.margin += uint256(-owed);
            pool.pay(uint256(-owed));
        } else {
            uint256 paid = Math.min(uint256(owed), p.margin);
            p.margin -= paid;
            pool.collect(paid);
            missing = uint256(owed) - paid;
        }
    }

    /**
     * @notice Settle the funding of a position up to an index, together with what a trade brings it.
     * @param index The index of its market now
     * @param profit Profit of the trade, negative if it lost
     */
    function settleInternal(Position storage p, address trader, bytes32 market, bool isLong, int256 index, int256 profit)
        internal
    {
        int256 owed = PnL.funding(isLong, p.size, p.index, index);
        p.index = index;
        if (transferInternal(p, owed - profit) > 0) revert Underwater();
        markets.settled(market, owed);
        emit FundingPaid(trader, market, isLong, owed);
    }

    /**
     * @notice Take the fee of a trade from the margin.
     * @param size Dollars by which the position changed
     */
    function feeInternal(Position storage p, address trader, uint256 size) internal {
        uint256 fee = desk.feeFor(trader, size);
        if (fee > p.margin) revert TooLittleMargin();
        p.margin -= fee;
        desk.book(trader, fee);
        emit FeePaid(trader, fee);
    }

    /// @notice Require the initial margin, of which losses are taken off and to which profits are not added
    function checkMarginInternal(Position storage p, bytes32 market, bool isLong) internal view {
        (uint256 price, ) = hub.priceFor(market, isLong, false);
        int256 profit = PnL.profit(isLong, p.size, p.tokens, price);
        int256 equity = int256(p.margin) + (profit < 0 ? profit : int256(0));
        uint256 needed = p.size.partUp(markets.configOf(market).initialMargin);
        if (equity < int256(needed)) revert TooLittleMargin();
    }
}
