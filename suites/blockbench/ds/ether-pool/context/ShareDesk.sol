// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Something with a price.
interface IPriced {
    /// @notice The ether that a share is worth, with 18 decimals.
    function price() external view returns (uint256);
}

/// @notice Lends coins that are worth an ether each against shares of a pool.
contract ShareDesk {
    using SafeERC20 for IERC20;

    uint256 private constant ONE = 1e18;
    uint256 public constant LENDS = 7_500;
    uint256 public constant SEIZES = 8_500;

    IERC20 public immutable coin;
    IERC20 public immutable share;

    mapping(address account => uint256) public pledged;
    mapping(address account => uint256) public debtOf;

    event Pledged(address indexed account, uint256 shares);
    event Borrowed(address indexed account, uint256 amount);
    event Repaid(address indexed account, uint256 amount);
    event Seized(address indexed account, address indexed by, uint256 shares);

    error Uncovered(uint256 debt, uint256 limit);
    error Covered(uint256 debt, uint256 limit);

    constructor(IERC20 coin_, IERC20 share_) {
        coin = coin_;
        share = share_;
    }

    /// @notice Pledges shares.
    function pledge(uint256 shares) external {
        pledged[msg.sender] += shares;
        emit Pledged(msg.sender, shares);
        share.safeTransferFrom(msg.sender, address(this), shares);
    }

    /// @notice Takes pledged shares back that the debt does not need.
    function release(uint256 shares) external {
        pledged[msg.sender] -= shares;
        _cover(msg.sender);
        share.safeTransfer(msg.sender, shares);
    }

    /// @notice Borrows three quarters of what the pledge is worth at most.
    function borrow(uint256 amount) external {
        debtOf[msg.sender] += amount;
        _cover(msg.sender);
        emit Borrowed(msg.sender, amount);
        coin.safeTransfer(msg.sender, amount);
    }

    /// @notice Repays.
    function repay(uint256 amount) external {
        debtOf[msg.sender] -= amount;
        emit Repaid(msg.sender, amount);
        coin.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Pays a debt that has grown beyond 85 percent of the pledge, and takes the pledge.
    function seize(address account) external {
        uint256 debt = debtOf[account];
        uint256 limit = valueOf(account) * SEIZES / 10_000;
        if (debt <= limit) revert Covered(debt, limit);
        uint256 shares = pledged[account];
        debtOf[account] = 0;
        pledged[account] = 0;
        emit Seized(account, msg.sender, shares);
        coin.safeTransferFrom(msg.sender, address(this), debt);
        share.safeTransfer(msg.sender, shares);
    }

    /// @notice What an account has pledged, in ether.
    function valueOf(address account) public view returns (uint256) {
        return pledged[account] * IPriced(address(share)).price() / ONE;
    }

    function _cover(address account) private view {
        uint256 limit = valueOf(account) * LENDS / 10_000;
        if (debtOf[account] > limit) revert Uncovered(debtOf[account], limit);
    }
}
