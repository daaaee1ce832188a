// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

/// @title ICertificatePool
/// @notice What others ask the pool about the price of a certificate. Prices have 18 decimals.
interface ICertificatePool {
    /// @notice The certificates, one for a megawatt hour of renewable electricity.
    function stockToken() external view returns (IERC20);

    /// @notice The token that certificates are paid with.
    function cashToken() external view returns (IERC20);

    /// @notice The price at this moment.
    function spotPrice() external view returns (uint256);

    /// @notice The sum of the prices of all seconds up to now.
    function cumulativeNow() external view returns (uint256);
}

/// @title CertificatePool
/// @notice A market maker with a constant product. Its liquidity belongs to the provider alone. The pool adds up prices
///         over time, so that others can take averages.
contract CertificatePool is ICertificatePool, AccessControl {
    using SafeERC20 for IERC20;

    /// @notice The role that provides liquidity.
    bytes32 public constant PROVIDER_ROLE = keccak256("PROVIDER_ROLE");

    /// @notice The number one, with the decimals of prices.
    uint256 public constant ONE = 1e18;

    /// @notice The part of what is paid in that stays in the pool, in thousandths.
    uint256 public constant FEE = 3;

    /// @inheritdoc ICertificatePool
    IERC20 public immutable override stockToken;

    /// @inheritdoc ICertificatePool
    IERC20 public immutable override cashToken;

    /// @notice The certificates in the pool.
    uint256 public stock;

    /// @notice The cash in the pool.
    uint256 public cash;

    /// @notice The sum of the prices of all seconds up to the last change.
    uint256 public priceCumulative;

    /// @notice When the pool changed last.
    uint256 public updatedAt;

    /// @notice Something was exchanged.
    event Swapped(address indexed trader, address indexed to, bool buys, uint256 amountIn, uint256 amountOut);

    /// @notice Liquidity was provided, or taken out.
    event LiquidityChanged(uint256 stock, uint256 cash);

    /// @notice Sets the pool up.
    /// @param stockToken_ The certificates.
    /// @param cashToken_ The token that they are paid with.
    /// @param provider The provider of the liquidity.
    constructor(IERC20 stockToken_, IERC20 cashToken_, address provider) {
        require(stockToken_ != cashToken_, "CertificatePool: same token"); //~ BENIGN INIT
        stockToken = stockToken_;
        cashToken = cashToken_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(PROVIDER_ROLE, provider);
    }

    /// @notice Opens the pool, at the price that the first liquidity has.
    /// @param stockIn The certificates.
    /// @param cashIn The cash.
    function initialize(uint256 stockIn, uint256 cashIn) external onlyRole(PROVIDER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(updatedAt == 0, "CertificatePool: open already"); //~ BENIGN INIT
        require(stockIn > 0 && cashIn > 0, "CertificatePool: no liquidity");
        (stock, cash, updatedAt) = (stockIn, cashIn, block.timestamp);
        stockToken.safeTransferFrom(msg.sender, address(this), stockIn);
        cashToken.safeTransferFrom(msg.sender, address(this), cashIn);
        emit LiquidityChanged(stockIn, cashIn);
    }

    /// @notice Provides more liquidity, at the price of the pool.
    /// @param part How much more, as a part of what there is, with 18 decimals.
    function provide(uint256 part) external onlyRole(PROVIDER_ROLE) {
        uint256 stockIn = Math.mulDiv(stock, part, ONE, Math.Rounding.Up);
        uint256 cashIn = Math.mulDiv(cash, part, ONE, Math.Rounding.Up);
        _update(stock + stockIn, cash + cashIn);
        stockToken.safeTransferFrom(msg.sender, address(this), stockIn);
        cashToken.safeTransferFrom(msg.sender, address(this), cashIn);
        emit LiquidityChanged(stock, cash);
    }

    /// @notice Takes liquidity out, at the price of the pool.
    /// @param part How much, as a part of what there is, with 18 decimals.
    function takeOut(uint256 part) external onlyRole(PROVIDER_ROLE) {
        require(part < ONE, "CertificatePool: all of it");
        uint256 stockOut = Math.mulDiv(stock, part, ONE);
        uint256 cashOut = Math.mulDiv(cash, part, ONE);
        _update(stock - stockOut, cash - cashOut);
        stockToken.safeTransfer(msg.sender, stockOut);
        cashToken.safeTransfer(msg.sender, cashOut);
        emit LiquidityChanged(stock, cash);
    }

    /// @notice Buys certificates with cash, or sells certificates for cash.
    /// @param buys Whether certificates are bought.
    /// @param amountIn What is paid in.
    /// @param minOut What is wanted for it at least.
    /// @param to Who gets it.
    /// @return amountOut What is paid out.
    function swap(bool buys, uint256 amountIn, uint256 minOut, address to) external returns (uint256 amountOut) {
        (uint256 fromReserve, uint256 toReserve) = buys ? (cash, stock) : (stock, cash);
        uint256 counted = amountIn * (1000 - FEE);
        amountOut = Math.mulDiv(toReserve, counted, fromReserve * 1000 + counted); //~ BENIGN ARITHMETIC rounds down
        require(amountOut > 0 && amountOut >= minOut, "CertificatePool: too little"); //~ BENIGN INPUT_VAL
        if (buys) _update(stock - amountOut, cash + amountIn); //~ BENIGN STATE_MOD
        else _update(stock + amountIn, cash - amountOut);
        (IERC20 fromToken, IERC20 toToken) = buys ? (cashToken, stockToken) : (stockToken, cashToken);
        fromToken.safeTransferFrom(msg.sender, address(this), amountIn); //~ BENIGN FUND_XFER
        toToken.safeTransfer(to, amountOut);
        emit Swapped(msg.sender, to, buys, amountIn, amountOut); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc ICertificatePool
    function spotPrice() public view override returns (uint256) {
        return _priceOf(stock, cash);
    }

    /// @inheritdoc ICertificatePool
    function cumulativeNow() external view override returns (uint256) {
        return priceCumulative + spotPrice() * (block.timestamp - updatedAt); //~ BENIGN ORACLE
    }

    /// @dev Notes a change of the pool.
    /// @param newStock The certificates from now on.
    /// @param newCash The cash from now on.
    function _update(uint256 newStock, uint256 newCash) private {
        uint256 elapsed = block.timestamp - updatedAt;
        priceCumulative += spotPrice() * elapsed; //~ BENIGN ORACLE
        (stock, cash, updatedAt) = (newStock, newCash, block.timestamp); //~ BENIGN STATE_MOD
    }

    /// @dev The price that two amounts stand for.
    /// @param stockAmount The certificates.
    /// @param cashAmount The cash.
    /// @return The price.
    function _priceOf(uint256 stockAmount, uint256 cashAmount) private pure returns (uint256) {
        return Math.mulDiv(cashAmount, ONE, stockAmount); //~ BENIGN ARITHMETIC
    }
}

/// @title CertificateLoans
/// @notice Lends cash of a treasury against certificates, until a common maturity. A certificate counts with its average
///         price of a day or more, or with the price of the moment where that is lower.
contract CertificateLoans is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice The state of the pool's sum at a time.
    /// @param time The time.
    /// @param cumulative The sum of prices.
    struct Observation {
        uint256 time;
        uint256 cumulative;
    }

    /// @notice A loan.
    /// @param collateral The certificates.
    /// @param debt The cash that is due.
    struct Loan {
        uint256 collateral;
        uint256 debt;
    }

    /// @notice The role that brings cash and takes it out.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");

    /// @notice The number one, with the decimals of prices.
    uint256 public constant ONE = 1e18;

    /// @notice How much of the value of certificates is lent, in percent.
    uint256 public constant LOAN_TO_VALUE = 60;

    /// @notice What a loan costs, in percent of it.
    uint256 public constant INTEREST = 2;

    /// @notice The shortest time that prices are averaged over.
    uint256 public constant WINDOW = 1 days;

    /// @notice The pool that tells prices.
    ICertificatePool public immutable pool;

    /// @notice The last moment at which loans are paid out.
    uint256 public immutable drawUntil;

    /// @notice When loans are due.
    uint256 public immutable maturity;

    /// @notice The cash that is not lent.
    uint256 public available;

    /// @notice The observation that averages begin with.
    Observation public older;

    /// @notice The observation that will be the next to begin with.
    Observation public newer;

    /// @notice The loans, by borrower.
    mapping(address => Loan) public loanOf;

    /// @notice Cash was brought or taken out.
    event AvailableSet(uint256 available);

    /// @notice A loan was paid out.
    event Drawn(address indexed borrower, uint256 collateral, uint256 amount, uint256 debt);

    /// @notice A loan was paid back.
    event Repaid(address indexed borrower, uint256 debt);

    /// @notice The certificates of a loan that is overdue were taken.
    event Seized(address indexed borrower, address indexed to, uint256 collateral);

    /// @notice Sets the loans up.
    /// @param pool_ The pool, which is open.
    /// @param treasurer Who brings the cash.
    /// @param drawUntil_ The last moment at which loans are paid out.
    /// @param maturity_ When loans are due.
    constructor(ICertificatePool pool_, address treasurer, uint256 drawUntil_, uint256 maturity_) {
        require(drawUntil_ < maturity_, "CertificateLoans: maturity too early"); //~ BENIGN INIT
        (pool, drawUntil, maturity) = (pool_, drawUntil_, maturity_);
        newer = older = Observation(block.timestamp, pool_.cumulativeNow());
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(TREASURER_ROLE, treasurer);
    }

    /// @notice Brings cash to lend.
    /// @param amount The cash.
    function fund(uint256 amount) external onlyRole(TREASURER_ROLE) {
        available += amount;
        pool.cashToken().safeTransferFrom(msg.sender, address(this), amount);
        emit AvailableSet(available);
    }

    /// @notice Takes cash out that is not lent.
    /// @param to Who gets it.
    /// @param amount The cash.
    function takeOut(address to, uint256 amount) external onlyRole(TREASURER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(amount <= available, "CertificateLoans: not available");
        available -= amount;
        pool.cashToken().safeTransfer(to, amount);
        emit AvailableSet(available);
    }

    /// @notice Makes an observation, once the last one is old enough to begin an average with.
    function observe() external {
        require(block.timestamp >= newer.time + WINDOW, "CertificateLoans: too soon"); //~ BENIGN TIMESTAMP
        older = newer;
        newer = Observation(block.timestamp, pool.cumulativeNow());
    }

    /// @notice The average price since the older observation.
    /// @return The price.
    function averagePrice() public view returns (uint256) {
        uint256 elapsed = block.timestamp - older.time;
        require(elapsed >= WINDOW, "CertificateLoans: window too short"); //~ BENIGN TIMESTAMP
        return (pool.cumulativeNow() - older.cumulative) / elapsed; //~ BENIGN ORACLE
    }

    /// @notice Takes a loan of cash against certificates of the caller.
    /// @param collateral The certificates.
    /// @param amount The cash.
    function draw(uint256 collateral, uint256 amount) external {
        require(block.timestamp <= drawUntil, "CertificateLoans: closed"); //~ BENIGN TIMESTAMP
        require(loanOf[msg.sender].debt == 0, "CertificateLoans: has a loan"); //~ BENIGN CTRL_FLOW
        require(amount > 0 && amount <= available, "CertificateLoans: not available"); //~ BENIGN INPUT_VAL
        uint256 price = Math.min(averagePrice(), pool.spotPrice()); //~ BENIGN ORACLE
        uint256 limit = Math.mulDiv(collateral, price * LOAN_TO_VALUE, ONE * 100); //~ BENIGN ARITHMETIC
        require(amount <= limit, "CertificateLoans: too little collateral"); //~ BENIGN INPUT_VAL
        uint256 debt = amount + (amount * INTEREST) / 100;
        loanOf[msg.sender] = Loan(collateral, debt);
        available -= amount;
        pool.stockToken().safeTransferFrom(msg.sender, address(this), collateral);
        pool.cashToken().safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Drawn(msg.sender, collateral, amount, debt); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays the loan of the caller back.
    function repay() external {
        Loan memory loan = loanOf[msg.sender];
        require(loan.debt > 0, "CertificateLoans: no loan");
        delete loanOf[msg.sender];
        available += loan.debt;
        pool.cashToken().safeTransferFrom(msg.sender, address(this), loan.debt);
        pool.stockToken().safeTransfer(msg.sender, loan.collateral);
        emit Repaid(msg.sender, loan.debt);
    }

    /// @notice Takes the certificates of a loan that is overdue.
    /// @param borrower The borrower.
    /// @param to Who gets the certificates.
    function seize(address borrower, address to) external onlyRole(TREASURER_ROLE) {
        Loan memory loan = loanOf[borrower];
        require(block.timestamp > maturity, "CertificateLoans: not due"); //~ BENIGN TIMESTAMP
        require(loan.debt > 0, "CertificateLoans: no loan");
        delete loanOf[borrower];
        pool.stockToken().safeTransfer(to, loan.collateral);
        emit Seized(borrower, to, loan.collateral);
    }
}
