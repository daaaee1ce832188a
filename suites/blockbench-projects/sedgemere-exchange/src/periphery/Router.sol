// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {IPool} from "../interfaces/IPool.sol";
import {ISwapCaller} from "../interfaces/IPoolCallers.sol";
import {IPoolFactory} from "../interfaces/IPoolFactory.sol";
import {IRouter} from "../interfaces/IRouter.sol";
import {Grid} from "../libraries/Grid.sol";

contract Router is IRouter, ISwapCaller, ReentrancyGuard {
    using SafeERC20 for IERC20;

    struct Step {
        Hop[] hops;
        uint256 at;
        address payer;
        bool exact;
    }

    IPoolFactory public immutable factory;

    uint256 private _spent;

    constructor(IPoolFactory f) {
        factory = f;
    }

    function exactIn(Hop[] calldata hops, uint256 amountIn, uint256 least, address to, uint256 deadline)
        external
        nonReentrant
        returns (uint256 amountOut)
    {
        _check(hops, deadline);
        amountOut = amountIn;
        for (uint256 i = 0; i < hops.length; i++) {
            amountOut = _forth(hops, i, amountOut, i + 1 < hops.length ? address(this) : to);
        }
        if (amountOut < least) revert TooLittle();
    }

    function exactOut(Hop[] calldata hops, uint256 amountOut, uint256 most, address to, uint256 deadline)
        external
        nonReentrant
        returns (uint256 amountIn)
    {
        _check(hops, deadline);
        _back(hops, hops.length - 1, amountOut, to, msg.sender);
        amountIn = _spent;
        if (amountIn > most) revert TooMuch();
    }

    function upTo(Hop calldata hop, uint256 amountIn, uint256 least, uint160 limit, address to, uint256 deadline)
        external
        nonReentrant
        returns (uint256 paid, uint256 amountOut)
    {
        Hop[] memory hops = new Hop[](1);
        hops[0] = hop;
        _check(hops, deadline);
        (paid, amountOut) = _swap(hop, int256(amountIn), limit, to, Step(hops, 0, msg.sender, false));
        if (amountOut < least) revert TooLittle();
    }

    function onSwap(int256 amount0, int256 amount1, bytes calldata data) external {
        Step memory s = abi.decode(data, (Step));
        Hop memory h = s.hops[s.at];
        if (msg.sender != address(_pool(h))) revert NoSuchPool(); //~ DECOY ACCESS_CTRL the payer is in the data, and only pools pass it on
        uint256 due = uint256(amount0 > 0 ? amount0 : amount1);
        if (s.exact && s.at > 0) _back(s.hops, s.at - 1, due, msg.sender, s.payer);
        else {
            _spent = due;
            if (s.payer == address(this)) IERC20(h.tokenIn).safeTransfer(msg.sender, due);
            else IERC20(h.tokenIn).safeTransferFrom(s.payer, msg.sender, due);
        }
    }

    function _forth(Hop[] memory hops, uint256 at, uint256 amount, address to) private returns (uint256 got) {
        uint256 paid;
        (paid, got) = _swap(hops[at], int256(amount), 0, to, Step(hops, at, at == 0 ? msg.sender : address(this), false));
        if (paid != amount) revert Unfilled();
    }

    function _back(Hop[] memory hops, uint256 at, uint256 amount, address to, address payer) private {
        (, uint256 got) = _swap(hops[at], -int256(amount), 0, to, Step(hops, at, payer, true));
        if (got != amount) revert Unfilled();
    }

    function _swap(Hop memory h, int256 amount, uint160 limit, address to, Step memory s)
        private
        returns (uint256 paid, uint256 got)
    {
        bool down = h.tokenIn < h.tokenOut;
        if (limit == 0) limit = down ? Grid.priceAt(-Grid.LAST) + 1 : Grid.priceAt(Grid.LAST) - 1;
        (int256 a, int256 b) = _pool(h).swap(to, down, amount, limit, abi.encode(s));
        (paid, got) = down ? (uint256(a), uint256(-b)) : (uint256(b), uint256(-a));
    }

    function _pool(Hop memory h) private view returns (IPool p) {
        p = IPool(factory.poolOf(h.tokenIn, h.tokenOut, h.fee));
        if (address(p) == address(0)) revert NoSuchPool();
    }

    function _check(Hop[] memory hops, uint256 deadline) private view {
        if (block.timestamp > deadline) revert TooLate();
        if (hops.length == 0) revert NoHops();
        for (uint256 i = 1; i < hops.length; i++) {
            if (hops[i].tokenIn != hops[i - 1].tokenOut) revert NotConnected();
        }
    }
}
