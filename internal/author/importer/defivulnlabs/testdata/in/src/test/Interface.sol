// SPDX-License-Identifier: MIT
pragma solidity ^0.8.18;
interface I { function f() external; }
