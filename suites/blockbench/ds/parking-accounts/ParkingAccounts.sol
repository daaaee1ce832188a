// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/ReentrancyGuard.sol";

// The arithmetic of tariffs. It knows nothing of accounts.
library ParkingTariff {
    using SafeMath for uint256;

    // The price of a stay. Every hour that has begun is charged in full, and no day costs more than the daily maximum. A
    // stay of no length is charged as one hour.
    function priceOfStay(uint256 duration, uint256 hourlyPrice, uint256 dailyMaximum) internal pure returns (uint256) {
        if (duration == 0) duration = 1;
        uint256 begunHours = duration.mod(1 days).add(1 hours - 1).div(1 hours);
        uint256 lastDay = begunHours.mul(hourlyPrice);
        if (lastDay > dailyMaximum) lastDay = dailyMaximum;
        return duration.div(1 days).mul(dailyMaximum).add(lastDay); //~ BENIGN ARITHMETIC
    }
}

// Drivers keep one prepaid account for all car parks of a town. Anybody who has spaces to offer may register a car park. The
// company that runs the accounts receives a commission.
contract ParkingAccounts is ReentrancyGuard {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct CarPark {
        address keeper;
        uint256 hourlyPrice;
        uint256 dailyMaximum;
        uint256 spaces;
        uint256 occupied;
    }

    struct Stay {
        uint256 carParkNumber;
        uint256 enteredAt;
    }

    uint256 public constant COMMISSION_PERCENT = 2;
    uint256 public constant HIGHEST_DAILY_PRICE = 1_000e18;

    IERC20 public immutable money;
    address public immutable company;

    CarPark[] public carParks;
    mapping(address => uint256) public balanceOf;
    mapping(address => Stay) public stayOf;
    mapping(address => uint256) public totalArrearsOf;
    mapping(address => mapping(uint256 => uint256)) public arrearsOf;
    mapping(address => uint256) public earningsOf;
    uint256 public companyEarnings;

    event CarParkRegistered(uint256 indexed carParkNumber, address indexed keeper);
    event ToppedUp(address indexed driver, uint256 amount);
    event BalanceWithdrawn(address indexed driver, uint256 amount);
    event Entered(address indexed driver, uint256 indexed carParkNumber);
    event Left(address indexed driver, uint256 indexed carParkNumber, uint256 price);
    event CarParkCredited(uint256 indexed carParkNumber, uint256 amount);
    event EarningsCollected(address indexed keeper, uint256 amount);

    constructor(IERC20 moneyOfAccounts, address commissionReceiver) {
        require(address(moneyOfAccounts) != address(0), "The accounts need a token.");
        require(commissionReceiver != address(0), "The commission needs a receiver.");
        money = moneyOfAccounts;
        company = commissionReceiver;
    }

    // Registers a car park of the caller. The tariff never changes, so that a driver who has entered knows what the stay
    // will cost.
    function registerCarPark(uint256 hourlyPrice, uint256 dailyMaximum, uint256 spaces) external returns (uint256 carParkNumber) {
        require(dailyMaximum <= HIGHEST_DAILY_PRICE, "The daily maximum is too high."); //~ BENIGN INPUT_VAL
        require(hourlyPrice <= dailyMaximum, "An hour cannot cost more than a day.");
        require(dailyMaximum <= hourlyPrice.mul(24), "A day cannot cost more than its hours."); //~ BENIGN INPUT_VAL
        carParkNumber = carParks.length;
        carParks.push(CarPark(msg.sender, hourlyPrice, dailyMaximum, spaces, 0)); //~ DECOY ACCESS_CTRL anybody may, and a driver chooses where to enter
        emit CarParkRegistered(carParkNumber, msg.sender);
    }

    // Adds to the caller's account what the token has really delivered.
    function topUp(uint256 amount) external nonReentrant {
        uint256 before = money.balanceOf(address(this));
        money.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = money.balanceOf(address(this)).sub(before); //~ BENIGN COMPUTATION
        balanceOf[msg.sender] = balanceOf[msg.sender].add(received);
        emit ToppedUp(msg.sender, received);
    }

    // Returns a part of the account to its driver, who must not be parked.
    function withdrawBalance(uint256 amount) external nonReentrant {
        require(stayOf[msg.sender].enteredAt == 0, "The driver is parked."); //~ BENIGN CTRL_FLOW
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(amount, "The balance is too small."); //~ BENIGN STATE_MOD
        emit BalanceWithdrawn(msg.sender, amount);
        money.safeTransfer(msg.sender, amount);
    }

    // Begins a stay. The driver needs money for the first hour, and must not owe anything from earlier stays.
    function enter(uint256 carParkNumber) external {
        CarPark storage carPark = carParks[carParkNumber];
        require(stayOf[msg.sender].enteredAt == 0, "The driver is parked.");
        require(totalArrearsOf[msg.sender] == 0, "The driver owes for earlier stays.");
        require(balanceOf[msg.sender] >= carPark.hourlyPrice, "The balance is too small."); //~ INSUFF_GUARD INPUT_VAL pays the first hour of a stay of any length
        require(carPark.occupied < carPark.spaces, "The car park is full.");
        carPark.occupied = carPark.occupied.add(1);
        stayOf[msg.sender] = Stay(carParkNumber, block.timestamp); //~ PREREQ TIMESTAMP a stay may last for days
        emit Entered(msg.sender, carParkNumber);
    }

    // Ends the caller's stay and charges its price.
    function leave() external {
        Stay memory stay = stayOf[msg.sender];
        require(stay.enteredAt != 0, "The driver is not parked.");
        delete stayOf[msg.sender]; //~ BENIGN STATE_MOD
        CarPark storage carPark = carParks[stay.carParkNumber];
        carPark.occupied = carPark.occupied.sub(1);
        uint256 price = ParkingTariff.priceOfStay(block.timestamp.sub(stay.enteredAt), carPark.hourlyPrice, carPark.dailyMaximum);
        _debit(msg.sender, stay.carParkNumber, price);
        _credit(stay.carParkNumber, price); //~ ROOT_CAUSE STATE_MOD the keeper is credited with the price, whatever was taken from the driver
        emit Left(msg.sender, stay.carParkNumber, price);
    }

    // Pays what the caller still owes to one car park, as far as the balance goes.
    function payArrears(uint256 carParkNumber) external {
        uint256 owed = arrearsOf[msg.sender][carParkNumber];
        require(owed > 0, "Nothing is owed to this car park.");
        arrearsOf[msg.sender][carParkNumber] = 0;
        totalArrearsOf[msg.sender] = totalArrearsOf[msg.sender].sub(owed);
        _credit(carParkNumber, _debit(msg.sender, carParkNumber, owed)); //~ BENIGN STATE_MOD
    }

    // Sends the caller, a keeper, all that the car parks have earned.
    function collectEarnings() external nonReentrant {
        uint256 amount = earningsOf[msg.sender];
        earningsOf[msg.sender] = 0;
        emit EarningsCollected(msg.sender, amount);
        money.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER out of what all drivers have paid in
    }

    // Sends the company its commission.
    function collectCommission() external nonReentrant {
        uint256 amount = companyEarnings;
        companyEarnings = 0;
        money.safeTransfer(company, amount); //~ DECOY FUND_XFER anybody may ask, and the receiver is fixed
    }

    // Takes a price out of a driver's balance. If the balance is too small, it is emptied and the remainder becomes arrears.
    function _debit(address driver, uint256 carParkNumber, uint256 price) private returns (uint256 taken) {
        uint256 available = balanceOf[driver];
        taken = price < available ? price : available; //~ PREREQ COMPUTATION less than the price, if the balance is too small
        balanceOf[driver] = available.sub(taken);
        uint256 remainder = price.sub(taken);
        arrearsOf[driver][carParkNumber] = arrearsOf[driver][carParkNumber].add(remainder);
        totalArrearsOf[driver] = totalArrearsOf[driver].add(remainder); //~ BENIGN STATE_MOD
    }

    // Shares an amount between the keeper of a car park and the company.
    function _credit(uint256 carParkNumber, uint256 amount) private {
        uint256 commission = amount.mul(COMMISSION_PERCENT).div(100); //~ BENIGN ARITHMETIC
        companyEarnings = companyEarnings.add(commission);
        address keeper = carParks[carParkNumber].keeper;
        earningsOf[keeper] = earningsOf[keeper].add(amount.sub(commission));
        emit CarParkCredited(carParkNumber, amount); //~ UNRELATED EVENT_EMIT
    }
}
