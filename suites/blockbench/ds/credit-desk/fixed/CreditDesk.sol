// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

interface IPriceFeed {
    function latestRoundData()
        external
        view
        returns (uint80 round, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredIn);
}

/// @notice Lends one token against another. Both are ordinary tokens of 18 decimals, without transfer fees, and both are
/// valued by feeds that quote them in dollars with the same number of decimals.
contract CreditDesk is Ownable {
    using SafeERC20 for IERC20;

    struct Account {
        uint256 pledged;
        uint256 owed;
    }

    error ZeroAddress();
    error ZeroAmount();
    error PriceNotPositive(int256 answer);
    error PriceTooOld(uint256 updatedAt);
    error NotEnoughPledged(uint256 pledged);
    error BeyondLimit(uint256 owed, uint256 limit);
    error StillCovered(uint256 owed, uint256 limit);

    event Funded(uint256 amount);
    event Withdrawn(uint256 amount);
    event Pledged(address indexed account, uint256 amount);
    event Released(address indexed account, uint256 amount);
    event Borrowed(address indexed account, uint256 amount, uint256 fee);
    event Repaid(address indexed account, uint256 amount);
    event Liquidated(address indexed account, address indexed by, uint256 repaid, uint256 seized);

    uint256 public constant MAX_AGE = 1 hours;
    uint256 public constant FEE_PERCENT = 1;
    uint256 public constant BORROW_PERCENT = 70;
    uint256 public constant LIQUIDATION_PERCENT = 85;
    uint256 public constant SEIZE_PERCENT = 105;

    IERC20 public immutable collateral;
    IERC20 public immutable debt;
    IPriceFeed public immutable collateralFeed;
    IPriceFeed public immutable debtFeed;

    mapping(address account => Account) public accounts;

    constructor(IERC20 collateral_, IERC20 debt_, IPriceFeed collateralFeed_, IPriceFeed debtFeed_) Ownable(msg.sender) {
        if (address(collateral_) == address(0) || address(debt_) == address(0)) revert ZeroAddress();
        if (address(collateralFeed_) == address(0) || address(debtFeed_) == address(0)) revert ZeroAddress();
        collateral = collateral_;
        debt = debt_;
        collateralFeed = collateralFeed_;
        debtFeed = debtFeed_;
    }

    // The owner's side

    function fund(uint256 amount) external onlyOwner {
        debt.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN EXT_CALL
        emit Funded(amount);
    }

    /// @dev Everything that is not lent out belongs to the owner; pledges are of the other token.
    function withdraw(uint256 amount) external onlyOwner {
        debt.safeTransfer(owner(), amount); //~ BENIGN FUND_XFER
        emit Withdrawn(amount);
    }

    // The borrowers' side

    function pledge(uint256 amount) external {
        if (amount == 0) revert ZeroAmount();
        accounts[msg.sender].pledged += amount;
        collateral.safeTransferFrom(msg.sender, address(this), amount);
        emit Pledged(msg.sender, amount);
    }

    function release(uint256 amount) external {
        Account storage account = accounts[msg.sender];
        if (amount > account.pledged) revert NotEnoughPledged(account.pledged); //~ BENIGN INPUT_VAL
        account.pledged -= amount;
        if (account.owed > 0) _requireWithin(account); //~ BENIGN CTRL_FLOW a debt free account needs no price
        collateral.safeTransfer(msg.sender, amount);
        emit Released(msg.sender, amount);
    }

    /// @notice Pays `amount` out and books it with the fee.
    function borrow(uint256 amount) external {
        if (amount == 0) revert ZeroAmount();
        uint256 fee = Math.ceilDiv(amount * FEE_PERCENT, 100); //~ BENIGN ARITHMETIC
        Account storage account = accounts[msg.sender];
        account.owed += amount + fee;
        _requireWithin(account);
        debt.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Borrowed(msg.sender, amount, fee);
    }

    function repay(uint256 amount) external {
        Account storage account = accounts[msg.sender];
        amount = Math.min(amount, account.owed);
        if (amount == 0) revert ZeroAmount();
        account.owed -= amount;
        debt.safeTransferFrom(msg.sender, address(this), amount);
        emit Repaid(msg.sender, amount);
    }

    /// @notice Pays the whole debt of an account that is not covered any more, for a little more than its value.
    function liquidate(address who) external {
        Account storage account = accounts[who];
        (uint256 collateralPrice, uint256 debtPrice) = prices();
        uint256 owed = account.owed;
        uint256 limit = _limit(account.pledged, LIQUIDATION_PERCENT, collateralPrice, debtPrice);
        if (owed <= limit) revert StillCovered(owed, limit); //~ BENIGN ACCESS_CTRL nobody with cover can be liquidated
        uint256 seized = Math.mulDiv(owed * SEIZE_PERCENT, debtPrice, 100 * collateralPrice);
        seized = Math.min(seized, account.pledged); //~ BENIGN ARITHMETIC
        account.owed = 0;
        account.pledged -= seized;
        debt.safeTransferFrom(msg.sender, address(this), owed);
        collateral.safeTransfer(msg.sender, seized);
        emit Liquidated(who, msg.sender, owed, seized);
    }

    // Prices

    /// @notice Both prices, of the same moment as far as the feeds allow.
    function prices() public view returns (uint256 collateralPrice, uint256 debtPrice) {
        uint256 collateralAt;
        uint256 debtAt;
        (collateralPrice, collateralAt) = _read(collateralFeed);
        (debtPrice, debtAt) = _read(debtFeed); //~ BENIGN ORACLE
        uint256 updatedAt = Math.min(collateralAt, debtAt); //~ BENIGN COMPUTATION
        if (block.timestamp - updatedAt > MAX_AGE) revert PriceTooOld(updatedAt); //~ BENIGN TIMESTAMP
    }

    function _read(IPriceFeed feed) private view returns (uint256, uint256) {
        (, int256 answer,, uint256 updatedAt,) = feed.latestRoundData();
        if (answer <= 0) revert PriceNotPositive(answer); //~ BENIGN INPUT_VAL
        return (uint256(answer), updatedAt); //~ BENIGN ARITHMETIC a positive number keeps its value
    }

    function _requireWithin(Account storage account) private view {
        (uint256 collateralPrice, uint256 debtPrice) = prices();
        uint256 limit = _limit(account.pledged, BORROW_PERCENT, collateralPrice, debtPrice);
        if (account.owed > limit) revert BeyondLimit(account.owed, limit); //~ BENIGN INPUT_VAL
    }

    function _limit(uint256 pledged, uint256 percent, uint256 collateralPrice, uint256 debtPrice)
        private
        pure
        returns (uint256)
    {
        return Math.mulDiv(pledged * percent, collateralPrice, 100 * debtPrice); //~ BENIGN ARITHMETIC rounds down, for the desk
    }
}
