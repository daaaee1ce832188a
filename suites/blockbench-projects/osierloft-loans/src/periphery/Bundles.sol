// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {ERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/ERC721.sol";
import {IERC721} from "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721.sol";

import {Item} from "../Types.sol";
import {IBundles} from "../interfaces/IListing.sol";

/// Several tokens as one, for instance as the collateral of one loan. Whoever owns a bundle owns what is in it and can
/// add to it, take from it or open it. Nobody else can, so an offer for a bundle stays good until its owner does.
///
/// Notes are no parts: they end with their loans, their holders are paid in the ledger, and what they are worth changes
/// without a change of the content.
contract Bundles is IBundles, ERC721 {
    uint256 public constant MOST_PARTS = 20;

    address public immutable notes;

    uint256 public lastId;
    mapping(uint256 => Item[]) private parts;

    modifier onlyOwnerOf(uint256 id) {
        require(ownerOf(id) == msg.sender, "not your bundle");
        _;
    }

    constructor(address notes_) ERC721("Osierloft bundle", "BUNDLE") {
        notes = notes_;
    }

    /// Makes a bundle of tokens of the caller. It has an owner when all parts are in, because their collections are called.
    function wrap(Item[] calldata parts_) external returns (uint256 id) {
        require(parts_.length > 0, "nothing in it");
        id = ++lastId;
        for (uint256 i = 0; i < parts_.length; i++) {
            _put(id, parts_[i]);
        }
        _mint(msg.sender, id);
        emit Wrapped(id, msg.sender, parts_.length);
    }

    function add(uint256 id, Item calldata part) external onlyOwnerOf(id) {
        _put(id, part);
        emit Added(id, part.collection, part.tokenId);
    }

    /// Takes out what was put in last.
    function takeLast(uint256 id, address to) external onlyOwnerOf(id) {
        require(parts[id].length > 1, "open it instead");
        Item memory part = _pop(id);
        IERC721(part.collection).transferFrom(address(this), to, part.tokenId);
        emit Taken(id, part.collection, part.tokenId);
    }

    /// Opens a bundle, which ends with that.
    function unwrap(uint256 id, address to) external onlyOwnerOf(id) {
        _burn(id);
        while (parts[id].length > 0) {
            Item memory part = _pop(id);
            IERC721(part.collection).transferFrom(address(this), to, part.tokenId);
        }
        emit Unwrapped(id, to);
    }

    /// @inheritdoc IBundles
    function contentOf(uint256 id) external view returns (bytes32) {
        return keccak256(abi.encode(id, parts[id]));
    }

    /// @inheritdoc IBundles
    function partsOf(uint256 id) external view returns (Item[] memory) {
        return parts[id];
    }

    function _put(uint256 id, Item calldata part) private {
        require(parts[id].length < MOST_PARTS, "too many parts");
        require(part.collection != address(this), "no bundles in bundles");
        require(part.collection != notes, "no notes in bundles");
        parts[id].push(part);
        IERC721(part.collection).transferFrom(msg.sender, address(this), part.tokenId);
    }

    function _pop(uint256 id) private returns (Item memory part) {
        Item[] storage list = parts[id];
        part = list[list.length - 1];
        list.pop();
    }

    event Wrapped(uint256 indexed id, address indexed owner, uint256 count);
    event Added(uint256 indexed id, address collection, uint256 tokenId);
    event Taken(uint256 indexed id, address collection, uint256 tokenId);
    event Unwrapped(uint256 indexed id, address indexed to);
}
