// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// Streams up to four reward tokens to accounts, by weight. Who has which weight is decided above.
abstract contract RewardStreams is Ownable2Step {
    using SafeERC20 for IERC20;

    struct Stream {
        uint256 rate; // per second
        uint256 end;
        uint256 updated; // zero: not a reward token
        uint256 index; // per unit of weight, times SCALE
        uint256 idle; // ran while nobody had any weight
    }

    uint256 public constant MAX_TOKENS = 4;
    uint256 public constant MIN_DURATION = 7 days;
    uint256 public constant MAX_DURATION = 365 days;
    uint256 private constant SCALE = 1e27;

    IERC20[] public rewardTokens;
    mapping(IERC20 => Stream) public streamOf;
    mapping(IERC20 => mapping(address => uint256)) private indexOf;
    mapping(IERC20 => mapping(address => uint256)) private creditOf;

    uint256 public totalWeight;
    mapping(address => uint256) public weightOf;
    address public treasury;

    error NotAReward(address token);
    error StreamRuns(uint256 end);

    constructor(address treasury_) Ownable(msg.sender) {
        setTreasury(treasury_);
    }

    // ---- owner

    function addToken(IERC20 token) external onlyOwner {
        require(rewardTokens.length < MAX_TOKENS, "too many tokens");
        require(streamOf[token].updated == 0, "known token");
        rewardTokens.push(token);
        streamOf[token].updated = block.timestamp;
        emit TokenAdded(address(token));
    }

    // one stream of a token at a time
    function startStream(IERC20 token, uint256 amount, uint256 duration) external onlyOwner {
        Stream storage s = _refresh(token);
        if (block.timestamp < s.end) revert StreamRuns(s.end);
        require(duration >= MIN_DURATION && duration <= MAX_DURATION, "bad duration");
        s.rate = amount / duration;
        s.end = block.timestamp + duration;
        require(s.rate > 0, "rate is zero");
        emit StreamSet(address(token), s.rate, s.end);
        token.safeTransferFrom(msg.sender, address(this), s.rate * duration);
    }

    // Raises the rate for what is left of a stream.
    function topUp(IERC20 token, uint256 amount) external onlyOwner {
        Stream storage s = _refresh(token);
        require(block.timestamp < s.end, "no stream");
        uint256 left = s.end - block.timestamp;
        uint256 more = amount / left;
        s.rate += more;
        emit StreamSet(address(token), s.rate, s.end);
        token.safeTransferFrom(msg.sender, address(this), more * left);
    }

    function collectIdle(IERC20 token) external onlyOwner returns (uint256 amount) {
        Stream storage s = _refresh(token);
        amount = s.idle;
        s.idle = 0;
        emit IdleCollected(address(token), amount);
        token.safeTransfer(treasury, amount);
    }

    function setTreasury(address treasury_) public onlyOwner {
        require(treasury_ != address(0), "no treasury");
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }

    // ---- everybody

    function claim(IERC20 token, address to) public returns (uint256 amount) {
        _refresh(token);
        _credit(token, msg.sender);
        amount = creditOf[token][msg.sender];
        creditOf[token][msg.sender] = 0;
        emit Claimed(msg.sender, address(token), to, amount);
        token.safeTransfer(to, amount);
    }

    function claimAll() external {
        uint256 n = rewardTokens.length;
        for (uint256 i = 0; i < n; ++i) {
            claim(rewardTokens[i], msg.sender);
        }
    }

    function earned(IERC20 token, address account) external view returns (uint256) {
        Stream memory s = streamOf[token];
        uint256 index = s.index;
        if (totalWeight > 0) index += _run(s) * SCALE / totalWeight;
        return creditOf[token][account] + Math.mulDiv(weightOf[account], index - indexOf[token][account], SCALE);
    }

    function tokenCount() external view returns (uint256) {
        return rewardTokens.length;
    }

    // ---- internal

    // Credits what an account has earned so far, to be called before its weight changes.
    function _settle(address account) internal {
        uint256 n = rewardTokens.length;
        for (uint256 i = 0; i < n; ++i) {
            _refresh(rewardTokens[i]);
            _credit(rewardTokens[i], account);
        }
    }

    function _setWeight(address account, uint256 weight) internal {
        totalWeight = totalWeight - weightOf[account] + weight;
        weightOf[account] = weight;
    }

    function _refresh(IERC20 token) private returns (Stream storage s) {
        s = streamOf[token];
        if (s.updated == 0) revert NotAReward(address(token));
        uint256 run = _run(s);
        if (totalWeight > 0) s.index += run * SCALE / totalWeight;
        else s.idle += run;
        s.updated = block.timestamp;
    }

    function _credit(IERC20 token, address account) private {
        uint256 index = streamOf[token].index;
        creditOf[token][account] += Math.mulDiv(weightOf[account], index - indexOf[token][account], SCALE);
        indexOf[token][account] = index;
    }

    // What has run since the last update.
    function _run(Stream memory s) private view returns (uint256) {
        uint256 to = Math.min(block.timestamp, s.end);
        return to > s.updated ? (to - s.updated) * s.rate : 0;
    }

    event TokenAdded(address indexed token);
    event StreamSet(address indexed token, uint256 rate, uint256 end);
    event IdleCollected(address indexed token, uint256 amount);
    event TreasurySet(address treasury);
    event Claimed(address indexed account, address indexed token, address to, uint256 amount);
}
