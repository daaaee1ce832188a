// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

/// A sale of whole tokens whose price falls with time. Buyers pay the price of the moment, or more; when the sale is
/// over everyone pays the same clearing price, and what was paid beyond it is returned.
contract DecliningSale {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    struct Order {
        uint256 units;
        uint256 paid;
    }

    uint256 public constant UNIT = 1e18;

    IERC20 public immutable token;
    address public immutable seller;
    uint256 public immutable openingPrice;
    uint256 public immutable reservePrice;
    uint256 public immutable duration;

    uint256 public openingTime;
    uint256 public closingTime;
    uint256 public unitsOffered;
    uint256 public unitsSold;
    uint256 public clearingPrice;
    bool public proceedsWithdrawn;
    mapping(address => Order) public orders;

    event Opened(uint256 unitsOffered, uint256 closingTime);
    event Purchased(address indexed buyer, uint256 units, uint256 price, uint256 paid);
    event Settled(address indexed buyer, uint256 units, uint256 refund);
    event ProceedsWithdrawn(uint256 proceeds, uint256 unsoldUnits);

    modifier whenFinished() {
        require(closingTime != 0 && block.timestamp >= closingTime, "The sale is not over."); //~ PREREQ TIMESTAMP the clearing price no longer changes
        _;
    }

    /// Prices are in wei for each unit of the token.
    constructor(IERC20 saleToken, uint256 priceAtOpening, uint256 priceInReserve, uint256 secondsOfSale) {
        require(priceInReserve > 0 && priceAtOpening >= priceInReserve, "The prices are not in order."); //~ BENIGN INPUT_VAL the price never rises
        require(secondsOfSale >= 1 hours && secondsOfSale <= 30 days, "The duration is out of range.");
        token = saleToken;
        seller = msg.sender;
        openingPrice = priceAtOpening;
        reservePrice = priceInReserve;
        duration = secondsOfSale;
    }

    /// The seller brings the tokens, and the price begins to fall.
    function open(uint256 units) external {
        require(msg.sender == seller && openingTime == 0, "The seller opens the sale once.");
        require(units > 0, "There is nothing to sell.");
        openingTime = block.timestamp;
        closingTime = block.timestamp.add(duration);
        unitsOffered = units;
        clearingPrice = reservePrice; //~ BENIGN STATE_MOD stays when units are left over
        uint256 balanceBefore = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), units.mul(UNIT)); //~ UNRELATED EXT_CALL
        require(token.balanceOf(address(this)).sub(balanceBefore) == units.mul(UNIT), "The tokens did not arrive.");
        emit Opened(units, closingTime);
    }

    /// The price of one unit at this moment, which is the reserve price at the end.
    function currentPrice() public view returns (uint256) {
        if (block.timestamp >= closingTime) return clearingPrice;
        uint256 elapsed = block.timestamp.sub(openingTime);
        return openingPrice.sub(openingPrice.sub(reservePrice).mul(elapsed).div(duration)); //~ BENIGN ARITHMETIC rounds the reduction down, for the seller
    }

    /// Orders some units at no more than the ether sent. The last unit ends the sale and sets the clearing price.
    function purchase(uint256 units) external payable {
        require(block.timestamp < closingTime, "The sale is not open.");
        require(units > 0 && units <= unitsOffered.sub(unitsSold), "There are not as many units.");
        uint256 price = currentPrice();
        require(msg.value >= units.mul(price), "The payment is too small."); //~ BENIGN INPUT_VAL the ether sent is the buyer's limit
        Order storage order = orders[msg.sender];
        order.units = order.units.add(units);
        order.paid = order.paid.add(msg.value);
        unitsSold = unitsSold.add(units);
        if (unitsSold == unitsOffered) {
            clearingPrice = price; //~ BENIGN STATE_MOD no order was placed at a lower price than the last one
            closingTime = block.timestamp;
        }
        emit Purchased(msg.sender, units, price, msg.value);
    }

    /// Delivers the units of the caller's order and returns what was paid beyond the clearing price.
    function settle() external whenFinished {
        Order memory order = orders[msg.sender];
        require(order.paid > 0, "There is no order to settle.");
        delete orders[msg.sender]; //~ BENIGN STATE_MOD units and payment together
        uint256 refund = order.paid.sub(order.units.mul(clearingPrice)); //~ BENIGN ARITHMETIC never negative
        token.safeTransfer(msg.sender, order.units.mul(UNIT));
        (bool sent, ) = msg.sender.call{value: refund}(""); //~ BENIGN EXT_CALL nothing is left in the books
        require(sent, "The refund was not accepted.");
        emit Settled(msg.sender, order.units, refund);
    }

    /// Pays the seller the sold units at the clearing price and returns the others.
    function withdrawProceeds() external whenFinished {
        require(msg.sender == seller && !proceedsWithdrawn, "The seller withdraws once."); //~ BENIGN ACCESS_CTRL
        proceedsWithdrawn = true;
        uint256 proceeds = unitsSold.mul(clearingPrice); //~ BENIGN COMPUTATION refunds are not touched
        token.safeTransfer(msg.sender, unitsOffered.sub(unitsSold).mul(UNIT));
        (bool sent, ) = msg.sender.call{value: proceeds}("");
        require(sent, "The proceeds were not accepted.");
        emit ProceedsWithdrawn(proceeds, unitsOffered.sub(unitsSold));
    }
}
