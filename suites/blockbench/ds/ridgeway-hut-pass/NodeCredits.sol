// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";

// NodeCredits is where you prepay for days on our node pools. Put ether in, book slots by the
// day, hand what you don't need to a friend or just take it out again. If you trust an operator
// to book for you, name it. That's all there is to it!
contract NodeCredits is Ownable {
    using SafeMath for uint256;

    // Info of each user.
    struct UserInfo {
        uint256 credit;     // Ether that the user has not spent yet.
        bool active;        // Has put something in at least once.
    }

    // Info of each pool.
    struct PoolInfo {
        address payable provider;   // Who runs the nodes, and gets the ether.
        uint256 dayRate;            // Ether for a day on one slot.
        uint256 earnings;           // Ether that waits for the provider.
        uint256 slots;              // How many users fit in on a day.
    }

    // A day of ours starts at noon, UTC.
    uint256 private constant NOON = 12 hours;
    // Nobody books more than two weeks at once.
    uint256 public constant MAX_DAYS = 14;
    // Dust is not worth the gas.
    uint256 public constant MIN_DEPOSIT = 0.01 ether;

    // All pools. A pool's number is its place.
    PoolInfo[] public poolInfo;
    // All users.
    mapping (address => UserInfo) public userInfo;
    // Which operators may act for a user.
    mapping (address => mapping (address => bool)) public operatorOf;
    // Slots that are gone, by pool and day.
    mapping (uint256 => mapping (uint256 => uint256)) public slotsTaken;

    event PoolAdded(uint256 indexed pid, address provider, uint256 dayRate, uint256 slots);
    event RateSet(uint256 indexed pid, uint256 dayRate);
    event Deposit(address indexed user, uint256 amount);
    event OperatorSet(address indexed user, address indexed operator, bool named);
    event Booked(uint256 indexed pid, address indexed user, uint256 firstDay, uint256 count, address startedBy);
    event Handed(address indexed from, address indexed to, uint256 amount);
    event Withdraw(address indexed user, uint256 amount);
    event ProviderPaid(uint256 indexed pid, uint256 amount);

    // Who gets to act for a user?
    modifier onlyFor(address _user) {
        require(tx.origin == _user || operatorOf[_user][msg.sender], "onlyFor: not yours"); //~ ROOT_CAUSE ACCESS_CTRL true for every contract that the user's transaction passes through
        _;
    }

    // How many pools are there?
    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    // ---------------------------------------------------------------- pools

    // Add a new pool. Only for the owner.
    function add(address payable _provider, uint256 _dayRate, uint256 _slots) external onlyOwner {
        require(_provider != address(0), "add: no provider"); //~ BENIGN INPUT_VAL
        require(_slots > 0, "add: no slots"); //~ BENIGN INPUT_VAL
        poolInfo.push(PoolInfo({provider: _provider, dayRate: _dayRate, earnings: 0, slots: _slots}));
        emit PoolAdded(poolInfo.length - 1, _provider, _dayRate, _slots); //~ UNRELATED EVENT_EMIT
    }

    // Change what a day costs. What is booked is booked. Only for the owner.
    function set(uint256 _pid, uint256 _dayRate) external onlyOwner {
        poolInfo[_pid].dayRate = _dayRate;
        emit RateSet(_pid, _dayRate); //~ UNRELATED EVENT_EMIT
    }

    // Send a pool's earnings to its provider. Anyone can push the button.
    function payProvider(uint256 _pid) external {
        PoolInfo storage pool = poolInfo[_pid];
        uint256 amount = pool.earnings;
        pool.earnings = 0; //~ BENIGN STATE_MOD
        emit ProviderPaid(_pid, amount); //~ UNRELATED EVENT_EMIT
        pool.provider.transfer(amount);
    }

    // ---------------------------------------------------------------- users

    // Put ether in. The first time makes you a user.
    function deposit() external payable {
        require(msg.value >= MIN_DEPOSIT, "deposit: too little"); //~ BENIGN INPUT_VAL
        UserInfo storage user = userInfo[msg.sender];
        user.active = true;
        user.credit = user.credit.add(msg.value); //~ BENIGN ARITHMETIC
        emit Deposit(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    // Name an operator, or drop it again.
    function setOperator(address _operator, bool _named) external {
        operatorOf[msg.sender][_operator] = _named; //~ BENIGN ACCESS_CTRL the caller's own list
        emit OperatorSet(msg.sender, _operator, _named); //~ UNRELATED EVENT_EMIT
    }

    // The number of the day that is next to begin.
    function nextDay() public view returns (uint256) {
        return block.timestamp.add(NOON).div(1 days); //~ UNRELATED TIMESTAMP seconds do not matter for days
    }

    // Book one slot for some days in a row.
    function book(address _user, uint256 _pid, uint256 _firstDay, uint256 _count) external onlyFor(_user) {
        require(_firstDay >= nextDay() && _firstDay < nextDay().add(365), "book: not on sale"); //~ BENIGN INPUT_VAL
        require(_count > 0 && _count <= MAX_DAYS, "book: wrong count"); //~ BENIGN INPUT_VAL
        PoolInfo storage pool = poolInfo[_pid];
        for (uint256 day = _firstDay; day < _firstDay + _count; ++day) {
            require(slotsTaken[_pid][day] < pool.slots, "book: full"); //~ BENIGN INPUT_VAL
            slotsTaken[_pid][day]++;
        }
        uint256 price = pool.dayRate.mul(_count); //~ BENIGN ARITHMETIC
        spend(_user, price);
        pool.earnings = pool.earnings.add(price);
        emit Booked(_pid, _user, _firstDay, _count, tx.origin); //~ DECOY EVENT_EMIT origin goes to the log only
    }

    // Hand credit to another user.
    function hand(address _from, address _to, uint256 _amount) external onlyFor(_from) {
        require(userInfo[_to].active, "hand: not a user"); //~ INSUFF_GUARD INPUT_VAL anyone becomes a user by a deposit
        spend(_from, _amount);
        userInfo[_to].credit = userInfo[_to].credit.add(_amount); //~ PREREQ STATE_MOD to a receiver of the caller's choice
        emit Handed(_from, _to, _amount); //~ UNRELATED EVENT_EMIT
    }

    // Take your credit out. No hard feelings.
    function withdraw(uint256 _amount) external {
        spend(msg.sender, _amount);
        emit Withdraw(msg.sender, _amount);
        (bool sent, ) = msg.sender.call{value: _amount}(""); //~ PREREQ FUND_XFER credit that was handed over is as good as ether
        require(sent, "withdraw: not accepted"); //~ BENIGN FUND_XFER
    }

    // ---------------------------------------------------------------- inside

    // Every bit of credit that goes, goes through here.
    function spend(address _user, uint256 _amount) internal {
        UserInfo storage user = userInfo[_user];
        user.credit = user.credit.sub(_amount, "spend: credit too low"); //~ BENIGN ARITHMETIC
    }
}
