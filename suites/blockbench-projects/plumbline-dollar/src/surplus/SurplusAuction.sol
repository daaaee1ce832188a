// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {ERC20Burnable} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Burnable.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {ISurplusAuction} from "../interfaces/ISurplus.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title SurplusAuction
/// @notice English auctions of dollars. Bids are in the token of governance, and the highest one is burned.
contract SurplusAuction is ISurplusAuction {
    using SafeERC20 for IERC20;
    using SafeERC20 for ERC20Burnable;
    using Wad for uint256;

    /// @notice What a bid has to be, relative to the one before it.
    uint256 public constant STEP = 1.05e18;

    /// @notice Time after which a bid wins if there is no higher one.
    uint256 public constant BID_TIME = 3 hours;

    /// @notice Time of an auction.
    uint256 public constant AUCTION_TIME = 2 days;

    IERC20 public immutable dollar;
    ERC20Burnable public immutable keel;
    address public immutable buffer;

    /// @notice Number of the last auction.
    uint256 public last_id;

    mapping(uint256 id => Auction) private auctions;

    constructor(IERC20 dollar_, ERC20Burnable keel_, address buffer_) {
        dollar = dollar_;
        keel = keel_;
        buffer = buffer_;
    }

    /// @inheritdoc ISurplusAuction
    function start(uint256 lot) external returns (uint256 id) {
        require(msg.sender == buffer, NotBuffer());
        id = ++last_id;
        auctions[id].lot = lot;
        auctions[id].end = block.timestamp + AUCTION_TIME;
        dollar.safeTransferFrom(msg.sender, address(this), lot);
        emit Started(id, lot, auctions[id].end);
    }

    /// @inheritdoc ISurplusAuction
    function bid(uint256 id, uint256 amount) external {
        Auction storage a = auctions[id];
        require(a.lot != 0, NoAuction());
        require(!is_over(a), AuctionOver());
        require(amount > 0 && amount >= a.bid.mul_up(STEP), BidTooLow());
        (address former, uint256 refund) = (a.bidder, a.bid);
        a.bidder = msg.sender;
        a.bid = amount;
        a.expiry = block.timestamp + BID_TIME;
        keel.safeTransferFrom(msg.sender, address(this), amount);
        if (refund > 0) keel.safeTransfer(former, refund);
        emit Bid(id, msg.sender, amount);
    }

    /// @inheritdoc ISurplusAuction
    function extend(uint256 id) external {
        Auction storage a = auctions[id];
        require(a.lot != 0, NoAuction());
        require(is_over(a), AuctionRuns());
        require(a.bidder == address(0), HasBids());
        a.end = block.timestamp + AUCTION_TIME;
        emit Extended(id, a.end);
    }

    /// @inheritdoc ISurplusAuction
    function settle(uint256 id) external {
        Auction memory a = auctions[id];
        require(a.bidder != address(0), NoAuction());
        require(is_over(a), AuctionRuns());
        delete auctions[id];
        keel.burn(a.bid);
        dollar.safeTransfer(a.bidder, a.lot);
        emit Settled(id, a.bidder, a.lot, a.bid);
    }

    /// @notice An auction, as it is now.
    function auction_of(uint256 id) external view returns (Auction memory) {
        return auctions[id];
    }

    function is_over(Auction memory a) private view returns (bool) {
        return block.timestamp >= a.end || (a.bidder != address(0) && block.timestamp >= a.expiry);
    }
}
