// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import {IStakePool} from "../interfaces/IStakePool.sol";
import {ISweepVault} from "../interfaces/IVaults.sol";

/// @title SweepVault
/// @notice Takes ether from anywhere and gives it to the pool alone. There are three of them: one for the stake that
/// validators return, one for the tips of blocks, and one that pays for losses.
contract SweepVault is ISweepVault {
    /// @notice The pool.
    IStakePool public pool;

    /// @notice What the vault is for.
    string public purpose;

    address private immutable _deployer = msg.sender;

    /// @notice Emitted when ether arrives with a call.
    event Received(address indexed from, uint256 amount);

    /// @notice Emitted when the pool takes ether.
    event Swept(uint256 amount);

    /// @notice The caller must not do this.
    error NotAllowed(address caller);

    /// @param purpose_ What the vault is for.
    constructor(string memory purpose_) {
        purpose = purpose_;
    }

    /// @notice Takes ether.
    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    /// @notice Names the pool. Once, by the deployer.
    /// @param pool_ The pool.
    function connect(IStakePool pool_) external {
        if (msg.sender != _deployer || address(pool) != address(0)) revert NotAllowed(msg.sender);
        pool = pool_;
    }

    /// @inheritdoc ISweepVault
    function sweep(uint256 amount) external returns (uint256 sent) {
        if (msg.sender != address(pool)) revert NotAllowed(msg.sender);
        uint256 held = address(this).balance;
        sent = amount < held ? amount : held;
        if (sent == 0) return 0;
        pool.receiveFromVault{value: sent}();
        emit Swept(sent);
    }
}
