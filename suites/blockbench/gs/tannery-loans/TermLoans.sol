// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {IDailyFeed} from "./context/DailyFeed.sol";
import {LoanBook} from "./context/LoanBook.sol";

// The treasury's usdc, lent for a year. The borrower names the price at which the loan may be liquidated.
contract TermLoans is LoanBook, Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    struct Market {
        IERC20 token; // 18 decimals
        IDailyFeed feed;
        uint256 debtCap;
        uint256 debt;
        bool open;
    }

    uint256 internal constant WHOLE = 1e18;
    uint256 public constant BPS = 10_000;
    uint256 public constant BUYER_BPS = 9_500; // of the price, paid by a liquidator
    uint256 public constant ROOM_BPS = 9_000; // of the lowest price, for a liquidation price
    uint256 public constant MAX_FEE_BPS = 500;
    uint256 public constant TERM = 360 days;
    uint256 public constant MIN_LOAN = 100e6;

    IERC20 public immutable usdc;
    uint256 public feeBps = 100;
    Market[] public markets;
    uint256 public totalOwed; // usdc that waits for former borrowers
    mapping(address borrower => uint256) public owedTo;

    error NotCovered(uint256 cover, uint256 debt);
    error TooClose(uint256 liqPrice, uint256 price);
    error LiqPriceLowered();
    error NotLiquidatable();
    error Overdue();

    modifier onlyUpwards(uint256 id, uint256 liqPrice) {
        _;
        if (liqPrice < _loans[id].liqPrice) revert LiqPriceLowered(); //~ ROOT_CAUSE INPUT_VAL by now the book holds the new price, which is never below itself
    }

    modifier staysCovered(uint256 id) {
        _;
        uint256 cover = coverOf(id);
        if (cover < _loans[id].debt) revert NotCovered(cover, _loans[id].debt); //~ DECOY INPUT_VAL reads the book after the change, as it should
    }

    constructor(IERC20 usdc_) ERC721("Term Loan", "TLOAN") Ownable(msg.sender) {
        require(address(usdc_) != address(0), "no usdc"); //~ BENIGN INIT
        usdc = usdc_;
    }

    // ---- borrowers

    function open(uint256 market, uint256 collateral, uint256 amount, uint256 liqPrice)
        external
        whenNotPaused
        staysCovered(loanCount)
        returns (uint256 id)
    {
        Market storage m = markets[market];
        require(m.open, "market closed"); //~ BENIGN CTRL_FLOW
        require(amount >= MIN_LOAN, "small loan"); //~ BENIGN INPUT_VAL
        _requireRoom(market, liqPrice);
        uint256 debt = amount + Math.mulDiv(amount, feeBps, BPS, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
        require(amount <= freeUsdc(), "short of usdc"); //~ BENIGN INPUT_VAL
        m.debt += debt;
        require(m.debt <= m.debtCap, "debt cap"); //~ BENIGN INPUT_VAL
        id = _enter(msg.sender, Loan(market, block.timestamp + TERM, debt, collateral, liqPrice));
        emit Opened(id, market, collateral, debt, liqPrice); //~ UNRELATED EVENT_EMIT
        m.token.safeTransferFrom(msg.sender, address(this), collateral);
        usdc.safeTransfer(msg.sender, amount); //~ DECOY FUND_XFER the cover is checked when the body is done
    }

    function moveLiqPrice(uint256 id, uint256 liqPrice) external onlyBorrower(id) onlyUpwards(id, liqPrice) { //~ PREREQ CTRL_FLOW the cover is not checked here
        Loan storage loan = _loans[id];
        _requireRoom(loan.market, liqPrice); //~ INSUFF_GUARD INPUT_VAL bounds it from above only
        loan.liqPrice = liqPrice; //~ PREREQ STATE_MOD written before it was compared
        emit LiqPriceMoved(id, liqPrice);
    }

    // Anyone may add.
    function addCollateral(uint256 id, uint256 amount) external {
        _requireOwned(id); //~ BENIGN INPUT_VAL
        _loans[id].collateral += amount;
        emit CollateralAdded(id, amount);
        markets[_loans[id].market].token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function takeCollateral(uint256 id, uint256 amount) external onlyBorrower(id) staysCovered(id) {
        _loans[id].collateral -= amount;
        emit CollateralTaken(id, amount);
        markets[_loans[id].market].token.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER what is not needed at the liquidation price of the moment
    }

    // Another year from now, for another fee.
    function extend(uint256 id) external whenNotPaused onlyBorrower(id) staysCovered(id) returns (uint256 fee) {
        Loan storage loan = _loans[id];
        if (block.timestamp > loan.dueAt) revert Overdue(); //~ BENIGN TIMESTAMP
        fee = Math.mulDiv(loan.debt, feeBps, BPS, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC
        loan.dueAt = block.timestamp + TERM;
        emit Extended(id, loan.dueAt, fee);
        usdc.safeTransferFrom(msg.sender, address(this), fee);
    }

    // Anyone may pay. With the last of the debt the collateral goes back to the borrower.
    function repay(uint256 id, uint256 amount) external returns (uint256 paid) {
        address borrower = ownerOf(id); //~ BENIGN INPUT_VAL
        Loan memory loan = _loans[id];
        paid = Math.min(amount, loan.debt);
        Market storage m = markets[loan.market];
        m.debt -= paid;
        emit Repaid(id, paid, loan.debt - paid);
        usdc.safeTransferFrom(msg.sender, address(this), paid);
        if (paid == loan.debt) {
            _close(id); //~ BENIGN STATE_MOD
            m.token.safeTransfer(borrower, loan.collateral);
        } else {
            _loans[id].debt = loan.debt - paid;
        }
    }

    // What a liquidation has left.
    function collect(address to) external returns (uint256 amount) {
        amount = owedTo[msg.sender];
        require(amount > 0, "nothing owed"); //~ BENIGN INPUT_VAL
        owedTo[msg.sender] = 0; //~ BENIGN STATE_MOD
        totalOwed -= amount;
        emit Collected(msg.sender, to, amount);
        usdc.safeTransfer(to, amount);
    }

    // ---- liquidators

    // Buys all of the collateral a little below the price. The debt comes first, the rest is kept for the borrower.
    function liquidate(uint256 id, uint256 maxPaid) external returns (uint256 paid) {
        address borrower = ownerOf(id);
        if (!liquidatable(id)) revert NotLiquidatable(); //~ PREREQ CTRL_FLOW not before the end of the term at a very low liquidation price
        Loan memory loan = _loans[id];
        Market storage m = markets[loan.market];
        _close(id); //~ BENIGN STATE_MOD
        m.debt -= loan.debt;
        paid = _proceeds(loan.collateral, m.feed.price());
        require(paid <= maxPaid, "too dear"); //~ BENIGN INPUT_VAL
        uint256 rest = paid - Math.min(paid, loan.debt); //~ BENIGN ARITHMETIC
        emit Liquidated(id, msg.sender, paid, rest);
        owedTo[borrower] += rest;
        totalOwed += rest;
        usdc.safeTransferFrom(msg.sender, address(this), paid);
        m.token.safeTransfer(msg.sender, loan.collateral);
    }

    // ---- owner

    function addMarket(IERC20 token, IDailyFeed feed, uint256 debtCap) external onlyOwner returns (uint256 market) {
        require(token != usdc && address(token) != address(0), "bad token"); //~ BENIGN INPUT_VAL
        require(feed.price() > 0, "no price"); //~ BENIGN ORACLE
        market = markets.length;
        markets.push(Market(token, feed, debtCap, 0, true));
        emit MarketSet(market, debtCap, true);
    }

    function setMarket(uint256 market, uint256 debtCap, bool isOpen) external onlyOwner {
        (markets[market].debtCap, markets[market].open) = (debtCap, isOpen);
        emit MarketSet(market, debtCap, isOpen);
    }

    // For new loans and extensions.
    function setFee(uint256 feeBps_) external onlyOwner {
        require(feeBps_ <= MAX_FEE_BPS, "fee too high"); //~ BENIGN INPUT_VAL
        feeBps = feeBps_;
        emit FeeSet(feeBps_);
    }

    function setPaused(bool on) external onlyOwner {
        if (on) _pause();
        else _unpause();
    }

    // Usdc comes in by plain transfer.
    function withdrawUsdc(address to, uint256 amount) external onlyOwner {
        require(amount <= freeUsdc(), "short of usdc"); //~ BENIGN INPUT_VAL
        usdc.safeTransfer(to, amount);
        emit Withdrawn(to, amount);
    }

    // ---- views

    function marketCount() external view returns (uint256) {
        return markets.length;
    }

    // What can be lent or withdrawn.
    function freeUsdc() public view returns (uint256) {
        return usdc.balanceOf(address(this)) - totalOwed; //~ BENIGN ARITHMETIC
    }

    function liquidatable(uint256 id) public view returns (bool) {
        Loan memory loan = _loans[id];
        return block.timestamp > loan.dueAt || markets[loan.market].feed.price() <= loan.liqPrice;
    }

    // What the collateral brings where the loan is liquidated.
    function coverOf(uint256 id) public view returns (uint256) {
        Loan memory loan = _loans[id];
        uint256 lowest = markets[loan.market].feed.lowest();
        return _proceeds(loan.collateral, Math.min(loan.liqPrice, lowest)); //~ BENIGN ORACLE
    }

    // ---- internal

    function _requireRoom(uint256 market, uint256 liqPrice) private view {
        uint256 lowest = markets[market].feed.lowest();
        if (liqPrice * BPS > lowest * ROOM_BPS) revert TooClose(liqPrice, lowest); //~ BENIGN INPUT_VAL
    }

    function _proceeds(uint256 collateral, uint256 price) private pure returns (uint256) {
        return Math.mulDiv(collateral * price, BUYER_BPS, BPS * WHOLE);
    }

    event Opened(uint256 indexed id, uint256 indexed market, uint256 collateral, uint256 debt, uint256 liqPrice);
    event LiqPriceMoved(uint256 indexed id, uint256 liqPrice);
    event CollateralAdded(uint256 indexed id, uint256 amount);
    event CollateralTaken(uint256 indexed id, uint256 amount);
    event Collected(address indexed borrower, address indexed to, uint256 amount);
    event Extended(uint256 indexed id, uint256 dueAt, uint256 fee);
    event Repaid(uint256 indexed id, uint256 paid, uint256 left);
    event Liquidated(uint256 indexed id, address indexed buyer, uint256 paid, uint256 rest);
    event MarketSet(uint256 indexed market, uint256 debtCap, bool open);
    event FeeSet(uint256 feeBps);
    event Withdrawn(address indexed to, uint256 amount);
}
