// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {IEditionAuctions} from "./context/IEditionAuctions.sol";

/// @title The editions of an artist, of which one is on sale at any time.
contract EditionAuctions is IEditionAuctions, ERC721, AccessControl {
    using Address for address payable;

    /// @notice Sets the reserve.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice How long an auction runs.
    uint256 public constant DURATION = 1 days;

    /// @notice How long it runs after a bid, at the least.
    uint256 public constant EXTENSION = 15 minutes;

    /// @notice By how much a bid must surpass the one before.
    uint256 public constant RAISE_PERCENT = 5;

    /// @notice Receives the proceeds.
    address public immutable ARTIST;

    /// @notice The lowest first bid.
    uint256 public reserve;

    /// @notice The edition on sale.
    uint256 public current;

    /// @notice Its auction.
    Auction public auction;

    /// @notice What an account may withdraw.
    mapping(address account => uint256) public credits;

    /// @param artist Receives the proceeds.
    /// @param admin Gives and takes roles.
    /// @param reserve_ The lowest first bid.
    constructor(address artist, address admin, uint256 reserve_) ERC721("Editions", "EDT") {
        require(artist != address(0), "EditionAuctions: no artist"); //~ BENIGN INPUT_VAL
        require(admin != address(0), "EditionAuctions: no admin"); //~ BENIGN INPUT_VAL
        ARTIST = artist;
        _grantRole(DEFAULT_ADMIN_ROLE, admin); //~ BENIGN INIT
        _setReserve(reserve_);
        _start();
    }

    /// @inheritdoc IEditionAuctions
    function bid(uint256 edition) external payable {
        require(edition == current, "EditionAuctions: not on sale"); //~ BENIGN INPUT_VAL
        require(block.timestamp < auction.endsAt, "EditionAuctions: over"); //~ BENIGN TIMESTAMP
        require(msg.value >= minimumBid(), "EditionAuctions: too low"); //~ BENIGN INPUT_VAL
        credits[auction.leader] += auction.amount; //~ BENIGN STATE_MOD
        auction.leader = msg.sender; //~ BENIGN STATE_MOD
        auction.amount = msg.value; //~ BENIGN STATE_MOD
        if (block.timestamp + EXTENSION > auction.endsAt) {
            auction.endsAt = uint64(block.timestamp + EXTENSION); //~ BENIGN TIMESTAMP
        }
        emit Bid(edition, msg.sender, msg.value, auction.endsAt); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IEditionAuctions
    function settle() external {
        Auction memory ended = auction;
        require(block.timestamp >= ended.endsAt, "EditionAuctions: running"); //~ BENIGN TIMESTAMP
        if (ended.leader == address(0)) {
            _start(); //~ BENIGN CTRL_FLOW
            return;
        }
        uint256 edition = current;
        current = edition + 1; //~ BENIGN STATE_MOD
        credits[ARTIST] += ended.amount; //~ BENIGN STATE_MOD
        emit Settled(edition, ended.leader, ended.amount); //~ UNRELATED EVENT_EMIT
        _start(); //~ BENIGN CTRL_FLOW
        _mint(ended.leader, edition); //~ BENIGN STATE_MOD
    }

    /// @inheritdoc IEditionAuctions
    function withdraw(address payable to) external {
        uint256 amount = credits[msg.sender];
        require(amount > 0, "EditionAuctions: no credit"); //~ BENIGN INPUT_VAL
        credits[msg.sender] = 0; //~ BENIGN STATE_MOD
        emit Withdrawn(msg.sender, to, amount); //~ UNRELATED EVENT_EMIT
        to.sendValue(amount); //~ BENIGN FUND_XFER
    }

    /// @notice Sets the reserve. It counts for the first bid, in the running auction as well.
    /// @param reserve_ The lowest first bid.
    function setReserve(uint256 reserve_) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        _setReserve(reserve_);
    }

    /// @notice The lowest bid that is taken now.
    function minimumBid() public view returns (uint256) {
        if (auction.leader == address(0)) return reserve;
        return auction.amount + (auction.amount * RAISE_PERCENT) / 100 + 1; //~ BENIGN ARITHMETIC
    }

    /// @inheritdoc ERC721
    function supportsInterface(bytes4 interfaceId) public view override(ERC721, AccessControl) returns (bool) {
        return super.supportsInterface(interfaceId);
    }

    /// @dev Starts the auction of the current edition.
    function _start() internal {
        auction = Auction(address(0), uint64(block.timestamp + DURATION), 0);
        emit Started(current, auction.endsAt); //~ UNRELATED EVENT_EMIT
    }

    /// @dev Sets the reserve.
    /// @param reserve_ The lowest first bid.
    function _setReserve(uint256 reserve_) internal {
        require(reserve_ > 0, "EditionAuctions: no reserve"); //~ BENIGN INPUT_VAL
        reserve = reserve_;
        emit ReserveSet(reserve_); //~ UNRELATED EVENT_EMIT
    }
}
