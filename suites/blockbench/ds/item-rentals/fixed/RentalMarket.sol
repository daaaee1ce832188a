// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/IERC721.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IRentalMarket} from "./context/IRentalMarket.sol";
import {RentalSettings} from "./context/RentalSettings.sol";
import {EarningsLedger} from "./context/EarningsLedger.sol";

/**
 * @title RentalMarket
 * @notice Rents items out against collateral.
 */
contract RentalMarket is IRentalMarket, RentalSettings, EarningsLedger {
    uint256 public constant GRACE = 3 days;
    uint256 public constant LONGEST_RENTAL = 365;

    /// @notice The account that receives the market's part of the fees.
    address public immutable treasury;

    Listing[] private _listings;

    /// @dev Only the owner of a listing may go on.
    modifier onlyItemOwner(uint256 listingId) {
        require(_listings[listingId].owner == _msgSender(), "RentalMarket: not the owner"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @dev Only the renter of a listing may go on.
    modifier onlyRenter(uint256 listingId) {
        require(_listings[listingId].renter == _msgSender(), "RentalMarket: not the renter"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @param token_ The token of all payments.
     * @param admin The account that grants roles.
     * @param treasury_ The account that receives the market's part of the fees.
     * @param feeRate_ The first fee rate.
     */
    constructor(
        IERC20 token_,
        address admin,
        address treasury_,
        uint256 feeRate_
    ) RentalSettings(admin, feeRate_) EarningsLedger(token_) {
        require(treasury_ != address(0), "RentalMarket: no treasury"); //~ BENIGN INPUT_VAL
        treasury = treasury_;
    }

    /// @inheritdoc IRentalMarket
    function list(
        address collection,
        uint256 tokenId,
        uint256 dailyFee,
        uint256 collateral,
        uint256 maxDays
    ) external whenNotPaused nonReentrant returns (uint256 listingId) {
        require(isSupported[collection], "RentalMarket: collection not supported"); //~ BENIGN INPUT_VAL
        require(maxDays > 0 && maxDays <= LONGEST_RENTAL, "RentalMarket: wrong length");
        listingId = _listings.length;
        Listing storage listing = _listings.push();
        listing.owner = _msgSender();
        listing.collection = collection;
        listing.tokenId = tokenId;
        listing.maxDays = maxDays;
        listing.state = State.LISTED;
        emit ItemListed(listingId, _msgSender(), collection, tokenId);
        _setTerms(listingId, dailyFee, collateral);
        IERC721(collection).transferFrom(_msgSender(), address(this), tokenId); //~ BENIGN EXT_CALL
    }

    /// @inheritdoc IRentalMarket
    function updateListing(
        uint256 listingId,
        uint256 dailyFee,
        uint256 collateral
    ) external onlyItemOwner(listingId) { //~ BENIGN CTRL_FLOW
        _requireState(listingId, State.LISTED); //~ BENIGN CTRL_FLOW
        _setTerms(listingId, dailyFee, collateral);
    }

    /// @inheritdoc IRentalMarket
    function unlist(uint256 listingId) external onlyItemOwner(listingId) nonReentrant {
        _requireState(listingId, State.LISTED); //~ BENIGN CTRL_FLOW
        Listing storage listing = _listings[listingId];
        listing.state = State.CLOSED; //~ BENIGN STATE_MOD
        emit ItemUnlisted(listingId);
        IERC721(listing.collection).safeTransferFrom(address(this), listing.owner, listing.tokenId); //~ BENIGN EXT_CALL
    }

    /// @inheritdoc IRentalMarket
    function rent(
        uint256 listingId,
        uint256 numDays,
        uint256 maxPayment
    ) external whenNotPaused nonReentrant { //~ BENIGN REENTRY_GUARD
        _requireState(listingId, State.LISTED);
        Listing storage listing = _listings[listingId];
        require(numDays > 0 && numDays <= listing.maxDays, "RentalMarket: wrong length"); //~ BENIGN INPUT_VAL
        uint256 fee = listing.dailyFee * numDays;
        uint256 payment = fee + listing.collateral;
        require(payment <= maxPayment, "RentalMarket: too expensive"); //~ BENIGN INPUT_VAL
        listing.renter = _msgSender();
        listing.rentedDays = numDays;
        listing.due = block.timestamp + numDays * 1 days;
        _earnFee(listing.owner, fee);
        _collect(_msgSender(), payment);
        listing.state = State.RENTED;
        emit ItemRented(listingId, _msgSender(), listing.due); //~ UNRELATED EVENT_EMIT
        IERC721(listing.collection).safeTransferFrom(address(this), _msgSender(), listing.tokenId); //~ BENIGN EXT_CALL
    }

    /// @inheritdoc IRentalMarket
    function extendRental(
        uint256 listingId,
        uint256 numDays
    ) external onlyRenter(listingId) whenNotPaused nonReentrant {
        _requireState(listingId, State.RENTED);
        Listing storage listing = _listings[listingId];
        require(block.timestamp <= listing.due, "RentalMarket: overdue"); //~ BENIGN TIMESTAMP
        require(numDays > 0, "RentalMarket: wrong length");
        require(listing.rentedDays + numDays <= listing.maxDays, "RentalMarket: wrong length");
        uint256 fee = listing.dailyFee * numDays;
        listing.rentedDays += numDays;
        listing.due += numDays * 1 days;
        emit RentalExtended(listingId, listing.due);
        _earnFee(listing.owner, fee);
        _collect(_msgSender(), fee);
    }

    /// @inheritdoc IRentalMarket
    function returnItem(uint256 listingId) external onlyRenter(listingId) nonReentrant {
        _requireState(listingId, State.RENTED);
        Listing storage listing = _listings[listingId];
        uint256 lateFee = _lateFee(listing);
        listing.state = State.LISTED;
        listing.renter = address(0);
        emit ItemReturned(listingId, lateFee);
        _earn(listing.owner, lateFee);
        IERC721(listing.collection).transferFrom(_msgSender(), address(this), listing.tokenId);
        _refund(_msgSender(), listing.collateral - lateFee); //~ BENIGN FUND_XFER
    }

    /// @inheritdoc IRentalMarket
    function claimCollateral(uint256 listingId) external onlyItemOwner(listingId) {
        _requireState(listingId, State.RENTED);
        Listing storage listing = _listings[listingId];
        require(block.timestamp > listing.due + GRACE, "RentalMarket: not overdue"); //~ BENIGN TIMESTAMP
        listing.state = State.CLOSED;
        emit CollateralClaimed(listingId, listing.collateral);
        _earn(listing.owner, listing.collateral);
    }

    /// @inheritdoc IRentalMarket
    function getListing(uint256 listingId) external view returns (Listing memory) {
        return _listings[listingId];
    }

    /// @inheritdoc IRentalMarket
    function lateFeeOf(uint256 listingId) external view returns (uint256) {
        _requireState(listingId, State.RENTED);
        return _lateFee(_listings[listingId]);
    }

    function _setTerms(uint256 listingId, uint256 dailyFee, uint256 collateral) private {
        require(dailyFee > 0, "RentalMarket: no fee"); //~ BENIGN INPUT_VAL
        require(collateral > 0, "RentalMarket: no collateral");
        Listing storage listing = _listings[listingId];
        listing.dailyFee = dailyFee;
        listing.collateral = collateral; //~ BENIGN STATE_MOD
        emit ListingUpdated(listingId, dailyFee, collateral);
    }

    function _earnFee(address owner, uint256 fee) private {
        uint256 cut = fee * feeRate / _WHOLE;
        _earn(treasury, cut);
        _earn(owner, fee - cut);
    }

    function _lateFee(Listing storage listing) private view returns (uint256) {
        if (block.timestamp <= listing.due) {
            return 0;
        }
        uint256 lateDays = Math.ceilDiv(block.timestamp - listing.due, 1 days);
        return Math.min(lateDays * listing.dailyFee, listing.collateral); //~ BENIGN ARITHMETIC
    }

    function _requireState(uint256 listingId, State state) private view {
        require(_listings[listingId].state == state, "RentalMarket: wrong state"); //~ BENIGN CTRL_FLOW
    }
}
