// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

interface ITollBoard {
    /// Brings the board's books up to the present.
    function count() external;
}
