// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

interface IFiller {
    function onFill(uint256 id, IERC20 g, uint256 a, IERC20 w, uint256 q, address p, bytes calldata d) external;
}
