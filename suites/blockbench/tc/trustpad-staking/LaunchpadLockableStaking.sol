// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title The part of an ERC-20 token that the pools use.
interface IERC20 {
    function approve(address spender, uint256 amount) external returns (bool);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title The part of a staking pool that another pool uses.
interface IStakingPool {
    /// @notice Returns when the lock of an account began, in seconds, or zero.
    /// @param account The staker.
    function depositLockStart(address account) external view returns (uint256);

    /// @notice Returns how long a stake is locked, in seconds.
    function lockPeriod() external view returns (uint256);

    /// @notice Takes over the stake of an account from the pool below.
    /// @param account The staker.
    /// @param amount The stake, in the smallest unit.
    function receiveUpPool(address account, uint256 amount) external;
}

/// @title Roles of the accounts that run a pool.
abstract contract PoolRoles {
    bytes32 public constant ADMIN_ROLE = keccak256("ADMIN_ROLE");
    bytes32 public constant POOL_MANAGER_ROLE = keccak256("POOL_MANAGER_ROLE");

    mapping(bytes32 => mapping(address => bool)) private _roles;

    event RoleGranted(bytes32 indexed role, address indexed account);
    event RoleRevoked(bytes32 indexed role, address indexed account);

    /// @dev Refuses callers without the role.
    /// @param role The role that the caller needs.
    modifier onlyRole(bytes32 role) {
        require(_roles[role][msg.sender], "PoolRoles: missing role"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @param admin The account that grants and revokes roles.
    constructor(address admin) {
        _grantRole(ADMIN_ROLE, admin);
    }

    /// @notice Gives an account a role.
    /// @param role The role.
    /// @param account The account that gets it.
    function grantRole(bytes32 role, address account) external onlyRole(ADMIN_ROLE) {
        _grantRole(role, account);
    }

    /// @notice Takes a role from an account.
    /// @param role The role.
    /// @param account The account that loses it.
    function revokeRole(bytes32 role, address account) external onlyRole(ADMIN_ROLE) {
        _roles[role][account] = false;
        emit RoleRevoked(role, account);
    }

    /// @notice Says whether an account has a role.
    /// @param role The role.
    /// @param account The account.
    function hasRole(bytes32 role, address account) external view returns (bool) {
        return _roles[role][account];
    }

    function _grantRole(bytes32 role, address account) private {
        _roles[role][account] = true;
        emit RoleGranted(role, account);
    }
}

/// @title A launchpad pool: stake TPAD for a fixed time, earn a fixed rate.
/// @notice Who moves a locked stake to the pool of the next level keeps the start of the lock, and earns the rate of
/// the new level since then. What the stake has earned in the old pool is given up.
contract LaunchpadLockableStaking is PoolRoles, IStakingPool {
    /// @dev `accruedAt` is the time up to which `earned` is counted. `earned` is in units of the staking token.
    struct UserInfo {
        uint256 amount;
        uint256 lockStart;
        uint256 accruedAt;
        uint256 earned;
    }

    uint256 public constant BASIS_POINTS = 10_000;
    uint256 public constant YEAR = 365 days;

    IERC20 public immutable stakingToken;
    /// @inheritdoc IStakingPool
    uint256 public immutable lockPeriod;
    uint256 public immutable rateBps;

    uint256 public totalStaked;
    uint256 public rewardReserve;
    mapping(address => bool) public isPool;
    mapping(address => UserInfo) public userInfo;

    event Deposit(address indexed account, uint256 amount);
    event Withdraw(address indexed account, uint256 amount);
    event Claim(address indexed account, uint256 reward);
    event Locked(address indexed account, uint256 lockStart);
    event MovedUp(address indexed account, address indexed pool, uint256 amount);
    event PoolSet(address indexed pool, bool listed);

    /// @param stakingToken_ The token that is staked and paid as a reward.
    /// @param lockPeriod_ How long a stake is locked, in seconds.
    /// @param rateBps_ What a stake earns in a year, in basis points.
    /// @param admin The account that grants and revokes roles.
    constructor(IERC20 stakingToken_, uint256 lockPeriod_, uint256 rateBps_, address admin) PoolRoles(admin) {
        stakingToken = stakingToken_;
        lockPeriod = lockPeriod_;
        rateBps = rateBps_;
    }

    /// @notice Lists or removes another level of the launchpad.
    /// @param pool The pool of that level.
    /// @param listed Whether it belongs to the launchpad.
    function setPool(address pool, bool listed) external onlyRole(POOL_MANAGER_ROLE) {
        require(pool != address(this), "LaunchpadLockableStaking: own address");
        isPool[pool] = listed; //~ BENIGN STATE_MOD
        emit PoolSet(pool, listed);
    }

    /// @notice Adds to what the pool can pay as rewards.
    /// @param amount The addition, in the smallest unit.
    function fundRewards(uint256 amount) external {
        rewardReserve += amount;
        _pull(amount);
    }

    /// @notice Stakes, and locks the whole stake anew.
    /// @param amount The addition to the stake, in the smallest unit.
    function deposit(uint256 amount) external {
        require(amount > 0, "LaunchpadLockableStaking: zero amount");
        UserInfo storage user = userInfo[msg.sender];
        _accrue(user);
        user.amount += amount;
        totalStaked += amount;
        _lock(user, msg.sender, block.timestamp); //~ BENIGN TIMESTAMP
        _pull(amount); //~ BENIGN FUND_XFER
        emit Deposit(msg.sender, amount);
    }

    /// @notice Takes back a stake whose lock is over.
    /// @param amount How much of it, in the smallest unit.
    function withdraw(uint256 amount) external {
        require(!isLocked(msg.sender), "LaunchpadLockableStaking: locked"); //~ BENIGN TIMESTAMP
        UserInfo storage user = userInfo[msg.sender];
        _accrue(user);
        user.amount -= amount; //~ BENIGN ARITHMETIC
        totalStaked -= amount;
        _push(msg.sender, amount);
        emit Withdraw(msg.sender, amount);
    }

    /// @notice Pays what the caller has earned, once the lock is over.
    function claim() external {
        require(!isLocked(msg.sender), "LaunchpadLockableStaking: locked"); //~ INSUFF_GUARD TIMESTAMP a start long ago is over at once
        UserInfo storage user = userInfo[msg.sender];
        _accrue(user);
        uint256 reward = user.earned;
        user.earned = 0; //~ BENIGN STATE_MOD
        rewardReserve -= reward; //~ BENIGN ARITHMETIC
        _push(msg.sender, reward); //~ PREREQ FUND_XFER
        emit Claim(msg.sender, reward);
    }

    /// @notice Moves the caller's locked stake to another level.
    /// @param pool The pool of that level.
    function moveUp(IStakingPool pool) external {
        require(isPool[address(pool)], "LaunchpadLockableStaking: unknown pool"); //~ BENIGN ACCESS_CTRL
        require(pool.lockPeriod() >= lockPeriod, "LaunchpadLockableStaking: shorter lock"); //~ BENIGN INPUT_VAL
        require(isLocked(msg.sender), "LaunchpadLockableStaking: not locked"); //~ BENIGN TIMESTAMP
        UserInfo storage user = userInfo[msg.sender];
        uint256 amount = user.amount;
        user.amount = 0;
        user.earned = 0;
        totalStaked -= amount;
        require(stakingToken.approve(address(pool), amount), "LaunchpadLockableStaking: approval failed");
        pool.receiveUpPool(msg.sender, amount); //~ BENIGN EXT_CALL
        user.lockStart = 0;
        emit MovedUp(msg.sender, address(pool), amount); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IStakingPool
    /// @dev The stake has earned the rate of this pool since the lock began in the pool below.
    function receiveUpPool(address account, uint256 amount) external {
        require(amount > 0, "LaunchpadLockableStaking: zero amount"); //~ INSUFF_GUARD INPUT_VAL says nothing about the caller
        uint256 lockStart = IStakingPool(msg.sender).depositLockStart(account); //~ ROOT_CAUSE EXT_CALL any caller is believed to be a pool, and says when the lock began
        UserInfo storage user = userInfo[account];
        _accrue(user);
        user.amount += amount;
        user.earned += _reward(amount, block.timestamp - lockStart); //~ PREREQ ARITHMETIC rewards for time that was never staked
        totalStaked += amount;
        if (lockStart > user.lockStart) _lock(user, account, lockStart);
        _pull(amount); //~ BENIGN FUND_XFER
        emit Deposit(account, amount);
    }

    /// @inheritdoc IStakingPool
    function depositLockStart(address account) external view returns (uint256) {
        return userInfo[account].lockStart;
    }

    /// @notice Returns what an account has earned and not claimed.
    /// @param account The staker.
    function pendingRewards(address account) external view returns (uint256) {
        UserInfo storage user = userInfo[account];
        return user.earned + _reward(user.amount, block.timestamp - user.accruedAt);
    }

    /// @notice Says whether the stake of an account is locked.
    /// @param account The staker.
    function isLocked(address account) public view returns (bool) {
        return block.timestamp < userInfo[account].lockStart + lockPeriod; //~ BENIGN TIMESTAMP
    }

    function _accrue(UserInfo storage user) internal {
        user.earned += _reward(user.amount, block.timestamp - user.accruedAt); //~ BENIGN ARITHMETIC
        user.accruedAt = block.timestamp;
    }

    function _lock(UserInfo storage user, address account, uint256 lockStart) internal {
        user.lockStart = lockStart;
        emit Locked(account, lockStart);
    }

    function _reward(uint256 amount, uint256 time) internal view returns (uint256) {
        return (amount * rateBps * time) / (BASIS_POINTS * YEAR);
    }

    function _pull(uint256 amount) internal {
        require(stakingToken.transferFrom(msg.sender, address(this), amount), "LaunchpadLockableStaking: not paid in");
    }

    function _push(address to, uint256 amount) internal {
        require(stakingToken.transfer(to, amount), "LaunchpadLockableStaking: not paid out");
    }
}
