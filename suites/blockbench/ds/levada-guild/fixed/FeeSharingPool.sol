// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {FeeLedger} from "./context/FeeLedger.sol";
import {IFeeSharingPool} from "./context/IFeeSharingPool.sol";
import {PoolSettings} from "./context/PoolSettings.sol";

/**
 * @title FeeSharingPool
 * @notice Shares the fees of an exchange among the stakers of its token. Fees are paid in as they come, and once a week
 * anybody may have them distributed over all tokens that are staked then. A stake starts a lock of a week. So that a holder
 * can change wallets, staked tokens can be transferred to an account that has agreed to take them.
 */
contract FeeSharingPool is IFeeSharingPool, FeeLedger, PoolSettings, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice The length of a lock.
    uint256 public constant LOCK_PERIOD = 7 days;

    /// @notice The time between two distributions.
    uint256 public constant EPOCH = 7 days;

    uint256 private constant BPS = 10_000;

    /// @notice The token that is staked.
    IERC20 public immutable stakeToken;

    /// @notice The token in which fees are paid.
    IERC20 public immutable feeToken;

    /// @notice The fees that are not distributed yet.
    uint256 public pendingFees;

    /// @notice The time of the last distribution.
    uint256 public distributedAt;

    /// @notice What the treasury can collect.
    uint256 public treasuryFees;

    /// @notice The number of distributions so far.
    uint256 public epochCount;

    /// @notice What stakers received in a distribution.
    mapping(uint256 epoch => uint256) public distributedIn;

    /// @notice All fees that a market has paid.
    mapping(bytes32 market => uint256) public feesFrom;

    /// @notice From which account an account has agreed to take staked tokens.
    mapping(address account => address) public acceptsFrom;

    /**
     * @notice Tokens were staked.
     * @param account The account.
     * @param amount The amount.
     */
    event Staked(address indexed account, uint256 amount);

    /**
     * @notice Tokens were unstaked.
     * @param account The account.
     * @param amount The amount.
     */
    event Unstaked(address indexed account, uint256 amount);

    /**
     * @notice An account has agreed to take staked tokens, or has withdrawn its agreement.
     * @param account The account.
     * @param from The account it takes them from, zero for none.
     */
    event Accepts(address indexed account, address indexed from);

    /**
     * @notice Staked tokens have changed hands.
     * @param from The account that had them.
     * @param to The account that has them.
     * @param amount The amount.
     */
    event PositionTransferred(address indexed from, address indexed to, uint256 amount);

    /**
     * @notice Fees were paid in.
     * @param payer The payer.
     * @param market The market that they come from.
     * @param amount The amount.
     */
    event FeesPaid(address indexed payer, bytes32 indexed market, uint256 amount);

    /**
     * @notice Fees were distributed.
     * @param epoch The number of the distribution.
     * @param distributed What stakers receive.
     * @param toTreasury What the treasury receives.
     */
    event Distributed(uint256 indexed epoch, uint256 distributed, uint256 toTreasury);

    /**
     * @notice An account has claimed its fees.
     * @param account The account.
     * @param recipient The account that received them.
     * @param amount The amount.
     */
    event Claimed(address indexed account, address indexed recipient, uint256 amount);

    /**
     * @notice The treasury has collected its fees.
     * @param treasury The treasury.
     * @param amount The amount.
     */
    event Collected(address indexed treasury, uint256 amount);

    /**
     * @notice Tokens that came here by mistake were returned.
     * @param token The token.
     * @param recipient The account that received them.
     * @param amount The amount.
     */
    event Recovered(IERC20 indexed token, address indexed recipient, uint256 amount);

    /**
     * @notice Sets tokens and settings. Neither token has a transfer fee.
     * @param stakeToken_ The token that is staked.
     * @param feeToken_ The token in which fees are paid.
     * @param admin The account that grants roles.
     * @param treasury_ The treasury.
     * @param treasuryBps_ Its part in basis points.
     * @param minimumStake_ The smallest position.
     */
    constructor(
        IERC20 stakeToken_,
        IERC20 feeToken_,
        address admin,
        address treasury_,
        uint256 treasuryBps_,
        uint256 minimumStake_
    ) PoolSettings(admin, treasury_, treasuryBps_, minimumStake_) {
        require(address(stakeToken_) != address(0), "FeeSharingPool: zero stake token"); //~ BENIGN INIT
        require(address(feeToken_) != address(0), "FeeSharingPool: zero fee token"); //~ BENIGN INIT
        require(stakeToken_ != feeToken_, "FeeSharingPool: equal tokens"); //~ BENIGN INIT
        stakeToken = stakeToken_;
        feeToken = feeToken_;
        distributedAt = block.timestamp;
    }

    /**
     * @notice Pays fees of the exchange into the pool.
     * @param market The market that they come from.
     * @param amount The amount.
     */
    function payFees(bytes32 market, uint256 amount) external override nonReentrant {
        require(isMarket[market], "FeeSharingPool: unknown market"); //~ BENIGN INPUT_VAL
        require(amount > 0, "FeeSharingPool: zero amount"); //~ BENIGN INPUT_VAL
        pendingFees += amount; //~ BENIGN STATE_MOD counts only what is paid here
        feesFrom[market] += amount;
        emit FeesPaid(msg.sender, market, amount); //~ UNRELATED EVENT_EMIT
        feeToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    /**
     * @notice Distributes the fees that were paid over all tokens staked now.
     * @return distributed What stakers receive.
     */
    function distribute() external override nonReentrant whenNotPaused returns (uint256 distributed) {
        require(block.timestamp >= distributedAt + EPOCH, "FeeSharingPool: epoch not over"); //~ BENIGN TIMESTAMP
        require(totalStaked > 0, "FeeSharingPool: nothing staked"); //~ BENIGN INPUT_VAL
        uint256 toTreasury = (pendingFees * treasuryBps) / BPS; //~ BENIGN ARITHMETIC rounds in favor of stakers
        distributed = pendingFees - toTreasury;
        pendingFees = 0;
        distributedAt = block.timestamp;
        treasuryFees += toTreasury;
        distributedIn[epochCount] = distributed;
        _addFees(distributed); //~ BENIGN COMPUTATION who is in for a distribution stays for a week
        emit Distributed(epochCount++, distributed, toTreasury); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Pays the caller's fees.
     * @param recipient The account that receives them.
     * @return amount The amount.
     */
    function claim(address recipient) external override nonReentrant settles(msg.sender) returns (uint256 amount) {
        amount = _claim(recipient);
    }

    /**
     * @notice Pays the treasury's fees to it.
     * @return amount The amount.
     */
    function collect() external nonReentrant returns (uint256 amount) {
        amount = treasuryFees;
        require(amount > 0, "FeeSharingPool: nothing to collect"); //~ BENIGN INPUT_VAL
        treasuryFees = 0;
        emit Collected(treasury, amount); //~ UNRELATED EVENT_EMIT
        feeToken.safeTransfer(treasury, amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Stakes tokens of the caller. The lock of the whole position begins anew.
     * @param amount The amount.
     */
    function stake(uint128 amount) external override nonReentrant whenNotPaused settles(msg.sender) {
        _stake(amount);
    }

    /**
     * @notice Stakes tokens of the caller with a permit for them.
     * @dev A permit that was handed in before is no obstacle: the allowance decides.
     * @param amount The amount, which is also what the permit is for.
     * @param deadline The end of the permit.
     * @param v Part of the signature.
     * @param r Part of the signature.
     * @param s Part of the signature.
     */
    function stakeWithPermit(
        uint128 amount,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant whenNotPaused settles(msg.sender) {
        try IERC20Permit(address(stakeToken)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _stake(amount);
    }

    /**
     * @notice Returns staked tokens to the caller.
     * @param amount The amount.
     */
    function unstake(uint128 amount) external override nonReentrant settles(msg.sender) {
        _unstake(amount);
    }

    /**
     * @notice Returns all staked tokens to the caller and pays the caller's fees.
     * @return amount The fees.
     */
    function exit() external nonReentrant settles(msg.sender) returns (uint256 amount) {
        _unstake(positionOf[msg.sender].amount);
        amount = _claim(msg.sender);
    }

    /**
     * @notice Agrees to take staked tokens from an account, once.
     * @param from The account, zero to withdraw the agreement.
     */
    function acceptFrom(address from) external {
        acceptsFrom[msg.sender] = from; //~ BENIGN ACCESS_CTRL nobody's lock is touched against their will
        emit Accepts(msg.sender, from); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Transfers staked tokens to an account that has agreed. The fees of the caller stay with the caller.
     * @param to The account.
     * @param amount The amount.
     */
    function transferPosition(
        address to,
        uint128 amount
    ) external nonReentrant settles(msg.sender) settles(to) {
        require(acceptsFrom[to] == msg.sender, "FeeSharingPool: not accepted"); //~ BENIGN ACCESS_CTRL the account accepts the lock with the tokens
        delete acceptsFrom[to]; //~ BENIGN STATE_MOD an agreement is used once
        _decrease(msg.sender, amount); //~ BENIGN STATE_MOD
        _increase(to, amount); //~ BENIGN STATE_MOD both positions were settled before
        _startLock(to); //~ BENIGN STATE_MOD the lock begins with the tokens
        emit PositionTransferred(msg.sender, to, amount);
    }

    /**
     * @notice Returns other tokens that came here by mistake.
     * @param token The token.
     * @param recipient The account that receives them.
     */
    function recover(IERC20 token, address recipient) external nonReentrant onlyRole(DEFAULT_ADMIN_ROLE) {
        require(token != stakeToken && token != feeToken, "FeeSharingPool: not recoverable"); //~ BENIGN ACCESS_CTRL
        uint256 amount = token.balanceOf(address(this));
        emit Recovered(token, recipient, amount);
        token.safeTransfer(recipient, amount);
    }

    /**
     * @notice What stakers received in the last distributions on average.
     * @param epochs How many distributions.
     * @return The amount, rounded down.
     */
    function averageDistribution(uint256 epochs) external view returns (uint256) {
        require(epochs > 0 && epochs <= epochCount, "FeeSharingPool: bad number of epochs"); //~ BENIGN INPUT_VAL
        uint256 sum;
        for (uint256 i = epochCount - epochs; i < epochCount; ++i) {
            sum += distributedIn[i];
        }
        return sum / epochs;
    }

    /**
     * @notice What the website shows of an account.
     * @param account The account.
     * @return staked What it has staked.
     * @return earned The fees that it can claim.
     * @return unlockTime When it can unstake.
     */
    function accountInfo(
        address account
    ) external view returns (uint256 staked, uint256 earned, uint256 unlockTime) {
        staked = positionOf[account].amount;
        earned = claimable(account);
        unlockTime = unlocksAt(account);
    }

    /**
     * @notice The fees that an account can claim.
     * @param account The account.
     * @return The amount.
     */
    function claimable(address account) public view override returns (uint256) {
        return positionOf[account].earned + _accrued(positionOf[account]);
    }

    /**
     * @notice When an account can unstake.
     * @param account The account.
     * @return The time, which may be past.
     */
    function unlocksAt(address account) public view returns (uint256) {
        return positionOf[account].stakedAt + LOCK_PERIOD;
    }

    /**
     * @notice When fees can be distributed again.
     * @return The time, which may be past.
     */
    function nextDistribution() external view returns (uint256) {
        return distributedAt + EPOCH;
    }

    /**
     * @dev Stakes tokens of the caller, whose position is settled.
     * @param amount The amount.
     */
    function _stake(uint128 amount) internal {
        require(amount > 0, "FeeSharingPool: zero amount"); //~ BENIGN INPUT_VAL
        _increase(msg.sender, amount);
        require(positionOf[msg.sender].amount >= minimumStake, "FeeSharingPool: below the minimum"); //~ BENIGN INPUT_VAL
        _startLock(msg.sender); //~ BENIGN TIMESTAMP
        emit Staked(msg.sender, amount);
        stakeToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    /**
     * @dev Returns staked tokens to the caller, whose position is settled.
     * @param amount The amount.
     */
    function _unstake(uint128 amount) internal {
        require(block.timestamp >= unlocksAt(msg.sender), "FeeSharingPool: locked"); //~ BENIGN TIMESTAMP
        _decrease(msg.sender, amount);
        emit Unstaked(msg.sender, amount);
        stakeToken.safeTransfer(msg.sender, amount);
    }

    /**
     * @dev Pays the caller's fees, whose position is settled.
     * @param recipient The account that receives them.
     * @return amount The amount.
     */
    function _claim(address recipient) internal returns (uint256 amount) {
        amount = positionOf[msg.sender].earned;
        positionOf[msg.sender].earned = 0; //~ BENIGN STATE_MOD cleared before the payment
        emit Claimed(msg.sender, recipient, amount);
        feeToken.safeTransfer(recipient, amount); //~ BENIGN FUND_XFER
    }

    /**
     * @dev Starts the lock of a position.
     * @param account The account.
     */
    function _startLock(address account) internal {
        positionOf[account].stakedAt = uint64(block.timestamp);
    }
}
