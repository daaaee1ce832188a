// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {IOrderBook} from "../interfaces/IOrderBook.sol";

/**
 * @title BracketRouter
 * @notice Places an order that opens a position together with those that close it again.
 * @dev A trader makes the router a delegate. It acts for its caller alone and keeps nothing.
 */
contract BracketRouter {
    using SafeERC20 for IERC20;

    error NotAnIncrease();

    IERC20 public immutable usd;
    IOrderBook public immutable orders;

    constructor(IERC20 usd_, IOrderBook orders_) {
        usd = usd_;
        orders = orders_;
        usd_.forceApprove(address(orders_), type(uint256).max);
    }

    /**
     * @notice Place three orders with dollars of the caller.
     * @param entry The order that opens the position
     * @param stop Price at which it is closed with a loss
     * @param target Price at which it is closed with a profit
     * @return first Number of the first order; the others follow
     */
    function open(IOrderBook.Terms calldata entry, uint256 stop, uint256 target) external returns (uint256 first) {
        if (!entry.isIncrease) revert NotAnIncrease();
        usd.safeTransferFrom(msg.sender, address(this), entry.margin + 3 * entry.tip);
        first = orders.place(msg.sender, entry);
        IOrderBook.Terms memory exit = entry;
        (exit.isIncrease, exit.margin, exit.listener) = (false, 0, address(0));
        (exit.isStop, exit.limit) = (true, stop);
        orders.place(msg.sender, exit);
        (exit.isStop, exit.limit) = (false, target);
        orders.place(msg.sender, exit);
    }

    /**
     * @notice Take back those of the caller's orders that are still there.
     * @param ids Numbers of orders
     */
    function cancelAll(uint256[] calldata ids) external returns (uint256 cancelled) {
        for (uint256 i = 0; i < ids.length; i++) {
            if (orders.orderOf(ids[i]).trader != msg.sender) continue;
            orders.cancel(ids[i]);
            cancelled++;
        }
    }
}
