// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./IERC20.sol";

interface IFiller {
    // Called when `giveAmount` of `give` is with the filler. Before it returns, `wanted` of `want` at least has to be with
    // `payee`.
    function onFill(
        uint256 id,
        IERC20 give,
        uint256 giveAmount,
        IERC20 want,
        uint256 wanted,
        address payee,
        bytes calldata data
    ) external;
}
