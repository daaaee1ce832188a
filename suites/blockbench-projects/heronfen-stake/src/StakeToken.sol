// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

/// @title StakeToken
/// @notice Shares of the staked ether. A balance never changes by itself: rewards raise what a share is worth.
contract StakeToken is ERC20, ERC20Permit {
    /// @notice The pool, which alone mints and burns.
    address public pool;

    address private immutable _deployer = msg.sender;

    /// @notice The caller must not do this.
    error NotAllowed(address caller);

    /// @dev Restricts a function to the pool.
    modifier onlyPool() {
        if (msg.sender != pool) revert NotAllowed(msg.sender);
        _;
    }

    constructor() ERC20("Heron ether", "hETH") ERC20Permit("Heron ether") {}

    /// @notice Names the pool. Once, by the deployer.
    /// @param pool_ The pool.
    function connect(address pool_) external {
        if (msg.sender != _deployer || pool != address(0)) revert NotAllowed(msg.sender);
        pool = pool_;
    }

    /// @notice Creates shares.
    /// @param to Account that gets them.
    /// @param shares Number of shares.
    function mint(address to, uint256 shares) external onlyPool {
        _mint(to, shares);
    }

    /// @notice Removes shares.
    /// @param from Account that loses them.
    /// @param shares Number of shares.
    function burn(address from, uint256 shares) external onlyPool {
        _burn(from, shares);
    }
}
