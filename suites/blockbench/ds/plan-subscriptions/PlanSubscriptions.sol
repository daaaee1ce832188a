// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// The arithmetic of terms. A month has thirty days, and it is charged in full as soon as it has begun.
library MonthArithmetic {
    using SafeMath for uint256;

    uint256 internal constant MONTH = 30 days;

    // The number of months that have begun, of a term that started at a given time. The first one begins with the term.
    function monthsBegun(
        uint256 start,
        uint256 time,
        uint256 termInMonths
    ) internal pure returns (uint256) {
        return Math.min(time.sub(start).div(MONTH).add(1), termInMonths); //~ BENIGN ARITHMETIC
    }

    // The time at which a term is over.
    function endOfTerm(uint256 start, uint256 termInMonths) internal pure returns (uint256) {
        return start.add(termInMonths.mul(MONTH));
    }

    // The price of a number of months, whether they are paid, earned or refunded.
    function priceOfMonths(uint256 monthlyPrice, uint256 numberOfMonths) internal pure returns (uint256) {
        return monthlyPrice * numberOfMonths; //~ ROOT_CAUSE ARITHMETIC a few months are enough where the price is half of all numbers
    }
}

// The arithmetic of commissions, which are counted in parts of ten thousand and rounded down.
library CommissionArithmetic {
    using SafeMath for uint256;

    uint256 internal constant WHOLE = 10_000;

    // Divides an amount into what the publisher receives and the commission.
    function split(uint256 amount, uint256 rate) internal pure returns (uint256 net, uint256 commission) {
        commission = amount.mul(rate).div(WHOLE); //~ BENIGN ARITHMETIC
        net = amount.sub(commission);
    }
}

// Accounts in one token, which their holders may empty at any time. The token must be one that moves what it is asked to move.
abstract contract CreditAccounts {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    IERC20 public immutable token;
    mapping(address => uint256) public creditOf;

    event Credited(address indexed account, uint256 amount);
    event CreditWithdrawn(address indexed account, uint256 amount);

    constructor(IERC20 tokenOfAccounts) {
        require(address(tokenOfAccounts) != address(0), "The accounts need a token.");
        token = tokenOfAccounts;
    }

    // Pays a part of the caller's credit.
    function withdrawCredit(uint256 amount) external {
        creditOf[msg.sender] = creditOf[msg.sender].sub(amount, "The credit is too small."); //~ PREREQ STATE_MOD a part of a credit that nothing stands for
        emit CreditWithdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER out of what all subscribers have paid
    }

    // Adds to the credit of an account.
    function _credit(address account, uint256 amount) internal {
        creditOf[account] = creditOf[account].add(amount); //~ BENIGN STATE_MOD
        emit Credited(account, amount);
    }

    // Takes a payment from the caller, who has agreed to a maximum.
    function _takePayment(uint256 amount, uint256 maximum) internal {
        require(amount <= maximum, "The payment is larger than the maximum."); //~ BENIGN INPUT_VAL
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }
}

// The register of plans. Anybody may publish one.
abstract contract PlanRegister is CreditAccounts, Ownable {
    using SafeMath for uint256;

    struct Plan {
        address publisher;
        uint256 monthlyPrice;
        uint256 seats;
        uint256 occupiedSeats;
        uint256 commissionRate;
        bool open;
    }

    uint256 public constant HIGHEST_COMMISSION_RATE = 2_000;

    Plan[] public plans;
    uint256 public commissionRate;
    uint256 public earnedCommission;

    event PlanPublished(uint256 indexed planNumber, address indexed publisher, uint256 monthlyPrice, uint256 seats);
    event PlanPriceChanged(uint256 indexed planNumber, uint256 monthlyPrice);
    event PlanSeatsChanged(uint256 indexed planNumber, uint256 seats);
    event PlanOpened(uint256 indexed planNumber, bool open);
    event PlanPassedOn(uint256 indexed planNumber, address indexed publisher);
    event CommissionRateChanged(uint256 commissionRate);
    event CommissionTaken(address indexed receiver, uint256 amount);

    // Only the publisher of a plan may go on.
    modifier onlyPublisher(uint256 planNumber) {
        require(plans[planNumber].publisher == msg.sender, "The caller is not the publisher."); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(uint256 initialCommissionRate) {
        _setCommissionRate(initialCommissionRate);
    }

    // Publishes a plan. Its commission rate is the one of today and never changes.
    function publishPlan(uint256 monthlyPrice, uint256 seats) external returns (uint256 planNumber) { //~ DECOY ACCESS_CTRL anybody may, and subscribers choose
        require(seats > 0, "A plan needs seats.");
        planNumber = plans.length;
        plans.push(Plan(msg.sender, 0, seats, 0, commissionRate, true));
        emit PlanPublished(planNumber, msg.sender, monthlyPrice, seats);
        _setMonthlyPrice(planNumber, monthlyPrice);
    }

    // Changes the price for those who subscribe from now on.
    function changeMonthlyPrice(uint256 planNumber, uint256 monthlyPrice) external onlyPublisher(planNumber) {
        _setMonthlyPrice(planNumber, monthlyPrice);
    }

    // Changes the number of seats, which cannot be smaller than the number of those that are occupied.
    function changeSeats(uint256 planNumber, uint256 seats) external onlyPublisher(planNumber) {
        require(seats >= plans[planNumber].occupiedSeats, "More seats are occupied.");
        plans[planNumber].seats = seats;
        emit PlanSeatsChanged(planNumber, seats);
    }

    // Opens a plan for new subscriptions and extensions, or closes it.
    function setPlanOpen(uint256 planNumber, bool open) external onlyPublisher(planNumber) {
        plans[planNumber].open = open;
        emit PlanOpened(planNumber, open);
    }

    // Passes a plan on to another publisher, who receives what is collected from now on.
    function passPlanOn(uint256 planNumber, address publisher) external onlyPublisher(planNumber) {
        require(publisher != address(0), "A plan needs a publisher.");
        plans[planNumber].publisher = publisher;
        emit PlanPassedOn(planNumber, publisher);
    }

    // Sets the commission rate of plans that are published from now on.
    function setCommissionRate(uint256 newCommissionRate) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _setCommissionRate(newCommissionRate);
    }

    // Credits the commission of all plans to an account.
    function takeCommission(address receiver) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(receiver != address(0), "The commission needs a receiver.");
        uint256 amount = earnedCommission;
        earnedCommission = 0;
        emit CommissionTaken(receiver, amount);
        _credit(receiver, amount);
    }

    // The number of plans.
    function numberOfPlans() external view returns (uint256) {
        return plans.length;
    }

    // Occupies a seat of a plan that is open.
    function _occupySeat(uint256 planNumber) internal {
        Plan storage plan = plans[planNumber];
        require(plan.open, "The plan is closed."); //~ BENIGN CTRL_FLOW
        require(plan.occupiedSeats < plan.seats, "All seats are occupied."); //~ BENIGN CTRL_FLOW
        plan.occupiedSeats = plan.occupiedSeats.add(1);
    }

    // Frees a seat.
    function _freeSeat(uint256 planNumber) internal {
        plans[planNumber].occupiedSeats = plans[planNumber].occupiedSeats.sub(1);
    }

    // Credits what a plan has earned.
    function _creditPublisher(uint256 planNumber, uint256 amount) internal {
        Plan storage plan = plans[planNumber];
        (uint256 net, uint256 commission) = CommissionArithmetic.split(amount, plan.commissionRate);
        earnedCommission = earnedCommission.add(commission);
        _credit(plan.publisher, net);
    }

    function _setMonthlyPrice(uint256 planNumber, uint256 monthlyPrice) private {
        require(monthlyPrice > 0, "A plan needs a price."); //~ INSUFF_GUARD INPUT_VAL no price is too high
        plans[planNumber].monthlyPrice = monthlyPrice;
        emit PlanPriceChanged(planNumber, monthlyPrice);
    }

    function _setCommissionRate(uint256 newCommissionRate) private {
        require(newCommissionRate <= HIGHEST_COMMISSION_RATE, "The commission rate is too high.");
        commissionRate = newCommissionRate;
        emit CommissionRateChanged(newCommissionRate);
    }
}

// Subscriptions, which are paid for in advance. The publisher collects month by month; a subscriber who cancels is credited with
// the price of the months that have not begun.
contract PlanSubscriptions is PlanRegister {
    using SafeMath for uint256;

    struct Subscription {
        uint256 planNumber;
        address subscriber;
        uint256 monthlyPrice;
        uint256 start;
        uint256 termInMonths;
        uint256 collectedMonths;
        bool vacated;
    }

    uint256 public constant LONGEST_TERM = 36;

    Subscription[] public subscriptions;

    event Subscribed(uint256 indexed number, uint256 indexed planNumber, address indexed subscriber, uint256 termInMonths);
    event Extended(uint256 indexed number, uint256 termInMonths);
    event Cancelled(uint256 indexed number, uint256 termInMonths, uint256 refund);
    event HandedOver(uint256 indexed number, address indexed subscriber);
    event Collected(uint256 indexed number, uint256 collectedMonths, uint256 amount);
    event Vacated(uint256 indexed number);

    // Only the holder of a subscription may go on, and only while it lasts.
    modifier onlyActiveSubscriber(uint256 number) {
        require(subscriptions[number].subscriber == msg.sender, "The caller is not the subscriber."); //~ BENIGN ACCESS_CTRL
        require(block.timestamp < endOf(number), "The term is over."); //~ BENIGN TIMESTAMP
        _;
    }

    constructor(IERC20 tokenOfAccounts, uint256 initialCommissionRate)
        CreditAccounts(tokenOfAccounts)
        PlanRegister(initialCommissionRate)
    {}

    // Subscribes an account to a plan for a term, which the caller pays for.
    function subscribe(
        uint256 planNumber,
        address subscriber,
        uint256 termInMonths,
        uint256 maximumPayment
    ) external returns (uint256 number) {
        require(subscriber != address(0), "A subscription needs a holder.");
        require(termInMonths > 0, "A term has at least one month.");
        require(termInMonths <= LONGEST_TERM, "The term is too long."); //~ INSUFF_GUARD INPUT_VAL bounds one factor of two
        _occupySeat(planNumber);
        uint256 monthlyPrice = plans[planNumber].monthlyPrice; //~ PREREQ STORAGE_READ chosen by the publisher
        number = subscriptions.length;
        subscriptions.push(
            Subscription(planNumber, subscriber, monthlyPrice, block.timestamp, termInMonths, 0, false)
        );
        emit Subscribed(number, planNumber, subscriber, termInMonths);
        _takePayment(MonthArithmetic.priceOfMonths(monthlyPrice, termInMonths), maximumPayment); //~ PREREQ ARITHMETIC
    }

    // Extends a term, at the price that was agreed on when it started.
    function extendTerm(
        uint256 number,
        uint256 additionalMonths,
        uint256 maximumPayment
    ) external onlyActiveSubscriber(number) {
        Subscription storage subscription = subscriptions[number];
        require(plans[subscription.planNumber].open, "The plan is closed.");
        require(additionalMonths > 0, "A term has at least one month.");
        uint256 termInMonths = subscription.termInMonths.add(additionalMonths);
        require(termInMonths <= LONGEST_TERM, "The term is too long.");
        subscription.termInMonths = termInMonths;
        emit Extended(number, termInMonths);
        _takePayment(
            MonthArithmetic.priceOfMonths(subscription.monthlyPrice, additionalMonths),
            maximumPayment
        );
    }

    // Ends a subscription with the month that has begun.
    function cancel(uint256 number) external onlyActiveSubscriber(number) {
        Subscription storage subscription = subscriptions[number];
        uint256 begun = _monthsBegun(number);
        uint256 unused = subscription.termInMonths.sub(begun);
        require(unused > 0, "All months have begun."); //~ BENIGN CTRL_FLOW
        subscription.termInMonths = begun; //~ BENIGN STATE_MOD
        uint256 refund = MonthArithmetic.priceOfMonths(subscription.monthlyPrice, unused); //~ PREREQ ARITHMETIC fewer months, and a product that fits
        emit Cancelled(number, begun, refund);
        _credit(msg.sender, refund);
    }

    // Hands a subscription over to another holder.
    function handOver(uint256 number, address subscriber) external onlyActiveSubscriber(number) {
        require(subscriber != address(0), "A subscription needs a holder.");
        subscriptions[number].subscriber = subscriber;
        emit HandedOver(number, subscriber);
    }

    // Credits the publisher with the months that have begun and were not collected.
    function collect(uint256 number) external { //~ DECOY ACCESS_CTRL the credit is the publisher's, whoever asks
        Subscription storage subscription = subscriptions[number];
        uint256 begun = _monthsBegun(number);
        uint256 count = begun.sub(subscription.collectedMonths);
        require(count > 0, "All months are collected.");
        subscription.collectedMonths = begun; //~ BENIGN STATE_MOD
        uint256 amount = MonthArithmetic.priceOfMonths(subscription.monthlyPrice, count);
        emit Collected(number, begun, amount);
        _creditPublisher(subscription.planNumber, amount);
    }

    // Frees the seat of a subscription that is over.
    function vacate(uint256 number) external {
        Subscription storage subscription = subscriptions[number];
        require(block.timestamp >= endOf(number), "The term is not over.");
        require(!subscription.vacated, "The seat is free.");
        subscription.vacated = true;
        emit Vacated(number);
        _freeSeat(subscription.planNumber);
    }

    // The time at which a subscription is over.
    function endOf(uint256 number) public view returns (uint256) {
        Subscription storage subscription = subscriptions[number];
        return MonthArithmetic.endOfTerm(subscription.start, subscription.termInMonths);
    }

    // The number of subscriptions.
    function numberOfSubscriptions() external view returns (uint256) {
        return subscriptions.length;
    }

    function _monthsBegun(uint256 number) private view returns (uint256) {
        Subscription storage subscription = subscriptions[number];
        return MonthArithmetic.monthsBegun(subscription.start, block.timestamp, subscription.termInMonths);
    }
}
