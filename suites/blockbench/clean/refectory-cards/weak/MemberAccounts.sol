// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "./context/IndexArithmetic.sol";
import "./context/SpendingLimits.sol";

/**
 * Payment accounts of a credit union. Members deposit a currency, pay one another and merchants with it, and share the
 * dividends that the board distributes. Accounts are kept in units, whose worth an index states; a dividend raises the
 * index evenly over seven days. The currency is named once, has six decimals and takes no fee on transfers.
 */
contract MemberAccounts is SpendingLimits {
    using IndexArithmetic for uint256;
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct DirectDebit {
        uint256 amountPerPeriod;
        uint256 period;
        uint256 nextCollection;
    }

    uint256 public constant DIVIDEND_PERIOD = 7 days;
    uint256 public constant FOUNDING_UNITS = 1e6;
    uint256 public constant LARGEST_MERCHANT_FEE = 200;
    uint256 public constant SMALLEST_ACCOUNT_LIMIT = 50e6;
    uint256 public constant LARGEST_ACCOUNT_LIMIT = 10_000e6;
    uint256 public constant LARGEST_BATCH = 50;

    IERC20 public immutable currency;

    uint256 public accountLimit;
    uint256 public merchantFeeInBasisPoints;

    uint256 public totalUnits;
    mapping(address => uint256) public unitsOf;

    uint256 public totalTakings;
    mapping(address => uint256) public takingsOf;
    mapping(address => mapping(address => DirectDebit)) public directDebitOf;

    uint256 public uncollectedFees;
    uint256 public collectedReserve;

    uint256 public dividendPerSecond;
    uint256 public dividendEnds;
    uint256 private indexAtLastAccrual;
    uint256 private timeOfLastAccrual;

    event Deposited(address indexed account, address indexed payer, uint256 amount, uint256 units);
    event Withdrawn(address indexed account, uint256 amount);
    event MemberPaid(address indexed account, address indexed recipient, uint256 amount);
    event MerchantPaid(address indexed account, address indexed merchant, uint256 amount, uint256 fee);
    event MemberRefunded(address indexed merchant, address indexed account, uint256 amount);
    event TakingsCollected(address indexed merchant, uint256 amount);
    event DirectDebitAuthorised(address indexed account, address indexed merchant, uint256 amountPerPeriod, uint256 period);
    event DirectDebitCancelled(address indexed account, address indexed merchant);
    event DividendStarted(uint256 amountPerSecond, uint256 ends);
    event IncomeCollected(address indexed recipient, uint256 amount);
    event AccountLimitSet(uint256 amount);
    event MerchantFeeSet(uint256 basisPoints);

    constructor(IERC20 currency_, uint256 accountLimit_) {
        require(address(currency_) != address(0), "The currency must not be the zero address.");
        currency = currency_;
        indexAtLastAccrual = IndexArithmetic.ONE;
        timeOfLastAccrual = block.timestamp;
        _setAccountLimit(accountLimit_);
    }

    /**
     * Pays an amount of the caller's currency into the account of a member, who may be somebody else.
     */
    function deposit(address account, uint256 amount) external whenNotPaused {
        _accrueDividend();
        uint256 units = _credit(account, amount);
        emit Deposited(account, msg.sender, amount, units);
        currency.safeTransferFrom(msg.sender, address(this), amount);
    }

    /**
     * Takes an amount out of the account of the caller.
     */
    function withdraw(uint256 amount) external {
        _accrueDividend();
        _debit(msg.sender, amount);
        emit Withdrawn(msg.sender, amount);
        currency.safeTransfer(msg.sender, amount);
    }

    /**
     * Takes out everything that the account of the caller is worth. A remainder of less than one unit of the currency
     * stays with the other accounts.
     */
    function closeAccount() external returns (uint256 amount) {
        _accrueDividend();
        amount = balanceOf(msg.sender);
        _recordSpending(msg.sender, amount);
        totalUnits = totalUnits.sub(unitsOf[msg.sender]);
        delete unitsOf[msg.sender];
        emit Withdrawn(msg.sender, amount);
        currency.safeTransfer(msg.sender, amount);
    }

    /**
     * Pays another member.
     */
    function payMember(address recipient, uint256 amount) external whenNotPaused {
        _accrueDividend();
        _payMember(recipient, amount);
    }

    /**
     * Pays several members at once. Either all of them are paid or none.
     */
    function payMembers(address[] calldata recipients, uint256[] calldata amounts) external whenNotPaused {
        require(recipients.length == amounts.length, "Each recipient needs an amount.");
        require(recipients.length <= LARGEST_BATCH, "There are too many recipients.");
        _accrueDividend();
        for (uint256 i = 0; i < recipients.length; ++i) _payMember(recipients[i], amounts[i]);
    }

    /**
     * Pays a merchant, whose takings are kept in the currency and earn no dividend.
     */
    function payMerchant(address merchant, uint256 amount) external whenNotPaused {
        _accrueDividend();
        _payMerchant(msg.sender, merchant, amount);
    }

    /**
     * Allows a merchant to collect up to an amount in each period. An earlier authorisation for the same merchant is
     * replaced, and what it has collected still counts for the period that is running.
     */
    function authoriseDirectDebit(address merchant, uint256 amountPerPeriod, uint256 period) external {
        require(standingOf[merchant] == Standing.Merchant, "The recipient must be a merchant.");
        require(period >= 1 days && period <= 366 days, "The period must be between a day and a year.");
        DirectDebit storage debit = directDebitOf[msg.sender][merchant];
        debit.amountPerPeriod = amountPerPeriod;
        debit.period = period;
        debit.nextCollection = Math.max(debit.nextCollection, block.timestamp);
        emit DirectDebitAuthorised(msg.sender, merchant, amountPerPeriod, period);
    }

    /**
     * Ends an authorisation.
     */
    function cancelDirectDebit(address merchant) external {
        directDebitOf[msg.sender][merchant].amountPerPeriod = 0;
        emit DirectDebitCancelled(msg.sender, merchant);
    }

    /**
     * Collects a payment that a member has authorised, once in each period.
     */
    function collectDirectDebit(address account, uint256 amount) external whenNotPaused {
        DirectDebit storage debit = directDebitOf[account][msg.sender];
        require(amount > 0 && amount <= debit.amountPerPeriod, "The amount is not authorised.");
        require(block.timestamp >= debit.nextCollection, "The period has not ended yet.");
        debit.nextCollection = block.timestamp.add(debit.period);
        _accrueDividend();
        _payMerchant(account, msg.sender, amount);
    }

    /**
     * Gives a part of the caller's takings to a member. The fee of the original payment is not returned.
     */
    function refundMember(address account, uint256 amount) external {
        _accrueDividend();
        takingsOf[msg.sender] = takingsOf[msg.sender].sub(amount, "The takings are smaller than this amount.");
        totalTakings = totalTakings.sub(amount);
        _credit(account, amount);
        emit MemberRefunded(msg.sender, account, amount);
    }

    /**
     * Takes out all takings of the caller.
     */
    function collectTakings() external returns (uint256 amount) {
        amount = takingsOf[msg.sender];
        delete takingsOf[msg.sender];
        totalTakings = totalTakings.sub(amount);
        emit TakingsCollected(msg.sender, amount);
        currency.safeTransfer(msg.sender, amount);
    }

    /**
     * Starts a dividend, which the board pays at once and the accounts earn over the dividend period, each in proportion
     * to its units at every moment. There is one dividend at a time.
     */
    function startDividend(uint256 amountPerSecond) external onlyOwner {
        require(amountPerSecond > 0, "A dividend must distribute something.");
        require(block.timestamp >= dividendEnds, "The last dividend has not ended yet.");
        _accrueDividend();
        dividendPerSecond = amountPerSecond;
        dividendEnds = block.timestamp.add(DIVIDEND_PERIOD);
        emit DividendStarted(amountPerSecond, dividendEnds);
        currency.safeTransferFrom(msg.sender, address(this), amountPerSecond.mul(DIVIDEND_PERIOD));
    }

    /**
     * Sends the income of the union, which consists of the fees and of the dividends of the founding units, to a
     * recipient that the board names.
     */
    function collectIncome(address recipient) external onlyOwner returns (uint256 amount) {
        _accrueDividend();
        uint256 reserve = uncollectedReserve();
        amount = uncollectedFees.add(reserve);
        delete uncollectedFees;
        collectedReserve = collectedReserve.add(reserve);
        emit IncomeCollected(recipient, amount);
        currency.safeTransfer(recipient, amount);
    }

    /**
     * Sets the largest balance to which an account may be credited. Balances that exceed it remain.
     */
    function setAccountLimit(uint256 amount) external onlyOwner {
        _setAccountLimit(amount);
    }

    /**
     * Sets the fee that merchants pay on what they receive.
     */
    function setMerchantFee(uint256 basisPoints) external onlyOwner {
        require(basisPoints <= LARGEST_MERCHANT_FEE, "The fee is too large.");
        merchantFeeInBasisPoints = basisPoints;
        emit MerchantFeeSet(basisPoints);
    }

    /**
     * What a unit is worth at present, with eighteen decimals. The founding units belong to the union itself; they share
     * each dividend, so that the index rises slowly even when the accounts hold little.
     */
    function currentIndex() public view returns (uint256) {
        uint256 until = Math.min(block.timestamp, dividendEnds);
        if (until <= timeOfLastAccrual) return indexAtLastAccrual;
        uint256 vested = dividendPerSecond.mul(until.sub(timeOfLastAccrual));
        return indexAtLastAccrual.add(vested.increaseOfIndex(totalUnits.add(FOUNDING_UNITS)));
    }

    /**
     * What an account is worth at present.
     */
    function balanceOf(address account) public view returns (uint256) {
        return unitsOf[account].amountRoundedDown(currentIndex());
    }

    /**
     * What all accounts are worth together.
     */
    function totalBalance() external view returns (uint256) {
        return totalUnits.amountRoundedDown(currentIndex());
    }

    /**
     * The part of the present dividend that no account has earned yet.
     */
    function unvestedDividend() external view returns (uint256) {
        if (block.timestamp >= dividendEnds) return 0;
        return dividendPerSecond.mul(dividendEnds.sub(block.timestamp));
    }

    /**
     * What the founding units have earned and the board has not collected.
     */
    function uncollectedReserve() public view returns (uint256) {
        return FOUNDING_UNITS.amountRoundedDown(currentIndex().sub(IndexArithmetic.ONE)).sub(collectedReserve);
    }

    /**
     * Adds units for an amount to the account of a member.
     */
    function _credit(address account, uint256 amount) private returns (uint256 units) {
        require(standingOf[account] == Standing.Member, "The account does not belong to a member.");
        units = amount.unitsRoundedDown(indexAtLastAccrual);
        require(units > 0, "The amount is too small.");
        totalUnits = totalUnits.add(units);
        unitsOf[account] = unitsOf[account].add(units);
        require(balanceOf(account) <= accountLimit, "The account would exceed its limit.");
    }

    /**
     * Takes the units that an amount costs from an account, and counts the amount as spent.
     */
    function _debit(address account, uint256 amount) private {
        _recordSpending(account, amount);
        uint256 units = amount.unitsRoundedDown(indexAtLastAccrual);
        unitsOf[account] = unitsOf[account].sub(units, "The account does not hold this amount.");
        totalUnits = totalUnits.sub(units);
    }

    /**
     * Moves an amount from the account of the caller to that of another member.
     */
    function _payMember(address recipient, uint256 amount) private {
        _debit(msg.sender, amount);
        _credit(recipient, amount);
        emit MemberPaid(msg.sender, recipient, amount);
    }

    /**
     * Moves an amount from an account to the takings of a merchant, and the fee of it to the union.
     */
    function _payMerchant(address account, address merchant, uint256 amount) private {
        require(standingOf[merchant] == Standing.Merchant, "The recipient must be a merchant.");
        _debit(account, amount);
        uint256 fee = amount.portion(merchantFeeInBasisPoints);
        uncollectedFees = uncollectedFees.add(fee);
        takingsOf[merchant] = takingsOf[merchant].add(amount.sub(fee));
        totalTakings = totalTakings.add(amount.sub(fee));
        emit MerchantPaid(account, merchant, amount, fee);
    }

    /**
     * Brings the index up to the present.
     */
    function _accrueDividend() private {
        indexAtLastAccrual = currentIndex();
        timeOfLastAccrual = block.timestamp;
    }

    /**
     * Checks and records the account limit.
     */
    function _setAccountLimit(uint256 amount) private {
        require(amount >= SMALLEST_ACCOUNT_LIMIT && amount <= LARGEST_ACCOUNT_LIMIT, "The account limit is out of range.");
        accountLimit = amount;
        emit AccountLimitSet(amount);
    }
}
