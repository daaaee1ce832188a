// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice Deposits that wait for their settlement.
/// @dev Keeps the books only. The contract that inherits moves the tokens.
abstract contract DepositQueue {
    struct DepositRequest {
        address account;
        uint64 requestedAt;
        uint32 feeBps;
        uint256 assets;
    }

    uint256 public constant SETTLEMENT_DELAY = 3 days;

    /// @notice Assets of all requests that are neither processed nor cancelled.
    uint256 public pendingAssets;

    DepositRequest[] private _requests;

    event DepositRequested(uint256 indexed id, address indexed account, uint256 assets);
    event DepositCancelled(uint256 indexed id, address indexed account, uint256 assets);

    error EmptyRequest();
    error UnknownRequest(uint256 id);
    error NotSettledYet(uint256 settlesAt);

    function requestCount() external view returns (uint256) {
        return _requests.length;
    }

    /// @notice A request; its account is zero once it has been processed or cancelled.
    function requestAt(uint256 id) public view returns (DepositRequest memory) {
        if (id >= _requests.length) revert UnknownRequest(id);
        return _requests[id];
    }

    function isSettled(uint256 id) external view returns (bool) {
        DepositRequest memory request = requestAt(id);
        return request.account != address(0) && block.timestamp >= request.requestedAt + SETTLEMENT_DELAY;
    }

    function _enqueue(address account, uint256 assets, uint32 feeBps) internal returns (uint256 id) {
        if (assets == 0) revert EmptyRequest();
        id = _requests.length;
        _requests.push(DepositRequest(account, uint64(block.timestamp), feeBps, assets));
        pendingAssets += assets;
        emit DepositRequested(id, account, assets);
    }

    /// @dev Removes a request whose delay is over and hands it to the caller.
    function _dequeue(uint256 id) internal returns (DepositRequest memory request) {
        request = requestAt(id);
        if (request.account == address(0)) revert UnknownRequest(id);
        uint256 settlesAt = request.requestedAt + SETTLEMENT_DELAY;
        if (block.timestamp < settlesAt) revert NotSettledYet(settlesAt);
        _remove(id, request.assets);
    }

    /// @dev Removes a request of the account, whether or not its delay is over.
    function _withdrawRequest(uint256 id, address account) internal returns (uint256 assets) {
        DepositRequest memory request = requestAt(id);
        if (request.account != account) revert UnknownRequest(id);
        assets = request.assets;
        _remove(id, assets);
        emit DepositCancelled(id, account, assets);
    }

    function _remove(uint256 id, uint256 assets) private {
        delete _requests[id];
        pendingAssets -= assets;
    }
}
