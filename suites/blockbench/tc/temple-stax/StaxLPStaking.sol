// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.6.12;

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

contract StaxStakingStorage {
    /**
     * @notice Administrator for this contract
     */
    address public owner;

    /**
     * @notice The contract that stakes of this one can be moved to
     */
    address public migrator;

    /**
     * @notice The contract that stakes of this one can be moved from
     */
    address public legacyStaking;

    /**
     * @notice Who brings rewards
     */
    address public rewardDistributor;

    /**
     * @notice The token that is staked
     */
    IERC20 public stakingToken;

    /**
     * @notice The token that is paid as a reward
     */
    IERC20 public rewardToken;

    /**
     * @notice Sum of all stakes
     */
    uint256 public totalSupply;

    /**
     * @notice Reward per staked token since the beginning (scaled by 1e18)
     */
    uint256 public rewardIndexMantissa;

    /**
     * @notice Stakes, the index that each account was settled at, and what it has not claimed yet
     */
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public settledIndexMantissa;
    mapping(address => uint256) public rewardAccrued;
}

/**
 * @title STAX LP staking
 * @notice Stakes of xLP tokens, which can move from one version of this contract to the next
 */
contract StaxLPStaking is StaxStakingStorage {
    event Staked(address staker, uint256 amount);
    event Withdrawn(address staker, address to, uint256 amount);
    event StakeMigrated(address staker, uint256 amount);
    event RewardPaid(address staker, uint256 reward);

    constructor(IERC20 stakingToken_, IERC20 rewardToken_) public {
        owner = msg.sender;
        stakingToken = stakingToken_;
        rewardToken = rewardToken_;
    }

    /*** Admin functions ***/

    /**
     * @notice Sets the contract that stakes can be moved to
     * @dev Admin function
     * @param newMigrator The next version of this contract
     */
    function setMigrator(address newMigrator) external {
        require(msg.sender == owner, "only the owner can set the migrator");
        migrator = newMigrator;
    }

    /**
     * @notice Sets the contract that stakes can be moved from
     * @dev Admin function
     * @param newLegacy The version before this contract
     */
    function setLegacyStaking(address newLegacy) external {
        require(msg.sender == owner, "only the owner can set the legacy contract");
        legacyStaking = newLegacy;
    }

    /**
     * @notice Sets who brings rewards
     * @dev Admin function
     * @param newDistributor The account
     */
    function setRewardDistributor(address newDistributor) external {
        require(msg.sender == owner, "only the owner can set the distributor");
        rewardDistributor = newDistributor;
    }

    /**
     * @notice Adds rewards for all who have a stake now
     * @param amount How much of the reward token the distributor brings
     */
    function notifyRewardAmount(uint256 amount) external {
        require(msg.sender == rewardDistributor, "only the distributor can bring rewards");
        require(totalSupply > 0, "there is no stake to reward");
        rewardIndexMantissa += (amount * 1e18) / totalSupply;
        require(rewardToken.transferFrom(msg.sender, address(this), amount), "the reward did not come in");
    }

    /*** User functions ***/

    /**
     * @notice Stakes tokens of the sender
     * @param amount How much to stake
     */
    function stake(uint256 amount) external {
        applyStake(msg.sender, amount);
        require(stakingToken.transferFrom(msg.sender, address(this), amount), "the stake did not come in"); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Takes staked tokens back
     * @param amount How much to take
     * @param claim Whether to claim the reward too
     */
    function withdraw(uint256 amount, bool claim) external {
        withdrawFor(msg.sender, msg.sender, amount);
        if (claim) getRewardInternal(msg.sender);
    }

    /**
     * @notice Pays the sender's reward
     */
    function getReward() external {
        settle(msg.sender);
        getRewardInternal(msg.sender);
    }

    /**
     * @notice Moves a stake of the sender from the version before to this one
     * @param oldStaking The contract that the stake is taken from, which sends the tokens here
     * @param amount How much to move
     */
    function migrateStake(address oldStaking, uint256 amount) external {
        StaxLPStaking(oldStaking).migrateWithdraw(msg.sender, amount); //~ ROOT_CAUSE INPUT_VAL any contract is asked to send the tokens, and nobody looks whether they came
        applyStake(msg.sender, amount); //~ PREREQ STATE_MOD on the word of that contract
    }

    /**
     * @notice Gives a stake to the next version of this contract
     * @dev Called by the migrator in its migrateStake()
     * @param staker Whose stake it is
     * @param amount How much to move
     */
    function migrateWithdraw(address staker, uint256 amount) external {
        require(msg.sender == migrator, "only the migrator can move stakes"); //~ BENIGN ACCESS_CTRL this direction knows its counterpart
        withdrawFor(staker, msg.sender, amount);
        emit StakeMigrated(staker, amount); //~ UNRELATED EVENT_EMIT
    }

    /*** Internal functions ***/

    function applyStake(address staker, uint256 amount) internal {
        require(amount > 0, "there is nothing to stake"); //~ INSUFF_GUARD INPUT_VAL
        settle(staker);
        balanceOf[staker] += amount;
        totalSupply += amount;
        emit Staked(staker, amount);
    }

    function withdrawFor(address staker, address to, uint256 amount) internal {
        require(balanceOf[staker] >= amount, "the stake is smaller"); //~ BENIGN INPUT_VAL
        settle(staker);
        balanceOf[staker] -= amount;
        totalSupply -= amount;
        require(stakingToken.transfer(to, amount), "the stake did not go out");
        emit Withdrawn(staker, to, amount);
    }

    function settle(address staker) internal {
        uint256 deltaMantissa = rewardIndexMantissa - settledIndexMantissa[staker];
        rewardAccrued[staker] += (balanceOf[staker] * deltaMantissa) / 1e18; //~ BENIGN ARITHMETIC rounds against the staker
        settledIndexMantissa[staker] = rewardIndexMantissa;
    }

    function getRewardInternal(address staker) internal {
        uint256 reward = rewardAccrued[staker];
        rewardAccrued[staker] = 0;
        require(rewardToken.transfer(staker, reward), "the reward did not go out");
        emit RewardPaid(staker, reward);
    }
}
