// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title IOrderBook
 * @notice Orders that anybody executes for a tip when their condition holds.
 */
interface IOrderBook {
    /**
     * @notice What a trader wants.
     * @param market The market
     * @param isLong Direction of the position
     * @param isIncrease Whether the position becomes larger
     * @param isStop Whether it waits for a worse price than the limit, and not for a better one
     * @param size Dollars by which the position changes
     * @param margin Dollars that an increase brings along
     * @param limit The price that it waits for
     * @param tip Dollars for whoever executes it
     * @param listener A contract that is told of the execution with little gas, or zero
     */
    struct Terms {
        bytes32 market;
        bool isLong;
        bool isIncrease;
        bool isStop;
        uint256 size;
        uint256 margin;
        uint256 limit;
        uint256 tip;
        address listener;
    }

    /**
     * @notice An order.
     * @param trader Whose position changes
     * @param touchedAt Time from which on it waits for a price
     * @param terms What it says
     */
    struct Order {
        address trader;
        uint256 touchedAt;
        Terms terms;
    }

    /**
     * @notice An order that a trader signed, and that somebody else places.
     * @param trader Who signed, and pays
     * @param relayFee Dollars for whoever places it
     * @param nonce A number that the trader chose for it
     * @param deadline Last time at which it can be placed
     * @param terms The order
     */
    struct Ticket {
        address trader;
        uint256 relayFee;
        uint256 nonce;
        uint256 deadline;
        Terms terms;
    }

    error NotDelegate();
    error NoOrder();
    error NoSize();
    error MarginOfDecrease();
    error TooSmallTip();
    error TooEarly();
    error NotDue();
    error NothingToClose();
    error TooLittleGas();
    error TicketExpired();
    error BadSignature();

    event Placed(uint256 indexed id, address indexed trader, Terms terms);
    event Updated(uint256 indexed id, uint256 size, uint256 limit);
    event Cancelled(uint256 indexed id, address indexed trader);
    event Executed(uint256 indexed id, address indexed trader, address by, uint256 price);
    event Dropped(uint256 indexed id, address indexed trader, address by, bytes reason);
    event TicketPlaced(bytes32 indexed digest, uint256 indexed id, address by);

    /// @notice Place an order for a trader, with dollars of the caller
    function place(address trader, Terms calldata terms) external returns (uint256 id);

    /// @notice Place an order that a trader signed, with dollars of the trader
    function placeSigned(Ticket calldata ticket, bytes calldata signature) external returns (uint256 id);

    /// @notice Choose another size and limit
    function update(uint256 id, uint256 size, uint256 limit) external;

    /// @notice Take an order back, with its dollars
    function cancel(uint256 id) external;

    /// @notice Execute an order whose condition holds, for its tip. If its trade is refused, its margin goes back to the trader
    function execute(uint256 id) external;

    /// @notice Give up a number of the caller, whose ticket is not wanted any more
    function invalidate(uint256 nonce) external;

    /// @notice An order
    function orderOf(uint256 id) external view returns (Order memory);
}

/**
 * @title IOrderListener
 * @notice A contract that wants to know when an order was executed.
 */
interface IOrderListener {
    function onExecuted(uint256 id) external;
}
