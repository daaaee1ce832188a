// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title IRentalMarket
 * @notice What owners and renters of items may do.
 */
interface IRentalMarket {
    /// @notice The stage that a listing is in.
    enum State {
        NONE,
        LISTED,
        RENTED,
        CLOSED
    }

    /// @notice An item that is offered or rented.
    struct Listing {
        address owner;
        address collection;
        uint256 tokenId;
        uint256 dailyFee;
        uint256 collateral;
        uint256 maxDays;
        State state;
        address renter;
        uint256 rentedDays;
        uint256 due;
    }

    event ItemListed(uint256 indexed listingId, address indexed owner, address indexed collection, uint256 tokenId);
    event ListingUpdated(uint256 indexed listingId, uint256 dailyFee, uint256 collateral);
    event ItemUnlisted(uint256 indexed listingId);
    event ItemRented(uint256 indexed listingId, address indexed renter, uint256 due);
    event RentalExtended(uint256 indexed listingId, uint256 due);
    event ItemReturned(uint256 indexed listingId, uint256 lateFee);
    event CollateralClaimed(uint256 indexed listingId, uint256 amount);

    /**
     * @notice Lists an item, which the market keeps while nobody rents it.
     * @param collection The contract of the item.
     * @param tokenId The number of the item.
     * @param dailyFee The fee for a day.
     * @param collateral What a renter leaves with the market.
     * @param maxDays The longest rental.
     * @return listingId The number of the listing.
     */
    function list(
        address collection,
        uint256 tokenId,
        uint256 dailyFee,
        uint256 collateral,
        uint256 maxDays
    ) external returns (uint256 listingId);

    /**
     * @notice Changes the terms of an item that nobody rents.
     * @param listingId The number of the listing.
     * @param dailyFee The fee for a day.
     * @param collateral What a renter leaves with the market.
     */
    function updateListing(uint256 listingId, uint256 dailyFee, uint256 collateral) external;

    /**
     * @notice Takes an item back that nobody rents.
     * @param listingId The number of the listing.
     */
    function unlist(uint256 listingId) external;

    /**
     * @notice Rents an item.
     * @param listingId The number of the listing.
     * @param numDays The length of the rental.
     * @param maxPayment The largest sum of fee and collateral that the caller agrees to.
     */
    function rent(uint256 listingId, uint256 numDays, uint256 maxPayment) external;

    /**
     * @notice Extends a rental.
     * @param listingId The number of the listing.
     * @param numDays The days that are added.
     */
    function extendRental(uint256 listingId, uint256 numDays) external;

    /**
     * @notice Brings an item back to the market, for the collateral without the late fee.
     * @param listingId The number of the listing.
     */
    function returnItem(uint256 listingId) external;

    /**
     * @notice Claims the collateral for an item that was not brought back.
     * @param listingId The number of the listing.
     */
    function claimCollateral(uint256 listingId) external;

    /**
     * @notice The terms and the stage of a listing.
     * @param listingId The number of the listing.
     */
    function getListing(uint256 listingId) external view returns (Listing memory);

    /**
     * @notice What is taken off the collateral if the item is brought back now.
     * @param listingId The number of the listing.
     */
    function lateFeeOf(uint256 listingId) external view returns (uint256);
}
