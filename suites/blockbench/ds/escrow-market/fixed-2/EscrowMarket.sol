// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

/// @title IEscrowMarket
/// @notice Orders over the counter, with the maker's tokens in escrow.
interface IEscrowMarket {
    /// @notice An order.
    /// @param maker Who sells.
    /// @param sellToken What is sold.
    /// @param buyToken What is asked for it.
    /// @param sellAmount How much was for sale at first.
    /// @param buyAmount What is asked for all of it.
    /// @param remaining How much is still for sale.
    /// @param expiry When the order can be filled no longer.
    struct Order {
        address maker;
        IERC20 sellToken;
        IERC20 buyToken;
        uint256 sellAmount;
        uint256 buyAmount;
        uint256 remaining;
        uint256 expiry;
    }

    /// @notice An order was created.
    event OrderCreated(uint256 indexed id, address indexed maker, IERC20 sellToken, IERC20 buyToken);

    /// @notice An order was filled, in whole or in part.
    event OrderFilled(uint256 indexed id, address indexed taker, uint256 amount, uint256 paid);

    /// @notice An order was cancelled.
    event OrderCancelled(uint256 indexed id, uint256 returned);
}

/// @title EscrowMarket
/// @notice Makers put tokens in escrow and name a price, takers buy all or a part of them. What takers pay waits here
///         until the makers withdraw it.
/// @dev The listing committee admits tokens that move exactly what they are told to: no fee on transfers, no rebasing.
///      Among them are older tokens, with no return value or with one that tells a failure.
contract EscrowMarket is IEscrowMarket, AccessControl, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice The role that admits tokens.
    bytes32 public constant LISTING_ROLE = keccak256("LISTING_ROLE");

    /// @notice The fee on payments, in basis points.
    uint256 public constant FEE_BPS = 25;

    /// @notice Who receives the fees.
    address public immutable treasury;

    /// @notice The tokens that may be sold and asked for.
    mapping(IERC20 token => bool) public isListed;

    /// @notice What an account may withdraw, by token.
    mapping(address account => mapping(IERC20 token => uint256)) public proceedsOf;

    /// @notice All orders, by their number.
    Order[] public orders;

    /// @notice Sets up the roles.
    /// @param admin_ Who grants roles and admits tokens at first.
    /// @param treasury_ Who receives the fees.
    constructor(address admin_, address treasury_) {
        treasury = treasury_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin_);
        _grantRole(LISTING_ROLE, admin_);
    }

    /// @notice Admits a token, or stops new orders with it.
    /// @param token The token.
    /// @param listed Whether new orders may use it.
    function setListed(IERC20 token, bool listed) external onlyRole(LISTING_ROLE) {
        isListed[token] = listed;
    }

    /// @notice Puts tokens in escrow and offers them.
    /// @param sellToken What is sold.
    /// @param buyToken What is asked for it.
    /// @param sellAmount How much is sold.
    /// @param buyAmount What is asked for all of it.
    /// @param expiry When the offer ends.
    /// @return id The number of the order.
    function create(IERC20 sellToken, IERC20 buyToken, uint256 sellAmount, uint256 buyAmount, uint256 expiry)
        external
        nonReentrant
        returns (uint256 id)
    {
        require(isListed[sellToken] && isListed[buyToken], "EscrowMarket: not listed");
        require(sellAmount > 0 && buyAmount > 0, "EscrowMarket: zero amount");
        require(expiry > block.timestamp, "EscrowMarket: expired");
        id = orders.length;
        orders.push(Order(msg.sender, sellToken, buyToken, sellAmount, buyAmount, sellAmount, expiry));
        _pull(sellToken, sellAmount);
        emit OrderCreated(id, msg.sender, sellToken, buyToken);
    }

    /// @notice Buys what an order offers.
    /// @param id The order.
    /// @param amount How much to buy.
    /// @return paid What it costs, rounded up.
    function fill(uint256 id, uint256 amount) external nonReentrant returns (uint256 paid) {
        Order storage order = orders[id];
        require(block.timestamp < order.expiry, "EscrowMarket: expired");
        require(amount > 0 && amount <= order.remaining, "EscrowMarket: bad amount");
        paid = Math.mulDiv(order.buyAmount, amount, order.sellAmount, Math.Rounding.Ceil);
        order.remaining -= amount;
        uint256 fee = (paid * FEE_BPS) / 10_000;
        proceedsOf[order.maker][order.buyToken] += paid - fee;
        proceedsOf[treasury][order.buyToken] += fee;
        _pull(order.buyToken, paid);
        order.sellToken.safeTransfer(msg.sender, amount);
        emit OrderFilled(id, msg.sender, amount, paid);
    }

    /// @notice Takes back what an order still offers.
    /// @param id The order.
    function cancel(uint256 id) external nonReentrant {
        Order storage order = orders[id];
        require(msg.sender == order.maker, "EscrowMarket: not the maker");
        uint256 rest = order.remaining;
        require(rest > 0, "EscrowMarket: nothing left");
        order.remaining = 0;
        order.sellToken.safeTransfer(msg.sender, rest);
        emit OrderCancelled(id, rest);
    }

    /// @notice Withdraws what the caller has earned in a token.
    /// @param token The token.
    /// @return amount How much it was.
    function withdraw(IERC20 token) external nonReentrant returns (uint256 amount) {
        amount = proceedsOf[msg.sender][token];
        require(amount > 0, "EscrowMarket: nothing to withdraw");
        proceedsOf[msg.sender][token] = 0;
        token.safeTransfer(msg.sender, amount);
    }

    /// @dev Takes tokens from the caller.
    /// @param token The token.
    /// @param amount How much.
    function _pull(IERC20 token, uint256 amount) private {
        bytes memory data = abi.encodeCall(token.transferFrom, (msg.sender, address(this), amount));
        (bool success, bytes memory result) = address(token).call(data);
        require(success && (result.length == 0 || result.length == 32), "EscrowMarket: transfer failed");
    }
}
