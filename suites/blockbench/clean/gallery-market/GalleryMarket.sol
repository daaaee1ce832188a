// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/interfaces/IERC2981.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721.sol";
import "@openzeppelin/contracts@4.9.6/utils/introspection/ERC165Checker.sol";

// NFT market: fixed-price listings (no escrow) and ETH offers (escrowed).
// Everything earned goes into `owed`, and people pull it from there.
contract GalleryMarket is Ownable2Step {
    struct Listing {
        address seller;
        uint96 price;
        uint64 until;
    }

    struct Offer {
        address bidder;
        uint96 amount;
        uint64 until;
        bool wholeCollection; // any token will do
        address nft;
        uint256 id;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant MAX_FEE = 500;
    uint256 public constant MAX_ROYALTY = 1_000; // some collections ask for silly numbers
    uint256 public constant MAX_TERM = 30 days;

    uint256 public feeBps;
    mapping(address => mapping(uint256 => Listing)) public listings;
    Offer[] public offers;
    mapping(address => uint256) public owed;

    error NotYours();
    error Stale();
    error WrongPrice(uint256 asked);
    error WrongToken(uint256 id);

    constructor(uint256 feeBps_) {
        setFee(feeBps_);
    }

    function setFee(uint256 feeBps_) public onlyOwner {
        require(feeBps_ <= MAX_FEE, "fee too high");
        feeBps = feeBps_;
        emit FeeSet(feeBps_);
    }

    // ---- listings

    function list(address nft, uint256 id, uint96 price, uint64 term) external {
        if (IERC721(nft).ownerOf(id) != msg.sender) revert NotYours(); //~ BENIGN ACCESS_CTRL
        require(price > 0, "no price");
        require(term > 0 && term <= MAX_TERM, "bad term");
        listings[nft][id] = Listing(msg.sender, price, uint64(block.timestamp) + term); //~ UNRELATED TIMESTAMP
        emit Listed(nft, id, msg.sender, price);
    }

    // the seller any time; everybody else once the seller has moved the token
    function unlist(address nft, uint256 id) external {
        address seller = listings[nft][id].seller;
        if (seller == address(0)) revert Stale();
        if (msg.sender != seller && IERC721(nft).ownerOf(id) == seller) revert NotYours(); //~ BENIGN ACCESS_CTRL takes nothing but an offer that nobody could use
        delete listings[nft][id];
        emit Unlisted(nft, id);
    }

    function buy(address nft, uint256 id) external payable {
        Listing memory l = listings[nft][id];
        if (block.timestamp >= l.until) revert Stale(); //~ BENIGN TIMESTAMP an empty listing has ended, too
        if (msg.value != l.price) revert WrongPrice(l.price); //~ BENIGN INPUT_VAL the buyer names the price by paying it
        delete listings[nft][id];
        _share(nft, id, l.seller, msg.value);
        emit Bought(nft, id, msg.sender, l.seller, msg.value);
        // fails if the seller does not own it any more
        IERC721(nft).safeTransferFrom(l.seller, msg.sender, id); //~ BENIGN EXT_CALL the listing is gone, and the earnings are booked
    }

    // ---- offers

    function makeOffer(address nft, uint256 id, bool wholeCollection, uint64 term) external payable returns (uint256 offerId) {
        require(msg.value > 0 && msg.value <= type(uint96).max, "bad amount"); //~ BENIGN INPUT_VAL fits the cast below
        require(term > 0 && term <= MAX_TERM, "bad term");
        offerId = offers.length;
        offers.push(Offer(msg.sender, uint96(msg.value), uint64(block.timestamp) + term, wholeCollection, nft, id));
        emit OfferMade(offerId, nft, id, msg.sender, msg.value);
    }

    function cancelOffer(uint256 offerId) external {
        Offer memory o = offers[offerId];
        if (o.bidder != msg.sender) revert NotYours(); //~ BENIGN ACCESS_CTRL a deleted offer has no bidder
        delete offers[offerId];
        owed[msg.sender] += o.amount;
        emit OfferCancelled(offerId);
    }

    function acceptOffer(uint256 offerId, uint256 id) external {
        Offer memory o = offers[offerId];
        if (block.timestamp >= o.until) revert Stale();
        if (!o.wholeCollection && id != o.id) revert WrongToken(id); //~ PREREQ INPUT_VAL
        delete offers[offerId]; //~ BENIGN STATE_MOD an offer is accepted once
        delete listings[o.nft][id];
        _share(o.nft, id, msg.sender, o.amount);
        emit OfferAccepted(offerId, id, msg.sender);
        IERC721(o.nft).safeTransferFrom(msg.sender, o.bidder, id); //~ BENIGN EXT_CALL from the caller, to the bidder
    }

    // ---- money

    function withdraw(address payable to) external {
        uint256 amount = owed[msg.sender];
        require(amount > 0, "nothing owed");
        owed[msg.sender] = 0; //~ BENIGN STATE_MOD
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "ETH not accepted");
        emit Withdrawn(msg.sender, to, amount);
    }

    // price = fee + royalty + what the seller gets
    function _share(address nft, uint256 id, address seller, uint256 price) private {
        uint256 fee = owner() == address(0) ? 0 : price * feeBps / BPS;
        (address artist, uint256 royalty) = _royalty(nft, id, price);
        owed[owner()] += fee;
        if (royalty > 0) owed[artist] += royalty;
        owed[seller] += price - fee - royalty; //~ BENIGN ARITHMETIC fee and royalty are 15 % together at most
    }

    function _royalty(address nft, uint256 id, uint256 price) private view returns (address artist, uint256 royalty) {
        if (!ERC165Checker.supportsInterface(nft, type(IERC2981).interfaceId)) return (address(0), 0);
        (artist, royalty) = IERC2981(nft).royaltyInfo(id, price); //~ BENIGN EXT_CALL a static call, whose answer is bounded below
        uint256 most = price * MAX_ROYALTY / BPS;
        if (royalty > most) royalty = most; //~ BENIGN INPUT_VAL
        if (artist == address(0)) royalty = 0;
    }

    event FeeSet(uint256 feeBps);
    event Listed(address indexed nft, uint256 indexed id, address seller, uint256 price);
    event Unlisted(address indexed nft, uint256 indexed id);
    event Bought(address indexed nft, uint256 indexed id, address buyer, address seller, uint256 price);
    event OfferMade(uint256 indexed offerId, address indexed nft, uint256 id, address bidder, uint256 amount);
    event OfferCancelled(uint256 indexed offerId);
    event OfferAccepted(uint256 indexed offerId, uint256 id, address seller);
    event Withdrawn(address indexed who, address to, uint256 amount);
}
