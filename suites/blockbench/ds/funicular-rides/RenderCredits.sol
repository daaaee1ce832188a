// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";

// Prepaid credits for our render farm. Buy single ones, or a plan for the quarter.
// One credit = one job, the worker box takes it when the job starts. Credits move between
// accounts, and we take unused ones back for 80%.
contract RenderCredits is Ownable {
    // one word per account
    struct Account {
        uint64 credits;
        uint64 planJobs;
        uint64 planUntil;
        uint64 jobsDone;
    }

    uint256 public constant PLAN = 120 days;
    uint64 public constant JOBS_PER_PLAN = 60;
    uint64 public constant MAX_CREDITS = 500;

    uint256 public immutable price;
    uint256 public immutable planPrice;
    address public worker;

    mapping(address => Account) internal accounts;
    uint256 public outstanding; // sold, not used, not refunded

    error NotEnoughCredits();
    error TooManyCredits(uint64 credits);
    error BadRecipient(address to);
    error PriceIs(uint256 amount);

    constructor(uint256 price_, uint256 planPrice_) Ownable(msg.sender) {
        price = price_;
        planPrice = planPrice_;
        worker = msg.sender;
    }

    function setWorker(address worker_) external onlyOwner {
        worker = worker_;
        emit WorkerSet(worker_); //~ UNRELATED EVENT_EMIT
    }

    function accountOf(address user) external view returns (Account memory) {
        return accounts[user];
    }

    function buy(uint64 credits) external payable {
        require(credits > 0, "no credits"); //~ BENIGN INPUT_VAL
        if (msg.value != price * credits) revert PriceIs(price * credits); //~ BENIGN INPUT_VAL to the wei
        Account memory a = accounts[msg.sender];
        a.credits += credits;
        if (a.credits > MAX_CREDITS) revert TooManyCredits(a.credits); //~ BENIGN INPUT_VAL nobody stocks up for years
        accounts[msg.sender] = a;
        outstanding += credits;
        emit Bought(msg.sender, credits);
    }

    // plan jobs stay with the account that bought them
    function buyPlan() external payable {
        if (msg.value != planPrice) revert PriceIs(planPrice); //~ BENIGN INPUT_VAL
        Account memory a = accounts[msg.sender];
        require(block.timestamp >= a.planUntil, "plan running"); //~ UNRELATED TIMESTAMP a plan of months
        a.planJobs = JOBS_PER_PLAN;
        a.planUntil = uint64(block.timestamp + PLAN);
        accounts[msg.sender] = a;
        emit PlanBought(msg.sender, a.planUntil);
    }

    function transfer(address to, uint64 credits) external {
        if (to == address(0)) revert BadRecipient(to); //~ ROOT_CAUSE INPUT_VAL the sender may name its own address
        Account memory mine = accounts[msg.sender]; //~ PREREQ STORAGE_READ two copies, which may be copies of one account
        Account memory theirs = accounts[to];
        if (credits == 0 || mine.credits < credits) revert NotEnoughCredits(); //~ BENIGN INPUT_VAL nobody sends more than they have
        mine.credits -= credits;
        theirs.credits += credits;
        if (theirs.credits > MAX_CREDITS) revert TooManyCredits(theirs.credits); //~ INSUFF_GUARD INPUT_VAL bounds an account, not what is in all of them
        accounts[msg.sender] = mine;
        accounts[to] = theirs; //~ PREREQ STATE_MOD written last, over what was taken off in the line above
        emit Transferred(msg.sender, to, credits); //~ UNRELATED EVENT_EMIT
    }

    // plan first, then credits
    function startJob(address user) external {
        require(msg.sender == worker, "worker only"); //~ BENIGN ACCESS_CTRL
        Account storage a = accounts[user];
        bool onPlan = a.planJobs > 0 && block.timestamp < a.planUntil;
        if (onPlan) {
            --a.planJobs;
        } else {
            if (a.credits == 0) revert NotEnoughCredits(); //~ BENIGN INPUT_VAL
            --a.credits;
            --outstanding;
        }
        ++a.jobsDone;
        emit JobStarted(user, onPlan);
    }

    function refund(uint64 credits) external {
        Account storage a = accounts[msg.sender];
        if (credits == 0 || a.credits < credits) revert NotEnoughCredits(); //~ BENIGN INPUT_VAL
        a.credits -= credits;
        outstanding -= credits; //~ BENIGN ARITHMETIC checked against all that were sold
        uint256 amount = (price * credits * 4) / 5;
        emit Refunded(msg.sender, credits, amount);
        _send(msg.sender, amount);
    }

    // whatever is outstanding stays in here, at the full price
    function withdraw(uint256 amount) external onlyOwner {
        require(address(this).balance >= amount + price * outstanding, "not covered"); //~ BENIGN INPUT_VAL whatever is out stays covered
        _send(msg.sender, amount);
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}(""); //~ DECOY EXT_CALL the account has been written
        require(ok, "not sent");
    }

    event WorkerSet(address worker);
    event Bought(address indexed user, uint64 credits);
    event PlanBought(address indexed user, uint64 until);
    event Transferred(address indexed from, address indexed to, uint64 credits);
    event JobStarted(address indexed user, bool onPlan);
    event Refunded(address indexed user, uint64 credits, uint256 amount);
}
