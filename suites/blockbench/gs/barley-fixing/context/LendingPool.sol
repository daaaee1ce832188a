// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

interface IPriceOracle {
    function price(address asset) external view returns (uint256);
}

// Treasury dai, lent against one token at the oracle's price.
contract LendingPool is Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    uint256 public constant BPS = 10_000;
    uint256 public constant LTV_BPS = 7_500;
    uint256 public constant LIQUIDATION_BPS = 8_500;
    uint256 public constant BONUS_BPS = 500;
    uint256 public constant RATE = 0.06e18; // a year

    IERC20 public immutable token;
    IERC20 public immutable dai;
    IPriceOracle public immutable oracle;

    uint256 public debtCap;
    uint256 public index = 1e18;
    uint256 public accruedAt;
    uint256 public totalScaled;
    mapping(address => uint256) public collateralOf;
    mapping(address => uint256) public scaledOf;

    error NotEnoughCollateral(uint256 debt, uint256 allowed);

    constructor(IERC20 token_, IERC20 dai_, IPriceOracle oracle_, uint256 debtCap_) {
        require(token_ != dai_ && address(oracle_) != address(0), "bad setup");
        token = token_;
        dai = dai_;
        oracle = oracle_;
        debtCap = debtCap_;
        accruedAt = block.timestamp;
    }

    function setDebtCap(uint256 debtCap_) external onlyOwner {
        debtCap = debtCap_;
        emit DebtCapSet(debtCap_);
    }

    function setPaused(bool on) external onlyOwner {
        if (on) _pause();
        else _unpause();
    }

    function withdrawReserves(uint256 amount) external onlyOwner {
        dai.safeTransfer(msg.sender, amount);
    }

    function deposit(uint256 amount) external whenNotPaused {
        collateralOf[msg.sender] += amount;
        emit Deposited(msg.sender, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function withdraw(uint256 amount) external {
        accrue();
        collateralOf[msg.sender] -= amount;
        if (scaledOf[msg.sender] > 0) _requireCovered(msg.sender);
        emit Withdrawn(msg.sender, amount);
        token.safeTransfer(msg.sender, amount);
    }

    function borrow(uint256 amount) external whenNotPaused {
        accrue();
        uint256 scaled = Math.mulDiv(amount, 1e18, index, Math.Rounding.Up);
        scaledOf[msg.sender] += scaled;
        totalScaled += scaled;
        require((totalScaled * index) / 1e18 <= debtCap, "debt cap");
        _requireCovered(msg.sender);
        emit Borrowed(msg.sender, amount);
        dai.safeTransfer(msg.sender, amount);
    }

    function repay(address borrower, uint256 amount) external returns (uint256 paid) {
        accrue();
        paid = _reduce(borrower, amount);
        emit Repaid(borrower, paid);
        dai.safeTransferFrom(msg.sender, address(this), paid);
    }

    function liquidate(address borrower, uint256 amount, uint256 minOut) external returns (uint256 seized) {
        accrue();
        uint256 price = oracle.price(address(token));
        uint256 value = (collateralOf[borrower] * price) / 1e18;
        require(debtOf(borrower) * BPS > value * LIQUIDATION_BPS, "healthy");
        uint256 paid = _reduce(borrower, amount);
        seized = Math.min((((paid * (BPS + BONUS_BPS)) / BPS) * 1e18) / price, collateralOf[borrower]);
        require(seized >= minOut, "slippage");
        collateralOf[borrower] -= seized;
        emit Liquidated(borrower, msg.sender, paid, seized);
        dai.safeTransferFrom(msg.sender, address(this), paid);
        token.safeTransfer(msg.sender, seized);
    }

    function accrue() public {
        index += (index * RATE * (block.timestamp - accruedAt)) / 365 days / 1e18;
        accruedAt = block.timestamp;
    }

    // as of the last accrual
    function debtOf(address borrower) public view returns (uint256) {
        return Math.mulDiv(scaledOf[borrower], index, 1e18, Math.Rounding.Up);
    }

    function maxDebt(address borrower) public view returns (uint256) {
        return (((collateralOf[borrower] * oracle.price(address(token))) / 1e18) * LTV_BPS) / BPS;
    }

    function _requireCovered(address borrower) private view {
        (uint256 debt, uint256 allowed) = (debtOf(borrower), maxDebt(borrower));
        if (debt > allowed) revert NotEnoughCollateral(debt, allowed);
    }

    function _reduce(address borrower, uint256 amount) private returns (uint256 paid) {
        uint256 debt = debtOf(borrower);
        paid = Math.min(amount, debt);
        require(paid > 0, "nothing to pay");
        uint256 scaled = paid == debt ? scaledOf[borrower] : (paid * 1e18) / index;
        scaledOf[borrower] -= scaled;
        totalScaled -= scaled;
    }

    event DebtCapSet(uint256 debtCap);
    event Deposited(address indexed borrower, uint256 amount);
    event Withdrawn(address indexed borrower, uint256 amount);
    event Borrowed(address indexed borrower, uint256 amount);
    event Repaid(address indexed borrower, uint256 paid);
    event Liquidated(address indexed borrower, address indexed liquidator, uint256 paid, uint256 seized);
}
