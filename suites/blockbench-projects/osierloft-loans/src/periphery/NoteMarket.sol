// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721.sol";

import {ILoanDesk} from "../interfaces/ICore.sol";

/// A shop window for notes. Notes stay with their sellers, who approve this contract, until somebody pays.
contract NoteMarket {
    using SafeERC20 for IERC20;

    struct Ask {
        address seller;
        address currency;
        uint256 price;
    }

    IERC721 public immutable notes;
    ILoanDesk public immutable desk;

    mapping(uint256 => Ask) private asks;

    constructor(IERC721 notes_, ILoanDesk desk_) {
        notes = notes_;
        desk = desk_;
    }

    /// Offers a note of the caller, in place of whatever was asked for it before.
    function ask(uint256 noteId, address currency, uint256 price) external {
        require(notes.ownerOf(noteId) == msg.sender, "not your note");
        require(price > 0, "no price");
        asks[noteId] = Ask(msg.sender, currency, price);
        emit Asked(noteId, msg.sender, currency, price);
    }

    function takeBack(uint256 noteId) external {
        require(asks[noteId].seller == msg.sender, "not your ask");
        delete asks[noteId];
        emit AskTakenBack(noteId);
    }

    /// Buys a note. What it stands for may be amended before the call arrives, so buyers say what they looked at.
    /// @param version of the loan
    /// @param currency of the price
    /// @param mostPrice that the caller pays
    function buy(uint256 noteId, uint32 version, address currency, uint256 mostPrice) external {
        Ask memory a = asks[noteId];
        require(a.seller != address(0) && notes.ownerOf(noteId) == a.seller, "not for sale");
        require(desk.loanOf(noteId).version == version, "loan was amended");
        require(a.currency == currency, "another currency");
        require(a.price <= mostPrice, "too expensive");
        delete asks[noteId];
        IERC20(currency).safeTransferFrom(msg.sender, a.seller, a.price);
        notes.transferFrom(a.seller, msg.sender, noteId);
        emit Sold(noteId, a.seller, msg.sender, a.price);
    }

    function askOf(uint256 noteId) external view returns (Ask memory) {
        return asks[noteId];
    }

    event Asked(uint256 indexed noteId, address indexed seller, address currency, uint256 price);
    event AskTakenBack(uint256 indexed noteId);
    event Sold(uint256 indexed noteId, address indexed seller, address indexed buyer, uint256 price);
}
