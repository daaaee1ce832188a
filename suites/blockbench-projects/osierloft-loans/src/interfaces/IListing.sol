// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Item} from "../Types.sol";

interface IListing {
    struct Kind {
        bool listed; // new loans are made against it
        bool usable; // borrowers may use it while it is collateral
        bool compound; // a token has content that can change
    }

    function owner() external view returns (address);
    function treasury() external view returns (address);
    function fee() external view returns (uint256);
    function kindOf(address collection) external view returns (Kind memory);
    function takes(address currency, address collection) external view returns (bool);
    function contentOf(address collection, uint256 tokenId) external view returns (bytes32);
}

interface IBundles {
    function wrap(Item[] calldata parts) external returns (uint256 id);
    /// Changes with everything that is put in or taken out, and comes back to what it was with it.
    function contentOf(uint256 id) external view returns (bytes32);
    function partsOf(uint256 id) external view returns (Item[] memory);
}
