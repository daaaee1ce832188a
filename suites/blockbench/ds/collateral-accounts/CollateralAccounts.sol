// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./context/Interfaces.sol";
import "./context/ScaledArithmetic.sol";

/**
 * Keeps the parameters of the market and the governor, who changes them.
 */
abstract contract Governed {
    using ScaledArithmetic for uint256;

    uint256 public constant MAXIMUM_RATE = 2e18;

    address public governor;
    address public proposedGovernor;

    event GovernorProposed(address indexed proposedGovernor);
    event GovernorChanged(address indexed governor);

    constructor() {
        governor = msg.sender;
    }

    modifier onlyGovernor() {
        require(msg.sender == governor, "The caller is not the governor."); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * Proposes another governor, who takes office by accepting.
     */
    function proposeGovernor(address newGovernor) external onlyGovernor {
        proposedGovernor = newGovernor;
        emit GovernorProposed(newGovernor); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Takes office as the governor.
     */
    function acceptGovernor() external {
        require(msg.sender == proposedGovernor, "The caller was not proposed."); //~ BENIGN ACCESS_CTRL
        governor = msg.sender;
        proposedGovernor = address(0);
        emit GovernorChanged(msg.sender); //~ UNRELATED EVENT_EMIT
    }
}

/**
 * Grows an index with which all debts are multiplied, so that interest needs no loop.
 */
abstract contract InterestIndex is Governed {
    using ScaledArithmetic for uint256;

    uint256 public ratePerYear;
    uint256 public storedIndex = ScaledArithmetic.ONE;
    uint256 public updatedAt;

    event RateChanged(uint256 ratePerYear);

    constructor(uint256 initialRate) {
        updatedAt = block.timestamp;
        _changeRate(initialRate);
    }

    /**
     * Returns the index at the present time.
     */
    function currentIndex() public view returns (uint256) {
        uint256 elapsed = block.timestamp - updatedAt;
        return storedIndex.plus(storedIndex.scaledDown(ratePerYear).times(elapsed) / 365 days);
    }

    /**
     * Changes the rate from now on.
     */
    function changeRate(uint256 newRate) external onlyGovernor {
        _updateIndex();
        _changeRate(newRate);
    }

    /**
     * Brings the stored index up to the present time and returns it.
     */
    function _updateIndex() internal returns (uint256 index) {
        index = currentIndex();
        storedIndex = index;
        updatedAt = block.timestamp;
    }

    /**
     * Checks and stores the rate.
     */
    function _changeRate(uint256 newRate) private {
        require(newRate <= MAXIMUM_RATE, "The rate is above the maximum.");
        ratePerYear = newRate;
        emit RateChanged(newRate);
    }
}

/**
 * A market in which the governor lends coins against collateral. Whoever borrows keeps any number of
 * accounts, each with its own collateral and debt, and may let operators use single ones of them.
 */
contract CollateralAccounts is InterestIndex {
    using ScaledArithmetic for uint256;

    struct Account {
        address owner;
        uint256 collateral;
        uint256 scaledDebt;
    }

    uint256 public constant BORROWING_LIMIT = 0.6e18;
    uint256 public constant LIQUIDATION_LIMIT = 0.75e18;
    uint256 public constant LIQUIDATION_REWARD = 1.08e18;
    uint256 public constant LONGEST_PRICE_AGE = 1 hours;

    IToken public immutable collateralToken;
    IToken public immutable coin;
    IPriceSource public immutable priceSource;

    bool public borrowingStopped;
    uint256 public numberOfAccounts;
    uint256 public totalScaledDebt;
    mapping(uint256 => Account) public accounts;
    mapping(uint256 => mapping(address => bool)) public isOperatorOf;

    event AccountOpened(uint256 indexed number, address indexed owner);
    event AccountClosed(uint256 indexed number);
    event OperatorChanged(uint256 indexed number, address indexed operator, bool allowed);
    event CollateralAdded(uint256 indexed number, uint256 amount);
    event CollateralTaken(uint256 indexed number, address indexed recipient, uint256 amount);
    event CollateralMoved(uint256 indexed source, uint256 indexed destination, uint256 amount);
    event Borrowed(uint256 indexed number, address indexed recipient, uint256 amount);
    event Repaid(uint256 indexed number, address indexed payer, uint256 amount);
    event Liquidated(uint256 indexed number, address indexed liquidator, uint256 amount, uint256 received);
    event BorrowingStopped(bool stopped);
    event CoinsSupplied(uint256 amount);
    event CoinsRecalled(uint256 amount);

    constructor(IToken collateralToken_, IToken coin_, IPriceSource priceSource_, uint256 initialRate)
        InterestIndex(initialRate)
    {
        require(collateralToken_ != coin_, "The coin cannot be its own collateral.");
        collateralToken = collateralToken_;
        coin = coin_;
        priceSource = priceSource_;
    }

    modifier onlyOwnerOf(uint256 number) {
        require(accounts[number].owner == msg.sender, "The caller does not own the account."); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyAuthorised(uint256 number) {
        require(isAuthorised(number, msg.sender), "The caller may not use the account."); //~ INSUFF_GUARD ACCESS_CTRL of the account that it is given
        _;
    }

    /**
     * Opens an account for the caller and returns its number. Numbers begin with one.
     */
    function openAccount() external returns (uint256 number) {
        number = numberOfAccounts.plus(1); //~ PREREQ STATE_MOD everybody has accounts
        numberOfAccounts = number;
        accounts[number].owner = msg.sender;
        emit AccountOpened(number, msg.sender);
    }

    /**
     * Closes an account that is empty. Its number is not used again.
     */
    function closeAccount(uint256 number) external onlyOwnerOf(number) {
        Account memory account = accounts[number];
        require(account.collateral == 0 && account.scaledDebt == 0, "The account is not empty."); //~ BENIGN CTRL_FLOW
        delete accounts[number];
        emit AccountClosed(number);
    }

    /**
     * Allows somebody else to use an account in every respect but this one, or ends it.
     */
    function setOperator(uint256 number, address operator, bool allowed) external onlyOwnerOf(number) {
        isOperatorOf[number][operator] = allowed; //~ BENIGN ACCESS_CTRL
        emit OperatorChanged(number, operator, allowed);
    }

    /**
     * Adds collateral to an account, which is welcome from everybody.
     */
    function addCollateral(uint256 number, uint256 amount) external {
        require(accounts[number].owner != address(0), "The account does not exist.");
        accounts[number].collateral = accounts[number].collateral.plus(amount); //~ DECOY STATE_MOD nobody loses by what a stranger adds
        _collect(collateralToken, amount);
        emit CollateralAdded(number, amount);
    }

    /**
     * Takes collateral that the debt of the account does not need.
     */
    function takeCollateral(uint256 number, uint256 amount, address recipient) external onlyAuthorised(number) { //~ BENIGN ACCESS_CTRL
        _reduceCollateral(number, amount);
        _pay(collateralToken, recipient, amount); //~ PREREQ FUND_XFER
        emit CollateralTaken(number, recipient, amount);
    }

    /**
     * Moves collateral to another account, as far as the debt does not need it where it is.
     */
    function moveCollateral(uint256 source, uint256 destination, uint256 amount) external onlyAuthorised(destination) { //~ ROOT_CAUSE ACCESS_CTRL whoever receives is asked, not whoever gives
        require(accounts[destination].owner != address(0), "The account does not exist.");
        _reduceCollateral(source, amount); //~ PREREQ STATE_MOD out of any account
        accounts[destination].collateral = accounts[destination].collateral.plus(amount); //~ PREREQ STATE_MOD
        emit CollateralMoved(source, destination, amount);
    }

    /**
     * Borrows coins up to the limit that the collateral of the account allows.
     */
    function borrow(uint256 number, uint256 amount, address recipient) external onlyAuthorised(number) { //~ BENIGN ACCESS_CTRL
        require(!borrowingStopped, "Borrowing is stopped."); //~ BENIGN CTRL_FLOW
        uint256 scaledAmount = amount.unscaledUp(_updateIndex());
        accounts[number].scaledDebt = accounts[number].scaledDebt.plus(scaledAmount);
        totalScaledDebt = totalScaledDebt.plus(scaledAmount);
        _requireLimit(number, BORROWING_LIMIT);
        _pay(coin, recipient, amount);
        emit Borrowed(number, recipient, amount);
    }

    /**
     * Repays a debt up to the given amount. Everybody may do this, and pays no more than is owed.
     */
    function repay(uint256 number, uint256 amount) external returns (uint256 repaid) {
        repaid = _reduceDebt(number, amount);
        emit Repaid(number, msg.sender, repaid);
    }

    /**
     * Repays a part of the debt of an account that is above the liquidation limit, for collateral
     * of this value and a reward.
     */
    function liquidate(uint256 number, uint256 amount) external returns (uint256 repaid, uint256 received) {
        uint256 debt = debtOf(number);
        require(debt > _limit(number, LIQUIDATION_LIMIT), "The account is within its limit."); //~ BENIGN CTRL_FLOW
        repaid = _reduceDebt(number, amount);
        received = repaid.scaledDown(LIQUIDATION_REWARD).unscaledDown(_price());
        received = received.smaller(accounts[number].collateral);
        accounts[number].collateral -= received; //~ DECOY ARITHMETIC never more than there is
        _pay(collateralToken, msg.sender, received);
        emit Liquidated(number, msg.sender, repaid, received);
    }

    /**
     * Stops new loans, or allows them again. Debts can be repaid in any case.
     */
    function stopBorrowing(bool stopped) external onlyGovernor { //~ BENIGN ACCESS_CTRL
        borrowingStopped = stopped;
        emit BorrowingStopped(stopped);
    }

    /**
     * Supplies coins that may be borrowed.
     */
    function supplyCoins(uint256 amount) external onlyGovernor { //~ BENIGN ACCESS_CTRL
        _collect(coin, amount);
        emit CoinsSupplied(amount);
    }

    /**
     * Recalls coins that are not lent.
     */
    function recallCoins(uint256 amount) external onlyGovernor { //~ BENIGN ACCESS_CTRL
        _pay(coin, msg.sender, amount);
        emit CoinsRecalled(amount);
    }

    /**
     * Says whether somebody may use an account.
     */
    function isAuthorised(uint256 number, address person) public view returns (bool) {
        return accounts[number].owner == person || isOperatorOf[number][person]; //~ BENIGN ACCESS_CTRL
    }

    /**
     * Returns the debt of an account with the interest until now.
     */
    function debtOf(uint256 number) public view returns (uint256) {
        return accounts[number].scaledDebt.scaledUp(currentIndex());
    }

    /**
     * Returns the debt of all accounts with the interest until now.
     */
    function totalDebt() external view returns (uint256) {
        return totalScaledDebt.scaledUp(currentIndex());
    }

    /**
     * Takes collateral off an account that stays within its borrowing limit.
     */
    function _reduceCollateral(uint256 number, uint256 amount) private {
        accounts[number].collateral = accounts[number].collateral.minus(amount, "The account has less collateral.");
        _requireLimit(number, BORROWING_LIMIT); //~ INSUFF_GUARD INPUT_VAL leaves what the debt needs
    }

    /**
     * Collects coins for a debt from the caller, and returns how much of the amount was needed.
     */
    function _reduceDebt(uint256 number, uint256 amount) private returns (uint256 repaid) {
        uint256 index = _updateIndex();
        uint256 debt = debtOf(number);
        repaid = amount.smaller(debt);
        uint256 scaledDebt = accounts[number].scaledDebt;
        uint256 scaledAmount = repaid == debt ? scaledDebt : repaid.unscaledDown(index);
        accounts[number].scaledDebt = scaledDebt - scaledAmount;
        totalScaledDebt -= scaledAmount;
        _collect(coin, repaid);
    }

    /**
     * Requires that the debt of an account, if it has any, is within a limit.
     */
    function _requireLimit(uint256 number, uint256 limit) private view {
        uint256 debt = debtOf(number);
        require(debt == 0 || debt <= _limit(number, limit), "The debt needs more collateral."); //~ BENIGN INPUT_VAL
    }

    /**
     * Returns what a part of the collateral of an account is worth.
     */
    function _limit(uint256 number, uint256 limit) private view returns (uint256) {
        return accounts[number].collateral.scaledDown(_price()).scaledDown(limit);
    }

    /**
     * Returns the price of the collateral, which must not be old.
     */
    function _price() private view returns (uint256) {
        (uint256 price, uint256 foundAt) = priceSource.latestPrice();
        require(price > 0 && block.timestamp <= foundAt.plus(LONGEST_PRICE_AGE), "There is no recent price."); //~ BENIGN ORACLE
        return price;
    }

    /**
     * Takes tokens from the caller.
     */
    function _collect(IToken token, uint256 amount) private {
        require(token.transferFrom(msg.sender, address(this), amount), "The token was not collected.");
    }

    /**
     * Sends tokens to a recipient.
     */
    function _pay(IToken token, address recipient, uint256 amount) private {
        require(token.transfer(recipient, amount), "The token was not paid.");
    }
}
