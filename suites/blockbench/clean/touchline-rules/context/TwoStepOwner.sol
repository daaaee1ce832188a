// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @notice An owner that hands over in two steps, for contracts that have no constructor of their own.
abstract contract TwoStepOwner {
    address private _owner;
    address private _pendingOwner;

    event OwnershipOffered(address indexed owner, address indexed next);
    event OwnershipTaken(address indexed owner);

    error NotOwner(address caller);
    error NotPendingOwner(address caller);

    modifier onlyOwner() {
        if (msg.sender != _owner) revert NotOwner(msg.sender);
        _;
    }

    function owner() public view returns (address) {
        return _owner;
    }

    function pendingOwner() external view returns (address) {
        return _pendingOwner;
    }

    /// @notice Offers the ownership; the zero address takes an offer back.
    function offerOwnership(address next) external onlyOwner {
        _pendingOwner = next;
        emit OwnershipOffered(_owner, next);
    }

    function takeOwnership() external {
        if (msg.sender != _pendingOwner) revert NotPendingOwner(msg.sender);
        _setOwner(msg.sender);
    }

    function _setOwner(address owner_) internal {
        _owner = owner_;
        delete _pendingOwner;
        emit OwnershipTaken(owner_);
    }

    /// @dev Room for later versions.
    uint256[48] private __gap;
}
