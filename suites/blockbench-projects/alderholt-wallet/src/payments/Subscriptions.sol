// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {Call, IAccount} from "../interfaces/IAccount.sol";
import {IModule} from "../interfaces/IModules.sol";

/// @title Subscriptions
/// @notice Accounts pay merchants once in a period. An executor: it makes the payment for the account.
contract Subscriptions is IModule {
    struct Plan {
        address merchant;
        address token;
        uint256 price;
        uint48 period;
        bool closed;
    }

    // a zero dueAt means that there is no subscription
    struct Subscription {
        uint48 dueAt;
        uint256 paid;
    }

    event PlanMade(uint256 indexed plan, address indexed merchant, address token, uint256 price, uint256 period);
    event PlanClosed(uint256 indexed plan);
    event Subscribed(address indexed account, uint256 indexed plan);
    event Ended(address indexed account, uint256 indexed plan);
    event Charged(address indexed account, uint256 indexed plan, uint256 price, uint256 next);

    uint48 public constant SHORTEST = 1 days;

    Plan[] private _plans;

    // accounts that remove this module and install it again begin without subscriptions
    mapping(address account => uint256) public roundOf;
    mapping(address account => mapping(uint256 round => mapping(uint256 plan => Subscription))) private _subscriptions;

    function onInstall(bytes calldata) external {
        roundOf[msg.sender]++;
    }

    function onUninstall(bytes calldata) external {
        roundOf[msg.sender]++;
    }

    // ---- merchants ----

    function makePlan(address token, uint256 price, uint48 period) external returns (uint256 plan) {
        require(price > 0 && period >= SHORTEST, "bad plan");
        plan = _plans.length;
        _plans.push(Plan(msg.sender, token, price, period, false));
        emit PlanMade(plan, msg.sender, token, price, period);
    }

    /// @notice No more payments of a plan, for good
    function closePlan(uint256 plan) external {
        require(msg.sender == _plans[plan].merchant, "not the merchant");
        _plans[plan].closed = true;
        emit PlanClosed(plan);
    }

    // ---- accounts ----

    /// @notice The first payment is due at once. Terms of a plan do not change, maxPrice is against a wrong number.
    function subscribe(uint256 plan, uint256 maxPrice) external {
        Plan storage p = _plans[plan];
        require(!p.closed && p.price <= maxPrice, "no such plan");
        Subscription storage s = _subscriptions[msg.sender][roundOf[msg.sender]][plan];
        require(s.dueAt == 0, "subscribed");
        s.dueAt = uint48(block.timestamp);
        emit Subscribed(msg.sender, plan);
    }

    function unsubscribe(uint256 plan) external {
        Subscription storage s = _subscriptions[msg.sender][roundOf[msg.sender]][plan];
        require(s.dueAt != 0, "not subscribed");
        s.dueAt = 0;
        emit Ended(msg.sender, plan);
    }

    // ---- anybody ----

    /// @notice Pay the merchant what is due. Periods that nobody has charged are not made up for.
    function charge(address account, uint256 plan) external {
        Plan memory p = _plans[plan];
        Subscription storage s = _subscriptions[account][roundOf[account]][plan];
        require(!p.closed, "closed");
        require(s.dueAt != 0, "not subscribed");
        require(block.timestamp >= s.dueAt, "not due");
        s.dueAt = uint48(block.timestamp) + p.period; //~ BENIGN TIMESTAMP a period from this payment
        s.paid += p.price;
        Call[] memory calls = new Call[](1);
        calls[0] = Call(p.token, 0, abi.encodeCall(IERC20.transfer, (p.merchant, p.price)));
        IAccount(account).executeFromModule(calls);
        emit Charged(account, plan, p.price, s.dueAt);
    }

    // ---- views ----

    function planOf(uint256 plan) external view returns (Plan memory) {
        return _plans[plan];
    }

    function subscriptionOf(address account, uint256 plan) external view returns (Subscription memory) {
        return _subscriptions[account][roundOf[account]][plan];
    }

    function isDue(address account, uint256 plan) external view returns (bool) {
        Subscription memory s = _subscriptions[account][roundOf[account]][plan];
        return !_plans[plan].closed && s.dueAt != 0 && block.timestamp >= s.dueAt;
    }
}
