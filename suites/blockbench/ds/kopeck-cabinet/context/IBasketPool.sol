// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice What traders and providers use of a pool.
interface IBasketPool {
    function provide(uint256[] calldata amounts, uint256 minimum, uint256 deadline) external returns (uint256 shares);

    function withdraw(uint256 shares, uint256[] calldata minima, address receiver) external;

    function exchange(
        uint256 assetIn,
        uint256 assetOut,
        uint256 amount,
        uint256 minimum,
        address receiver,
        uint256 deadline
    ) external returns (uint256 out);

    function synchronise(uint256 index) external;

    function quote(uint256 assetIn, uint256 assetOut, uint256 amount) external view returns (uint256);

    function sharesFor(uint256[] calldata amounts) external view returns (uint256 shares);

    function amountsFor(uint256 shares) external view returns (uint256[] memory amounts);
}
