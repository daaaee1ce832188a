// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {EpochQueue} from "./EpochQueue.sol";
import {IRoyaltyVault} from "./IRoyaltyVault.sol";

/// @title Vault lens
/// @notice Collects what the website shows of a member in one call.
contract VaultLens {
    struct Position {
        uint256 shares;
        uint256 assets;
        uint256 exitFee;
        uint256 requested;
        bool ready;
    }

    function positionOf(address vault, address member) external view returns (Position memory position) {
        position.shares = IERC20(vault).balanceOf(member);
        (position.assets, position.exitFee) = IRoyaltyVault(vault).previewRedeem(position.shares);
        (position.requested, ) = EpochQueue(vault).requestOf(member);
        position.ready = EpochQueue(vault).isReady(member);
    }
}
