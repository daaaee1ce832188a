// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

import {IOrderBook, IOrderListener} from "../interfaces/IOrderBook.sol";
import {IPerps} from "../interfaces/IPerps.sol";
import {IPriceHub} from "../interfaces/IPriceHub.sol";
import {NonceMap} from "../libraries/NonceMap.sol";

/**
 * @title OrderBook
 * @notice Holds orders with their margins and tips until somebody executes them. All trades begin here.
 * @dev An order is executed at a price that is younger than its `touchedAt`, by anybody and for a tip. Traders who want
 *  to trade at once choose a limit that always holds. An order that is due and whose trade is refused goes away:
 *  whoever could choose when it is possible would know the price of that time.
 */
contract OrderBook is IOrderBook, EIP712 {
    using SafeERC20 for IERC20;
    using NonceMap for NonceMap.Map;

    bytes32 private constant TERMS_TYPEHASH =
        keccak256(
            "Terms(bytes32 market,bool isLong,bool isIncrease,bool isStop,uint256 size,uint256 margin,uint256 limit,uint256 tip,address listener)"
        );
    bytes32 private constant TICKET_TYPEHASH =
        keccak256(
            "Ticket(address trader,uint256 relayFee,uint256 nonce,uint256 deadline,Terms terms)Terms(bytes32 market,bool isLong,bool isIncrease,bool isStop,uint256 size,uint256 margin,uint256 limit,uint256 tip,address listener)"
        );

    /// @notice Least tip of an order, so that others than its trader execute it
    uint256 public constant MIN_TIP = 1e6;

    /// @notice Gas with which a listener is told
    uint256 public constant LISTENER_GAS = 100_000;

    IERC20 public immutable usd;
    IPriceHub public immutable hub;
    IPerps public immutable perps;

    /// @notice Number of the last order
    uint256 public lastId;

    mapping(uint256 id => Order) private _orders;
    NonceMap.Map private _nonces;

    constructor(IERC20 usd_, IPriceHub hub_, IPerps perps_) EIP712("Weirside orders", "1") {
        usd = usd_;
        hub = hub_;
        perps = perps_;
        usd_.forceApprove(address(perps_), type(uint256).max);
    }

    /*** Placing ***/

    /// @inheritdoc IOrderBook
    function place(address trader, Terms calldata terms) external returns (uint256 id) {
        checkDelegateInternal(trader);
        usd.safeTransferFrom(msg.sender, address(this), terms.margin + terms.tip);
        id = placeInternal(trader, terms);
    }

    /// @inheritdoc IOrderBook
    function placeSigned(Ticket calldata ticket, bytes calldata signature) external returns (uint256 id) {
        if (block.timestamp > ticket.deadline) revert TicketExpired();
        bytes32 digest = digestOf(ticket);
        if (ECDSA.recover(digest, signature) != ticket.trader) revert BadSignature();
        _nonces.use(ticket.trader, ticket.nonce);
        usd.safeTransferFrom(ticket.trader, address(this), ticket.terms.margin + ticket.terms.tip + ticket.relayFee);
        usd.safeTransfer(msg.sender, ticket.relayFee);
        id = placeInternal(ticket.trader, ticket.terms);
        emit TicketPlaced(digest, id, msg.sender);
    }

    /// @inheritdoc IOrderBook
    function invalidate(uint256 nonce) external {
        _nonces.use(msg.sender, nonce);
    }

    /*** Changing ***/

    /// @inheritdoc IOrderBook
    function update(uint256 id, uint256 size, uint256 limit) external {
        Order storage order = _orders[id];
        checkDelegateInternal(order.trader);
        if (size == 0) revert NoSize();
        order.touchedAt = block.timestamp; //~ BENIGN TIMESTAMP other terms wait for another price
        order.terms.size = size;
        order.terms.limit = limit;
        emit Updated(id, size, limit);
    }

    /// @inheritdoc IOrderBook
    function cancel(uint256 id) external {
        Order memory order = _orders[id];
        checkDelegateInternal(order.trader);
        delete _orders[id];
        usd.safeTransfer(order.trader, order.terms.margin + order.terms.tip);
        emit Cancelled(id, order.trader);
    }

    /*** Executing ***/

    /// @inheritdoc IOrderBook
    function execute(uint256 id) external {
        Order memory order = _orders[id];
        if (order.trader == address(0)) revert NoOrder();
        Terms memory t = order.terms;
        (uint256 price, uint256 updatedAt) = hub.priceFor(t.market, t.isLong, t.isIncrease);
        if (updatedAt <= order.touchedAt) revert TooEarly();
        if (!isDueInternal(t, price)) revert NotDue();
        if (!t.isIncrease && perps.positionOf(order.trader, t.market, t.isLong).size == 0) revert NothingToClose();
        delete _orders[id]; //~ DECOY REENTRY_GUARD gone before the listener is called
        usd.safeTransfer(msg.sender, t.tip);
        (bool traded, bytes memory reason) = tradeInternal(order.trader, t);
        if (traded) emit Executed(id, order.trader, msg.sender, price);
        else emit Dropped(id, order.trader, msg.sender, reason);
        if (traded) tellInternal(id, t.listener);
        else usd.safeTransfer(order.trader, t.margin);
    }

    /*** Views ***/

    /// @inheritdoc IOrderBook
    function orderOf(uint256 id) external view returns (Order memory) {
        return _orders[id];
    }

    /// @notice What a trader signs
    function digestOf(Ticket calldata ticket) public view returns (bytes32) {
        bytes32 terms = keccak256(abi.encode(TERMS_TYPEHASH, ticket.terms));
        return
            _hashTypedDataV4(
                keccak256(
                    abi.encode(TICKET_TYPEHASH, ticket.trader, ticket.relayFee, ticket.nonce, ticket.deadline, terms)
                )
            );
    }

    /// @notice Whether the condition of an order holds at present
    function isDue(uint256 id) external view returns (bool) {
        Order memory order = _orders[id];
        Terms memory t = order.terms;
        (uint256 price, uint256 updatedAt) = hub.priceFor(t.market, t.isLong, t.isIncrease);
        return updatedAt > order.touchedAt && isDueInternal(t, price);
    }

    /*** Internal ***/

    function placeInternal(address trader, Terms calldata terms) internal returns (uint256 id) {
        if (terms.size == 0) revert NoSize();
        if (!terms.isIncrease && terms.margin > 0) revert MarginOfDecrease();
        if (terms.tip < MIN_TIP) revert TooSmallTip();
        id = ++lastId;
        _orders[id] = Order(trader, block.timestamp, terms);
        emit Placed(id, trader, terms);
    }

    /// @dev A refusal has a reason, unless gas was missing; then the order stays
    function tradeInternal(address trader, Terms memory t) internal returns (bool traded, bytes memory reason) {
        (traded, reason) = address(perps).call(
            t.isIncrease
                ? abi.encodeCall(perps.increase, (trader, t.market, t.isLong, t.size, t.margin))
                : abi.encodeCall(perps.decrease, (trader, t.market, t.isLong, t.size))
        );
        if (!traded && reason.length == 0) revert TooLittleGas();
    }

    /// @dev A listener gets all of its gas, of which a call passes on 63 parts of 64, and cannot refuse
    function tellInternal(uint256 id, address listener) internal {
        if (listener.code.length == 0) return;
        if (gasleft() < LISTENER_GAS + LISTENER_GAS / 10) revert TooLittleGas();
        try IOrderListener(listener).onExecuted{gas: LISTENER_GAS}(id) {} catch {}
    }

    function checkDelegateInternal(address trader) internal view {
        if (!perps.mayAct(trader, msg.sender)) revert NotDelegate();
    }

    /// @dev Buyers wait for a low price and sellers for a high one, with a stop the other way around
    function isDueInternal(Terms memory t, uint256 price) internal pure returns (bool) {
        bool buys = t.isLong == t.isIncrease;
        return buys != t.isStop ? price <= t.limit : price >= t.limit;
    }
}
