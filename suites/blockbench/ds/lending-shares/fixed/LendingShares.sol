// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Shares of a lending pool, one for each coin. Those that were paid in recently cannot move.
abstract contract LockedShares is ERC20 {
    uint256 public constant LOCK = 1 days;

    mapping(address account => uint256) public lockedUntil;

    error Locked(address account, uint256 until);

    /// @dev Every mint, burn and transfer comes through here.
    function _update(address from, address to, uint256 value) internal override {
        uint256 until = lockedUntil[from]; //~ BENIGN STORAGE_READ
        if (block.timestamp < until) revert Locked(from, until); //~ BENIGN TIMESTAMP
        if (from == address(0)) lockedUntil[to] = block.timestamp + LOCK; //~ BENIGN STATE_MOD
        super._update(from, to, value); //~ BENIGN STATE_MOD
    }
}

/// @notice A pool whose manager lends the coins of its members to borrowers that were examined.
contract LendingShares is LockedShares, Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;

    /// @notice What a borrower has to bring back.
    mapping(address borrower => uint256) public lentTo;

    /// @notice What may be lent to one borrower.
    uint256 public limit;

    event Deposited(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);
    event Lent(address indexed borrower, uint256 amount);
    event Repaid(address indexed borrower, uint256 amount);
    event LimitSet(uint256 limit);

    error AboveLimit(uint256 lent, uint256 limit);
    error NotLent(uint256 lent, uint256 amount);

    constructor(IERC20 coin_, uint256 limit_) ERC20("Lending Share", "LEND") Ownable(msg.sender) {
        coin = coin_;
        limit = limit_;
    }

    /// @notice Pays coins in, which stay for a day at least.
    function deposit(uint256 amount) external {
        _mint(msg.sender, amount); //~ BENIGN STATE_MOD
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Deposited(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Gives shares back for the coins that are here.
    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount); //~ BENIGN CTRL_FLOW
        coin.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Withdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Lends coins to a borrower.
    function lend(address borrower, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 lent = lentTo[borrower] + amount; //~ BENIGN ARITHMETIC
        if (lent > limit) revert AboveLimit(lent, limit); //~ BENIGN INPUT_VAL
        lentTo[borrower] = lent;
        coin.safeTransfer(borrower, amount); //~ BENIGN FUND_XFER
        emit Lent(borrower, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Brings coins back.
    function repay(uint256 amount) external {
        uint256 lent = lentTo[msg.sender];
        if (amount > lent) revert NotLent(lent, amount); //~ BENIGN INPUT_VAL
        lentTo[msg.sender] = lent - amount;
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Repaid(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Sets the limit of later loans.
    function setLimit(uint256 limit_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        limit = limit_;
        emit LimitSet(limit_); //~ UNRELATED EVENT_EMIT
    }
}
