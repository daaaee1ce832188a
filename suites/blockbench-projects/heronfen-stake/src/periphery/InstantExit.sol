// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {IStakePool} from "../interfaces/IStakePool.sol";
import {IWithdrawalQueue} from "../interfaces/IWithdrawalQueue.sol";
import {RateMath} from "../libraries/RateMath.sol";

/// Buys staked ether, and requests to withdraw it, for ether at once. Liquidity providers wait in the queue instead of
/// the sellers, and earn the discount.
///
/// Purchases are counted in windows. A window has a limit for what is spent, and keeps the rate that the pool had when
/// it was opened. Both are meant for the case that a rate is wrong.
contract InstantExit is ReentrancyGuard {
    using RateMath for uint256;

    uint256 public constant WINDOW = 1 days;
    uint256 public constant DISCOUNT = 100; // of 10,000
    uint256 public constant WINDOW_PART = 1_000; // of 10,000
    uint256 public constant LEAST_LIQUIDITY = 0.001 ether;
    uint256 public constant LARGEST_REQUEST = 1_000 ether; // shares, as in the queue

    IERC20 public immutable token;
    IStakePool public immutable pool;
    IWithdrawalQueue public immutable queue;

    // Ether that is not spent. Ether that is sent without a call is not counted.
    uint256 public cash;

    // Shares of hETH in requests that this contract bought or made.
    uint256 public waiting;

    // Requests that this contract bought or made.
    mapping(uint256 => bool) public bought;

    // The present window.
    uint256 public windowStart;
    uint256 public windowLimit;
    uint256 public windowRate;
    uint256 public spent;

    // Liquidity.
    uint256 public totalUnits;
    mapping(address => uint256) public unitsOf;

    event LiquidityAdded(address indexed who, uint256 amount, uint256 units);
    event LiquidityRemoved(address indexed who, uint256 amount, uint256 units);
    event Bought(address indexed seller, uint256 shares, uint256 paid);
    event RequestBought(address indexed seller, uint256 indexed id, uint256 paid);
    event WindowOpened(uint256 limit, uint256 rate);
    event Collected(uint256 indexed id, uint256 amount);

    error Nothing();
    error LimitReached(uint256 wanted, uint256 left);
    error NotEnoughCash();
    error PriceTooLow(uint256 price);
    error NotPaid();

    constructor(IERC20 token_, IStakePool pool_, IWithdrawalQueue queue_) {
        token = token_;
        pool = pool_;
        queue = queue_;
    }

    // Requests of this contract are paid here; collect() counts them.
    receive() external payable {
        if (msg.sender != address(queue)) revert Nothing();
    }

    // ---- liquidity

    /// Adds the ether that is sent. The first units are worth one wei each.
    function addLiquidity() external payable nonReentrant returns (uint256 units) {
        if (msg.value < LEAST_LIQUIDITY) revert Nothing();
        units = totalUnits == 0 ? msg.value : msg.value * totalUnits / totalAssets();
        if (units == 0) revert Nothing();
        cash += msg.value;
        totalUnits += units;
        unitsOf[msg.sender] += units;
        if (windowStart == 0) _openWindow(); //~ BENIGN STATE_MOD only the first liquidity opens a window
        emit LiquidityAdded(msg.sender, msg.value, units);
    }

    /// Pays units out, as far as there is cash. Either no units stay, or enough of them to round with.
    function removeLiquidity(uint256 units) external nonReentrant returns (uint256 amount) {
        amount = units * totalAssets() / totalUnits;
        if (amount == 0) revert Nothing();
        if (amount > cash) revert NotEnoughCash();
        cash -= amount;
        unitsOf[msg.sender] -= units;
        totalUnits -= units;
        if (totalUnits > 0 && totalUnits < LEAST_LIQUIDITY) revert Nothing();
        _pay(msg.sender, amount);
        emit LiquidityRemoved(msg.sender, amount, units);
    }

    // ---- sellers

    /// Buys shares of hETH.
    /// least: smallest price that the seller accepts.
    function sell(uint256 shares, uint256 least) external nonReentrant returns (uint256 paid) {
        paid = _spend(shares, least);
        if (!token.transferFrom(msg.sender, address(this), shares)) revert NotPaid();
        _pay(msg.sender, paid);
        emit Bought(msg.sender, shares, paid);
    }

    /// Buys a request that is not payable yet. The seller makes this contract its operator in the queue before.
    /// least: smallest price that the seller accepts.
    function sellRequest(uint256 id, uint256 least) external nonReentrant returns (uint256 paid) {
        if (id <= queue.lastFinalized()) revert Nothing();
        uint256 shares = queue.requestOf(id).shares;
        paid = _spend(shares, least);
        waiting += shares;
        bought[id] = true;
        queue.transferRequest(msg.sender, address(this), id);
        _pay(msg.sender, paid);
        emit RequestBought(msg.sender, id, paid);
    }

    // ---- anybody

    /// Sends what was bought to the queue, as much as fits into one request.
    function enqueue() external nonReentrant returns (uint256 id) {
        uint256 shares = token.balanceOf(address(this)).min(LARGEST_REQUEST);
        waiting += shares;
        token.approve(address(queue), shares);
        id = queue.request(shares, address(this));
        bought[id] = true;
    }

    /// Collects a request that is payable. It may be one that somebody gave to this contract, whose shares never waited.
    function collect(uint256 id, uint256 hint) external nonReentrant returns (uint256 amount) {
        if (bought[id]) waiting -= queue.requestOf(id).shares;
        amount = queue.claim(id, hint, address(this));
        cash += amount;
        emit Collected(id, amount);
    }

    // ---- views

    /// Everything that belongs to the liquidity providers, in wei.
    function totalAssets() public view returns (uint256) {
        return cash + (waiting + token.balanceOf(address(this))).amountAt(pool.rate());
    }

    /// What a seller gets for a share, with 27 decimals.
    function price() public view returns (uint256) {
        uint256 rate = pool.rate().min(windowRate); //~ BENIGN STORAGE_READ the lower one of both
        return rate - rate.partOf(DISCOUNT);
    }

    /// What can be spent in the present window.
    function left() external view returns (uint256) {
        return block.timestamp < windowStart + WINDOW ? windowLimit - spent : totalAssets().partOf(WINDOW_PART);
    }

    // ---- internal

    // Counts a purchase, and returns its price.
    function _spend(uint256 shares, uint256 least) private returns (uint256 amount) {
        if (block.timestamp >= windowStart + WINDOW) _openWindow();
        amount = shares.amountAt(price());
        if (amount == 0) revert Nothing();
        if (amount < least) revert PriceTooLow(amount);
        if (spent + amount > windowLimit) revert LimitReached(amount, windowLimit - spent);
        if (amount > cash) revert NotEnoughCash();
        spent += amount;
        cash -= amount;
    }

    function _openWindow() private {
        windowStart = block.timestamp;
        windowLimit = totalAssets().partOf(WINDOW_PART);
        windowRate = pool.rate();
        spent = 0;
        emit WindowOpened(windowLimit, windowRate);
    }

    function _pay(address to, uint256 amount) private {
        (bool done,) = to.call{value: amount}("");
        if (!done) revert NotPaid();
    }
}
