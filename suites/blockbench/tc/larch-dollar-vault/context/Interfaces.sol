// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";

interface IDollarPool is IERC20 {
    function tokenA() external view returns (IERC20);

    function tokenB() external view returns (IERC20);

    function joinOne(uint256 amount, uint256 min_parts) external returns (uint256 parts);

    function exitOne(uint256 parts, uint256 min_out) external returns (uint256 out);

    function quoteOne(uint256 parts) external view returns (uint256);

    function worth(uint256 parts) external view returns (uint256);
}

interface IStrategy {
    function vault() external view returns (address);

    function want() external view returns (IERC20);

    function parts() external view returns (uint256);

    function invested() external view returns (uint256);

    function put(uint256 amount, uint256 min_parts) external returns (uint256 got);

    function take(uint256 amount, uint256 min_out) external returns (uint256 got);
}

interface IVault {
    function owner() external view returns (address);

    function treasury() external view returns (address);
}
