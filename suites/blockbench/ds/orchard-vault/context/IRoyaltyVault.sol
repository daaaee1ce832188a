// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

/// @title Royalty vault
/// @notice What members, licensees and keepers call.
interface IRoyaltyVault {
    event RoyaltyPaid(address indexed licensee, bytes32 indexed work, uint256 assets);
    event WorkRegistered(bytes32 indexed work, string title);
    event WorkActivated(bytes32 indexed work, bool active);
    event Joined(address indexed member, uint256 assets, uint256 shares);
    event Left(address indexed member, address indexed receiver, uint256 assets, uint256 shares);
    event FeesRetired(uint256 shares);
    event Recovered(address indexed token, address indexed receiver, uint256 amount);

    error ZeroAsset();
    error ZeroReceiver();
    error NoShares(uint256 assets);
    error TooFewAssets(uint256 assets, uint256 minimum);
    error NothingToRetire();
    error NotRecoverable(address token);
    error EmptyTitle();
    error AlreadyRegistered(bytes32 work);
    error NotRegistered(bytes32 work);
    error NotActive(bytes32 work);

    function requestDeposit(uint128 assets) external;
    function reduceRequest(uint128 assets) external;
    function cancelRequest() external;
    function settleDeposit(address member) external returns (uint256 shares);
    function settleMany(address[] calldata members) external returns (uint256 settled);
    function redeem(uint256 shares, address receiver, uint256 minimum) external returns (uint256 assets);
    function redeemFrom(address member, uint256 shares, address receiver, uint256 minimum) external returns (uint256 assets);
    function payRoyalty(bytes32 work, uint256 assets) external;
    function retireFees() external returns (uint256 shares);

    function totalAssets() external view returns (uint256);
    function convertToShares(uint256 assets) external view returns (uint256);
    function convertToAssets(uint256 shares) external view returns (uint256);
    function previewRedeem(uint256 shares) external view returns (uint256 assets, uint256 fee);
}
