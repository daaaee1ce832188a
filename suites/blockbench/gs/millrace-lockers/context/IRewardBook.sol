// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Book of what each locker has at stake and what it has earned by it.
interface IRewardBook {
    /// The guardian has put the book to rest until the given time.
    error Resting(uint256 until);
    /// The book is out of use for good; nothing has been earned since.
    error Retired();
    error NotALocker();

    /// Adds to the entry of the calling locker.
    function open(uint256 amount) external;

    /// Ends the entry of the calling locker. What it has earned stays due.
    function close() external;

    /// Pays what the calling locker has earned.
    function claim(address to) external returns (uint256 paid);

    function earned(address locker) external view returns (uint256);
}
