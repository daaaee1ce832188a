// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Initializable} from "@openzeppelin/contracts@4.9.6/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts@4.9.6/proxy/utils/UUPSUpgradeable.sol";
import {Pausable} from "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {RegistryStorage} from "./context/RegistryStorage.sol";
import {TwoStepOwner} from "./context/TwoStepOwner.sol";

/// @notice Sells subscriptions to the plans of one publisher. Runs behind a proxy that the factory creates.
/// @dev The token is an ordinary one that moves what it says.
contract SubscriptionRegistry is Initializable, UUPSUpgradeable, TwoStepOwner, Pausable, RegistryStorage {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_PERIODS = 36;
    uint256 public constant MAX_CONCESSION_BPS = 5_000;
    uint64 public constant MIN_PERIOD = 1 days;
    uint64 public constant MAX_PERIOD = 366 days;
    uint256 private constant BPS = 10_000;

    constructor() {
        _disableInitializers(); //~ BENIGN INIT nobody initialises the implementation itself
    }

    /// @notice Sets a new registry up.
    function initialize(
        address owner_,
        address token_,
        address treasury_,
        string calldata name_
    ) external initializer { //~ PREREQ INIT open to anyone, and used up by the constructor of the proxy
        if (owner_ == address(0)) revert NoAccount(owner_);
        token = IERC20(token_);
        name = name_;
        _setOwner(owner_);
        _setTreasury(treasury_);
    }

    /// @notice Version 2: concessions.
    function initializeV2(uint256 concessionBps_) external onlyOwner reinitializer(2) { //~ BENIGN ACCESS_CTRL not used up by the constructor, and therefore the owner's
        _setConcessionBps(concessionBps_);
    }

    // Subscribers

    /// @notice Pays for periods of a plan, of the caller or of another account.
    /// @param maximum The most that the caller pays in all.
    function subscribe(
        uint256 plan,
        address account,
        uint256 periods,
        uint256 maximum
    ) external whenNotPaused returns (uint256 paid) {
        paid = _extend(plan, account, periods);
        _collect(paid, maximum);
    }

    /// @notice Pays for the same periods of several accounts.
    function subscribeMany(
        uint256 plan,
        address[] calldata accounts,
        uint256 periods,
        uint256 maximum
    ) external whenNotPaused returns (uint256 paid) {
        for (uint256 i = 0; i < accounts.length; ++i) {
            paid += _extend(plan, accounts[i], periods);
        }
        _collect(paid, maximum);
    }

    // Owner

    /// @notice Adds a plan. Its period never changes.
    function addPlan(uint128 price, uint64 period) external onlyOwner returns (uint256 plan) {
        if (period < MIN_PERIOD || period > MAX_PERIOD) revert PeriodOutOfRange(period); //~ BENIGN INPUT_VAL
        plan = _plans.length;
        _plans.push(Plan(price, period, true));
        emit PlanAdded(plan, price, period);
    }

    /// @notice Changes the price of a plan, and whether it is sold. What was paid for goes on.
    function changePlan(uint256 plan, uint128 price, bool open) external onlyOwner {
        if (plan >= _plans.length) revert UnknownPlan(plan);
        _plans[plan].price = price;
        _plans[plan].open = open;
        emit PlanChanged(plan, price, open);
    }

    function setName(string calldata name_) external onlyOwner {
        name = name_;
    }

    function setConcession(address account, bool concession) external onlyOwner {
        isConcession[account] = concession;
        emit ConcessionSet(account, concession);
    }

    function setConcessionBps(uint256 bps) external onlyOwner {
        _setConcessionBps(bps);
    }

    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    /// @notice Adds days to the subscription of an account, after a failure of the service for instance.
    function grantDays(uint256 plan, address account, uint256 count) external onlyOwner {
        if (plan >= _plans.length) revert UnknownPlan(plan);
        if (count > MAX_PERIODS) revert PeriodsOutOfRange(count);
        _prolong(plan, account, count * 1 days, 0);
    }

    /// @notice Sends revenue to the treasury.
    function withdrawRevenue(uint256 amount) external onlyOwner {
        if (amount > revenue) revert AboveRevenue(amount, revenue); //~ BENIGN INPUT_VAL
        revenue -= amount;
        emit RevenueWithdrawn(treasury, amount);
        token.safeTransfer(treasury, amount); //~ BENIGN FUND_XFER
    }

    /// @notice Sends another token that was transferred by mistake to the treasury.
    function recoverToken(IERC20 other) external onlyOwner {
        if (other == token) revert NotTheRevenueToken(address(other));
        other.safeTransfer(treasury, other.balanceOf(address(this)));
    }

    /// @notice Stops sales.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // Views

    function isActive(uint256 plan, address account) external view returns (bool) {
        return block.timestamp < paidUntil[plan][account];
    }

    /// @notice How long the subscription of an account goes on.
    function remaining(uint256 plan, address account) external view returns (uint256) {
        uint256 until = paidUntil[plan][account];
        return until > block.timestamp ? until - block.timestamp : 0;
    }

    /// @notice Until when several accounts have paid.
    function paidUntilOf(uint256 plan, address[] calldata accounts) external view returns (uint256[] memory until) {
        until = new uint256[](accounts.length);
        for (uint256 i = 0; i < accounts.length; ++i) {
            until[i] = paidUntil[plan][accounts[i]];
        }
    }

    /// @notice What an account pays for periods of a plan.
    function quote(uint256 plan, address account, uint256 periods) public view returns (uint256) {
        uint256 price = periods * planAt(plan).price;
        return isConcession[account] ? price - (price * concessionBps) / BPS : price; //~ BENIGN ARITHMETIC at most a half, rounded down
    }

    function version() external view returns (uint8) {
        return _getInitializedVersion();
    }

    // Internal

    /// @dev Asked by the proxy before it moves to another implementation.
    function _authorizeUpgrade(address) internal override onlyOwner {} //~ BENIGN ACCESS_CTRL the implementation itself has no owner

    function _extend(uint256 plan, address account, uint256 periods) internal returns (uint256 price) {
        if (account == address(0)) revert NoAccount(account);
        if (periods == 0 || periods > MAX_PERIODS) revert PeriodsOutOfRange(periods); //~ BENIGN INPUT_VAL
        Plan memory sold = planAt(plan); //~ BENIGN INPUT_VAL refuses plans that do not exist
        if (!sold.open) revert PlanClosed(plan);
        price = quote(plan, account, periods);
        _prolong(plan, account, periods * sold.period, price);
    }

    function _prolong(uint256 plan, address account, uint256 time, uint256 price) internal {
        uint256 until = paidUntil[plan][account];
        if (until < block.timestamp) until = block.timestamp; //~ UNRELATED TIMESTAMP
        until += time;
        paidUntil[plan][account] = until;
        emit Subscribed(plan, account, msg.sender, price, until); //~ UNRELATED EVENT_EMIT
    }

    function _collect(uint256 amount, uint256 maximum) internal {
        if (amount > maximum) revert PriceAboveMaximum(amount, maximum); //~ BENIGN INPUT_VAL a price that rises meanwhile is not paid
        revenue += amount; //~ BENIGN STATE_MOD what arrives
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function _setTreasury(address treasury_) internal {
        if (treasury_ == address(0) || treasury_ == address(this)) revert NoAccount(treasury_);
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }

    function _setConcessionBps(uint256 bps) internal {
        if (bps > MAX_CONCESSION_BPS) revert RateTooHigh(bps, MAX_CONCESSION_BPS); //~ BENIGN INPUT_VAL
        concessionBps = bps;
        emit ConcessionRateSet(bps);
    }
}
