// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";

/**
 * @title AuctionTerms
 * @dev Base contract with the times and the price range of an auction.
 */
contract AuctionTerms is Ownable {
    uint256 public constant BIDDING_TERM = 21 days;
    uint256 public constant SEAT_TERM = 365 days;

    uint256 public minPrice;
    uint256 public maxPrice;
    uint256 public biddingEnds;
    address payable public treasury;

    event AuctionStarted(uint256 minPrice, uint256 maxPrice, uint256 biddingEnds);
    event TreasuryChanged(address indexed treasury);

    /**
     * @dev Sets the account that the prices are paid to.
     * @param _treasury The new treasury.
     */
    function setTreasury(address payable _treasury) public onlyOwner {
        require(_treasury != address(0), "zero treasury"); //~ BENIGN INPUT_VAL
        treasury = _treasury;
        emit TreasuryChanged(_treasury);
    }

    /**
     * @dev Starts the bidding.
     * @param _minPrice The lowest bid.
     * @param _maxPrice The highest bid.
     */
    function _startBidding(uint256 _minPrice, uint256 _maxPrice) internal {
        require(_minPrice > 0 && _minPrice <= _maxPrice, "bad prices"); //~ BENIGN INPUT_VAL
        minPrice = _minPrice;
        maxPrice = _maxPrice;
        biddingEnds = now + BIDDING_TERM;
        emit AuctionStarted(_minPrice, _maxPrice, biddingEnds); //~ UNRELATED EVENT_EMIT
    }
}

/**
 * @title Refunds
 * @dev Base contract that keeps deposits which are due to their owners.
 */
contract Refunds {
    mapping(address => uint256) public refundOf;

    event Refunded(address indexed payee, uint256 amount);

    /**
     * @dev Pays the caller what is due to it.
     */
    function withdrawRefund() public {
        uint256 amount = refundOf[msg.sender];
        require(amount > 0, "nothing due"); //~ BENIGN INPUT_VAL
        refundOf[msg.sender] = 0;
        emit Refunded(msg.sender, amount);
        (bool success, ) = msg.sender.call.value(amount)(""); //~ BENIGN EXT_CALL the claim is cleared before
        require(success, "refund failed");
    }
}

/**
 * @title SeatAuction
 * @dev Auctions the operator seat of a network for a year. Bidders deposit the price that they bid. No bid is above the maximum
 * price, so that several bidders often end up with the same bid. One of the highest gets the seat, the other deposits go back.
 */
contract SeatAuction is AuctionTerms, Refunds {
    using SafeMath for uint256;

    uint256 public constant MAX_BIDDERS = 64;

    address[] private bidders;
    mapping(address => uint256) public bidOf;

    address public operator;
    uint256 public seatEnds;

    event Bid(address indexed bidder, uint256 price);
    event Seated(address indexed operator, uint256 price, uint256 seatEnds);
    event Resigned(address indexed operator);

    /**
     * @dev Constructor.
     * @param _treasury The account that the prices are paid to.
     */
    constructor(address payable _treasury) public {
        setTreasury(_treasury);
    }

    /**
     * @dev Starts the next auction. The seat has to be free.
     * @param _minPrice The lowest bid.
     * @param _maxPrice The highest bid.
     */
    function start(uint256 _minPrice, uint256 _maxPrice) public onlyOwner {
        require(biddingEnds == 0 && now >= seatEnds, "seat not free"); //~ BENIGN TIMESTAMP the seat is taken for a year
        _startBidding(_minPrice, _maxPrice);
    }

    /**
     * @dev Makes a bid, or adds to the caller's own.
     */
    function bid() public payable {
        require(now < biddingEnds, "no bidding"); //~ BENIGN TIMESTAMP a term of three weeks
        if (bidOf[msg.sender] == 0) {
            if (bidders.length == MAX_BIDDERS) _makeRoom(msg.value);
            bidders.push(msg.sender);
        }
        uint256 price = bidOf[msg.sender].add(msg.value); //~ BENIGN ARITHMETIC
        require(price >= minPrice && price <= maxPrice, "price out of range"); //~ BENIGN INPUT_VAL
        bidOf[msg.sender] = price;
        emit Bid(msg.sender, price);
    }

    /**
     * @dev Gives the seat to one of those with the highest bid. Without any bid the seat can be auctioned again.
     * Anyone may call this once the bidding is over.
     */
    function settle() public {
        require(biddingEnds != 0 && now >= biddingEnds, "bidding not over"); //~ BENIGN TIMESTAMP
        if (bidders.length == 0) {
            biddingEnds = 0;
            return;
        }

        address[] memory best = new address[](bidders.length);
        uint256 ties = 0;
        uint256 highest = 0;
        for (uint256 i = 0; i < bidders.length; i++) { //~ BENIGN CTRL_FLOW the list is bounded
            uint256 price = bidOf[bidders[i]];
            if (price > highest) {
                highest = price;
                ties = 0;
            }
            if (price == highest) best[ties++] = bidders[i];
        }

        operator = best[0]; //~ BENIGN STATE_MOD of equal bidders the one who came first
        seatEnds = now.add(SEAT_TERM);
        for (uint256 i = 0; i < bidders.length; i++) {
            address bidder = bidders[i];
            if (bidder != operator) refundOf[bidder] = refundOf[bidder].add(bidOf[bidder]); //~ BENIGN STATE_MOD beside what is due already
            delete bidOf[bidder];
        }
        delete bidders;
        biddingEnds = 0;
        emit Seated(operator, highest, seatEnds);
        treasury.transfer(highest); //~ BENIGN FUND_XFER to an account of the owner's choice
    }

    /**
     * @dev Gives the seat up early. The price is not returned.
     */
    function resign() public {
        require(msg.sender == operator, "not the operator"); //~ BENIGN ACCESS_CTRL
        emit Resigned(operator);
        operator = address(0);
        seatEnds = now;
    }

    /**
     * @dev Gets the number of bidders.
     */
    function bidderCount() public view returns (uint256) {
        return bidders.length;
    }

    /**
     * @dev Removes the lowest bid, the last of equal ones, from a full list. It gives way to a higher one only.
     * @param _price The new bid.
     */
    function _makeRoom(uint256 _price) internal {
        uint256 lowest = 0;
        for (uint256 i = 1; i < bidders.length; i++) {
            if (bidOf[bidders[i]] <= bidOf[bidders[lowest]]) lowest = i;
        }
        address bidder = bidders[lowest];
        require(_price > bidOf[bidder], "list is full"); //~ BENIGN INPUT_VAL
        refundOf[bidder] = refundOf[bidder].add(bidOf[bidder]); //~ BENIGN STATE_MOD
        delete bidOf[bidder];
        for (uint256 i = lowest + 1; i < bidders.length; i++) {
            bidders[i - 1] = bidders[i];
        }
        bidders.pop();
    }
}
