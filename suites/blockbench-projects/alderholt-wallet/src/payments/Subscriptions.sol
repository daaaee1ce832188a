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

    // stays when a subscription ends, so that a period is not paid twice
    struct Payment {
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
    mapping(address account => mapping(uint256 round => mapping(uint256 plan => bool))) private _subscribed;
    mapping(address account => mapping(uint256 plan => Payment)) private _payments;

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

    /// @notice A payment is due at once, or when the period that was paid is over. Terms of a plan do not change, maxPrice is
    ///  against a wrong number.
    function subscribe(uint256 plan, uint256 maxPrice) external {
        Plan storage p = _plans[plan];
        require(!p.closed && p.price <= maxPrice, "no such plan");
        require(!isSubscribed(msg.sender, plan), "subscribed");
        _subscribed[msg.sender][roundOf[msg.sender]][plan] = true;
        Payment storage s = _payments[msg.sender][plan];
        if (s.dueAt < block.timestamp) s.dueAt = uint48(block.timestamp);
        emit Subscribed(msg.sender, plan);
    }

    function unsubscribe(uint256 plan) external {
        _checkSubscribed(msg.sender, plan);
        _subscribed[msg.sender][roundOf[msg.sender]][plan] = false;
        emit Ended(msg.sender, plan);
    }

    // ---- anybody ----

    /// @notice Pay the merchant what is due. The account makes the transfer, and no tokens come here.
    function charge(address account, uint256 plan) external {
        Plan memory p = _plans[plan];
        Payment storage s = _payments[account][plan];
        require(!p.closed, "closed");
        _checkSubscribed(account, plan);
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

    function paymentOf(address account, uint256 plan) external view returns (Payment memory) {
        return _payments[account][plan];
    }

    function isSubscribed(address account, uint256 plan) public view returns (bool) {
        return _subscribed[account][roundOf[account]][plan];
    }

    function isDue(address account, uint256 plan) external view returns (bool) {
        return !_plans[plan].closed && isSubscribed(account, plan) && block.timestamp >= _payments[account][plan].dueAt;
    }

    function _checkSubscribed(address account, uint256 plan) private view {
        require(isSubscribed(account, plan), "not subscribed");
    }
}
