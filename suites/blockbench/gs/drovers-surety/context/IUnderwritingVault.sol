// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

interface IUnderwritingVault {
    function usdc() external view returns (IERC20);
    function seasonEnd() external view returns (uint256);
    function addPremium(uint256 amount) external;
}
