// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/IERC721.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// Leave ether as an offer for one item of any collection. The owner of the item takes it or lets it lapse.
contract StandingOffers is Ownable {
    using Address for address payable;

    error NotYours();
    error OutOfTime();

    struct Offer {
        address bidder;
        IERC721 nft;
        uint256 itemId;
        uint128 price;
        uint64 until;
    }

    uint256 public constant MAX_FEE = 500; // of 10_000

    uint256 public feeBps;
    uint256 public feesDue;
    uint256 public lastId;
    mapping(uint256 => Offer) public offers;

    constructor(uint256 bps) Ownable(msg.sender) {
        require(bps <= MAX_FEE, "fee too high"); //~ BENIGN INPUT_VAL
        feeBps = bps;
    }

    function offer(IERC721 nft, uint256 itemId, uint64 until) external payable returns (uint256 id) {
        require(msg.value > 0, "no money");
        require(msg.value <= type(uint128).max, "too much money"); //~ BENIGN INPUT_VAL
        if (until <= block.timestamp) revert OutOfTime(); //~ BENIGN TIMESTAMP
        id = ++lastId;
        offers[id] = Offer(msg.sender, nft, itemId, uint128(msg.value), until); //~ BENIGN ARITHMETIC
        emit Offered(id, msg.sender, address(nft), itemId, msg.value);
    }

    // somebody changed their mind, or the offer lapsed - either way the bidder gets it back
    function cancel(uint256 id) external {
        Offer memory o = offers[id];
        if (o.bidder != msg.sender) revert NotYours(); //~ BENIGN ACCESS_CTRL
        delete offers[id]; //~ BENIGN STATE_MOD
        emit Cancelled(id);
        payable(msg.sender).sendValue(o.price); //~ BENIGN FUND_XFER
    }

    // raising keeps the place in line
    function raise(uint256 id, uint64 until) external payable {
        Offer storage o = offers[id];
        if (o.bidder != msg.sender) revert NotYours(); //~ BENIGN ACCESS_CTRL
        if (until < o.until) revert OutOfTime(); //~ BENIGN TIMESTAMP
        require(uint256(o.price) + msg.value <= type(uint128).max, "too much money"); //~ BENIGN INPUT_VAL
        o.price += uint128(msg.value); //~ BENIGN ARITHMETIC
        o.until = until;
        emit Raised(id, o.price, until);
    }

    // minPrice: what the seller saw on screen
    function accept(uint256 id, uint256 minPrice) external {
        Offer memory o = offers[id];
        require(o.price > 0 && o.price >= minPrice, "price moved"); //~ BENIGN INPUT_VAL
        if (block.timestamp > o.until) revert OutOfTime(); //~ BENIGN TIMESTAMP
        uint256 fee = (o.price * feeBps) / 10_000; //~ BENIGN ARITHMETIC
        feesDue += fee; //~ BENIGN STATE_MOD
        delete offers[id]; //~ BENIGN STATE_MOD
        o.nft.safeTransferFrom(msg.sender, o.bidder, o.itemId); //~ BENIGN EXT_CALL
        emit Accepted(id, msg.sender, o.price, fee); //~ UNRELATED EVENT_EMIT
        payable(msg.sender).sendValue(o.price - fee); //~ BENIGN FUND_XFER
    }

    function takeFees(address payable to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 due = feesDue;
        feesDue = 0; //~ BENIGN STATE_MOD
        to.sendValue(due);
    }

    event Offered(uint256 indexed id, address indexed bidder, address indexed nft, uint256 itemId, uint256 price);
    event Raised(uint256 indexed id, uint256 price, uint64 until);
    event Cancelled(uint256 indexed id);
    event Accepted(uint256 indexed id, address indexed seller, uint256 price, uint256 fee);
}
