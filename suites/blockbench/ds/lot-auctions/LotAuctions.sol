// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721.sol";

// English auctions of NFTs for ether. Seven days, at least 5 % more each time, and a late bid adds ten minutes.
contract LotAuctions is Pausable, ReentrancyGuard {
    struct Lot {
        address seller;
        uint64 ends;
        address bidder;
        uint128 bid;
        uint128 reserve;
        IERC721 nft;
        uint256 tokenId;
    }

    uint256 public constant DURATION = 7 days;
    uint256 public constant LATE = 10 minutes;
    uint256 public constant STEP_PERCENT = 5;
    uint256 public constant FEE_PERCENT = 2;

    address public house;
    Lot[] public lots;
    mapping(address => uint256) public credit; // take it with collect()

    error TooLow(uint256 least);

    constructor() {
        house = msg.sender;
    }

    modifier onlyHouse() {
        require(msg.sender == house, "house only"); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier listed(uint256 id) {
        require(id < lots.length && lots[id].seller != address(0), "no such lot"); //~ BENIGN INPUT_VAL
        _;
    }

    // new lots can be stopped, running ones go on
    function setPaused(bool on) external onlyHouse {
        on ? _pause() : _unpause();
    }

    function setHouse(address next) external onlyHouse {
        require(next != address(0), "nobody");
        house = next;
    }

    function list(IERC721 nft, uint256 tokenId, uint128 reserve) external whenNotPaused nonReentrant returns (uint256 id) {
        require(reserve > 0, "no reserve");
        id = lots.length;
        lots.push(Lot(msg.sender, uint64(block.timestamp + DURATION), address(0), 0, reserve, nft, tokenId));
        nft.transferFrom(msg.sender, address(this), tokenId); //~ BENIGN EXT_CALL
        emit Listed(id, msg.sender, nft, tokenId, reserve);
    }

    function least(uint256 id) public view listed(id) returns (uint256) {
        Lot storage lot = lots[id];
        if (lot.bid == 0) return lot.reserve;
        return uint256(lot.bid) + (uint256(lot.bid) * STEP_PERCENT + 99) / 100; //~ BENIGN ARITHMETIC rounds up
    }

    function bid(uint256 id) external payable nonReentrant listed(id) { //~ BENIGN REENTRY_GUARD
        Lot storage lot = lots[id];
        require(block.timestamp < lot.ends, "it is over"); //~ BENIGN TIMESTAMP
        if (msg.value < least(id)) revert TooLow(least(id));
        require(msg.value <= type(uint128).max, "not that much"); //~ BENIGN INPUT_VAL
        (address before, uint256 amount) = (lot.bidder, lot.bid);
        (lot.bidder, lot.bid) = (msg.sender, uint128(msg.value));
        if (lot.ends - block.timestamp < LATE) lot.ends = uint64(block.timestamp + LATE); //~ DECOY TIMESTAMP ten minutes from now, whoever makes the block
        if (before != address(0)) _refund(before, amount); //~ PREREQ CTRL_FLOW a bid waits for the bidder before it
        emit Bid(id, msg.sender, msg.value);
    }

    // nobody wanted it, or it is sold: either way the lot is done
    function close(uint256 id) external nonReentrant listed(id) {
        Lot memory lot = lots[id];
        require(block.timestamp >= lot.ends, "not over yet");
        delete lots[id]; //~ PREREQ#2 STATE_MOD back again when the transfer reverts
        if (lot.bidder == address(0)) {
            lot.nft.transferFrom(address(this), lot.seller, lot.tokenId);
        } else {
            uint256 fee = uint256(lot.bid) * FEE_PERCENT / 100; //~ BENIGN ARITHMETIC
            credit[house] += fee;
            credit[lot.seller] += lot.bid - fee; //~ PREREQ#2 STATE_MOD in the same call
            lot.nft.safeTransferFrom(address(this), lot.bidder, lot.tokenId); //~ SECONDARY_VULN#2 EXT_CALL reverts when a buyer with code does not take it
        }
        emit Closed(id, lot.bidder, lot.bid);
    }

    function collect() external nonReentrant {
        uint256 amount = credit[msg.sender];
        require(amount > 0, "nothing for you");
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD
        _send(msg.sender, amount);
        emit Collected(msg.sender, amount);
    }

    function _refund(address to, uint256 amount) private {
        _send(to, amount); //~ ROOT_CAUSE FUND_XFER reverts when the bidder before does not take its money
    }

    function _send(address to, uint256 amount) private {
        (bool sent, ) = to.call{value: amount}(""); //~ PREREQ EXT_CALL
        require(sent, "not taken");
    }

    event Listed(uint256 indexed id, address indexed seller, IERC721 nft, uint256 tokenId, uint256 reserve);
    event Bid(uint256 indexed id, address indexed bidder, uint256 amount);
    event Closed(uint256 indexed id, address indexed buyer, uint256 amount);
    event Collected(address indexed account, uint256 amount);
}
