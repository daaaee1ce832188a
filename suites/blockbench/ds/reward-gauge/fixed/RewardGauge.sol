// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {GaugeAdmin} from "./context/GaugeAdmin.sol";
import {IVoteLock} from "./context/IVoteLock.sol";

/// @title RewardGauge
/// @notice Pays several reward tokens to stakers of one token. A stake counts two fifths; the other three fifths count as
/// far as its owner has locked governance tokens, one for one. No token has a transfer fee.
contract RewardGauge is GaugeAdmin, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice One stream of rewards.
    struct Stream {
        uint256 duration;
        uint256 rate;
        uint256 end;
        uint256 updated;
        uint256 perWeight;
        uint256 unpaid;
    }

    uint256 public constant MAX_STREAMS = 6;
    uint256 public constant BASE_PERCENT = 40;
    uint256 private constant ONE = 1e18;

    IERC20 public immutable stakeToken;
    IVoteLock public immutable voteLock;

    address[] public rewardTokens;
    mapping(address token => Stream) public streams;
    mapping(address token => mapping(address account => uint256)) public settled;
    mapping(address token => mapping(address account => uint256)) public owed;

    uint256 public totalStaked;
    uint256 public totalWeight;
    mapping(address account => uint256) public stakeOf;
    mapping(address account => uint256) public weightOf;

    event StreamAdded(address indexed token, uint256 duration);
    event Funded(address indexed token, uint256 amount, uint256 rate);
    event Staked(address indexed account, uint256 amount);
    event Unstaked(address indexed account, uint256 amount);
    event Weighed(address indexed account, uint256 weight);
    event Claimed(address indexed account, address indexed token, uint256 amount);

    /// @param stakeToken_ The token that is staked.
    /// @param voteLock_ Where governance tokens are locked.
    /// @param admin Who grants all roles.
    constructor(IERC20 stakeToken_, IVoteLock voteLock_, address admin) GaugeAdmin(admin) {
        require(address(stakeToken_) != address(0), "RewardGauge: zero token");
        require(address(voteLock_) != address(0), "RewardGauge: zero lock");
        stakeToken = stakeToken_;
        voteLock = voteLock_;
    }

    /// @notice How many streams there are.
    /// @return count Their number.
    function streamCount() external view returns (uint256 count) {
        return rewardTokens.length;
    }

    /// @notice What an account could claim of a token.
    /// @param account The account.
    /// @param token The reward token.
    /// @return amount The amount.
    function claimable(address account, address token) external view returns (uint256 amount) {
        Stream storage stream = streams[token];
        uint256 perWeight = stream.perWeight + _grown(stream);
        return owed[token][account] + Math.mulDiv(weightOf[account], perWeight - settled[token][account], ONE);
    }

    // ---------------------------------------------------------------- streams

    /// @notice Adds a reward token.
    /// @param token The token; neither staked nor a stream yet.
    /// @param duration How long each funding lasts.
    function addStream(address token, uint256 duration) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(token != address(0), "RewardGauge: zero token");
        require(token != address(stakeToken), "RewardGauge: staked token"); //~ BENIGN INPUT_VAL stakes never pay rewards
        require(streams[token].duration == 0, "RewardGauge: stream exists");
        require(duration >= 1 days && duration <= 365 days, "RewardGauge: bad duration");
        require(rewardTokens.length < MAX_STREAMS, "RewardGauge: too many streams"); //~ BENIGN CTRL_FLOW bounds every loop below
        rewardTokens.push(token);
        streams[token].duration = duration;
        emit StreamAdded(token, duration);
    }

    /// @notice Pays rewards in. What the stream has not paid out yet is spread over the new period too.
    /// @param token The reward token.
    /// @param amount The amount.
    function fund(address token, uint256 amount) external nonReentrant onlyRole(FUNDER_ROLE) {
        Stream storage stream = streams[token];
        require(stream.duration != 0, "RewardGauge: no stream");
        _advance(stream); //~ BENIGN STATE_MOD the old rate up to now
        uint256 left = stream.unpaid;
        if (block.timestamp < stream.end) left += stream.rate * (stream.end - block.timestamp);
        stream.rate = (amount + left) / stream.duration;
        require(stream.rate > 0, "RewardGauge: too little");
        stream.unpaid = amount + left - stream.rate * stream.duration; //~ BENIGN ARITHMETIC the remainder waits for the next funding
        stream.end = block.timestamp + stream.duration;
        stream.updated = block.timestamp;
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        emit Funded(token, amount, stream.rate);
    }

    // ---------------------------------------------------------------- stakers

    /// @notice Stakes.
    /// @param amount The amount.
    function stake(uint256 amount) external nonReentrant whenNotPaused {
        require(amount > 0, "RewardGauge: zero amount");
        _settle(msg.sender);
        totalStaked += amount;
        stakeOf[msg.sender] += amount;
        _weigh(msg.sender);
        stakeToken.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN EXT_CALL
        emit Staked(msg.sender, amount);
    }

    /// @notice Takes a stake out.
    /// @param amount The amount.
    function unstake(uint256 amount) external nonReentrant {
        require(amount > 0, "RewardGauge: zero amount");
        require(amount <= stakeOf[msg.sender], "RewardGauge: more than staked"); //~ BENIGN INPUT_VAL
        _settle(msg.sender);
        totalStaked -= amount;
        stakeOf[msg.sender] -= amount;
        _weigh(msg.sender);
        stakeToken.safeTransfer(msg.sender, amount);
        emit Unstaked(msg.sender, amount);
    }

    /// @notice Weighs an account again. Anyone may ask for it: a boost is lost only when somebody does after the lock ended.
    /// @param account The account.
    function refresh(address account) external nonReentrant { //~ BENIGN REENTRY_GUARD
        _settle(account); //~ BENIGN COMPUTATION
        _weigh(account); //~ BENIGN STATE_MOD
    }

    /// @notice Pays all rewards of the caller.
    function claim() external nonReentrant {
        _settle(msg.sender);
        for (uint256 i = 0; i < rewardTokens.length; ++i) {
            address token = rewardTokens[i];
            uint256 amount = owed[token][msg.sender];
            if (amount == 0) continue;
            owed[token][msg.sender] = 0; //~ BENIGN STATE_MOD
            IERC20(token).safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
            emit Claimed(msg.sender, token, amount);
        }
    }

    // ---------------------------------------------------------------- internals

    /// @dev What a unit of weight earned since the stream was updated.
    function _grown(Stream storage stream) private view returns (uint256) {
        uint256 to = Math.min(block.timestamp, stream.end);
        if (to <= stream.updated || totalWeight == 0) return 0;
        return Math.mulDiv(stream.rate * (to - stream.updated), ONE, totalWeight); //~ BENIGN ARITHMETIC rounds down
    }

    /// @dev Brings a stream up to now. What nobody was there to earn waits for the next funding.
    function _advance(Stream storage stream) private {
        uint256 to = Math.min(block.timestamp, stream.end);
        if (to <= stream.updated) return;
        if (totalWeight == 0) stream.unpaid += stream.rate * (to - stream.updated); //~ BENIGN STATE_MOD
        stream.perWeight += _grown(stream);
        stream.updated = to;
    }

    /// @dev Credits an account with what its weight earned since it was settled the last time.
    function _settle(address account) private {
        for (uint256 i = 0; i < rewardTokens.length; ++i) { //~ BENIGN CTRL_FLOW six streams at most
            address token = rewardTokens[i];
            Stream storage stream = streams[token];
            _advance(stream);
            uint256 perWeight = stream.perWeight;
            owed[token][account] += Math.mulDiv(weightOf[account], perWeight - settled[token][account], ONE); //~ BENIGN COMPUTATION
            settled[token][account] = perWeight;
        }
    }

    /// @dev Computes the weight of an account from its stake and its lock.
    function _weigh(address account) private {
        uint256 staked = stakeOf[account];
        uint256 boosted = Math.min(staked, voteLock.lockedOf(account)); //~ BENIGN EXT_CALL a lock of governance tokens boosts one stake
        uint256 weight = (staked * BASE_PERCENT + boosted * (100 - BASE_PERCENT)) / 100; //~ BENIGN ARITHMETIC
        totalWeight = totalWeight - weightOf[account] + weight;
        weightOf[account] = weight;
        emit Weighed(account, weight);
    }
}
