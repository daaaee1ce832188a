// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.24;

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);
}

/// @notice What other contracts tell the referral programme.
interface IReferralController {
    function updatePoint(address trader, uint256 value) external;
}

/// @dev The owner appoints the contracts that may report.
abstract contract Appointed {
    address public owner;
    address public orderHook;
    address public distributor;

    error Unauthorized(address caller);

    modifier only(address expected) {
        if (msg.sender != expected) revert Unauthorized(msg.sender);
        _;
    }

    constructor() {
        owner = msg.sender;
    }

    function setOrderHook(address hook) external only(owner) {
        orderHook = hook;
    }

    function setDistributor(address next) external only(owner) {
        distributor = next;
    }

    function setOwner(address next) external only(owner) {
        owner = next;
    }
}

/// @title LevelReferralController
/// @notice Pays referrers in LVL, epoch by epoch, in proportion to the trading fees of those whom they referred.
contract LevelReferralController is Appointed, IReferralController {
    struct EpochInfo {
        uint256 totalPoint;
        uint256 allocation;
    }

    struct UserInfo {
        uint256 point;
        uint256 claimed;
    }

    IERC20 public immutable lvl;
    uint256 public currentEpoch;

    mapping(uint256 epoch => EpochInfo) public epochs;
    mapping(uint256 epoch => mapping(address user => UserInfo)) public users;
    mapping(address trader => address referrer) public referrerOf;

    event ReferrerSet(address indexed trader, address indexed referrer);
    event EpochEnded(uint256 indexed epoch, uint256 allocation);
    event Claimed(address indexed user, address indexed to, uint256 amount);

    error EpochRunning(uint256 epoch);
    error InvalidReferrer(address referrer);
    error NothingToClaim();
    error TransferFailed();

    constructor(IERC20 token) {
        lvl = token;
    }

    /// @notice A trader names its referrer, once.
    function setReferrer(address referrer) external {
        if (referrer == address(0) || referrer == msg.sender || referrerOf[msg.sender] != address(0)) revert InvalidReferrer(referrer);
        referrerOf[msg.sender] = referrer;
        emit ReferrerSet(msg.sender, referrer);
    }

    /// @inheritdoc IReferralController
    function updatePoint(address trader, uint256 value) external only(orderHook) {
        address referrer = referrerOf[trader];
        if (referrer == address(0)) return;
        users[currentEpoch][referrer].point += value; //~ BENIGN STATE_MOD the sum of all points is kept beside them
        epochs[currentEpoch].totalPoint += value;
    }

    /// @notice Ends the running epoch and says how much it pays.
    function nextEpoch(uint256 allocation) external only(distributor) {
        emit EpochEnded(currentEpoch, allocation);
        epochs[currentEpoch].allocation = allocation;
        currentEpoch += 1;
    }

    /// @notice What a user may still claim of an epoch that has ended.
    function claimable(uint256 epoch, address user) public view returns (uint256) {
        return _reward(epoch, user) - users[epoch][user].claimed; //~ PREREQ STORAGE_READ as it was before this transaction
    }

    /// @notice Claims the rewards of one epoch.
    function claim(uint256 epoch, address to) external returns (uint256 amount) {
        if (epoch >= currentEpoch) revert EpochRunning(epoch);
        amount = claimable(epoch, msg.sender);
        users[epoch][msg.sender].claimed += amount; //~ BENIGN STATE_MOD before the payment
        _pay(to, amount);
    }

    /// @notice Claims the rewards of several epochs.
    function claimMultiple(uint256[] calldata list, address to) external returns (uint256 amount) {
        for (uint256 i; i < list.length; ++i) {
            if (list[i] >= currentEpoch) revert EpochRunning(list[i]); //~ INSUFF_GUARD INPUT_VAL looks at each entry alone
            amount += claimable(list[i], msg.sender); //~ ROOT_CAUSE ARITHMETIC an epoch that is listed twice counts twice
        }
        for (uint256 i; i < list.length; ++i) { //~ ROOT_CAUSE CTRL_FLOW writes down only after all has been counted
            users[list[i]][msg.sender].claimed = _reward(list[i], msg.sender); //~ ROOT_CAUSE STATE_MOD written over, not added up, after all has been counted
        }
        _pay(to, amount);
    }

    function _reward(uint256 epoch, address user) private view returns (uint256) {
        EpochInfo storage info = epochs[epoch];
        if (info.totalPoint == 0) return 0;
        return (info.allocation * users[epoch][user].point) / info.totalPoint; //~ BENIGN ARITHMETIC
    }

    function _pay(address to, uint256 amount) private {
        if (amount == 0) revert NothingToClaim();
        if (!lvl.transfer(to, amount)) revert TransferFailed(); //~ BENIGN FUND_XFER
        emit Claimed(msg.sender, to, amount); //~ UNRELATED EVENT_EMIT
    }
}
