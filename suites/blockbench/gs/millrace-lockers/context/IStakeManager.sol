// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Who is in with how much, and what that earned. Vaults talk to it, users don't.
interface IStakeManager {
    /// Adds to the entry of the calling vault, and/or moves its lock.
    function enter(uint256 amount, uint256 until) external;

    /// Takes an amount out of the entry of the calling vault. What it earned stays due.
    function exit(uint256 amount) external;

    /// Pays what the calling vault has earned.
    function claim(address to) external returns (uint256 paid);

    function earned(address vault) external view returns (uint256);

    error Paused(uint256 until);
    error Retired();
    error NotVault();
}
