// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts@5.4.0/token/ERC721/extensions/ERC721Enumerable.sol";
import {IERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/IERC721.sol";

import {IVotingEscrow} from "../interfaces/IVotingEscrow.sol";
import {IVoter} from "../interfaces/IVoter.sol";
import {EpochMath} from "../libraries/EpochMath.sol";
import {VotePoints} from "../libraries/VotePoints.sol";
import {PositionText} from "./PositionText.sol";

/**
 * @title VotingEscrow
 * @notice Locks tokens in positions with voting power. A position is an ERC-721 token. Its power is its amount times the
 * time that is left, relative to the longest lock, so it falls linearly to zero at the end of the lock.
 * @dev Locks end at the beginning of an epoch, so the slopes that end there are added up by epoch, and the total power of
 * any moment can be computed without going through the positions.
 */
contract VotingEscrow is IVotingEscrow, ERC721Enumerable {
    using SafeERC20 for IERC20;
    using VotePoints for VotePoints.Point[];

    /// @notice Longest lock.
    uint256 public constant MAX_LOCK = 104 weeks;

    /// @notice Shortest lock.
    uint256 public constant MIN_LOCK = 1 weeks;

    /// @notice Least size that createLock() and split() ask for.
    uint256 public constant MIN_AMOUNT = 100e18;

    /// @notice Most positions of one account. Contracts that go through the positions of an account rely on it.
    uint256 public constant MAX_POSITIONS = 24;

    /// @notice Most epochs that one call catches up with. After a longer pause, checkpoint() has to be called first.
    uint256 public constant MAX_CATCH_UP = 200;

    /// @notice Token that is locked.
    IERC20 public immutable token;

    /// @notice Contract that knows the votes of positions.
    IVoter public voter;

    /// @notice Number of the position that was created last.
    uint256 public lastTokenId;

    /// @notice Tokens in all positions.
    uint256 public totalLocked;

    /// @notice Slope that ends at the beginning of an epoch.
    mapping(uint256 epoch => uint256) public slopeEndingAt;

    address private immutable _deployer = msg.sender;
    mapping(uint256 tokenId => Lock) private _locks;
    mapping(uint256 tokenId => VotePoints.Point[]) private _history;
    VotePoints.Point[] private _totalHistory;

    /// @dev Restricts a function to the owner of a position and whom the owner approved.
    modifier onlyAuthorized(uint256 tokenId) {
        require(isAuthorized(msg.sender, tokenId), "VotingEscrow: not authorized");
        _;
    }

    /**
     * @notice Sets the token, and begins the history.
     * @param token_ Token that is locked.
     */
    constructor(IERC20 token_) ERC721("Tidegate position", "veTIDE") {
        token = token_;
        _totalHistory.push(VotePoints.Point(0, 0, uint64(block.timestamp)));
    }

    /**
     * @notice Names the voter. The deployer can call it, once. Nobody has a role here afterwards.
     * @param voter_ Contract that knows the votes of positions.
     */
    function initialize(IVoter voter_) external {
        require(msg.sender == _deployer, "VotingEscrow: caller is not the deployer");
        require(address(voter) == address(0) && address(voter_) != address(0), "VotingEscrow: invalid voter");
        voter = voter_;
    }

    // ------------------------------------------------------------------------------------------------ positions

    /**
     * @notice Creates a position.
     * @param amount Tokens that the caller pays.
     * @param duration Seconds until they are free, rounded down to the beginning of an epoch.
     * @param owner Account that gets the position.
     * @return tokenId Number of the position.
     */
    function createLock(uint256 amount, uint256 duration, address owner) external returns (uint256 tokenId) {
        require(amount >= MIN_AMOUNT, "VotingEscrow: amount too small");
        tokenId = ++lastTokenId;
        _setLock(tokenId, Lock(_toUint128(amount), _endAfter(duration)));
        _receive(tokenId, amount);
        _safeMint(owner, tokenId);
    }

    /**
     * @notice Adds tokens to a position. Anybody may.
     * @param tokenId Position, whose lock has not ended.
     * @param amount Tokens that the caller pays.
     */
    function increaseAmount(uint256 tokenId, uint256 amount) external {
        require(amount > 0, "VotingEscrow: no tokens");
        Lock memory lock = _activeLock(tokenId);
        _setLock(tokenId, Lock(_toUint128(lock.amount + amount), lock.end));
        _receive(tokenId, amount);
    }

    /**
     * @notice Locks a position for longer.
     * @param tokenId Position; the caller may act for it.
     * @param duration Seconds until its tokens are free, rounded down to the beginning of an epoch.
     */
    function extendLock(uint256 tokenId, uint256 duration) external onlyAuthorized(tokenId) {
        Lock memory lock = _activeLock(tokenId);
        uint64 end = _endAfter(duration);
        require(end > lock.end, "VotingEscrow: not longer");
        _setLock(tokenId, Lock(lock.amount, end));
    }

    /**
     * @notice Adds a position to another one, and closes it. The longer lock of both counts.
     * @param from Position to close; the caller may act for it.
     * @param to Position that gets its tokens; the caller may act for it.
     */
    function merge(uint256 from, uint256 to) external {
        require(from != to, "VotingEscrow: same position");
        require(isAuthorized(msg.sender, from), "VotingEscrow: not authorized"); //~ DECOY ACCESS_CTRL both positions are arguments, and both are checked
        require(isAuthorized(msg.sender, to), "VotingEscrow: not authorized");
        require(!voter.hasVoted(from), "VotingEscrow: position has votes");
        Lock memory source = _locks[from];
        Lock memory target = _activeLock(to);
        _setLock(from, Lock(0, 0));
        _burn(from);
        uint64 end = source.end > target.end ? source.end : target.end;
        _setLock(to, Lock(_toUint128(uint256(source.amount) + target.amount), end));
        emit Merged(from, to, source.amount);
    }

    /**
     * @notice Makes a part of a position a position of its own, with the same end and owner.
     * @param tokenId Position to divide; the caller may act for it.
     * @param amount Tokens of the new position.
     * @return newTokenId Number of the new position.
     */
    function split(uint256 tokenId, uint256 amount) external onlyAuthorized(tokenId) returns (uint256 newTokenId) {
        Lock memory lock = _activeLock(tokenId);
        require(!voter.hasVoted(tokenId), "VotingEscrow: position has votes"); //~ BENIGN STATE_MOD a position with votes stays whole
        address owner = ownerOf(tokenId);
        require(amount >= MIN_AMOUNT && lock.amount >= amount + MIN_AMOUNT, "VotingEscrow: amount too small"); //~ BENIGN INPUT_VAL both parts have the smallest size
        newTokenId = ++lastTokenId;
        _setLock(tokenId, Lock(_toUint128(lock.amount - amount), lock.end)); //~ DECOY REENTRY_GUARD before the receiver of the new position is called
        _setLock(newTokenId, Lock(_toUint128(amount), lock.end));
        _safeMint(owner, newTokenId);
        emit Split(tokenId, newTokenId, amount);
    }

    /**
     * @notice Closes a position whose lock has ended, and pays its tokens to the owner.
     * @param tokenId Position to close; the caller may act for it.
     */
    function withdraw(uint256 tokenId) external onlyAuthorized(tokenId) {
        Lock memory lock = _locks[tokenId];
        require(lock.end <= block.timestamp, "VotingEscrow: still locked");
        require(!voter.hasVoted(tokenId), "VotingEscrow: position has votes");
        address owner = ownerOf(tokenId);
        _setLock(tokenId, Lock(0, 0));
        _burn(tokenId);
        totalLocked -= lock.amount;
        token.safeTransfer(owner, lock.amount);
        emit Withdrawn(owner, tokenId, lock.amount);
    }

    /// @notice Brings the history of the total power up to date, or as far as one call can. Anybody may.
    function checkpoint() external {
        _catchUp();
    }

    // ------------------------------------------------------------------------------------------------ views

    /// @inheritdoc IVotingEscrow
    function lockOf(uint256 tokenId) external view returns (Lock memory) {
        return _locks[tokenId];
    }

    /// @inheritdoc IVotingEscrow
    function powerOf(uint256 tokenId) external view returns (uint256) {
        return _history[tokenId].lookup(block.timestamp);
    }

    /// @inheritdoc IVotingEscrow
    function powerAt(uint256 tokenId, uint256 time) external view returns (uint256) {
        require(time <= block.timestamp, "VotingEscrow: not yet known");
        return _history[tokenId].lookup(time);
    }

    /// @inheritdoc IVotingEscrow
    function totalPowerAt(uint256 time) external view returns (uint256) {
        if (_totalHistory[0].at > time) return 0;
        VotePoints.Point memory point = _totalHistory[_totalHistory.indexAt(time)];
        while (EpochMath.endOf(point.at) <= time) {
            _step(point, uint64(EpochMath.endOf(point.at)));
        }
        return VotePoints.valueAt(point, time);
    }

    /// @inheritdoc IVotingEscrow
    function isAuthorized(address account, uint256 tokenId) public view returns (bool) {
        return _isAuthorized(ownerOf(tokenId), account, tokenId);
    }

    /// @inheritdoc IVotingEscrow
    function ownerOf(uint256 tokenId) public view override(ERC721, IERC721, IVotingEscrow) returns (address) {
        return super.ownerOf(tokenId);
    }

    /**
     * @notice Returns the metadata of a position.
     * @param tokenId Position; it has to exist.
     * @return Metadata as a data address.
     */
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        Lock memory lock = _locks[tokenId];
        return PositionText.uri(tokenId, lock.amount, lock.end);
    }

    // ------------------------------------------------------------------------------------------------ internal

    /**
     * @dev Collects tokens for a position.
     * @param tokenId Position that gets them.
     * @param amount Tokens that the caller pays.
     */
    function _receive(uint256 tokenId, uint256 amount) private {
        totalLocked += amount;
        token.safeTransferFrom(msg.sender, address(this), amount);
        emit Deposited(msg.sender, tokenId, amount);
    }

    /**
     * @dev Changes the lock of a position, and writes both histories.
     * @param tokenId Position to change.
     * @param lock Its new lock.
     */
    function _setLock(uint256 tokenId, Lock memory lock) private {
        VotePoints.Point memory total = _advance();
        VotePoints.Point memory before = _pointOf(_locks[tokenId]);
        VotePoints.Point memory present = _pointOf(lock);
        total.bias = total.bias + present.bias - before.bias;
        total.slope = total.slope + present.slope - before.slope;
        if (before.slope > 0) slopeEndingAt[_locks[tokenId].end] -= before.slope;
        if (present.slope > 0) slopeEndingAt[lock.end] += present.slope;
        _totalHistory.write(total);
        _history[tokenId].write(present);
        _locks[tokenId] = lock;
        emit LockChanged(tokenId, lock.amount, lock.end);
    }

    /**
     * @dev Brings the history of the total up to date. It must not be too far behind.
     * @return point The total at this moment, which is not written yet.
     */
    function _advance() private returns (VotePoints.Point memory point) {
        point = _catchUp();
        require(EpochMath.endOf(point.at) > block.timestamp, "VotingEscrow: catch up first");
        point.bias = uint128(VotePoints.valueAt(point, block.timestamp));
        point.at = uint64(block.timestamp);
    }

    /**
     * @dev Writes the points of the epochs that began since the last point of the total, but not of more than a call can.
     * @return point The last point of the total.
     */
    function _catchUp() private returns (VotePoints.Point memory point) {
        point = _totalHistory[_totalHistory.length - 1];
        for (uint256 i = 0; i < MAX_CATCH_UP; i++) {
            uint256 epoch = EpochMath.endOf(point.at);
            if (epoch > block.timestamp) break;
            _step(point, uint64(epoch));
            _totalHistory.write(point);
        }
    }

    /**
     * @dev Moves a point of the total to the beginning of the next epoch, where some slopes end.
     * @param point Point to move.
     * @param epoch Beginning of the next epoch.
     */
    function _step(VotePoints.Point memory point, uint64 epoch) private view {
        point.bias = uint128(VotePoints.valueAt(point, epoch));
        point.slope -= uint128(slopeEndingAt[epoch]);
        point.at = epoch;
    }

    /**
     * @dev Returns the power that a lock has at this moment.
     * @param lock Lock to read.
     * @return point Its power and slope, both zero if it has ended.
     */
    function _pointOf(Lock memory lock) private view returns (VotePoints.Point memory point) {
        point.at = uint64(block.timestamp);
        if (lock.end <= block.timestamp) return point;
        point.slope = lock.amount / uint128(MAX_LOCK);
        point.bias = point.slope * uint128(lock.end - block.timestamp);
    }

    /**
     * @dev Returns the lock of a position, which has to exist and must not have ended.
     * @param tokenId Position to read.
     * @return lock Its lock.
     */
    function _activeLock(uint256 tokenId) private view returns (Lock memory lock) {
        lock = _locks[tokenId];
        require(lock.end > block.timestamp, "VotingEscrow: lock has ended");
    }

    /**
     * @dev Returns the end of a lock that begins now.
     * @param duration Seconds of the lock.
     * @return Beginning of the last epoch within it.
     */
    function _endAfter(uint256 duration) private view returns (uint64) {
        require(duration >= MIN_LOCK && duration <= MAX_LOCK, "VotingEscrow: invalid duration");
        return uint64(EpochMath.startOf(block.timestamp + duration));
    }

    /**
     * @dev Narrows an amount.
     * @param amount Amount to narrow.
     * @return The same amount.
     */
    function _toUint128(uint256 amount) private pure returns (uint128) {
        require(amount <= type(uint128).max, "VotingEscrow: amount too large");
        return uint128(amount);
    }

    /// @inheritdoc ERC721Enumerable
    function _update(address to, uint256 tokenId, address auth) internal override returns (address from) {
        from = super._update(to, tokenId, auth);
        require(to == address(0) || balanceOf(to) <= MAX_POSITIONS, "VotingEscrow: too many positions");
    }
}
