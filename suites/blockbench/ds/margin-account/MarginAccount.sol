// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

interface IPriceSource {
    /// @notice The price of one unit of the underlying, with 18 decimals.
    function price() external view returns (uint256);
}

/// @notice Long positions in an underlying that never moves: traders leave a margin, a house pool pays their profits and
/// takes their losses.
/// @dev The house sells a little above the price and buys a little below it.
contract MarginAccount is Ownable {
    using SafeERC20 for IERC20;

    error ZeroAmount();
    error PositionTooLarge(uint256 size, uint256 most);
    error ExceedsSize(uint256 amount, uint256 size);
    error MarginTooLow(int256 equity, uint256 needed);
    error NotLiquidatable(address account);
    error HouseTooPoor(uint256 amount, uint256 available);

    struct Position {
        uint256 margin;
        uint256 size;
        uint256 entryPrice; // the average of what was paid
    }

    uint256 public constant SPREAD_BPS = 10;
    uint256 public constant INITIAL_MARGIN_BPS = 1_000;
    uint256 public constant MAINTENANCE_MARGIN_BPS = 500;
    uint256 public constant MAX_SIZE = 500e18;
    uint256 private constant BPS = 10_000;

    IERC20 public immutable token;
    IPriceSource public immutable source;

    mapping(address => Position) public positions;
    uint256 public totalMargin;

    event Opened(address indexed account, uint256 amount, uint256 price);
    event Reduced(address indexed account, uint256 amount, int256 profit);
    event Liquidated(address indexed account, address indexed liquidator, uint256 reward);

    constructor(IERC20 token_, IPriceSource source_) {
        token = token_;
        source = source_;
    }

    function fund(uint256 amount) external {
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function defund(uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _pay(owner(), amount);
    }

    function addMargin(uint256 amount) external {
        positions[msg.sender].margin += amount;
        totalMargin += amount;
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function removeMargin(uint256 amount) external {
        _takeMargin(positions[msg.sender], amount);
        _requireMargin(msg.sender, INITIAL_MARGIN_BPS); //~ BENIGN CTRL_FLOW
        token.safeTransfer(msg.sender, amount);
    }

    /// @notice Opens a position, or adds to it.
    function open(uint256 amount) external {
        if (amount == 0) revert ZeroAmount();
        Position storage position = positions[msg.sender];
        uint256 size = position.size + amount;
        if (size > MAX_SIZE) revert PositionTooLarge(size, MAX_SIZE); //~ BENIGN INPUT_VAL here, and nowhere else
        uint256 ask = (source.price() * (BPS + SPREAD_BPS)) / BPS; //~ PREREQ ARITHMETIC so that an entry lies above the bid from the start
        uint256 paid = position.size * position.entryPrice + amount * ask;
        position.entryPrice = Math.ceilDiv(paid, size); //~ BENIGN ARITHMETIC against the trader
        position.size = size;
        _requireMargin(msg.sender, INITIAL_MARGIN_BPS); //~ INSUFF_GUARD CTRL_FLOW only where positions are opened
        emit Opened(msg.sender, amount, ask);
    }

    /// @notice Closes a part of a position, or all of it. A profit is paid out at once, a loss comes out of the margin.
    /// @dev Needs no check of the margin, since what is left is as well covered as before or better.
    function reduce(uint256 amount) external {
        if (amount == 0) revert ZeroAmount();
        Position storage position = positions[msg.sender];
        if (int256(amount) > int256(position.size)) revert ExceedsSize(amount, position.size); //~ ROOT_CAUSE ARITHMETIC an amount above half the range is negative here, and passes
        int256 profit = _profit(int256(amount), position.entryPrice); //~ PREREQ ARITHMETIC of a negative amount, a loss is a profit
        position.size = uint256(int256(position.size) - int256(amount)); //~ PREREQ STATE_MOD grows instead, where open() has a limit
        emit Reduced(msg.sender, amount, profit); //~ UNRELATED EVENT_EMIT
        if (profit < 0) _takeMargin(position, uint256(-profit)); //~ BENIGN ARITHMETIC
        else _pay(msg.sender, uint256(profit)); //~ PREREQ FUND_XFER out of the pool, not into the margin
    }

    /// @notice Closes a position whose margin has become too low. Half of what is left of the margin goes to the caller.
    function liquidate(address account) external {
        Position memory position = positions[account];
        int256 left = equityOf(account);
        if (left >= int256(_needed(position.size, MAINTENANCE_MARGIN_BPS))) revert NotLiquidatable(account); //~ BENIGN CTRL_FLOW
        delete positions[account];
        totalMargin -= position.margin;
        uint256 reward = left > 0 ? uint256(left) / 2 : 0; //~ BENIGN ARITHMETIC sign is asked first
        emit Liquidated(account, msg.sender, reward);
        _pay(msg.sender, reward);
    }

    /// @notice The margin of an account and what closing its position would add to it.
    function equityOf(address account) public view returns (int256) {
        Position memory position = positions[account];
        return int256(position.margin) + _profit(int256(position.size), position.entryPrice); //~ BENIGN ARITHMETIC sizes in storage are small
    }

    function _profit(int256 amount, uint256 entryPrice) private view returns (int256) {
        uint256 bid = (source.price() * (BPS - SPREAD_BPS)) / BPS;
        return (amount * (int256(bid) - int256(entryPrice))) / 1e18;
    }

    function _needed(uint256 size, uint256 bps) private view returns (uint256) {
        return (size * source.price() * bps) / (BPS * 1e18);
    }

    function _requireMargin(address account, uint256 bps) private view {
        uint256 needed = _needed(positions[account].size, bps);
        int256 equity = equityOf(account);
        if (equity < int256(needed)) revert MarginTooLow(equity, needed);
    }

    function _takeMargin(Position storage position, uint256 amount) private {
        position.margin -= amount; //~ BENIGN STATE_MOD checked
        totalMargin -= amount;
    }

    function _pay(address to, uint256 amount) private {
        uint256 available = token.balanceOf(address(this)) - totalMargin;
        if (amount > available) revert HouseTooPoor(amount, available); //~ INSUFF_GUARD INPUT_VAL keeps the margins of others, not the pool
        token.safeTransfer(to, amount);
    }
}
