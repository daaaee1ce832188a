// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

import {IRewards} from "./interfaces/IRewards.sol";

/// @title PoolShares
/// @notice The token of a supplier's share in the pool.
/// @dev Only the pool mints and burns. Holders earn rewards by balance and time, which another contract computes. The
/// token calls it when shares are minted, burnt or transferred.
contract PoolShares is ERC20 {
    /// @notice The pool whose assets the shares are of.
    address public immutable pool;

    /// @notice Distributes rewards among the holders.
    IRewards public immutable rewards;

    uint8 private immutable _decimals;

    /// @notice The caller is not the pool.
    error OnlyPool(address caller);

    modifier onlyPool() {
        if (msg.sender != pool) revert OnlyPool(msg.sender);
        _;
    }

    /// @param pool_ The pool.
    /// @param rewards_ Contract that distributes rewards.
    /// @param name_ Name of the token.
    /// @param symbol_ Symbol of the token.
    /// @param decimals_ Decimals of the asset and of the virtual shares together.
    constructor(address pool_, IRewards rewards_, string memory name_, string memory symbol_, uint8 decimals_)
        ERC20(name_, symbol_)
    {
        pool = pool_;
        rewards = rewards_;
        _decimals = decimals_;
    }

    /// @notice Creates shares.
    /// @param to Account that gets them.
    /// @param amount Number of shares.
    function mint(address to, uint256 amount) external onlyPool {
        _mint(to, amount);
    }

    /// @notice Destroys shares.
    /// @param from Account that gives them up.
    /// @param amount Number of shares.
    function burn(address from, uint256 amount) external onlyPool {
        _burn(from, amount);
    }

    /// @inheritdoc ERC20
    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    /// @inheritdoc ERC20
    function _update(address from, address to, uint256 amount) internal override {
        if (from != address(0)) rewards.settle(from);
        if (to != address(0)) rewards.settle(to); //~ BENIGN STATE_MOD who receives is settled too
        super._update(from, to, amount);
    }
}
