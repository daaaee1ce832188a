// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {IGauge} from "../interfaces/IGauge.sol";
import {EpochMath} from "../libraries/EpochMath.sol";

/**
 * @title Gauge
 * @notice Pays the emissions of a pool to the accounts that stake its liquidity here, at a constant rate over one epoch
 * from each distribution on.
 */
contract Gauge is IGauge, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice Precision of the rewards of one staked token.
    uint256 public constant PRECISION = 1e18;

    /// @notice Token of the liquidity.
    IERC20 public immutable stakeToken;

    /// @notice Token that is emitted.
    IERC20 public immutable rewardToken;

    /// @notice Contract that distributes the emissions.
    address public immutable voter;

    /// @notice Rewards per second, until the end of the period.
    uint256 public rate;

    /// @notice End of the present period.
    uint256 public periodEnd;

    /// @notice Moment up to which the rewards of one staked token are counted.
    uint256 public updatedAt;

    /// @notice Rewards of one staked token since the beginning, with the precision above.
    uint256 public storedPerToken;

    /// @notice Liquidity of all accounts.
    uint256 public totalStaked;

    /// @notice Liquidity of an account.
    mapping(address account => uint256) public staked;

    /// @notice Rewards of one staked token that an account was credited with.
    mapping(address account => uint256) public creditedPerToken;

    /// @notice Rewards that an account was credited with and did not claim.
    mapping(address account => uint256) public credit;

    /// @dev Credits an account with what it earned, before its liquidity changes.
    modifier updates(address account) {
        storedPerToken = perToken();
        updatedAt = EpochMath.earlier(block.timestamp, periodEnd);
        credit[account] = earned(account);
        creditedPerToken[account] = storedPerToken;
        _;
    }

    /**
     * @notice Sets what does not change.
     * @param stakeToken_ Token of the liquidity.
     * @param rewardToken_ Token that is emitted.
     * @param voter_ Contract that distributes the emissions.
     */
    constructor(IERC20 stakeToken_, IERC20 rewardToken_, address voter_) {
        stakeToken = stakeToken_;
        rewardToken = rewardToken_;
        voter = voter_;
    }

    /**
     * @notice Stakes liquidity for an account.
     * @param amount Amount that the caller pays.
     * @param account Account that it belongs to from now on.
     */
    function depositFor(uint256 amount, address account) external nonReentrant updates(account) {
        require(amount > 0, "Gauge: no liquidity");
        totalStaked += amount;
        staked[account] += amount;
        stakeToken.safeTransferFrom(msg.sender, address(this), amount);
        emit Staked(msg.sender, account, amount);
    }

    /**
     * @notice Takes liquidity of the caller out.
     * @param amount Amount that the caller gets.
     */
    function withdraw(uint256 amount) external nonReentrant updates(msg.sender) {
        require(amount > 0 && amount <= staked[msg.sender], "Gauge: invalid amount");
        totalStaked -= amount;
        staked[msg.sender] -= amount;
        stakeToken.safeTransfer(msg.sender, amount);
        emit Unstaked(msg.sender, amount);
    }

    /**
     * @notice Pays the rewards of the caller.
     * @return amount Number of tokens.
     */
    function claim() external nonReentrant updates(msg.sender) returns (uint256 amount) {
        amount = credit[msg.sender];
        if (amount == 0) return 0;
        credit[msg.sender] = 0;
        rewardToken.safeTransfer(msg.sender, amount);
        emit Claimed(msg.sender, amount);
    }

    /// @inheritdoc IGauge
    function notifyReward(uint256 amount) external nonReentrant updates(address(0)) {
        require(msg.sender == voter, "Gauge: caller is not the voter");
        uint256 total = amount + remaining();
        rewardToken.safeTransferFrom(msg.sender, address(this), amount);
        rate = total / EpochMath.EPOCH;
        require(rate > 0, "Gauge: amount too small");
        updatedAt = block.timestamp;
        periodEnd = block.timestamp + EpochMath.EPOCH;
        emit RateChanged(amount, rate, periodEnd);
    }

    /// @inheritdoc IGauge
    function earned(address account) public view returns (uint256) {
        return credit[account] + staked[account] * (perToken() - creditedPerToken[account]) / PRECISION;
    }

    /// @inheritdoc IGauge
    function remaining() public view returns (uint256) {
        return rate * EpochMath.between(block.timestamp, periodEnd);
    }

    /**
     * @notice Returns the rewards of one staked token since the beginning. While nothing is staked, they do not grow.
     * @return Rewards with the precision above.
     */
    function perToken() public view returns (uint256) {
        if (totalStaked == 0) return storedPerToken;
        uint256 elapsed = EpochMath.between(updatedAt, EpochMath.earlier(block.timestamp, periodEnd));
        return storedPerToken + elapsed * rate * PRECISION / totalStaked;
    }
}
