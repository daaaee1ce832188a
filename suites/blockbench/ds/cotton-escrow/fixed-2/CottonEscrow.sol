// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Holds the price of cotton bales until the mill has them.
contract CottonEscrow {
    using SafeERC20 for IERC20;

    struct Order {
        address mill;
        address ginner;
        uint256 price;
        uint256 due;
    }

    /// @notice How long after the due date a mill may still find fault.
    uint256 public constant GRACE = 14 days;

    IERC20 public immutable token;

    Order[] public orders;

    event Ordered(uint256 indexed id, address indexed mill, address indexed ginner, uint256 price);
    event Closed(uint256 indexed id, address indexed to, uint256 price);

    error NoAccount();
    error NoPrice();
    error NotYours(uint256 id);
    error TooEarly(uint256 id);

    constructor(IERC20 token_) {
        token = token_;
    }

    /// @notice Orders bales, and pays their price in.
    function order(address ginner, uint256 price, uint256 term) external returns (uint256 id) {
        if (ginner == address(0)) revert NoAccount();
        if (price == 0) revert NoPrice();
        id = orders.length;
        orders.push(Order(msg.sender, ginner, price, block.timestamp + term));
        emit Ordered(id, msg.sender, ginner, price);
        token.safeTransferFrom(msg.sender, address(this), price);
    }

    /// @notice Pays the ginner: the mill says so, or it has not found fault in time.
    function release(uint256 id) external {
        Order memory bales = orders[id];
        if (msg.sender != bales.mill && block.timestamp < bales.due + GRACE) revert NotYours(id);
        _close(id, bales.ginner);
    }

    /// @notice The ginner does not deliver, and the price goes back.
    function decline(uint256 id) external {
        Order memory bales = orders[id];
        if (msg.sender != bales.ginner) revert NotYours(id);
        _close(id, bales.mill);
    }

    /// @notice The mill has no bales at the due date, and has its price paid to an account of its choice.
    function reclaim(uint256 id, address to) external {
        Order memory bales = orders[id];
        if (to == address(0)) revert NoAccount();
        if (block.timestamp < bales.due) revert TooEarly(id);
        if (msg.sender != bales.mill && block.timestamp < bales.due + GRACE) revert NotYours(id);
        _close(id, to);
    }

    function _close(uint256 id, address to) private {
        uint256 price = orders[id].price;
        if (price == 0) revert NoPrice();
        orders[id].price = 0;
        emit Closed(id, to, price);
        token.safeTransfer(to, price);
    }
}
