// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Casks in a bonded store, and the bottles that they will give. Bottles change hands one by one, casks only whole.
abstract contract CaskBook {
    using SafeERC20 for IERC20;

    uint256 public constant BOTTLES = 240;

    IERC20 public immutable cask;

    mapping(address account => uint256) public bottlesOf;
    mapping(address account => uint256) public casksOf;

    event Stored(address indexed account, uint256 casks);
    event Fetched(address indexed account, uint256 casks);
    event Moved(address indexed from, address indexed to, uint256 bottles, uint256 casks);

    error TooFew(address account, uint256 bottles);
    error NoCask(address account);

    constructor(IERC20 cask_) {
        cask = cask_;
    }

    /// @notice Stores casks for bottles.
    function store(uint256 casks) external {
        casksOf[msg.sender] += casks;
        bottlesOf[msg.sender] += casks * BOTTLES; //~ BENIGN ARITHMETIC
        emit Stored(msg.sender, casks); //~ UNRELATED EVENT_EMIT
        cask.safeTransferFrom(msg.sender, address(this), casks);
    }

    /// @notice Hands the caller its casks out. Bottles that are less than a cask stay in the book.
    function fetch() external returns (uint256 casks) {
        casks = casksOf[msg.sender]; //~ PREREQ STORAGE_READ what the caller has left, however few bottles it has for it
        if (casks == 0) revert NoCask(msg.sender); //~ INSUFF_GUARD INPUT_VAL nobody asks how many bottles there are
        delete casksOf[msg.sender]; //~ BENIGN STATE_MOD
        bottlesOf[msg.sender] %= BOTTLES; //~ BENIGN STATE_MOD
        emit Fetched(msg.sender, casks); //~ UNRELATED EVENT_EMIT
        cask.safeTransfer(msg.sender, casks); //~ BENIGN FUND_XFER
    }

    /// @dev Moves bottles, and the casks that belong to them.
    function _move(address from, address to, uint256 bottles) internal {
        uint256 held = bottlesOf[from];
        if (bottles == 0 || bottles > held) revert TooFew(from, bottles); //~ BENIGN INPUT_VAL
        bottlesOf[from] = held - bottles;
        bottlesOf[to] += bottles;
        uint256 casks = (casksOf[from] * bottles) / held; //~ ROOT_CAUSE ARITHMETIC few bottles at a time are no cask, and many times few are none either
        casksOf[from] -= casks;
        casksOf[to] += casks;
        emit Moved(from, to, bottles, casks); //~ UNRELATED EVENT_EMIT
    }
}

/// @title BottleMarket
/// @notice Standing bids for bottles. The coins of a bid wait here until somebody sells, or until the bidder takes them back.
contract BottleMarket is CaskBook {
    using SafeERC20 for IERC20;

    struct Bid {
        address bidder;
        uint256 price;
        uint256 bottles;
    }

    IERC20 public immutable coin;

    Bid[] public bids;

    event BidPlaced(uint256 indexed id, address indexed bidder, uint256 price, uint256 bottles);
    event BidFilled(uint256 indexed id, address indexed seller, uint256 bottles);
    event BidTakenBack(uint256 indexed id);

    error NotTheBidder(address account);
    error TooMany(uint256 bottles, uint256 wanted);

    constructor(IERC20 cask_, IERC20 coin_) CaskBook(cask_) {
        coin = coin_;
    }

    /// @notice Bids for bottles.
    /// @param price Coins for one of them.
    function bid(uint256 price, uint256 bottles) external returns (uint256 id) {
        id = bids.length;
        bids.push(Bid(msg.sender, price, bottles));
        emit BidPlaced(id, msg.sender, price, bottles); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), price * bottles);
    }

    /// @notice Sells bottles of the caller to a bidder.
    function sell(uint256 id, uint256 bottles) external {
        Bid storage found = bids[id];
        if (bottles > found.bottles) revert TooMany(bottles, found.bottles); //~ BENIGN INPUT_VAL
        found.bottles -= bottles;
        _move(msg.sender, found.bidder, bottles); //~ PREREQ CTRL_FLOW in portions of the seller's choice
        emit BidFilled(id, msg.sender, bottles); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, found.price * bottles); //~ DECOY FUND_XFER the price of just these bottles
    }

    /// @notice Takes back what is left of a bid.
    function takeBack(uint256 id) external {
        Bid memory found = bids[id];
        if (msg.sender != found.bidder) revert NotTheBidder(msg.sender); //~ BENIGN ACCESS_CTRL
        bids[id].bottles = 0; //~ BENIGN STATE_MOD
        emit BidTakenBack(id); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(found.bidder, found.price * found.bottles);
    }
}
