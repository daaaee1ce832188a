// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

// One token, lent to companies that have a credit line. Lenders hold receipts that grow with the interest.
// Like other markets of its kind, it answers with a code: 0 when all is well, something else when nothing was done.
contract CreditMarket is Ownable {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    uint256 public constant OK = 0;
    uint256 public constant NO_CASH = 1;
    uint256 public constant TOO_SMALL = 2;
    uint256 public constant TOO_MUCH = 3;
    uint256 public constant CLOSED = 4;

    uint256 private constant ONE = 1e18;

    // Counted from the start and owned by nobody, so that nobody ever has all receipts. They make the first rate.
    uint256 private constant FIRST_RECEIPTS = 1e6;
    uint256 private constant FIRST_TOKENS = 2e4;

    IERC20 public token;
    uint256 public ratePerSecond;
    bool public closed;

    uint256 public cash;
    uint256 public totalDebt;
    uint256 public debtIndex = ONE;
    uint256 public updatedAt;

    uint256 public totalReceipts = FIRST_RECEIPTS;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public creditOf;
    mapping(address => uint256) private scaledDebt;

    event Lent(address indexed lender, uint256 amount, uint256 receipts);
    event Redeemed(address indexed lender, uint256 amount, uint256 receipts);
    event Transferred(address indexed from, address indexed to, uint256 receipts);
    event Drawn(address indexed company, uint256 amount);
    event Repaid(address indexed company, uint256 amount);

    constructor(IERC20 _token, uint256 _ratePerSecond) public {
        require(_ratePerSecond <= 3e10, "market: rate");
        token = _token;
        ratePerSecond = _ratePerSecond;
        updatedAt = block.timestamp;
    }

    // The owner may close the market to new lenders, and gives credit lines.
    function setClosed(bool _closed) external onlyOwner {
        closed = _closed;
    }

    function setCredit(address _company, uint256 _credit) external onlyOwner {
        creditOf[_company] = _credit;
    }

    // Lends an amount for new receipts.
    function mint(uint256 _amount) external returns (uint256) {
        accrue();
        if (closed) return CLOSED;
        uint256 receipts = _amount.mul(ONE).div(exchangeRate());
        if (receipts == 0) return TOO_SMALL;
        cash = cash.add(_amount);
        totalReceipts = totalReceipts.add(receipts);
        balanceOf[msg.sender] = balanceOf[msg.sender].add(receipts);
        token.safeTransferFrom(msg.sender, address(this), _amount);
        emit Lent(msg.sender, _amount, receipts);
        return OK;
    }

    // Gives receipts back for what they are worth.
    function redeem(uint256 _receipts) external returns (uint256) {
        accrue();
        uint256 amount = _receipts.mul(exchangeRate()).div(ONE);
        if (_receipts > balanceOf[msg.sender]) return TOO_MUCH;
        if (amount > cash) return NO_CASH;
        cash = cash.sub(amount);
        totalReceipts = totalReceipts.sub(_receipts);
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(_receipts);
        token.safeTransfer(msg.sender, amount);
        emit Redeemed(msg.sender, amount, _receipts);
        return OK;
    }

    function transfer(address _to, uint256 _receipts) external returns (bool) {
        require(_to != address(0), "market: nobody");
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(_receipts, "market: balance");
        balanceOf[_to] = balanceOf[_to].add(_receipts);
        emit Transferred(msg.sender, _to, _receipts);
        return true;
    }

    // Companies draw from their credit line and repay.
    function draw(uint256 _amount) external returns (uint256) {
        accrue();
        if (_amount > cash) return NO_CASH;
        if (debtOf(msg.sender).add(_amount) > creditOf[msg.sender]) return TOO_MUCH;
        uint256 scaled = _amount.mul(ONE).add(debtIndex).sub(1).div(debtIndex);
        scaledDebt[msg.sender] = scaledDebt[msg.sender].add(scaled);
        cash = cash.sub(_amount);
        totalDebt = totalDebt.add(_amount);
        token.safeTransfer(msg.sender, _amount);
        emit Drawn(msg.sender, _amount);
        return OK;
    }

    function repay(uint256 _amount) external returns (uint256) {
        accrue();
        uint256 scaled = _amount.mul(ONE).div(debtIndex);
        if (scaled == 0) return TOO_SMALL;
        if (scaled > scaledDebt[msg.sender]) return TOO_MUCH;
        scaledDebt[msg.sender] = scaledDebt[msg.sender].sub(scaled);
        cash = cash.add(_amount);
        totalDebt = _amount < totalDebt ? totalDebt.sub(_amount) : 0;
        token.safeTransferFrom(msg.sender, address(this), _amount);
        emit Repaid(msg.sender, _amount);
        return OK;
    }

    // Adds the interest since the last time.
    function accrue() public {
        uint256 growth = growthNow();
        totalDebt = totalDebt.add(totalDebt.mul(growth).div(ONE));
        debtIndex = debtIndex.add(debtIndex.mul(growth).div(ONE));
        updatedAt = block.timestamp;
    }

    // What a receipt is worth, with the interest until now.
    function exchangeRate() public view returns (uint256) {
        uint256 debt = totalDebt.add(totalDebt.mul(growthNow()).div(ONE));
        return cash.add(debt).add(FIRST_TOKENS).mul(ONE).div(totalReceipts);
    }

    function debtOf(address _company) public view returns (uint256) {
        return scaledDebt[_company].mul(debtIndex).div(ONE);
    }

    function growthNow() private view returns (uint256) {
        return block.timestamp.sub(updatedAt).mul(ratePerSecond);
    }
}
