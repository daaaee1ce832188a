// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

/// @title IWithdrawalQueue
/// @notice Requests to withdraw, served in their order.
interface IWithdrawalQueue {
    /// @notice A request to withdraw.
    /// @param owner Account that is paid. Zero after the payment.
    /// @param shares Shares that are redeemed.
    /// @param askedAt Time at which the request was made.
    struct Request {
        address owner;
        uint128 shares;
        uint64 askedAt;
    }

    /// @notice Marks where a group of requests begins that became payable together.
    /// @param fromId First request of the group.
    /// @param rate Ether of a share.
    struct Checkpoint {
        uint256 fromId;
        uint256 rate;
    }

    /// @notice Emitted with a new request.
    event Requested(uint256 indexed id, address indexed owner, uint256 shares);

    /// @notice Emitted when a request gets another owner.
    event RequestTransferred(uint256 indexed id, address indexed from, address indexed to);

    /// @notice Emitted when an account may transfer one request of another one.
    event RequestApproved(uint256 indexed id, address indexed spender);

    /// @notice Emitted when an account may transfer all requests of another one, or no longer may.
    event OperatorSet(address indexed owner, address indexed operator, bool allowed);

    /// @notice Emitted when requests become payable.
    event RequestsFinalized(uint256 indexed fromId, uint256 indexed upTo, uint256 rate);

    /// @notice Emitted when a request is paid.
    event Claimed(uint256 indexed id, address indexed owner, address receiver, uint256 amount);

    /// @notice The caller must not do this.
    error NotAllowed(address caller);

    /// @notice There is no open request with this number.
    error NoRequest(uint256 id);

    /// @notice The request is too small or too large.
    error BadAmount(uint256 shares);

    /// @notice The request is not payable yet.
    error NotFinalized(uint256 id);

    /// @notice The request cannot be paid with this hint.
    error BadHint(uint256 id, uint256 hint);

    /// @notice The receiver refuses ether.
    error NotPaid(address receiver);

    /// @notice Locks shares to withdraw them.
    /// @param shares Shares of the caller.
    /// @param owner Account that owns the request.
    /// @return id Number of the request.
    function request(uint256 shares, address owner) external returns (uint256 id);

    /// @notice Gives a request to another account.
    /// @param from Its owner.
    /// @param to Its next owner.
    /// @param id Number of the request.
    function transferRequest(address from, address to, uint256 id) external;

    /// @notice Pays a request of the caller.
    /// @param id Number of the request.
    /// @param hint Number of a checkpoint, which findHint() gives.
    /// @param receiver Account that is paid.
    /// @return amount Amount that was paid.
    function claim(uint256 id, uint256 hint, address receiver) external returns (uint256 amount);

    /// @notice Makes requests payable with the ether that is sent. Only the pool.
    /// @param upTo Last request.
    /// @param rate Ether of a share.
    function finalize(uint256 upTo, uint256 rate) external payable;

    /// @notice Finds the requests that can become payable.
    /// @param most Most requests to go through.
    /// @param budget Ether that can be spent.
    /// @param rate Ether of a share.
    /// @param reportedAt Time of the last report.
    /// @return upTo Last request that can.
    /// @return shares Shares of these requests.
    function affordable(uint256 most, uint256 budget, uint256 rate, uint64 reportedAt)
        external
        view
        returns (uint256 upTo, uint256 shares);

    /// @notice Returns the shares of all requests that are not payable yet.
    /// @return Number of shares.
    function pendingShares() external view returns (uint256);

    /// @notice Returns a request.
    /// @param id Number of the request.
    /// @return The request.
    function requestOf(uint256 id) external view returns (Request memory);

    /// @notice Returns the last request that is payable.
    /// @return Number of the request.
    function lastFinalized() external view returns (uint256);

    /// @notice Finds the checkpoint of a request.
    /// @param id Number of the request.
    /// @return Number of the checkpoint.
    function findHint(uint256 id) external view returns (uint256);
}
