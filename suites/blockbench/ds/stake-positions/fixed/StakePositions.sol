// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import {IStakePositions} from "./context/IStakePositions.sol";

/// @title StakePositions
/// @notice Locks stakes in positions, and distributes rewards to them by amount.
/// @dev The stake token is the reward token as well, and takes no fee on transfers.
contract StakePositions is IStakePositions, AccessControl {
    using SafeERC20 for IERC20;

    /// @notice May distribute rewards.
    bytes32 public constant REWARDER_ROLE = keccak256("REWARDER_ROLE");

    /// @notice The shortest lock.
    uint256 public constant MIN_LOCK = 7 days;

    /// @notice The longest lock.
    uint256 public constant MAX_LOCK = 365 days;

    /// @dev Decimals of the reward index.
    uint256 private constant ONE = 1e18;

    /// @notice The staked token.
    IERC20 public immutable token;

    /// @notice How many positions were ever opened.
    uint256 public count;

    /// @notice Sum of all stakes.
    uint256 public totalStaked;

    /// @notice Rewards for one staked unit since the beginning, with 18 decimals.
    uint256 public rewardIndex;

    /// @notice The approved manager of a position, if any.
    mapping(uint256 => address) public managerOf;

    mapping(uint256 => Position) private _positions;

    /// @param id A position that the caller owns or manages.
    modifier onlyManager(uint256 id) {
        require(_isManager(id, _msgSender()), "StakePositions: not a manager"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @param token_ The staked token.
    /// @param admin The account that grants roles.
    constructor(IERC20 token_, address admin) {
        require(address(token_) != address(0), "StakePositions: no token"); //~ BENIGN INPUT_VAL
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /// @notice Opens a position of the caller.
    /// @param amount How much to stake.
    /// @param lock For how long.
    /// @return id The new position.
    function open(uint256 amount, uint256 lock) external returns (uint256 id) {
        require(amount > 0, "StakePositions: no amount");
        require(lock >= MIN_LOCK && lock <= MAX_LOCK, "StakePositions: lock"); //~ BENIGN INPUT_VAL
        id = ++count;
        uint64 unlockAt = uint64(block.timestamp + lock);
        _positions[id] = Position(_msgSender(), unlockAt, amount, rewardIndex, 0); //~ BENIGN STATE_MOD
        totalStaked += amount;
        token.safeTransferFrom(_msgSender(), address(this), amount);
        emit Opened(id, _msgSender(), amount, unlockAt);
    }

    /// @notice Stakes more in a position, which is locked for a week at least.
    /// @param id The position.
    /// @param amount How much to add.
    function increase(uint256 id, uint256 amount) external onlyManager(id) { //~ BENIGN ACCESS_CTRL
        require(amount > 0, "StakePositions: no amount");
        Position storage position = _settle(id);
        position.amount += amount;
        position.unlockAt = uint64(Math.max(position.unlockAt, block.timestamp + MIN_LOCK)); //~ BENIGN TIMESTAMP
        totalStaked += amount;
        token.safeTransferFrom(_msgSender(), address(this), amount);
        emit Increased(id, amount, position.unlockAt);
    }

    /// @notice Merges a position into another, which keeps the longer lock.
    /// @param sourceId The position that ends.
    /// @param targetId The position that goes on.
    function merge(uint256 sourceId, uint256 targetId) external {
        address sender = _msgSender();
        require(sourceId != targetId, "StakePositions: same position"); //~ BENIGN INPUT_VAL
        require(_isManager(sourceId, sender) && _isManager(targetId, sender), "StakePositions: not a manager"); //~ BENIGN ACCESS_CTRL
        Position storage source = _settle(sourceId);
        Position storage target = _settle(targetId);
        uint256 amount = source.amount;
        target.amount += amount; //~ BENIGN STATE_MOD
        target.pending += source.pending;
        target.unlockAt = uint64(Math.max(target.unlockAt, source.unlockAt)); //~ BENIGN TIMESTAMP
        _remove(sourceId);
        emit Merged(sourceId, targetId, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Closes a position, with its rewards.
    /// @param id The position.
    /// @param receiver Who receives stake and rewards.
    function close(uint256 id, address receiver) external onlyManager(id) { //~ BENIGN ACCESS_CTRL
        Position storage position = _settle(id);
        require(block.timestamp >= position.unlockAt, "StakePositions: locked"); //~ BENIGN TIMESTAMP
        uint256 amount = position.amount;
        uint256 reward = position.pending;
        totalStaked -= amount;
        _remove(id); //~ BENIGN STATE_MOD
        token.safeTransfer(receiver, amount + reward); //~ BENIGN FUND_XFER
        emit Closed(id, receiver, amount + reward);
    }

    /// @notice Claims the rewards of a position.
    /// @param id The position.
    /// @param receiver Who receives them.
    function claim(uint256 id, address receiver) external onlyManager(id) {
        Position storage position = _settle(id);
        uint256 reward = position.pending;
        position.pending = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(receiver, reward);
        emit Claimed(id, receiver, reward);
    }

    /// @notice Approves a manager of a position of the caller.
    /// @param id The position.
    /// @param manager The manager, or the zero address for none.
    function approveManager(uint256 id, address manager) external {
        require(_positions[id].owner == _msgSender(), "StakePositions: not the owner"); //~ BENIGN ACCESS_CTRL
        managerOf[id] = manager;
        emit ManagerApproved(id, manager);
    }

    /// @notice Transfers a position of the caller, without its manager.
    /// @param id The position.
    /// @param to The new owner.
    function transferPosition(uint256 id, address to) external {
        require(_positions[id].owner == _msgSender(), "StakePositions: not the owner"); //~ BENIGN ACCESS_CTRL
        require(to != address(0), "StakePositions: no owner"); //~ BENIGN INPUT_VAL
        _positions[id].owner = to;
        delete managerOf[id]; //~ BENIGN STATE_MOD
        emit Transferred(id, _msgSender(), to);
    }

    /// @notice Distributes rewards to all positions.
    /// @param amount How much.
    function distribute(uint256 amount) external onlyRole(REWARDER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(totalStaked > 0, "StakePositions: no stake"); //~ BENIGN INPUT_VAL
        token.safeTransferFrom(_msgSender(), address(this), amount);
        rewardIndex += Math.mulDiv(amount, ONE, totalStaked); //~ BENIGN ARITHMETIC rounds down
        emit Distributed(amount);
    }

    /// @notice Returns a position.
    /// @param id The position.
    /// @return The position as it is stored.
    function positionOf(uint256 id) external view returns (Position memory) {
        return _positions[id];
    }

    /// @param id A position.
    /// @return position The position, with its rewards up to date.
    function _settle(uint256 id) internal returns (Position storage position) {
        position = _positions[id];
        position.pending += Math.mulDiv(position.amount, rewardIndex - position.index, ONE); //~ BENIGN ARITHMETIC rounds down
        position.index = rewardIndex;
    }

    /// @param id A position that ends.
    function _remove(uint256 id) internal {
        delete _positions[id]; //~ BENIGN STATE_MOD
        delete managerOf[id];
    }

    /// @param id A position.
    /// @param account An account.
    /// @return Whether the account owns or manages the position.
    function _isManager(uint256 id, address account) internal view returns (bool) {
        return account == _positions[id].owner || account == managerOf[id]; //~ BENIGN ACCESS_CTRL the zero address calls nothing
    }
}
