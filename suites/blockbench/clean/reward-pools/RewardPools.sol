// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/Math.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/ReentrancyGuard.sol";

// RewardPools shares a funded reward among the stakers of several pools.
//
// The owner funds one reward period at a time. Each second of it pays rewardPerSecond, split by allocPoint. What nobody
// earned (an empty pool, or an emergency exit) is kept and goes into the next period.
contract RewardPools is Ownable, ReentrancyGuard {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    // Info of each user.
    struct UserInfo {
        uint256 amount; // How many LP tokens the user has in the pool.
        uint256 rewardDebt; // What the amount would have earned before the user came.
    }

    // Info of each pool.
    struct PoolInfo {
        IERC20 lpToken; // Address of the LP token.
        uint256 allocPoint; // Share of the rewards that goes to this pool.
        uint256 lastRewardTime; // Up to when rewards are distributed.
        uint256 accRewardPerShare; // Rewards per share so far, times 1e12.
        uint256 totalStaked; // All amounts of the pool.
    }

    uint256 public constant MAX_POOLS = 20;

    // The reward token, and what is held of it for rewards. The token may be the LP token of a pool, too.
    IERC20 public immutable reward;
    uint256 public rewardReserve;
    // The part of the reserve that nobody earned.
    uint256 public spare;

    uint256 public rewardPerSecond;
    uint256 public endTime;
    uint256 public totalAllocPoint;
    PoolInfo[] public poolInfo;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;

    event Funded(uint256 amount, uint256 rewardPerSecond, uint256 endTime);
    event PoolSet(uint256 indexed pid, uint256 allocPoint);
    event Deposit(address indexed user, uint256 indexed pid, uint256 amount);
    event Withdraw(address indexed user, uint256 indexed pid, uint256 amount);
    event EmergencyWithdraw(address indexed user, uint256 indexed pid, uint256 amount);
    event RewardPaid(address indexed user, uint256 amount);

    modifier poolExists(uint256 _pid) {
        require(_pid < poolInfo.length, "pool: does not exist");
        _;
    }

    constructor(IERC20 _reward) public {
        require(address(_reward) != address(0), "constructor: zero token");
        reward = _reward;
    }

    // ------------------------------------------------------------------ owner

    // Starts a period. The one before must be over.
    function fund(uint256 _amount, uint256 _duration) external onlyOwner {
        require(block.timestamp >= endTime, "fund: period not over"); //~ BENIGN CTRL_FLOW a promised rate is never changed
        require(_duration >= 1 days && _duration <= 365 days, "fund: bad duration");
        massUpdatePools(); //~ BENIGN STATE_MOD the old rate up to the old end
        uint256 received = _pull(reward, _amount);
        rewardReserve = rewardReserve.add(received);
        uint256 total = received.add(spare);
        rewardPerSecond = total.div(_duration);
        require(rewardPerSecond > 0, "fund: too little");
        spare = total.sub(rewardPerSecond.mul(_duration)); //~ BENIGN ARITHMETIC the remainder of the division
        endTime = block.timestamp.add(_duration);
        for (uint256 pid = 0; pid < poolInfo.length; ++pid) {
            poolInfo[pid].lastRewardTime = block.timestamp;
        }
        emit Funded(received, rewardPerSecond, endTime);
    }

    // Adds a pool.
    function add(uint256 _allocPoint, IERC20 _lpToken) external onlyOwner {
        require(poolInfo.length < MAX_POOLS, "add: too many pools"); //~ BENIGN INPUT_VAL bounds every loop over the pools
        require(_allocPoint > 0 && _allocPoint <= 10000, "add: bad points");
        require(address(_lpToken) != address(0), "add: zero token");
        massUpdatePools();
        totalAllocPoint = totalAllocPoint.add(_allocPoint);
        poolInfo.push(PoolInfo(_lpToken, _allocPoint, block.timestamp, 0, 0));
        emit PoolSet(poolInfo.length - 1, _allocPoint);
    }

    // Changes the share of a pool.
    function set(uint256 _pid, uint256 _allocPoint) external onlyOwner poolExists(_pid) {
        require(_allocPoint <= 10000, "set: bad points");
        massUpdatePools();
        totalAllocPoint = totalAllocPoint.sub(poolInfo[_pid].allocPoint).add(_allocPoint);
        require(totalAllocPoint > 0, "set: no points left"); //~ BENIGN INPUT_VAL updates divide by it
        poolInfo[_pid].allocPoint = _allocPoint;
        emit PoolSet(_pid, _allocPoint);
    }

    // ------------------------------------------------------------------ views

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    // What a user could harvest now.
    function pendingReward(uint256 _pid, address _user) external view returns (uint256) {
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][_user];
        uint256 acc = pool.accRewardPerShare;
        uint256 to = Math.min(block.timestamp, endTime);
        if (to > pool.lastRewardTime && pool.totalStaked > 0) {
            acc = acc.add(_poolReward(pool, to).mul(1e12).div(pool.totalStaked));
        }
        return user.amount.mul(acc).div(1e12).sub(user.rewardDebt);
    }

    // ------------------------------------------------------------------ updates

    // At most MAX_POOLS of them.
    function massUpdatePools() public {
        for (uint256 pid = 0; pid < poolInfo.length; ++pid) { //~ BENIGN CTRL_FLOW twenty pools at most
            updatePool(pid);
        }
    }

    function updatePool(uint256 _pid) public poolExists(_pid) {
        PoolInfo storage pool = poolInfo[_pid];
        uint256 to = Math.min(block.timestamp, endTime); //~ UNRELATED TIMESTAMP seconds of a period of days
        if (to <= pool.lastRewardTime) return;
        uint256 amount = _poolReward(pool, to);
        if (pool.totalStaked == 0) {
            spare = spare.add(amount); //~ BENIGN STATE_MOD no one was there to earn it
        } else {
            pool.accRewardPerShare = pool.accRewardPerShare.add(amount.mul(1e12).div(pool.totalStaked)); //~ BENIGN ARITHMETIC rounds down, and transfers to this contract do not count as stakes
        }
        pool.lastRewardTime = to;
    }

    // ------------------------------------------------------------------ users

    function deposit(uint256 _pid, uint256 _amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        updatePool(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        // Pays for the time before this deposit.
        _payPending(pool, user);
        uint256 received = _pull(pool.lpToken, _amount);
        require(received > 0, "deposit: nothing received");
        pool.totalStaked = pool.totalStaked.add(received);
        user.amount = user.amount.add(received);
        user.rewardDebt = user.amount.mul(pool.accRewardPerShare).div(1e12); //~ BENIGN STATE_MOD of the whole new amount
        emit Deposit(msg.sender, _pid, received);
    }

    function withdraw(uint256 _pid, uint256 _amount) external nonReentrant {
        updatePool(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        require(_amount > 0 && _amount <= user.amount, "withdraw: bad amount"); //~ PREREQ INPUT_VAL
        _payPending(pool, user);
        pool.totalStaked = pool.totalStaked.sub(_amount);
        user.amount = user.amount.sub(_amount);
        user.rewardDebt = user.amount.mul(pool.accRewardPerShare).div(1e12);
        pool.lpToken.safeTransfer(msg.sender, _amount);
        emit Withdraw(msg.sender, _pid, _amount);
    }

    function harvest(uint256 _pid) external nonReentrant {
        updatePool(_pid);
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        _payPending(pool, user);
        user.rewardDebt = user.amount.mul(pool.accRewardPerShare).div(1e12); //~ BENIGN STATE_MOD what was paid is not paid again
    }

    // Takes the stake out without the rewards.
    function emergencyWithdraw(uint256 _pid) external poolExists(_pid) nonReentrant {
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        uint256 amount = user.amount;
        require(amount > 0, "emergency: no stake");
        spare = spare.add(amount.mul(pool.accRewardPerShare).div(1e12).sub(user.rewardDebt)); //~ BENIGN STATE_MOD the forfeited part
        user.amount = 0;
        user.rewardDebt = 0;
        pool.totalStaked = pool.totalStaked.sub(amount);
        pool.lpToken.safeTransfer(msg.sender, amount); //~ BENIGN EXT_CALL last, and the entry is empty
        emit EmergencyWithdraw(msg.sender, _pid, amount);
    }

    // ------------------------------------------------------------------ internals

    function _poolReward(PoolInfo storage pool, uint256 to) internal view returns (uint256) {
        return rewardPerSecond.mul(to.sub(pool.lastRewardTime)).mul(pool.allocPoint).div(totalAllocPoint);
    }

    // Rewards never come out of anybody's stake, even where roundings add up.
    function _payPending(PoolInfo storage pool, UserInfo storage user) internal {
        uint256 pending = user.amount.mul(pool.accRewardPerShare).div(1e12).sub(user.rewardDebt);
        pending = Math.min(pending, rewardReserve); //~ BENIGN ARITHMETIC short by a few wei at most
        if (pending == 0) return;
        rewardReserve = rewardReserve.sub(pending);
        reward.safeTransfer(msg.sender, pending);
        emit RewardPaid(msg.sender, pending);
    }

    // Some tokens keep a fee, so what arrived is counted.
    function _pull(IERC20 _token, uint256 _amount) internal returns (uint256) {
        uint256 before = _token.balanceOf(address(this));
        _token.safeTransferFrom(msg.sender, address(this), _amount);
        return _token.balanceOf(address(this)).sub(before); //~ BENIGN COMPUTATION nobody else's deposit falls in between
    }
}
