// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @notice Where tokens are exchanged. It answers how much came out.
interface IExchange {
    function swap(IERC20 tokenIn, uint256 amountIn, IERC20 tokenOut, uint256 leastOut) external returns (uint256);
}

/// @notice Reports dollars for one whole token, with 18 decimals, and when it did so.
interface IFeed {
    function latest() external view returns (uint256 price, uint256 reportedAt);
}

/// @notice The causes that donations go to, each with an account that is paid.
abstract contract Causes is Ownable {
    /// @notice How many causes there are. They are numbered from zero.
    uint256 public causes;

    mapping(uint256 cause => address) public payeeOf;

    event CauseAdded(uint256 indexed cause, address indexed payee);
    event PayeeChanged(uint256 indexed cause, address indexed payee);

    error NoPayee();
    error NoSuchCause(uint256 cause);
    error NotThePayee(uint256 cause, address caller);

    modifier onlyCause(uint256 cause) {
        if (cause >= causes) revert NoSuchCause(cause); //~ BENIGN INPUT_VAL
        _;
    }

    /// @notice Adds a cause.
    function addCause(address payee) external onlyOwner returns (uint256 cause) { //~ BENIGN ACCESS_CTRL
        if (payee == address(0)) revert NoPayee(); //~ BENIGN INPUT_VAL
        cause = causes++;
        payeeOf[cause] = payee;
        emit CauseAdded(cause, payee); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Names another account to be paid. It is the present one that does so.
    function changePayee(uint256 cause, address payee) external {
        if (payee == address(0)) revert NoPayee(); //~ BENIGN INPUT_VAL
        if (payeeOf[cause] != msg.sender) revert NotThePayee(cause, msg.sender); //~ BENIGN ACCESS_CTRL
        payeeOf[cause] = payee;
        emit PayeeChanged(cause, payee); //~ UNRELATED EVENT_EMIT
    }
}

/// @notice Takes donations in several tokens, converts them into dollars and pays these to the causes.
contract DonationDesk is Causes, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice How much less than reported a conversion may bring, in hundredths of a per cent.
    uint256 public constant TOLERANCE = 200;

    /// @notice How old a report may be.
    uint256 public constant MAX_AGE = 1 days;

    IERC20 public immutable dollar;
    IExchange public immutable exchange;

    /// @notice The feeds of the tokens that are taken.
    mapping(IERC20 token => IFeed) public feedOf;

    /// @notice What was donated in each token and not converted yet.
    mapping(IERC20 token => mapping(uint256 cause => uint256)) public pendingOf;

    /// @notice The dollars of each cause that were not paid yet.
    mapping(uint256 cause => uint256) public dollarsOf;

    event FeedSet(IERC20 indexed token, IFeed feed);
    event Donated(address indexed donor, uint256 indexed cause, IERC20 indexed token, uint256 amount);
    event Converted(uint256 indexed cause, IERC20 indexed token, uint256 amount, uint256 dollars);
    event PaidOut(uint256 indexed cause, address indexed payee, uint256 dollars);

    error NotTaken(IERC20 token);
    error NothingGiven();
    error Short(uint256 pending, uint256 wanted);
    error TooOld(uint256 reportedAt);
    error TooLittle(uint256 received, uint256 least);

    constructor(IERC20 dollar_, IExchange exchange_) Ownable(msg.sender) {
        dollar = dollar_;
        exchange = exchange_;
    }

    /// @notice Sets the feed of a token, none to take the token no longer. Dollars need none.
    function setFeed(IERC20 token, IFeed feed) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (token == dollar) revert NotTaken(token); //~ BENIGN INPUT_VAL
        feedOf[token] = feed;
        emit FeedSet(token, feed);
    }

    /// @notice Donates dollars, or a token that is taken.
    function donate(uint256 cause, IERC20 token, uint256 amount) external nonReentrant onlyCause(cause) {
        if (amount == 0) revert NothingGiven(); //~ BENIGN INPUT_VAL
        if (token == dollar) {
            dollarsOf[cause] += amount; //~ BENIGN STATE_MOD
        } else {
            if (address(feedOf[token]) == address(0)) revert NotTaken(token); //~ BENIGN INPUT_VAL
            pendingOf[token][cause] += amount; //~ BENIGN STATE_MOD
        }
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Donated(msg.sender, cause, token, amount);
    }

    /// @notice Converts donations of a cause into dollars, in parts where the exchange has too little depth for all at once.
    /// @dev Open to everyone, who thereby chooses the moment.
    function convert(uint256 cause, IERC20 token, uint256 amount) external nonReentrant returns (uint256 received) { //~ PREREQ CTRL_FLOW open to all
        uint256 pending = pendingOf[token][cause];
        if (amount == 0 || amount > pending) revert Short(pending, amount); //~ BENIGN INPUT_VAL
        pendingOf[token][cause] = pending - amount; //~ BENIGN STATE_MOD
        uint256 least = _least(token, amount);
        uint256 before = dollar.balanceOf(address(this));
        token.forceApprove(address(exchange), amount); //~ BENIGN EXT_CALL as much as is exchanged now
        exchange.swap(token, amount, dollar, 0); //~ PREREQ EXT_CALL no bound in the call, the result is measured below
        received = dollar.balanceOf(address(this)) - before; //~ BENIGN COMPUTATION what has come in and not what is said
        if (received < least) revert TooLittle(received, least); //~ BENIGN ORACLE the bound comes from a report, not from the exchange
        dollarsOf[cause] += received; //~ BENIGN STATE_MOD
        emit Converted(cause, token, amount, received);
    }

    /// @notice Pays the dollars of a cause to its payee.
    function payOut(uint256 cause) external nonReentrant onlyCause(cause) { //~ BENIGN CTRL_FLOW open to all, the payee is fixed
        uint256 dollars = dollarsOf[cause];
        dollarsOf[cause] = 0; //~ BENIGN STATE_MOD
        address payee = payeeOf[cause];
        dollar.safeTransfer(payee, dollars); //~ BENIGN FUND_XFER
        emit PaidOut(cause, payee, dollars);
    }

    /// @dev What a conversion has to bring at least, by a recent report.
    function _least(IERC20 token, uint256 amount) private view returns (uint256) {
        IFeed feed = feedOf[token];
        if (address(feed) == address(0)) revert NotTaken(token); //~ BENIGN INPUT_VAL
        (uint256 price, uint256 reportedAt) = feed.latest();
        if (block.timestamp - reportedAt > MAX_AGE) revert TooOld(reportedAt); //~ BENIGN TIMESTAMP
        return Math.mulDiv(amount, price * (10_000 - TOLERANCE), 1e18 * 10_000, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
    }
}
