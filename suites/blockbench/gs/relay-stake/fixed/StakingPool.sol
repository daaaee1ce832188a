// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ReentrancyGuard} from "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import {Address} from "@openzeppelin/contracts@4.9.6/utils/Address.sol";
import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import {EnumerableSet} from "@openzeppelin/contracts@4.9.6/utils/structs/EnumerableSet.sol";
import {IStakingPool} from "./context/IStakingPool.sol";
import {PoolSettings} from "./context/PoolSettings.sol";
import {SlashingManager} from "./context/SlashingManager.sol";

/**
 * @title StakingPool
 * @notice Pooled stake behind the relayers of a bridge.
 */
contract StakingPool is IStakingPool, PoolSettings, ReentrancyGuard {
    using Address for address payable;
    using EnumerableSet for EnumerableSet.UintSet;

    /// @dev An exit that has been requested. The value is that of the day of the request.
    struct Exit {
        address account;
        uint64 readyAt;
        uint256 shares;
        uint256 value;
    }

    /// @notice Time from the request of an exit to its payment.
    uint256 public constant EXIT_DELAY = 7 days;

    /// @notice The least stake.
    uint256 public constant MIN_STAKE = 0.01 ether;

    /// @notice The largest reward, as a part of the stake.
    uint256 public constant MAX_REWARD_BPS = 500;

    /// @dev Shares that nobody has, so that the first price cannot be moved.
    uint256 private constant VIRTUAL_SHARES = 1e6;

    /// @notice The source of slashes.
    SlashingManager public immutable manager;

    /// @notice The ether at stake.
    uint256 public staked;

    /// @notice All shares, those of exits that have not been paid included.
    uint256 public supply;

    /// @notice Shares of an account that do not wait for an exit.
    mapping(address => uint256) public sharesOf;

    /// @notice Fees that wait for the treasury.
    uint256 public feesAccrued;

    /// @notice Slashed ether that waits for the fund.
    uint256 public slashedAccrued;

    /// @notice How many exits have been requested.
    uint256 public exitCount;

    mapping(uint256 => Exit) private _exits;
    mapping(address => EnumerableSet.UintSet) private _exitsOf;

    /// @dev A slash that has become effective is taken before anything is valued.
    modifier settled() {
        settleSlash(); //~ BENIGN CTRL_FLOW nobody acts at a value from before an effective slash
        _;
    }

    /**
     * @notice Sets manager, roles, treasury and cap.
     * @param manager_ The source of slashes.
     * @param treasury_ The receiver of fees.
     * @param rewarder The account that adds rewards.
     * @param guardian The account that stops new stakes.
     * @param cap The most ether that is staked.
     */
    constructor(
        SlashingManager manager_,
        address payable treasury_,
        address rewarder,
        address guardian,
        uint256 cap
    ) PoolSettings(treasury_, rewarder, guardian) {
        require(address(manager_) != address(0), "StakingPool: no manager"); //~ BENIGN INIT
        manager = manager_;
        depositCap = cap;
    }

    /// @inheritdoc IStakingPool
    function stake() external payable override whenNotPaused settled returns (uint256 shares) {
        require(msg.value >= MIN_STAKE, "StakingPool: too little"); //~ BENIGN INPUT_VAL
        require(staked + msg.value <= depositCap, "StakingPool: above the cap"); //~ BENIGN INPUT_VAL
        shares = previewStake(msg.value);
        staked += msg.value; //~ BENIGN STATE_MOD
        supply += shares;
        sharesOf[msg.sender] += shares; //~ BENIGN STATE_MOD
        emit Staked(msg.sender, msg.value, shares); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IStakingPool
    function requestExit(uint256 shares) external override settled returns (uint256 id) {
        require(shares != 0 && shares <= sharesOf[msg.sender], "StakingPool: bad shares"); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] -= shares; //~ BENIGN STATE_MOD
        id = ++exitCount;
        uint256 value = valueOf(shares);
        uint64 readyAt = uint64(block.timestamp + EXIT_DELAY);
        _exits[id] = Exit(msg.sender, readyAt, shares, value); //~ BENIGN STATE_MOD
        _exitsOf[msg.sender].add(id);
        emit ExitRequested(id, msg.sender, shares, value, readyAt); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Cancels an exit of the caller.
     * @param id The number of the exit.
     */
    function cancelExit(uint256 id) external {
        Exit memory exit = _exits[id];
        require(exit.account == msg.sender, "StakingPool: not your exit"); //~ BENIGN ACCESS_CTRL
        _removeExit(id, msg.sender);
        sharesOf[msg.sender] += exit.shares; //~ BENIGN STATE_MOD
        emit ExitCancelled(id);
    }

    /// @inheritdoc IStakingPool
    function payExit(uint256 id) external override nonReentrant settled returns (uint256 paid) { //~ BENIGN CTRL_FLOW
        paid = _payExit(id);
    }

    /**
     * @notice Pays several exits.
     * @param ids The numbers of the exits.
     */
    function payExits(uint256[] calldata ids) external nonReentrant settled {
        for (uint256 i = 0; i < ids.length; ++i) {
            _payExit(ids[i]);
        }
    }

    /// @notice Adds the ether that is sent along to the stake, less the fee.
    function reward() external payable onlyRole(REWARDER_ROLE) settled {
        require(msg.value <= (staked * MAX_REWARD_BPS) / BPS, "StakingPool: reward too large"); //~ BENIGN INPUT_VAL
        uint256 fee = (msg.value * rewardFeeBps) / BPS; //~ BENIGN ARITHMETIC
        feesAccrued += fee;
        staked += msg.value - fee; //~ BENIGN STATE_MOD
        emit Rewarded(msg.value - fee, fee);
    }

    /// @notice Takes a slash that has become effective, if there is one.
    function settleSlash() public {
        uint256 bps = manager.take(); //~ BENIGN EXT_CALL each slash is handed over once
        if (bps == 0) return;
        uint256 amount = (staked * bps) / BPS;
        staked -= amount; //~ BENIGN STATE_MOD
        slashedAccrued += amount;
        emit Slashed(bps, amount);
    }

    /// @notice Sends slashed ether to the fund.
    function releaseSlashed() external settled {
        uint256 amount = slashedAccrued;
        slashedAccrued = 0; //~ BENIGN STATE_MOD
        _release(manager.fund(), amount);
    }

    /// @notice Sends fees to the treasury.
    function collectFees() external {
        uint256 amount = feesAccrued;
        feesAccrued = 0; //~ BENIGN STATE_MOD
        _release(treasury, amount);
    }

    /// @notice Sends ether that reached the pool by other ways to the treasury.
    function sweepSurplus() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _release(treasury, surplus());
    }

    /**
     * @notice Ether of the pool that nobody has a claim on.
     * @return amount The ether.
     */
    function surplus() public view returns (uint256 amount) {
        amount = address(this).balance - staked - feesAccrued - slashedAccrued;
    }

    /// @inheritdoc IStakingPool
    function valueOf(uint256 shares) public view override returns (uint256 value) {
        value = Math.mulDiv(shares, staked + 1, supply + VIRTUAL_SHARES); //~ BENIGN ARITHMETIC
    }

    /**
     * @notice The shares that a stake would get.
     * @param amount The ether.
     * @return shares The shares.
     */
    function previewStake(uint256 amount) public view returns (uint256 shares) {
        shares = Math.mulDiv(amount, supply + VIRTUAL_SHARES, staked + 1); //~ BENIGN ARITHMETIC
    }

    /**
     * @notice The ether that can be staked until the cap is reached.
     * @return amount The ether.
     */
    function maxStake() external view returns (uint256 amount) {
        amount = paused() || staked >= depositCap ? 0 : depositCap - staked;
    }

    /**
     * @notice An exit that has been requested and neither paid nor cancelled.
     * @param id The number of the exit.
     * @return exit The exit.
     */
    function exitInfo(uint256 id) external view returns (Exit memory exit) {
        exit = _exits[id];
    }

    /**
     * @notice The exits of an account.
     * @param account The account.
     * @return ids The numbers of the exits.
     */
    function exitsOf(address account) external view returns (uint256[] memory ids) {
        ids = _exitsOf[account].values();
    }

    /**
     * @notice What an account has at stake, exits that wait included.
     * @param account The account.
     * @return value The ether.
     */
    function stakeOf(address account) external view returns (uint256 value) {
        uint256 shares = sharesOf[account];
        uint256[] memory ids = _exitsOf[account].values();
        for (uint256 i = 0; i < ids.length; ++i) {
            shares += _exits[ids[i]].shares;
        }
        value = valueOf(shares);
    }

    /**
     * @dev Pays an exit to its staker.
     * @param id The number of the exit.
     * @return paid The ether.
     */
    function _payExit(uint256 id) internal returns (uint256 paid) {
        Exit memory exit = _exits[id];
        require(exit.account != address(0), "StakingPool: no exit"); //~ BENIGN INPUT_VAL
        require(manager.announcedBps() == 0, "StakingPool: slash announced"); //~ BENIGN CTRL_FLOW nobody leaves between an announcement and its effect
        require(block.timestamp >= exit.readyAt, "StakingPool: too early"); //~ BENIGN TIMESTAMP
        paid = valueOf(exit.shares); //~ BENIGN COMPUTATION
        _removeExit(id, exit.account); //~ BENIGN STATE_MOD
        staked -= paid; //~ BENIGN ARITHMETIC
        supply -= exit.shares;
        emit ExitPaid(id, exit.account, paid);
        payable(exit.account).sendValue(paid);
    }

    /**
     * @dev Removes an exit from the books.
     * @param id The number of the exit.
     * @param account The staker.
     */
    function _removeExit(uint256 id, address account) internal {
        delete _exits[id];
        _exitsOf[account].remove(id);
    }

    /**
     * @dev Sends ether that is no stake.
     * @param to The receiver.
     * @param amount The ether.
     */
    function _release(address payable to, uint256 amount) internal {
        emit Released(to, amount);
        to.sendValue(amount); //~ BENIGN FUND_XFER
    }
}
