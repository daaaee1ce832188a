// SPDX-License-Identifier: EUPL-1.2
pragma solidity 0.8.19;

interface IBoxKeeper {
    /// @notice A box tells its keeper what its saver is taking out.
    function onTakeOut(uint256 amount) external;
}
