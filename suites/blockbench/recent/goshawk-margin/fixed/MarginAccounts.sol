// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {SpotPool} from "./context/SpotPool.sol";

interface IPriceFeed {
    /// @notice Dollars for a whole coin, in the smallest unit of the dollar.
    function price() external view returns (uint256);
}

/// @notice What lenders have put in. They take out what is not lent at the moment.
abstract contract LenderBook {
    mapping(address lender => uint256) public lentBy;
    uint256 public idle;

    event Lent(address indexed lender, uint256 amount);
    event Returned(address indexed lender, uint256 amount);

    function _addLender(address lender, uint256 amount) internal {
        lentBy[lender] += amount;
        idle += amount;
        emit Lent(lender, amount);
    }

    function _removeLender(address lender, uint256 amount) internal {
        lentBy[lender] -= amount; //~ BENIGN ARITHMETIC checked
        idle -= amount; //~ BENIGN ARITHMETIC not more than is idle
        emit Returned(lender, amount);
    }
}

/// @title MarginAccounts
/// @notice A trader deposits dollars, borrows more of them, and turns them into a coin and back on an exchange. Until the debt is
///         repaid, dollars and coins stay in the account and are worth a tenth more than the debt.
contract MarginAccounts is LenderBook {
    using SafeERC20 for IERC20;

    struct Account {
        uint256 dollars;
        uint256 coins;
        uint256 debt;
    }

    uint256 public constant COVER_PERCENT = 110;
    uint256 public constant WHOLE_COIN = 1e8;

    IERC20 public immutable dollar;
    IERC20 public immutable coin;
    SpotPool public immutable pool;
    IPriceFeed public immutable feed;

    mapping(address trader => Account) public accountOf;

    event Deposited(address indexed trader, uint256 dollars);
    event Withdrawn(address indexed trader, uint256 dollars, uint256 coins);
    event Borrowed(address indexed trader, uint256 dollars);
    event Repaid(address indexed trader, uint256 dollars);
    event Traded(address indexed trader, bool intoCoin, uint256 amountIn, uint256 amountOut);
    event TakenOver(address indexed trader, address indexed keeper, uint256 debt);

    error NotCovered(address trader);
    error StillCovered(address trader);

    modifier onlyCovered() {
        _;
        _requireCovered(msg.sender); //~ BENIGN CTRL_FLOW with what the exchange gave
    }

    constructor(SpotPool pool_, IPriceFeed feed_) {
        pool = pool_;
        feed = feed_;
        dollar = pool_.dollar();
        coin = pool_.coin();
        dollar.forceApprove(address(pool_), type(uint256).max);
        coin.forceApprove(address(pool_), type(uint256).max);
    }

    function lend(uint256 amount) external {
        _addLender(msg.sender, amount);
        dollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function takeBack(uint256 amount) external {
        _removeLender(msg.sender, amount);
        dollar.safeTransfer(msg.sender, amount);
    }

    function deposit(uint256 amount) external {
        accountOf[msg.sender].dollars += amount;
        emit Deposited(msg.sender, amount);
        dollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function borrow(uint256 amount) external {
        Account storage account = accountOf[msg.sender];
        account.dollars += amount;
        account.debt += amount;
        idle -= amount; //~ BENIGN ARITHMETIC
        _requireCovered(msg.sender); //~ BENIGN CTRL_FLOW
        emit Borrowed(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function repay(uint256 amount) external {
        Account storage account = accountOf[msg.sender];
        account.dollars -= amount;
        account.debt -= amount;
        idle += amount;
        emit Repaid(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Turns dollars of the account into coins, or coins into dollars.
    function trade(bool intoCoin, uint256 amountIn, uint256 minimum) external onlyCovered returns (uint256 amountOut) {
        Account storage account = accountOf[msg.sender];
        amountOut = pool.swap(intoCoin, amountIn, minimum); //~ BENIGN EXT_CALL
        if (intoCoin) {
            account.dollars -= amountIn; //~ BENIGN ARITHMETIC checked
            account.coins += amountOut;
        } else {
            account.coins -= amountIn;
            account.dollars += amountOut;
        }
        emit Traded(msg.sender, intoCoin, amountIn, amountOut); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 dollars, uint256 coins) external {
        Account storage account = accountOf[msg.sender];
        account.dollars -= dollars;
        account.coins -= coins;
        _requireCovered(msg.sender); //~ BENIGN CTRL_FLOW
        emit Withdrawn(msg.sender, dollars, coins); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, dollars);
        coin.safeTransfer(msg.sender, coins);
    }

    /// @notice Moves an account that is not covered to a keeper, who repays the debt.
    function takeOver(address trader) external {
        if (isCovered(trader)) revert StillCovered(trader); //~ BENIGN CTRL_FLOW
        Account memory account = accountOf[trader];
        delete accountOf[trader];
        accountOf[msg.sender].dollars += account.dollars;
        accountOf[msg.sender].coins += account.coins;
        idle += account.debt;
        emit TakenOver(trader, msg.sender, account.debt); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), account.debt); //~ BENIGN FUND_XFER
    }

    function isCovered(address trader) public view returns (bool) {
        Account storage account = accountOf[trader];
        uint256 worth = account.dollars + (account.coins * feed.price()) / WHOLE_COIN; //~ BENIGN ORACLE a feed, not the exchange
        return worth * 100 >= account.debt * COVER_PERCENT; //~ BENIGN COMPUTATION
    }

    function _requireCovered(address trader) internal view {
        if (!isCovered(trader)) revert NotCovered(trader); //~ BENIGN CTRL_FLOW
    }
}
