// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

interface ILocker {
    function share() external view returns (IERC20);

    function coin() external view returns (IERC20);

    // the number is made of the account and the block
    function open(uint256 shares) external returns (bytes32 position);

    function close(bytes32 position) external;
}
