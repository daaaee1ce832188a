// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IFeed, IPriceDesk} from "../interfaces/IPaymaster.sol";

/**
 * @title PriceDesk
 * @notice Reads what an ether costs from a feed, and refuses answers that are old or out of bounds.
 */
contract PriceDesk is IPriceDesk, Ownable2Step {
    /// @dev The longest time for which an answer can be used
    uint48 public constant LONGEST = 1 days;

    /// @dev Decimals of the token in which prices are
    uint8 public immutable TOKEN_DECIMALS;

    IFeed public feed;
    uint48 public maxAge;
    uint256 public lowest;
    uint256 public highest;

    event FeedSet(address indexed feed, uint256 maxAge, uint256 lowest, uint256 highest);

    /**
     * @param owner_ Who chooses feeds
     * @param tokenDecimals Decimals of the token
     */
    constructor(address owner_, uint8 tokenDecimals) Ownable(owner_) {
        TOKEN_DECIMALS = tokenDecimals;
    }

    /**
     * @notice Chooses the feed.
     * @param feed_ The feed, of dollars for an ether
     * @param maxAge_ Time after which an answer is not used
     * @param lowest_ Lowest price, in the smallest unit of the token
     * @param highest_ Highest price
     */
    function setFeed(IFeed feed_, uint48 maxAge_, uint256 lowest_, uint256 highest_) external onlyOwner {
        require(address(feed_) != address(0), "PriceDesk: bad feed");
        require(maxAge_ > 0 && maxAge_ <= LONGEST, "PriceDesk: bad age");
        require(lowest_ > 0 && lowest_ <= highest_, "PriceDesk: bad bounds");
        feed = feed_;
        maxAge = maxAge_;
        lowest = lowest_;
        highest = highest_;
        emit FeedSet(address(feed_), maxAge_, lowest_, highest_);
    }

    /**
     * @notice What an ether costs.
     * @return price In the smallest unit of the token, rounded up
     * @return from When the feed said so
     * @return until Last time at which this can be used
     */
    function quote() external view returns (uint256 price, uint48 from, uint48 until) {
        require(address(feed) != address(0), "PriceDesk: no feed");
        (uint256 answer, uint256 updatedAt) = feed.latest();
        price = Math.mulDiv(answer, 10 ** TOKEN_DECIMALS, 10 ** feed.decimals(), Math.Rounding.Ceil);
        require(price >= lowest && price <= highest, "PriceDesk: out of bounds");
        require(updatedAt <= block.timestamp && block.timestamp <= updatedAt + maxAge, "PriceDesk: old answer");
        from = uint48(updatedAt);
        until = from + maxAge;
    }
}
