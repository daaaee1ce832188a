// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice What the outside sees of a revenue vault.
interface IRevenueVault {
    event DepositProcessed(uint256 indexed id, address indexed account, uint256 assets, uint256 fee, uint256 shares);
    event Redeemed(address indexed account, address indexed receiver, uint256 shares, uint256 assets);
    event RevenueDistributed(address indexed payer, uint256 assets);
    event ExpensePaid(address indexed payee, uint256 assets, string purpose);
    event SurplusRecovered(address indexed receiver, uint256 assets);
    event ManagerSet(address indexed manager);
    event FeeSet(address indexed recipient, uint256 feeBps);
    event DepositCapSet(uint256 cap);

    error CapExceeded(uint256 room);
    error SharesLocked(uint256 until);
    error TooFewAssets(uint256 assets, uint256 minimum);
    error NotManager(address caller);
    error FeeTooHigh(uint256 feeBps, uint256 maximum);
    error BadAddress(address account);

    function requestDeposit(uint256 assets) external returns (uint256 id);

    function cancelDeposit(uint256 id) external;

    function processDeposit(uint256 id) external returns (uint256 shares);

    function redeem(uint256 shares, address receiver, uint256 minAssets) external returns (uint256 assets);

    function distribute(uint256 assets) external;

    function convertToShares(uint256 assets) external view returns (uint256);

    function convertToAssets(uint256 shares) external view returns (uint256);
}
