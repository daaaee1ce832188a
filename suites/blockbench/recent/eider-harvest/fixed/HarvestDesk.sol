// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {Barn} from "./context/Barn.sol";

/// @title HarvestDesk
/// @notice The only way into the barn. Farmers bring the sacks of a harvest in one call; what does not fit into the barn
///         goes home with them. They fetch what they have there from the barn itself.
contract HarvestDesk {
    using SafeERC20 for IERC20;

    /// @param least The least that must fit in, or else nothing of the harvest is stored.
    struct Sack {
        IERC20 crop;
        uint256 amount;
        uint256 least;
    }

    Barn public immutable barn;

    event Brought(address indexed farmer, IERC20 indexed crop, uint256 amount, uint256 stored);

    error Empty(IERC20 crop);
    error NoRoom(IERC20 crop, uint256 stored, uint256 least);

    constructor(address keeper) {
        barn = new Barn(keeper);
    }

    /// @notice Brings sacks.
    function bring(Sack[] calldata sacks) external {
        for (uint256 i = 0; i < sacks.length; ++i) {
            uint256 stored = _store(sacks[i].crop, sacks[i].amount);
            if (stored < sacks[i].least) revert NoRoom(sacks[i].crop, stored, sacks[i].least); //~ BENIGN INPUT_VAL
        }
    }

    function _store(IERC20 crop, uint256 amount) private returns (uint256 stored) {
        if (amount == 0) revert Empty(crop); //~ BENIGN INPUT_VAL
        crop.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        crop.forceApprove(address(barn), amount); //~ BENIGN EXT_CALL
        stored = barn.store(crop, amount, msg.sender); //~ BENIGN EXT_CALL
        emit Brought(msg.sender, crop, amount, stored); //~ UNRELATED EVENT_EMIT
        crop.safeTransfer(msg.sender, amount - stored); //~ BENIGN FUND_XFER
    }
}
