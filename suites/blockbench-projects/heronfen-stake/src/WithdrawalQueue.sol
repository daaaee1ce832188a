// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import {StakeToken} from "./StakeToken.sol";
import {IStakePool} from "./interfaces/IStakePool.sol";
import {IWithdrawalQueue} from "./interfaces/IWithdrawalQueue.sol";
import {RateMath} from "./libraries/RateMath.sol";

/// @title WithdrawalQueue
/// @notice Keeps requests to withdraw in their order. The pool makes them payable when it has the ether for them, and
/// their owners claim it.
/// @dev Requests become payable in groups, with a checkpoint for each group. Whoever claims gives a hint, which spares
/// the search. Requests can change hands, and their owners can let others transfer them.
contract WithdrawalQueue is IWithdrawalQueue {
    using RateMath for uint256;

    /// @notice Smallest request.
    uint256 public constant LEAST = 0.01 ether;

    /// @notice Largest request.
    uint256 public constant MOST = 1_000 ether;

    /// @notice Time for which a request waits at least before a report can make it payable.
    uint256 public constant WAIT = 1 days;

    /// @notice Shares that are locked.
    StakeToken public immutable token;

    /// @notice The pool.
    IStakePool public immutable pool;

    /// @notice Number of the last request. The first one is 1.
    uint256 public lastId;

    /// @inheritdoc IWithdrawalQueue
    uint256 public lastFinalized;

    /// @inheritdoc IWithdrawalQueue
    uint256 public pendingShares;

    /// @notice Ether for requests that are payable and not paid.
    uint256 public reserved;

    /// @notice Account that was approved to transfer a request.
    mapping(uint256 id => address) public approved;

    /// @notice Whether an account may transfer all requests of another one.
    mapping(address owner => mapping(address operator => bool)) public isOperator;

    mapping(uint256 id => Request) private _requests;
    Checkpoint[] private _checkpoints;

    /// @param token_ Shares that are locked.
    /// @param pool_ The pool.
    constructor(StakeToken token_, IStakePool pool_) {
        token = token_;
        pool = pool_;
    }

    // ------------------------------------------------------------------ owners

    /// @inheritdoc IWithdrawalQueue
    function request(uint256 shares, address owner) external returns (uint256 id) {
        if (shares < LEAST || shares > MOST) revert BadAmount(shares);
        if (owner == address(0)) revert NotAllowed(owner);
        id = ++lastId;
        _requests[id] = Request(owner, uint128(shares), uint64(block.timestamp));
        pendingShares += shares;
        token.transferFrom(msg.sender, address(this), shares);
        emit Requested(id, owner, shares);
    }

    /// @notice Lets an account transfer a request of the caller.
    /// @param spender The account, or zero for none.
    /// @param id Number of the request.
    function approve(address spender, uint256 id) external {
        if (_requests[id].owner != msg.sender) revert NotAllowed(msg.sender);
        approved[id] = spender;
        emit RequestApproved(id, spender);
    }

    /// @notice Lets an account transfer all requests of the caller.
    /// @param operator The account.
    /// @param allowed Whether it may.
    function setOperator(address operator, bool allowed) external {
        isOperator[msg.sender][operator] = allowed;
        emit OperatorSet(msg.sender, operator, allowed);
    }

    /// @inheritdoc IWithdrawalQueue
    function transferRequest(address from, address to, uint256 id) external {
        Request storage r = _requests[id];
        if (r.owner != from || from == address(0)) revert NoRequest(id);
        if (to == address(0)) revert NotAllowed(to);
        if (msg.sender != from && msg.sender != approved[id] && !isOperator[from][msg.sender]) revert NotAllowed(msg.sender);
        r.owner = to;
        delete approved[id]; //~ BENIGN ACCESS_CTRL an approval ends with the ownership
        emit RequestTransferred(id, from, to);
    }

    /// @inheritdoc IWithdrawalQueue
    function claim(uint256 id, uint256 hint, address receiver) external returns (uint256 amount) {
        Request memory r = _requests[id];
        if (r.owner == address(0)) revert NoRequest(id);
        if (r.owner != msg.sender) revert NotAllowed(msg.sender);
        if (id > lastFinalized) revert NotFinalized(id);
        if (hint >= _checkpoints.length || id < _checkpoints[hint].fromId) revert BadHint(id, hint);
        if (hint + 1 < _checkpoints.length && id >= _checkpoints[hint + 1].fromId) revert BadHint(id, hint); //~ BENIGN INPUT_VAL the last checkpoint that is not behind the request
        amount = uint256(r.shares).amountAt(_checkpoints[hint].rate);
        delete _requests[id]; //~ DECOY REENTRY_GUARD before the receiver is called
        reserved -= amount;
        (bool paid,) = receiver.call{value: amount}("");
        if (!paid) revert NotPaid(receiver);
        emit Claimed(id, r.owner, receiver, amount);
    }

    // ------------------------------------------------------------------ pool

    /// @inheritdoc IWithdrawalQueue
    function finalize(uint256 upTo, uint256 rate) external payable {
        if (msg.sender != address(pool)) revert NotAllowed(msg.sender);
        uint256 fromId = lastFinalized + 1;
        if (upTo < fromId || upTo > lastId) revert NoRequest(upTo);
        uint256 shares = 0;
        for (uint256 id = fromId; id <= upTo; id++) {
            shares += _requests[id].shares;
        }
        pendingShares -= shares;
        lastFinalized = upTo;
        reserved += msg.value;
        _checkpoints.push(Checkpoint(fromId, rate));
        emit RequestsFinalized(fromId, upTo, rate);
    }

    // ------------------------------------------------------------------ views

    /// @inheritdoc IWithdrawalQueue
    function affordable(uint256 most, uint256 budget, uint256 rate, uint64 reportedAt)
        external
        view
        returns (uint256 upTo, uint256 shares)
    {
        upTo = lastFinalized;
        uint256 end = (upTo + most).min(lastId);
        while (upTo < end) {
            Request storage r = _requests[upTo + 1];
            if (r.askedAt + WAIT > reportedAt || (shares + r.shares).amountAt(rate) > budget) break;
            shares += r.shares;
            upTo++;
        }
    }

    /// @inheritdoc IWithdrawalQueue
    function requestOf(uint256 id) external view returns (Request memory) {
        return _requests[id];
    }

    /// @notice Returns a checkpoint.
    /// @param number Number of the checkpoint.
    /// @return The checkpoint.
    function checkpointOf(uint256 number) external view returns (Checkpoint memory) {
        return _checkpoints[number];
    }

    /// @notice Returns the number of checkpoints.
    /// @return The number.
    function checkpointCount() external view returns (uint256) {
        return _checkpoints.length;
    }

    /// @inheritdoc IWithdrawalQueue
    function findHint(uint256 id) external view returns (uint256) {
        if (id == 0 || id > lastFinalized) revert NotFinalized(id);
        uint256 low = 0;
        uint256 high = _checkpoints.length - 1;
        while (low < high) {
            uint256 middle = (low + high + 1) / 2;
            if (_checkpoints[middle].fromId <= id) low = middle;
            else high = middle - 1;
        }
        return low;
    }
}
