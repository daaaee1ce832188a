// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";

import {IBundles, IListing} from "../interfaces/IListing.sol";

/// What may be lent, against what, and for which fee. Its owner runs the show, but never touches a loan that is running:
/// a collection that leaves the list gets no new loans and no refinancing, one that is not usable stays in the vault, and
/// that is all.
contract Listing is IListing, Ownable2Step {
    uint256 public constant MOST_FEE = 200; // of 10,000

    mapping(address => Kind) private kinds;
    mapping(address => bool) public isCurrency;
    address public treasury;
    uint256 public fee;
    bool public paused;

    constructor(address treasury_) {
        treasury = treasury_;
    }

    /// Content of a collection is compared for ever, because loans for its tokens may run. Only for one that has
    /// IBundles.contentOf(); without it, no token of the collection is lent against, refinanced or used any more.
    function setCollection(address collection, Kind calldata kind) external onlyOwner {
        require(kind.compound || !kinds[collection].compound, "content is compared");
        kinds[collection] = kind;
        emit CollectionSet(collection, kind.listed, kind.usable, kind.compound);
    }

    function setCurrency(address currency, bool listed) external onlyOwner {
        isCurrency[currency] = listed;
        emit CurrencySet(currency, listed);
    }

    /// The fee is a part of what is newly lent, and the borrower pays it.
    function setFee(uint256 fee_, address treasury_) external onlyOwner {
        require(fee_ <= MOST_FEE, "fee too high");
        require(treasury_ != address(0), "no treasury");
        fee = fee_;
        treasury = treasury_;
        emit FeeSet(fee_, treasury_);
    }

    /// Stops new loans, and refinancing with them. Repayments, auctions and withdrawals go on.
    function setPaused(bool paused_) external onlyOwner {
        paused = paused_;
        emit PausedSet(paused_);
    }

    function owner() public view override(IListing, Ownable) returns (address) {
        return super.owner();
    }

    function kindOf(address collection) external view returns (Kind memory) {
        return kinds[collection];
    }

    function takes(address currency, address collection) external view returns (bool) {
        return !paused && isCurrency[currency] && kinds[collection].listed;
    }

    /// What a token consists of, where that can change. Zero for ordinary collections.
    function contentOf(address collection, uint256 tokenId) external view returns (bytes32) {
        return kinds[collection].compound ? IBundles(collection).contentOf(tokenId) : bytes32(0);
    }

    event CollectionSet(address indexed collection, bool listed, bool usable, bool compound);
    event CurrencySet(address indexed currency, bool listed);
    event FeeSet(uint256 fee, address treasury);
    event PausedSet(bool paused);
}
