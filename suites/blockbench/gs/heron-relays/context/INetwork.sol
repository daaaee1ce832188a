// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";

/// @notice What a seller of clusters needs of the network.
interface INetwork {
    function FEE_PER_DAY() external view returns (uint256);

    function token() external view returns (IERC20);

    function register(address owner, uint16 validators, uint256 amount) external returns (uint256 id);

    function deposit(uint256 id, uint256 amount) external;

    function ownerOf(uint256 id) external view returns (address);

    function validatorsOf(uint256 id) external view returns (uint16);
}
