// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/Math.sol";
import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";
import "./context/PoolStorage.sol";

/**
 * @title CollateralPool
 * @notice Lenders supply one token, and borrowers take it against another
 * @dev Both tokens are ordinary ERC-20 tokens, chosen by the owner; balances are kept in the books and not read from the tokens
 */
contract CollateralPool is PoolStorage, Ownable {
    using SafeMath for uint;
    using SafeERC20 for IERC20;

    uint internal constant ONE = 1e18;

    /// @notice The part of the collateral's value that may be borrowed
    uint public constant COLLATERAL_FACTOR_MANTISSA = 0.75e18;

    /// @notice The part of the collateral's value beyond which a debt may be liquidated
    uint public constant THRESHOLD_MANTISSA = 0.8e18;

    /// @notice The part of a debt that one liquidation may repay
    uint public constant CLOSE_FACTOR_MANTISSA = 0.5e18;

    /// @notice What a liquidator gets in collateral for each unit of value repaid
    uint public constant INCENTIVE_MANTISSA = 1.08e18;

    /// @notice The part of the interest that goes to the reserves
    uint public constant RESERVE_FACTOR_MANTISSA = 0.1e18;

    /// @notice The age at which a price is no longer used
    uint public constant MAX_PRICE_AGE = 1 days;

    /// @notice The first shares that nobody owns, so that a share always stands for little
    uint public constant LOCKED_SHARES = 1000;

    event AccrueInterest(uint interest, uint borrowIndexMantissa, uint totalBorrows);
    event Supply(address indexed lender, uint amount, uint shares);
    event Redeem(address indexed lender, uint amount, uint shares);
    event CollateralIn(address indexed borrower, uint amount);
    event CollateralOut(address indexed borrower, uint amount);
    event Borrow(address indexed borrower, uint amount);
    event Repay(address indexed payer, address indexed borrower, uint amount);
    event Liquidate(address indexed liquidator, address indexed borrower, uint repaid, uint seized);
    event WriteOff(address indexed borrower, uint amount);
    event ReservesTaken(uint amount);
    event BorrowingPaused(bool paused);

    constructor(IERC20 loanToken_, IERC20 collateralToken_, PriceFeed feed_, InterestRateModel rateModel_) public {
        require(loanToken_ != collateralToken_, "the tokens must differ");
        require(address(feed_) != address(0) && address(rateModel_) != address(0), "feed and model are needed");
        loanToken = loanToken_;
        collateralToken = collateralToken_;
        feed = feed_;
        rateModel = rateModel_;
        borrowIndexMantissa = ONE;
        accruedAt = block.timestamp;
    }

    /*** Lenders ***/

    /**
     * @notice Supplies the loan token
     * @param amount How much
     * @return The shares that the lender gets for it
     */
    function supply(uint amount) external returns (uint shares) {
        accrueInterest();
        if (totalShares == 0) {
            require(amount > LOCKED_SHARES, "the first supply is too small");
            shares = amount - LOCKED_SHARES;
            totalShares = LOCKED_SHARES;
        } else {
            shares = amount.mul(totalShares).div(lenderFunds());
            require(shares > 0, "the supply is too small");
        }
        totalShares = totalShares.add(shares);
        sharesOf[msg.sender] = sharesOf[msg.sender].add(shares);
        cash = cash.add(amount);
        loanToken.safeTransferFrom(msg.sender, address(this), amount);
        emit Supply(msg.sender, amount, shares);
    }

    /**
     * @notice Takes supplied tokens and their interest out
     * @param shares How many shares the lender gives back
     * @return The amount of the loan token
     */
    function redeem(uint shares) external returns (uint amount) {
        accrueInterest();
        require(shares > 0 && shares <= sharesOf[msg.sender], "the lender does not have the shares");
        amount = shares.mul(lenderFunds()).div(totalShares);
        require(amount <= cash, "the pool has too little cash");
        sharesOf[msg.sender] = sharesOf[msg.sender].sub(shares);
        totalShares = totalShares.sub(shares);
        cash = cash.sub(amount);
        loanToken.safeTransfer(msg.sender, amount);
        emit Redeem(msg.sender, amount, shares);
    }

    /**
     * @notice What belongs to all lenders
     * @return The amount of the loan token, cash and debts together
     */
    function lenderFunds() public view returns (uint) {
        return cash.add(totalBorrows).sub(totalReserves);
    }

    /**
     * @notice What a share is worth
     * @return The amount of the loan token for one share, scaled by 1e18
     */
    function exchangeRate() external view returns (uint) {
        return totalShares == 0 ? ONE : lenderFunds().mul(ONE).div(totalShares);
    }

    /*** Borrowers ***/

    /**
     * @notice Adds to the sender's collateral
     * @param amount How much of the collateral token
     */
    function depositCollateral(uint amount) external {
        require(amount > 0, "there is nothing to deposit");
        collateralOf[msg.sender] = collateralOf[msg.sender].add(amount);
        collateralToken.safeTransferFrom(msg.sender, address(this), amount);
        emit CollateralIn(msg.sender, amount);
    }

    /**
     * @notice Takes collateral that secures nothing
     * @param amount How much of the collateral token
     */
    function withdrawCollateral(uint amount) external {
        accrueInterest();
        require(amount > 0, "there is nothing to withdraw");
        collateralOf[msg.sender] = collateralOf[msg.sender].sub(amount);
        requireSecuredFresh(msg.sender);
        collateralToken.safeTransfer(msg.sender, amount);
        emit CollateralOut(msg.sender, amount);
    }

    /**
     * @notice Borrows the loan token
     * @param amount How much
     */
    function borrow(uint amount) external {
        accrueInterest();
        require(!borrowingPaused, "borrowing is paused");
        require(amount > 0 && amount <= cash, "the pool has too little cash");
        debts[msg.sender] = Debt(debtFresh(msg.sender).add(amount), borrowIndexMantissa);
        totalBorrows = totalBorrows.add(amount);
        cash = cash.sub(amount);
        requireSecuredFresh(msg.sender);
        loanToken.safeTransfer(msg.sender, amount);
        emit Borrow(msg.sender, amount);
    }

    /**
     * @notice Repays a debt, one's own or another's
     * @param borrower Whose debt it is
     * @param amount How much at most
     * @return What was repaid
     */
    function repay(address borrower, uint amount) external returns (uint) {
        accrueInterest();
        return repayFresh(borrower, Math.min(amount, debtFresh(borrower)));
    }

    /*** Liquidators ***/

    /**
     * @notice Repays a part of a debt that its collateral secures no longer, for some of that collateral
     * @param borrower Whose debt it is
     * @param amount How much to repay at most
     * @return What the liquidator gets of the collateral token
     */
    function liquidate(address borrower, uint amount) external returns (uint seized) {
        accrueInterest();
        uint price = freshPrice();
        uint debt = debtFresh(borrower);
        require(debt > valueOf(borrower, price).mul(THRESHOLD_MANTISSA).div(ONE), "the debt is secured");
        uint repaid = Math.min(amount, debt.mul(CLOSE_FACTOR_MANTISSA).div(ONE).add(1));
        seized = amount.mul(INCENTIVE_MANTISSA).div(price);
        if (seized > collateralOf[borrower]) {
            seized = collateralOf[borrower];
            repaid = seized.mul(price).div(INCENTIVE_MANTISSA).add(1);
        }
        collateralOf[borrower] = collateralOf[borrower].sub(seized);
        repayFresh(borrower, repaid);
        collateralToken.safeTransfer(msg.sender, seized);
        emit Liquidate(msg.sender, borrower, repaid, seized);
    }

    /**
     * @notice Ends a debt that nothing secures any more; the reserves pay first, the lenders the rest
     * @param borrower Whose debt it is
     */
    function writeOff(address borrower) external {
        accrueInterest();
        uint debt = debtFresh(borrower);
        require(debt > 0 && collateralOf[borrower] == 0, "there is something to liquidate");
        delete debts[borrower];
        totalBorrows = totalBorrows.sub(Math.min(debt, totalBorrows));
        totalReserves = totalReserves.sub(Math.min(debt, totalReserves));
        emit WriteOff(borrower, debt);
    }

    /*** Interest ***/

    /**
     * @notice Adds the interest since the last time to the debts
     */
    function accrueInterest() public {
        uint elapsed = block.timestamp.sub(accruedAt);
        if (elapsed == 0) return;
        accruedAt = block.timestamp;
        uint factor = rateModel.borrowRate(cash, totalBorrows).mul(elapsed);
        uint interest = totalBorrows.mul(factor).div(ONE);
        borrowIndexMantissa = borrowIndexMantissa.add(borrowIndexMantissa.mul(factor).div(ONE));
        totalBorrows = totalBorrows.add(interest);
        totalReserves = totalReserves.add(interest.mul(RESERVE_FACTOR_MANTISSA).div(ONE));
        emit AccrueInterest(interest, borrowIndexMantissa, totalBorrows);
    }

    /**
     * @notice A debt with its interest up to the last time
     * @param borrower Whose debt it is
     * @return The amount of the loan token
     */
    function debtFresh(address borrower) public view returns (uint) {
        Debt storage debt = debts[borrower];
        if (debt.principal == 0) return 0;
        return debt.principal.mul(borrowIndexMantissa).add(debt.index - 1).div(debt.index);
    }

    /*** Owner ***/

    /**
     * @notice Takes reserves
     * @param amount How much
     */
    function takeReserves(uint amount) external onlyOwner {
        accrueInterest();
        totalReserves = totalReserves.sub(amount);
        cash = cash.sub(amount);
        loanToken.safeTransfer(msg.sender, amount);
        emit ReservesTaken(amount);
    }

    /**
     * @notice Stops new loans, or lets them go on; what was lent can always be repaid
     * @param paused Whether nothing more is lent
     */
    function pauseBorrowing(bool paused) external onlyOwner {
        borrowingPaused = paused;
        emit BorrowingPaused(paused);
    }

    /*** Internal ***/

    function repayFresh(address borrower, uint amount) internal returns (uint) {
        require(amount > 0, "there is nothing to repay");
        debts[borrower] = Debt(debtFresh(borrower).sub(amount), borrowIndexMantissa);
        totalBorrows = totalBorrows.sub(Math.min(amount, totalBorrows));
        cash = cash.add(amount);
        loanToken.safeTransferFrom(msg.sender, address(this), amount);
        emit Repay(msg.sender, borrower, amount);
        return amount;
    }

    function requireSecuredFresh(address borrower) internal view {
        uint debt = debtFresh(borrower);
        if (debt == 0) return;
        uint limit = valueOf(borrower, freshPrice()).mul(COLLATERAL_FACTOR_MANTISSA).div(ONE);
        require(debt <= limit, "the debt would not be secured");
    }

    function valueOf(address borrower, uint price) internal view returns (uint) {
        return collateralOf[borrower].mul(price).div(ONE);
    }

    function freshPrice() internal view returns (uint price) {
        price = feed.priceMantissa();
        require(block.timestamp <= feed.updatedAt().add(MAX_PRICE_AGE), "the price is too old");
        require(price > 0, "there is no price");
    }
}
