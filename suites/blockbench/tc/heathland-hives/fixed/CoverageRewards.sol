// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Pausable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/ReentrancyGuard.sol";
import "./context/EmissionSchedule.sol";
import "./context/RewardArithmetic.sol";
import "./context/RewardRecipients.sol";
import "./context/RewardToken.sol";

/**
 * Rewards for those who provide coverage. There is one pool for each staking token. The emission of the schedule is divided among
 * the pools in proportion to their weights, and within a pool among the stakers in proportion to their stakes.
 *
 * For each pool the contract remembers the reward of one unit of stake since the pool was added. A staker's claim is the reward
 * of its units less what is written off: what was paid already, and what these units did not earn because they came later.
 */
contract CoverageRewards is EmissionSchedule, RewardRecipients, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Pool {
        uint256 weight;
        uint256 depositCap;
        uint256 updatedAt;
        uint256 rewardPerUnit;
    }

    struct Staker {
        uint256 stake;
        uint256 writtenOff;
        uint256 depositedAt;
    }

    uint256 public constant MAXIMUM_NUMBER_OF_POOLS = 32;
    uint256 public constant MAXIMUM_WEIGHT = 1e9;
    uint256 public constant MAXIMUM_DEPOSIT_CAP = uint256(type(uint96).max);
    uint256 public constant STAKING_PERIOD = 1 days;
    uint256 public constant EARLY_FEE_BASIS_POINTS = 50;

    RewardToken public immutable rewardToken;

    address[] public stakingTokens;
    uint256 public totalWeight;
    mapping(address => Pool) public pools;
    mapping(address => uint256) public totalStakedIn;
    mapping(address => uint256) public feesIn;
    mapping(address => mapping(address => Staker)) public stakers;

    event PoolAdded(address indexed stakingToken, uint256 weight, uint256 depositCap);
    event PoolChanged(address indexed stakingToken, uint256 weight, uint256 depositCap);
    event Deposited(address indexed stakingToken, address indexed account, uint256 amount);
    event Withdrawn(address indexed stakingToken, address indexed account, uint256 amount, uint256 fee);
    event RewardPaid(address indexed stakingToken, address indexed account, uint256 amount);

    /**
     * The reward token is created together with this contract, which alone can increase its supply.
     */
    constructor(uint256 initialEmissionPerSecond) EmissionSchedule(initialEmissionPerSecond) {
        rewardToken = new RewardToken();
    }

    /**
     * Adds a pool. All others are updated first, as their part of the emission becomes smaller. The staking token has to be an
     * ordinary one that transfers exactly what it is asked to, and it is for the owner to see to that.
     */
    function addPool(address stakingToken, uint256 weight, uint256 depositCap) external onlyOwner {
        require(pools[stakingToken].updatedAt == 0, "A staking token can have one pool only"); //~ BENIGN INPUT_VAL
        require(stakingTokens.length < MAXIMUM_NUMBER_OF_POOLS, "There are too many pools"); //~ BENIGN INPUT_VAL
        _updateAllPools(); //~ BENIGN CTRL_FLOW
        stakingTokens.push(stakingToken);
        pools[stakingToken].updatedAt = block.timestamp;
        _setPool(stakingToken, weight, depositCap);
        emit PoolAdded(stakingToken, weight, depositCap); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Changes the weight of a pool and the limit of its deposits. A pool without weight earns nothing more, and a limit below
     * what is staked refuses new deposits and touches nobody's stake.
     */
    function changePool(address stakingToken, uint256 weight, uint256 depositCap) external onlyOwner {
        require(pools[stakingToken].updatedAt > 0, "There is no pool for this token"); //~ BENIGN INPUT_VAL
        _updateAllPools(); //~ BENIGN CTRL_FLOW
        _setPool(stakingToken, weight, depositCap);
        emit PoolChanged(stakingToken, weight, depositCap); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Changes the rate of the emission from now on.
     */
    function changeEmission(uint256 newEmissionPerSecond) external onlyOwner {
        _updateAllPools(); //~ BENIGN CTRL_FLOW
        _changeEmission(newEmissionPerSecond);
    }

    /**
     * Stops new deposits, or lets them go on. Withdrawals and claims are always possible.
     */
    function setPaused(bool paused_) external onlyOwner {
        if (paused_) {
            _pause();
        } else {
            _unpause();
        }
    }

    /**
     * Sends the fees of early withdrawals from one pool to a recipient.
     */
    function collectFees(address stakingToken, address recipient) external onlyOwner {
        uint256 amount = feesIn[stakingToken];
        feesIn[stakingToken] = 0; //~ BENIGN STATE_MOD
        IERC20(stakingToken).safeTransfer(recipient, amount);
    }

    /**
     * Sends tokens to a recipient that came here without a deposit. What was staked and what is a fee is not among them.
     */
    function recoverTokens(address token, address recipient) external onlyOwner {
        uint256 reserved = totalStakedIn[token].add(feesIn[token]);
        uint256 amount = IERC20(token).balanceOf(address(this)).sub(reserved); //~ BENIGN ARITHMETIC
        IERC20(token).safeTransfer(recipient, amount);
    }

    /**
     * Brings the reward per unit of a pool up to the present time. Anybody may ask for it. While nothing is staked the emission of
     * a pool is lost.
     */
    function updatePool(address stakingToken) public {
        Pool storage pool = pools[stakingToken];
        require(pool.updatedAt > 0, "There is no pool for this token"); //~ BENIGN INPUT_VAL
        pool.rewardPerUnit = pool.rewardPerUnit.add(_growthSince(pool.updatedAt, pool.weight, totalStakedIn[stakingToken])); //~ BENIGN STATE_MOD
        pool.updatedAt = block.timestamp; //~ BENIGN STATE_MOD
    }

    /**
     * What an account could claim from a pool if the pool were updated now.
     */
    function claimableReward(address stakingToken, address account) external view returns (uint256) {
        Pool memory pool = pools[stakingToken];
        Staker memory staker = stakers[stakingToken][account];
        uint256 growth = _growthSince(pool.updatedAt, pool.weight, totalStakedIn[stakingToken]);
        uint256 reward = RewardArithmetic.rewardOfUnits(staker.stake, pool.rewardPerUnit.add(growth));
        return reward.sub(staker.writtenOff);
    }

    /**
     * The number of pools, including those without weight.
     */
    function numberOfPools() external view returns (uint256) {
        return stakingTokens.length;
    }

    /**
     * Adds to the stake of the caller and pays what the stake so far has earned. The staking period begins anew.
     */
    function deposit(address stakingToken, uint256 amount) external nonReentrant whenNotPaused {
        require(amount > 0, "The amount of a deposit must be positive"); //~ BENIGN INPUT_VAL
        Pool storage pool = pools[stakingToken]; //~ BENIGN STORAGE_READ
        Staker storage staker = stakers[stakingToken][msg.sender];
        updatePool(stakingToken); //~ BENIGN CTRL_FLOW
        uint256 earned = RewardArithmetic.rewardOfUnits(staker.stake, pool.rewardPerUnit).sub(staker.writtenOff);
        staker.stake = staker.stake.add(amount);
        staker.writtenOff = RewardArithmetic.rewardOfUnits(staker.stake, pool.rewardPerUnit); //~ BENIGN STATE_MOD
        staker.depositedAt = block.timestamp;
        totalStakedIn[stakingToken] = totalStakedIn[stakingToken].add(amount);
        require(totalStakedIn[stakingToken] <= pool.depositCap, "The pool takes no more deposits"); //~ BENIGN INPUT_VAL
        _payReward(stakingToken, earned);
        IERC20(stakingToken).safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Deposited(stakingToken, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Pays what the caller has earned in a pool, and then returns a part of the stake, less the fee where the staking period is not
     * over yet.
     */
    function withdraw(address stakingToken, uint256 amount) external nonReentrant {
        _claim(stakingToken);
        Staker storage staker = stakers[stakingToken][msg.sender];
        require(amount <= staker.stake, "The stake is smaller than the amount"); //~ BENIGN INPUT_VAL
        staker.stake = staker.stake - amount;
        staker.writtenOff = RewardArithmetic.rewardOfUnits(staker.stake, pools[stakingToken].rewardPerUnit); //~ BENIGN ARITHMETIC
        _returnStake(stakingToken, amount, staker.depositedAt);
    }

    /**
     * Pays what the caller has earned in a pool and returns the whole stake, less the fee where the staking period is not over yet.
     */
    function leave(address stakingToken) external nonReentrant {
        _claim(stakingToken);
        uint256 amount = stakers[stakingToken][msg.sender].stake;
        uint256 depositedAt = stakers[stakingToken][msg.sender].depositedAt;
        delete stakers[stakingToken][msg.sender]; //~ BENIGN STATE_MOD
        _returnStake(stakingToken, amount, depositedAt);
    }

    /**
     * Returns the whole stake of the caller, who gives up what it has earned since the last payment.
     */
    function withdrawWithoutReward(address stakingToken) external nonReentrant {
        updatePool(stakingToken);
        Staker memory staker = stakers[stakingToken][msg.sender];
        delete stakers[stakingToken][msg.sender]; //~ BENIGN STATE_MOD
        _returnStake(stakingToken, staker.stake, staker.depositedAt);
    }

    /**
     * Pays what the caller has earned in several pools.
     */
    function claim(address[] calldata tokens) external nonReentrant {
        for (uint256 index = 0; index < tokens.length; index++) {
            _claim(tokens[index]);
        }
    }

    /**
     * Updates a pool and pays what the caller has earned in it, which is written off from then on.
     */
    function _claim(address stakingToken) private {
        updatePool(stakingToken);
        Staker storage staker = stakers[stakingToken][msg.sender];
        uint256 reward = RewardArithmetic.rewardOfUnits(staker.stake, pools[stakingToken].rewardPerUnit);
        uint256 earned = reward.sub(staker.writtenOff); //~ BENIGN ARITHMETIC
        staker.writtenOff = reward;
        _payReward(stakingToken, earned); //~ BENIGN FUND_XFER
    }

    /**
     * Sends stake back to the caller and keeps the fee.
     */
    function _returnStake(address stakingToken, uint256 amount, uint256 depositedAt) private {
        uint256 stakedFor = block.timestamp.sub(depositedAt);
        uint256 fee = RewardArithmetic.earlyFee(amount, stakedFor, STAKING_PERIOD, EARLY_FEE_BASIS_POINTS);
        totalStakedIn[stakingToken] = totalStakedIn[stakingToken].sub(amount);
        feesIn[stakingToken] = feesIn[stakingToken].add(fee);
        IERC20(stakingToken).safeTransfer(msg.sender, amount.sub(fee)); //~ BENIGN FUND_XFER
        emit Withdrawn(stakingToken, msg.sender, amount, fee); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Creates an amount of the reward token for the recipient that the caller has named.
     */
    function _payReward(address stakingToken, uint256 amount) private {
        if (amount > 0) {
            rewardToken.mint(recipientOf(msg.sender), amount);
            emit RewardPaid(stakingToken, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        }
    }

    /**
     * Brings all pools up to the present time, before anything changes by which the emission is divided.
     */
    function _updateAllPools() private {
        for (uint256 index = 0; index < stakingTokens.length; index++) {
            updatePool(stakingTokens[index]);
        }
    }

    /**
     * Sets weight and limit of a pool, within their bounds. There is always some weight, as the emission is divided by the sum.
     */
    function _setPool(address stakingToken, uint256 weight, uint256 depositCap) private {
        require(weight <= MAXIMUM_WEIGHT, "The weight must not exceed its maximum"); //~ BENIGN INPUT_VAL
        require(depositCap <= MAXIMUM_DEPOSIT_CAP, "The limit must not exceed its maximum"); //~ BENIGN INPUT_VAL
        totalWeight = totalWeight.sub(pools[stakingToken].weight).add(weight);
        require(totalWeight > 0, "The sum of the weights must be positive"); //~ BENIGN INPUT_VAL
        pools[stakingToken].weight = weight;
        pools[stakingToken].depositCap = depositCap;
    }

    /**
     * By how much the reward per unit of a pool has grown since a time.
     */
    function _growthSince(uint256 since, uint256 weight, uint256 units) private view returns (uint256) {
        if (units == 0) {
            return 0;
        }
        uint256 emission = RewardArithmetic.emissionOver(block.timestamp.sub(since), emissionPerSecond);
        return RewardArithmetic.growthPerUnit(RewardArithmetic.shareOfEmission(emission, weight, totalWeight), units); //~ BENIGN ARITHMETIC
    }
}
