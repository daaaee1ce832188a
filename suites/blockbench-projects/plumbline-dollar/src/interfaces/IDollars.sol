// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @title IDollar
/// @notice What the contracts of the system need of the stablecoin.
interface IDollar is IERC20 {
    /// @notice Create dollars. Wards only.
    function mint(address to, uint256 amount) external;

    /// @notice Destroy dollars of an account. Wards only, and they ask for its own dollars only.
    function burn(address from, uint256 amount) external;
}

/// @title IPegModule
/// @notice Dollars for another stablecoin, one for one.
interface IPegModule {
    error CeilingReached();
    error FeeTooHigh();

    event FeesSet(uint256 fee_in, uint256 fee_out);
    event CeilingSet(uint256 ceiling);
    event SwappedIn(address indexed from, address indexed to, uint256 units, uint256 fee);
    event SwappedOut(address indexed from, address indexed to, uint256 units, uint256 fee);
    event Swept(address indexed to, uint256 units);

    /// @notice Pay stablecoins, get dollars.
    /// @param units Stablecoins that the caller pays.
    /// @return out Dollars for the receiver.
    function swap_in(uint256 units, address to) external returns (uint256 out);

    /// @notice Pay dollars, get stablecoins.
    /// @param units Stablecoins for the receiver.
    /// @return paid Dollars that the caller paid.
    function swap_out(uint256 units, address to) external returns (uint256 paid);

    function reserves() external view returns (uint256);

    function ceiling() external view returns (uint256);
}

/// @title ISavings
/// @notice Dollars that earn interest.
interface ISavings {
    error RateTooHigh();

    event RateSet(uint256 rate);
    event Accrued(uint256 index, uint256 paid);
    event Deposited(address indexed from, address indexed account, uint256 amount, uint256 shares);
    event Withdrawn(address indexed account, address indexed to, uint256 amount, uint256 shares);

    /// @notice Save dollars of the caller for an account.
    /// @return shares What the account owns of all savings.
    function deposit(uint256 amount, address account) external returns (uint256 shares);

    /// @notice Take savings of the caller out.
    /// @return amount Dollars that were paid.
    function withdraw(uint256 shares, address to) external returns (uint256 amount);

    /// @notice Add the interest since the last time. Anybody may call.
    function accrue() external;

    function shares_of(address account) external view returns (uint256);

    function balance_of(address account) external view returns (uint256);
}
