// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Roll} from "./Roll.sol";

interface IBook {
    function roll() external view returns (Roll);

    function moveIn(address o, uint256 g, uint256 d) external;
}
