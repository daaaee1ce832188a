// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice Ledger of the shares of one season. Shares can be given to anybody; there are no allowances.
abstract contract SeasonShares {
    uint256 public totalShares;
    mapping(address => uint256) public sharesOf;

    event SharesMoved(address indexed from, address indexed to, uint256 shares);

    error NotEnoughShares(address owner, uint256 wanted, uint256 there);
    error NoOwner();

    function give(address to, uint256 shares) external {
        if (to == address(0)) revert NoOwner();
        _debit(msg.sender, shares);
        sharesOf[to] += shares;
        emit SharesMoved(msg.sender, to, shares);
    }

    function _issue(address to, uint256 shares) internal {
        totalShares += shares;
        sharesOf[to] += shares;
        emit SharesMoved(address(0), to, shares);
    }

    function _redeem(address from, uint256 shares) internal {
        _debit(from, shares);
        totalShares -= shares;
        emit SharesMoved(from, address(0), shares);
    }

    function _debit(address from, uint256 shares) private {
        uint256 there = sharesOf[from];
        if (shares > there) revert NotEnoughShares(from, shares, there);
        sharesOf[from] = there - shares;
    }
}
