// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @notice A pot of dollars that is divided into shares.
abstract contract Pot is ERC20 {
    using SafeERC20 for IERC20;
    using Math for uint256;

    uint256 public constant MORE = 1_000;

    IERC20 public immutable dollar;

    event Deposited(address indexed account, uint256 dollars, uint256 shares);
    event Redeemed(address indexed account, uint256 shares, uint256 dollars);

    error TooFewShares(uint256 shares, uint256 least);

    constructor(IERC20 dollar_) {
        dollar = dollar_;
    }

    /// @notice Buys shares.
    /// @param least The fewest shares that the caller accepts.
    function deposit(uint256 dollars, uint256 least) external returns (uint256 shares) {
        shares = _deposit(msg.sender, dollars);
        if (shares < least) revert TooFewShares(shares, least); //~ BENIGN INPUT_VAL
    }

    /// @notice Gives shares back.
    function redeem(uint256 shares) external returns (uint256 dollars) {
        dollars = shares.mulDiv(held(), totalSupply()); //~ ROOT_CAUSE ARITHMETIC leaves the shares out that deposits reckon with, so all dollars belong to the shares that exist
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        emit Redeemed(msg.sender, shares, dollars); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, dollars); //~ PREREQ FUND_XFER
    }

    /// @notice All dollars that are here. Whoever likes the savers sends some.
    function held() public view returns (uint256) {
        return dollar.balanceOf(address(this)); //~ PREREQ STORAGE_READ grows by what anyone sends
    }

    /// @dev As if there were a thousand shares more, and one dollar unit for them.
    function _deposit(address account, uint256 dollars) internal returns (uint256 shares) {
        shares = dollars.mulDiv(totalSupply() + MORE, held() + 1); //~ INSUFF_GUARD ARITHMETIC makes a gift expensive for the giver, if redeeming does the same
        _mint(account, shares);
        emit Deposited(account, dollars, shares); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(account, address(this), dollars);
    }
}

/// @title SavingsVault
/// @notice Savers buy shares by plan: so many dollars, every so often. Anyone may run a plan that is due.
contract SavingsVault is Pot {
    struct Plan {
        uint128 dollars;
        uint64 every;
        uint64 due;
    }

    uint256 public constant SHORTEST = 1 days;

    mapping(address saver => Plan) public planOf;

    event PlanSet(address indexed saver, uint128 dollars, uint64 every);
    event PlanRun(address indexed saver, address indexed by);

    error TooOften(uint64 every);
    error NotDue(address saver);

    constructor(IERC20 dollar_) ERC20("Savings", "SAVE") Pot(dollar_) {}

    /// @notice Sets the plan of the caller. It is due at once.
    function setPlan(uint128 dollars, uint64 every) external {
        if (every < SHORTEST) revert TooOften(every); //~ BENIGN INPUT_VAL
        planOf[msg.sender] = Plan(dollars, every, uint64(block.timestamp));
        emit PlanSet(msg.sender, dollars, every); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Ends the plan of the caller.
    function endPlan() external {
        delete planOf[msg.sender]; //~ BENIGN STATE_MOD
        emit PlanSet(msg.sender, 0, 0); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Runs a plan. It is due again after its time, and not once for each time that was missed.
    function runPlan(address saver) external returns (uint256 shares) { //~ PREREQ ACCESS_CTRL the price of that moment, whoever picks it
        Plan storage plan = planOf[saver];
        if (plan.dollars == 0 || block.timestamp < plan.due) revert NotDue(saver); //~ BENIGN TIMESTAMP
        plan.due = uint64(block.timestamp) + plan.every; //~ BENIGN STATE_MOD
        shares = _deposit(saver, plan.dollars); //~ DECOY FUND_XFER as much as the saver has planned
        emit PlanRun(saver, msg.sender); //~ UNRELATED EVENT_EMIT
    }
}
