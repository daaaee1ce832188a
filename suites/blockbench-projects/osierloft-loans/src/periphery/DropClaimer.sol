// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721.sol";
import {IERC721Receiver} from "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721Receiver.sol";

import {Item} from "../Types.sol";
import {Managed} from "../admin/Managed.sol";
import {IItemUser} from "../interfaces/ICore.sol";
import {IListing} from "../interfaces/IListing.sol";

/// A drop that pays the owner of a token, once for each token.
interface IDrop {
    function reward() external view returns (IERC20);
    function claim(uint256 tokenId) external;
}

/// Claims drops for borrowers, with collateral that the vault hands out for a moment. It can do nothing else: the only
/// call that it makes is claim(), on drops that somebody has looked at.
contract DropClaimer is IItemUser, IERC721Receiver, Managed {
    using SafeERC20 for IERC20;

    address public immutable vault;
    mapping(address => bool) public isDrop;

    constructor(address vault_, IListing listing_) Managed(listing_) {
        vault = vault_;
    }

    function setDrop(address drop, bool known) external onlyManager {
        isDrop[drop] = known;
        emit DropSet(drop, known);
    }

    /// @inheritdoc IItemUser
    /// @param data address of the drop
    function onUse(uint256 loanId, Item calldata item, address borrower, bytes calldata data) external {
        require(msg.sender == vault, "not the vault");
        address drop = abi.decode(data, (address));
        require(isDrop[drop], "unknown drop");
        IERC20 reward = IDrop(drop).reward();
        uint256 before = reward.balanceOf(address(this));
        IDrop(drop).claim(item.tokenId);
        uint256 amount = reward.balanceOf(address(this)) - before;
        IERC721(item.collection).transferFrom(address(this), vault, item.tokenId);
        reward.safeTransfer(borrower, amount);
        emit Claimed(loanId, drop, borrower, amount);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return IERC721Receiver.onERC721Received.selector;
    }

    event DropSet(address indexed drop, bool known);
    event Claimed(uint256 indexed loanId, address indexed drop, address indexed borrower, uint256 amount);
}
