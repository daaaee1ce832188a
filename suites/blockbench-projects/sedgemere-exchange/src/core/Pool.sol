// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IPool} from "../interfaces/IPool.sol";
import {IPoolFactory} from "../interfaces/IPoolFactory.sol";
import {IFlashCaller, IMintCaller, ISwapCaller} from "../interfaces/IPoolCallers.sol";
import {Amounts} from "../libraries/Amounts.sol";
import {EdgeMap} from "../libraries/EdgeMap.sol";
import {Edges} from "../libraries/Edges.sol";
import {Grid} from "../libraries/Grid.sol";
import {Observations} from "../libraries/Observations.sol";
import {Curve} from "./Curve.sol";

contract Pool is IPool {
    using SafeERC20 for IERC20;
    using EdgeMap for mapping(int16 => uint256);
    using Edges for mapping(int24 => Edges.Edge);
    using Observations for Observations.Book;

    struct Walk {
        int256 left;
        int256 other;
        uint160 price;
        int24 step;
        uint128 liquidity;
        uint256 growth;
        uint256 cut;
    }

    int256 private constant MOST = type(int128).max;
    uint128 private constant PER_EDGE = type(uint128).max / uint128(uint24(2 * Grid.LAST + 1));
    uint256 private constant Q128 = 1 << 128;

    address public immutable factory;
    Curve public immutable curve = new Curve();

    address public token0;
    address public token1;
    uint24 public fee;
    int24 public spacing;

    Slot private _slot;
    uint128 public liquidity;
    uint256 private growth0;
    uint256 private growth1;
    uint128 public protocol0;
    uint128 public protocol1;

    mapping(int16 => uint256) private _map;
    mapping(int24 => Edges.Edge) private _edges;
    mapping(bytes32 => Position) private _positions;
    Observations.Book private _book;

    modifier locks() {
        _lock();
        _;
        _slot.locked = false;
    }

    constructor(address f) {
        factory = f;
        _slot.locked = true;
    }

    function initialize(address token0_, address token1_, uint24 fee_, int24 spacing_, uint160 price) external {
        if (msg.sender != factory) revert NotFactory();
        (token0, token1, fee, spacing) = (token0_, token1_, fee_, spacing_);
        curve.check(price);
        (_slot.price, _slot.step) = (price, curve.stepBetween(price, -Grid.LAST, Grid.LAST));
        _book.start();
    }

    function mint(address owner, int24 lower, int24 upper, uint128 amount, bytes calldata data)
        external
        locks
        returns (uint256 amount0, uint256 amount1)
    {
        if (amount == 0 || amount > uint128(type(int128).max)) revert BadAmount();
        _change(owner, lower, upper, int128(amount));
        (amount0, amount1) = curve.both(_slot.price, lower, upper, amount, true);
        (uint256 b0, uint256 b1) = _balances();
        IMintCaller(msg.sender).onMint(amount0, amount1, data);
        _paid(b0 + amount0, b1 + amount1);
    }

    function burn(int24 lower, int24 upper, uint128 amount) external locks returns (uint256 amount0, uint256 amount1) {
        if (amount > uint128(type(int128).max)) revert BadAmount();
        (amount0, amount1) = curve.both(_slot.price, lower, upper, amount, false);
        Position storage p = _change(msg.sender, lower, upper, -int128(amount));
        p.owed0 += uint128(amount0);
        p.owed1 += uint128(amount1);
    }

    function collect(address to, int24 lower, int24 upper, uint128 most0, uint128 most1)
        external
        locks
        returns (uint128 amount0, uint128 amount1)
    {
        Position storage p = _positions[_key(msg.sender, lower, upper)];
        amount0 = uint128(Math.min(most0, p.owed0));
        amount1 = uint128(Math.min(most1, p.owed1));
        p.owed0 -= amount0;
        p.owed1 -= amount1;
        _send(to, amount0, amount1);
        emit Collected(msg.sender, to, lower, upper, amount0, amount1);
    }

    function swap(address to, bool down, int256 amount, uint160 limit, bytes calldata data)
        external
        locks
        returns (int256 amount0, int256 amount1)
    {
        if (amount == 0 || amount > MOST || amount < -MOST) revert BadAmount();
        if (down ? limit >= _slot.price : limit <= _slot.price) revert BadLimit();
        curve.check(limit);
        _record(); //~ BENIGN TIMESTAMP the time so far was at the old step
        Walk memory w = _walk(down, amount, limit);
        (_slot.price, _slot.step, liquidity) = (w.price, w.step, w.liquidity);
        if (down) (growth0, protocol0) = (w.growth, protocol0 + uint128(w.cut));
        else (growth1, protocol1) = (w.growth, protocol1 + uint128(w.cut));
        amount -= w.left;
        (amount0, amount1) = down == (amount > 0) ? (amount, w.other) : (w.other, amount);
        (uint256 b0, uint256 b1) = _balances();
        _send(to, down ? 0 : uint256(-amount0), down ? uint256(-amount1) : 0);
        ISwapCaller(msg.sender).onSwap(amount0, amount1, data);
        _paid(uint256(int256(b0) + amount0), uint256(int256(b1) + amount1));
        emit Swapped(msg.sender, to, amount0, amount1, w.price, w.step);
    }

    function flash(address to, uint256 amount0, uint256 amount1, bytes calldata data) external locks {
        if (liquidity == 0) revert NoLiquidity();
        uint256 fee0 = Math.mulDiv(amount0, fee, Amounts.WHOLE, Math.Rounding.Ceil);
        uint256 fee1 = Math.mulDiv(amount1, fee, Amounts.WHOLE, Math.Rounding.Ceil);
        (uint256 b0, uint256 b1) = _balances();
        _send(to, amount0, amount1);
        IFlashCaller(msg.sender).onFlash(fee0, fee1, data);
        (uint256 paid0, uint256 paid1) = _paid(b0 + fee0, b1 + fee1);
        (paid0, paid1) = (paid0 + fee0, paid1 + fee1);
        (uint256 cut0, uint256 cut1) = (_cut(paid0), _cut(paid1));
        protocol0 += uint128(cut0);
        protocol1 += uint128(cut1);
        growth0 = _grown(growth0, paid0 - cut0, liquidity); //~ BENIGN ARITHMETIC providers get what the protocol does not
        growth1 = _grown(growth1, paid1 - cut1, liquidity); //~ BENIGN ARITHMETIC
        emit Flashed(msg.sender, to, amount0, amount1, paid0, paid1);
    }

    function record() external {
        _record();
    }

    function setShare(uint8 share) external {
        if (msg.sender != factory) revert NotFactory();
        _slot.share = share;
    }

    function collectProtocol(address to) external locks returns (uint128 amount0, uint128 amount1) {
        if (msg.sender != IPoolFactory(factory).collector()) revert NotCollector();
        (amount0, amount1) = (protocol0, protocol1);
        (protocol0, protocol1) = (0, 0);
        _send(to, amount0, amount1);
    }

    function slot() external view returns (Slot memory) {
        return _slot;
    }

    function positionOf(address owner, int24 lower, int24 upper) external view returns (Position memory) {
        return _positions[_key(owner, lower, upper)];
    }

    function growthInside(int24 lower, int24 upper) external view returns (uint256 g0, uint256 g1) {
        (g0, g1, ) = _edges.inside(lower, upper, _sums(0));
    }

    function secondsInside(int24 lower, int24 upper) external view returns (uint160 s) {
        s = Observations.extended(_book.last, block.timestamp, _slot.step, liquidity).perLiquidity;
        (, , s) = _edges.inside(lower, upper, _sums(s));
    }

    function stepsUntil(uint256 ago) external view returns (int56) {
        return _book.stepsAt(block.timestamp - ago, _slot.step, liquidity);
    }

    function _lock() private {
        if (_slot.locked) revert Locked(); //~ DECOY REENTRY_GUARD liquidity that is provided would repay a loan
        _slot.locked = true;
    }

    function _walk(bool down, int256 amount, uint160 limit) private returns (Walk memory w) {
        w = Walk(amount, 0, _slot.price, _slot.step, liquidity, down ? growth0 : growth1, 0);
        while (w.left != 0 && w.price != limit) {
            (int24 next, bool isEdge) = _map.next(w.step, spacing, down);
            (Amounts.Part memory part, bool reached) = curve.move(w.price, next, limit, w.liquidity, w.left, fee);
            if (amount > 0) {
                w.left -= int256(part.amountIn + part.fee);
                w.other -= int256(part.amountOut);
            } else {
                w.left += int256(part.amountOut);
                w.other += int256(part.amountIn + part.fee);
            }
            uint256 cut = _cut(part.fee);
            w.cut += cut;
            w.growth = _grown(w.growth, part.fee - cut, w.liquidity);
            w.price = part.price;
            if (reached) {
                if (isEdge) w.liquidity = _cross(next, down, w);
                w.step = down ? next - 1 : next; //~ BENIGN STATE_MOD below an edge that was crossed
            } else {
                w.step = curve.stepBetween(part.price, down ? next : w.step, down ? w.step : next);
            }
        }
    }

    function _cross(int24 step, bool down, Walk memory w) private returns (uint128) {
        (uint256 g0, uint256 g1) = down ? (w.growth, growth1) : (growth0, w.growth); //~ BENIGN STATE_MOD with the fees of this swap
        int128 net = _edges.cross(step, g0, g1, _book.last.perLiquidity);
        return _plus(w.liquidity, down ? -net : net);
    }

    function _change(address owner, int24 lower, int24 upper, int128 delta) private returns (Position storage p) {
        if (lower >= upper || lower % spacing != 0 || upper % spacing != 0) revert BadRange();
        if (lower < -Grid.LAST || upper > Grid.LAST) revert BadRange();
        Edges.Sums memory s = _sums(_record());
        p = _positions[_key(owner, lower, upper)];
        if (delta == 0 && p.liquidity == 0) revert NoLiquidity();
        if (delta < 0 && p.liquidity < uint128(-delta)) revert NoLiquidity();
        bool low = _edges.add(lower, false, delta, PER_EDGE, s);
        bool high = _edges.add(upper, true, delta, PER_EDGE, s);
        _settle(p, lower, upper, s, delta);
        if (low) _flip(lower, delta);
        if (high) _flip(upper, delta);
        if (s.step >= lower && s.step < upper) liquidity = _plus(liquidity, delta);
        emit Changed(owner, lower, upper, delta);
    }

    function _settle(Position storage p, int24 lower, int24 upper, Edges.Sums memory s, int128 delta) private {
        (uint256 g0, uint256 g1, ) = _edges.inside(lower, upper, s);
        unchecked {
            p.owed0 += uint128(Math.mulDiv(g0 - p.last0, p.liquidity, Q128));
            p.owed1 += uint128(Math.mulDiv(g1 - p.last1, p.liquidity, Q128));
        }
        (p.last0, p.last1) = (g0, g1);
        p.liquidity = _plus(p.liquidity, delta);
    }

    function _flip(int24 step, int128 delta) private {
        _map.flip(step, spacing);
        if (delta < 0) delete _edges[step];
    }

    function _record() private returns (uint160) {
        return _book.write(_slot.step, liquidity);
    }

    function _sums(uint160 perLiquidity) private view returns (Edges.Sums memory) {
        return Edges.Sums(_slot.step, growth0, growth1, perLiquidity);
    }

    function _cut(uint256 paid) private view returns (uint256) {
        return _slot.share == 0 ? 0 : paid / _slot.share;
    }

    function _send(address to, uint256 amount0, uint256 amount1) private {
        if (amount0 > 0) IERC20(token0).safeTransfer(to, amount0);
        if (amount1 > 0) IERC20(token1).safeTransfer(to, amount1);
    }

    function _balances() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _paid(uint256 least0, uint256 least1) private view returns (uint256, uint256) {
        (uint256 b0, uint256 b1) = _balances();
        if (b0 < least0 || b1 < least1) revert NotPaid();
        return (b0 - least0, b1 - least1);
    }

    function _grown(uint256 growth, uint256 paid, uint128 l) private pure returns (uint256) {
        unchecked {
            return l == 0 ? growth : growth + Math.mulDiv(paid, Q128, l);
        }
    }

    function _plus(uint128 l, int128 delta) private pure returns (uint128) {
        return delta < 0 ? l - uint128(-delta) : l + uint128(delta);
    }

    function _key(address owner, int24 lower, int24 upper) private pure returns (bytes32) {
        return keccak256(abi.encode(owner, lower, upper));
    }
}
