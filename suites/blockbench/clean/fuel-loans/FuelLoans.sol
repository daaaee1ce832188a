// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IPriceFeed} from "./context/IPriceFeed.sol";
import {IFuelPool} from "./context/IFuelPool.sol";

/// @title FuelLoans
/// @notice Lends dollars to carriers against the fuel tokens that they have bought ahead.
contract FuelLoans is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice The role that withdraws dollars that are not lent.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");

    /// @notice What may be lent, in percent of the collateral.
    uint256 public constant LEND_PERCENT = 60;

    /// @notice From where on a loan may be liquidated, in percent of the collateral.
    uint256 public constant LIQUIDATE_PERCENT = 80;

    /// @notice How old a report may be.
    uint256 public constant MAX_AGE = 1 hours;

    IERC20 public immutable fuel;
    IERC20 public immutable usd;
    IPriceFeed public immutable feed;
    IFuelPool public immutable pool;

    /// @notice The fuel tokens of each carrier.
    mapping(address carrier => uint256) public collateralOf;

    /// @notice The dollars that each carrier owes.
    mapping(address carrier => uint256) public debtOf;

    /// @notice A carrier's loan was changed.
    event LoanChanged(address indexed carrier, uint256 collateral, uint256 debt);

    /// @notice Sets up the roles.
    /// @param admin_ Who grants the roles and is the first treasurer.
    /// @param fuel_ The collateral.
    /// @param usd_ What is lent.
    /// @param feed_ Reports the price of fuel.
    /// @param pool_ Where fuel is traded.
    constructor(address admin_, IERC20 fuel_, IERC20 usd_, IPriceFeed feed_, IFuelPool pool_) {
        (fuel, usd, feed, pool) = (fuel_, usd_, feed_, pool_);
        _grantRole(DEFAULT_ADMIN_ROLE, admin_);
        _grantRole(TREASURER_ROLE, admin_);
    }

    /// @notice Changes the caller's loan, and moves the tokens that make the difference.
    /// @param collateral_ The fuel tokens that the loan has afterwards.
    /// @param debt_ The dollars that the caller owes afterwards.
    function change(uint256 collateral_, uint256 debt_) external {
        (uint256 oldCollateral, uint256 oldDebt) = (collateralOf[msg.sender], debtOf[msg.sender]);
        if (collateral_ < oldCollateral || debt_ > oldDebt) {
            require(_isCovered(collateral_, debt_), "FuelLoans: too little collateral"); //~ BENIGN INPUT_VAL whatever makes a loan riskier is valued anew
        }
        (collateralOf[msg.sender], debtOf[msg.sender]) = (collateral_, debt_); //~ BENIGN STATE_MOD before tokens move
        _move(fuel, oldCollateral, collateral_);
        _move(usd, debt_, oldDebt);
        emit LoanChanged(msg.sender, collateral_, debt_); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Repays a loan that is not covered well, for its collateral.
    /// @param carrier Whose loan it is.
    function liquidate(address carrier) external {
        (uint256 collateral, uint256 debt) = (collateralOf[carrier], debtOf[carrier]);
        uint256 value = Math.mulDiv(collateral, _reported(), 1e18); //~ BENIGN ORACLE the report alone, which no trade moves
        require(debt * 100 > value * LIQUIDATE_PERCENT, "FuelLoans: covered"); //~ BENIGN INPUT_VAL
        (collateralOf[carrier], debtOf[carrier]) = (0, 0); //~ BENIGN STATE_MOD
        usd.safeTransferFrom(msg.sender, address(this), debt); //~ BENIGN FUND_XFER
        fuel.safeTransfer(msg.sender, collateral); //~ BENIGN FUND_XFER
        emit LoanChanged(carrier, 0, 0); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Withdraws dollars that are not lent.
    /// @param to Who receives them.
    /// @param amount How many.
    function withdrawIdle(address to, uint256 amount) external onlyRole(TREASURER_ROLE) { //~ BENIGN ACCESS_CTRL
        usd.safeTransfer(to, amount); //~ BENIGN FUND_XFER
    }

    /// @notice The price at which collateral is valued when a loan is made.
    /// @return The lower one of the report and the pool's price.
    function lendingPrice() public view returns (uint256) {
        (uint256 fuelHeld, uint256 usdHeld) = pool.reserves(); //~ PREREQ ORACLE a trade in the same transaction moves it
        return Math.min(_reported(), Math.mulDiv(usdHeld, 1e18, fuelHeld)); //~ BENIGN ORACLE the pool only ever lowers the price
    }

    /// @dev The reported price, which has to be a recent one.
    function _reported() internal view returns (uint256) {
        (uint256 price, uint256 updatedAt) = feed.latest();
        require(block.timestamp - updatedAt <= MAX_AGE, "FuelLoans: stale report"); //~ BENIGN TIMESTAMP
        return price;
    }

    /// @dev Whether a loan may be made.
    /// @param collateral_ The fuel tokens.
    /// @param debt_ The dollars.
    function _isCovered(uint256 collateral_, uint256 debt_) internal view returns (bool) {
        return debt_ == 0 || debt_ * 100 <= Math.mulDiv(collateral_, lendingPrice(), 1e18) * LEND_PERCENT; //~ BENIGN ARITHMETIC
    }

    /// @dev Moves what a book has changed by, from the caller where it grows.
    /// @param token What is moved.
    /// @param before What the book said.
    /// @param after_ What it says now.
    function _move(IERC20 token, uint256 before, uint256 after_) internal {
        if (after_ > before) token.safeTransferFrom(msg.sender, address(this), after_ - before); //~ BENIGN FUND_XFER
        else if (after_ < before) token.safeTransfer(msg.sender, before - after_); //~ BENIGN FUND_XFER
    }
}
