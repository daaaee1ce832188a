// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IListing} from "../interfaces/IListing.sol";

/// For contracts with parameters: the owner of the listing manages all of them.
abstract contract Managed {
    IListing public immutable listing;

    error NotManager(address caller);

    modifier onlyManager() {
        if (msg.sender != listing.owner()) revert NotManager(msg.sender);
        _;
    }

    constructor(IListing listing_) {
        listing = listing_;
    }
}
