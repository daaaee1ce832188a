// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @notice What the outside sees of a subscription registry.
interface ISubscriptionRegistry {
    struct Plan {
        uint128 price;
        uint64 period;
        bool open;
    }

    event PlanAdded(uint256 indexed plan, uint128 price, uint64 period);
    event PlanChanged(uint256 indexed plan, uint128 price, bool open);
    event Subscribed(uint256 indexed plan, address indexed account, address payer, uint256 paid, uint256 until);
    event ConcessionSet(address indexed account, bool concession);
    event ConcessionRateSet(uint256 bps);
    event TreasurySet(address indexed treasury);
    event RevenueWithdrawn(address indexed treasury, uint256 amount);

    error UnknownPlan(uint256 plan);
    error PlanClosed(uint256 plan);
    error PeriodOutOfRange(uint64 period);
    error PeriodsOutOfRange(uint256 periods);
    error PriceAboveMaximum(uint256 price, uint256 maximum);
    error RateTooHigh(uint256 bps, uint256 maximum);
    error NoAccount(address account);
    error AboveRevenue(uint256 amount, uint256 revenue);
    error NotTheRevenueToken(address token);

    function initialize(address owner_, address token_, address treasury_, string calldata name_) external;

    function subscribe(uint256 plan, address account, uint256 periods, uint256 maximum) external returns (uint256 paid);

    function isActive(uint256 plan, address account) external view returns (bool);

    function quote(uint256 plan, address account, uint256 periods) external view returns (uint256);
}
