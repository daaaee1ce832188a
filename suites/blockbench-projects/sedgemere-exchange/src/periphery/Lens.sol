// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IFarm} from "../interfaces/IFarm.sol";
import {INotes} from "../interfaces/INotes.sol";
import {IPool} from "../interfaces/IPool.sol";
import {ISwapCaller} from "../interfaces/IPoolCallers.sol";
import {IReference} from "../interfaces/IReference.sol";
import {Amounts} from "../libraries/Amounts.sol";
import {Grid} from "../libraries/Grid.sol";

/// @title Lens
/// @notice Reads for interfaces. Nothing of the exchange depends on it, and it owns nothing.
contract Lens is ISwapCaller {
    /// @notice A note at present.
    /// @param amount0 What its liquidity is, of the first token
    /// @param amount1 What its liquidity is, of the second token
    /// @param fees0 What it can collect, of the first token
    /// @param fees1 What it can collect, of the second token
    /// @param inRange Whether it earns fees at present
    struct NoteView {
        uint256 amount0;
        uint256 amount1;
        uint256 fees0;
        uint256 fees1;
        bool inRange;
    }

    /// @notice A pool at present.
    /// @param price Square root of its price
    /// @param step Its step
    /// @param meanStep Its mean step, or zero if the pool is too young
    /// @param liquidity Its liquidity
    /// @param part Part of the fees that goes to the protocol, in millionths
    struct PoolView {
        uint160 price;
        int24 step;
        int24 meanStep;
        uint128 liquidity;
        uint256 part;
    }

    /// @notice A staked note at present.
    /// @param owner Whose it is
    /// @param reward What it has earned
    /// @param left What the program has left
    /// @param over Whether the program is over
    struct StakeView {
        address owner;
        uint256 reward;
        uint256 left;
        bool over;
    }

    error Quoted(int256 amount0, int256 amount1);
    error NotQuoted(bytes reason);

    INotes public immutable notes;
    IFarm public immutable farm;
    IReference public immutable ref;

    constructor(INotes notes_, IFarm farm_, IReference ref_) {
        notes = notes_;
        farm = farm_;
        ref = ref_;
    }

    /// @notice What a note is and has earned, up to now.
    function note(uint256 id) external view returns (NoteView memory v) {
        INotes.Note memory n = notes.noteOf(id);
        if (n.pool == address(0)) return v;
        IPool.Slot memory slot = IPool(n.pool).slot();
        (v.amount0, v.amount1) = Amounts.both(
            slot.price,
            Grid.priceAt(n.lower),
            Grid.priceAt(n.upper),
            n.liquidity,
            Math.Rounding.Floor
        );
        (v.fees0, v.fees1) = (n.owed0, n.owed1);
        v.inRange = n.liquidity > 0 && slot.step >= n.lower && slot.step < n.upper;
        if (n.liquidity == 0) return v;
        (uint256 growth0, uint256 growth1) = IPool(n.pool).growthInside(n.lower, n.upper);
        unchecked {
            v.fees0 += Math.mulDiv(growth0 - n.last0, n.liquidity, 1 << 128);
            v.fees1 += Math.mulDiv(growth1 - n.last1, n.liquidity, 1 << 128);
        }
    }

    /// @notice Where a pool is.
    function pool(address p) external view returns (PoolView memory v) {
        IPool.Slot memory slot = IPool(p).slot();
        (v.price, v.step, v.liquidity) = (slot.price, slot.step, IPool(p).liquidity());
        v.part = slot.share == 0 ? 0 : Amounts.WHOLE / slot.share;
        try ref.meanStep(p) returns (int24 mean) {
            v.meanStep = mean;
        } catch {}
    }

    /// @notice What a staked note has earned.
    function stake(uint256 id) external view returns (StakeView memory v) {
        IFarm.Stake memory s = farm.stakeOf(id);
        if (s.owner == address(0)) return v;
        IFarm.Program memory program = farm.programOf(s.program);
        (v.reward, ) = farm.rewardOf(id);
        (v.owner, v.left, v.over) = (s.owner, program.left, block.timestamp >= program.end);
    }

    /// @notice Amounts that a new note would need, and its liquidity.
    /// @param p A pool
    /// @param lower Edge at which its range begins
    /// @param upper Edge at which its range ends
    /// @param most0 Most of the first token
    /// @param most1 Most of the second token
    function preview(address p, int24 lower, int24 upper, uint256 most0, uint256 most1)
        external
        view
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        (uint160 price, uint160 low, uint160 high) = (IPool(p).slot().price, Grid.priceAt(lower), Grid.priceAt(upper));
        liquidity = Amounts.liquidityFor(price, low, high, most0, most1);
        (amount0, amount1) = Amounts.both(price, low, high, liquidity, Math.Rounding.Ceil);
    }

    /// @notice What a swap would move. Nothing remains of it, so this is not a view, but can be called like one.
    /// @param p A pool
    /// @param down Whether the first token comes in
    /// @param amount What comes in, or below zero what goes out
    function quote(address p, bool down, int256 amount) external returns (int256 amount0, int256 amount1) {
        uint160 limit = down ? Grid.priceAt(-Grid.LAST) + 1 : Grid.priceAt(Grid.LAST) - 1;
        try IPool(p).swap(address(this), down, amount, limit, "") {} catch (bytes memory reason) {
            if (bytes4(reason) != Quoted.selector) revert NotQuoted(reason);
            assembly ("memory-safe") {
                amount0 := mload(add(reason, 36))
                amount1 := mload(add(reason, 68))
            }
        }
    }

    /// @notice Ends a swap that was made for its amounts.
    function onSwap(int256 amount0, int256 amount1, bytes calldata) external pure {
        revert Quoted(amount0, amount1);
    }
}
