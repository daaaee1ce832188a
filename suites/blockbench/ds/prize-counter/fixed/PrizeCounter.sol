// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC721/IERC721.sol";

/// The points that players of the arcade collect. The counter is one of many places that may burn them with the consent of a player.
interface ArcadePoints {
    function burnFrom(address player, uint256 amount) external returns (bool burnt);
}

/// The arithmetic of prices that decline with time.
library DecliningPrices {
    using SafeMath for uint256;

    uint256 internal constant PERCENT = 100;
    uint256 internal constant LARGEST_DISCOUNT = 50;

    /// Computes a price after some time. One hundredth of the initial price goes off each day, one half at most. Fractions of a point
    /// are rounded up, so that no prize is ever free.
    function priceAfter(uint256 initialPrice, uint256 elapsedTime) internal pure returns (uint256) {
        uint256 discount = Math.min(elapsedTime / 1 days, LARGEST_DISCOUNT); //~ BENIGN ARITHMETIC
        return initialPrice.mul(PERCENT - discount).add(PERCENT - 1).div(PERCENT); //~ BENIGN ARITHMETIC
    }
}

/// Collectibles of an arcade that players redeem for their points. The arcade lays a prize out with a price in points, which declines as
/// long as nobody takes the prize.
contract PrizeCounter is Ownable {
    using DecliningPrices for uint256;
    using SafeMath for uint256;

    struct Prize {
        uint256 initialPrice;
        uint256 laidOutAt;
    }

    ArcadePoints public immutable points;
    IERC721 public immutable collection;

    mapping(uint256 => Prize) private prizes;
    mapping(address => uint256) public pointsSpentBy;
    uint256 public numberOfPrizes;

    event PrizeLaidOut(uint256 indexed identifier, uint256 initialPrice);
    event PrizeTakenBack(uint256 indexed identifier);
    event PrizeRedeemed(address indexed player, uint256 indexed identifier, uint256 price);
    event SeveralPrizesRedeemed(address indexed player, uint256 number, uint256 price);

    constructor(ArcadePoints acceptedPoints, IERC721 collectionOfPrizes) {
        require(address(acceptedPoints) != address(0), "The points must not be zero."); //~ BENIGN INPUT_VAL
        require(address(collectionOfPrizes) != address(0), "The collection must not be zero."); //~ BENIGN INPUT_VAL
        points = acceptedPoints;
        collection = collectionOfPrizes;
    }

    /// Lays a prize of the owner out. The prize is moved to the counter and waits there.
    function layOutPrize(uint256 identifier, uint256 initialPrice) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(initialPrice > 0, "The price must not be zero."); //~ BENIGN INPUT_VAL
        prizes[identifier] = Prize(initialPrice, block.timestamp);
        numberOfPrizes = numberOfPrizes.add(1);
        collection.transferFrom(msg.sender, address(this), identifier); //~ BENIGN EXT_CALL
        emit PrizeLaidOut(identifier, initialPrice); //~ UNRELATED EVENT_EMIT
    }

    /// Takes a prize that nobody has redeemed back to the owner.
    function takeBackPrize(uint256 identifier) external onlyOwner { //~ BENIGN ACCESS_CTRL
        removePrize(identifier);
        collection.transferFrom(address(this), msg.sender, identifier); //~ BENIGN EXT_CALL
        emit PrizeTakenBack(identifier); //~ UNRELATED EVENT_EMIT
    }

    /// Redeems one prize. The caller names the highest number of points to be spent, in case that the arcade has laid the prize out anew.
    function redeemPrize(uint256 identifier, uint256 highestPrice) external {
        uint256 price = removePrize(identifier);
        require(price <= highestPrice, "The price is too high."); //~ BENIGN INPUT_VAL
        pointsSpentBy[msg.sender] = pointsSpentBy[msg.sender].add(price);
        burnPoints(msg.sender, price); //~ BENIGN EXT_CALL
        collection.transferFrom(address(this), msg.sender, identifier); //~ BENIGN FUND_XFER
        emit PrizeRedeemed(msg.sender, identifier, price); //~ UNRELATED EVENT_EMIT
    }

    /// Redeems several prizes at once, with a single payment for all of them.
    function redeemSeveralPrizes(uint256[] calldata identifiers, uint256 highestPrice) external {
        uint256 price = 0;
        for (uint256 index = 0; index < identifiers.length; index++) {
            price = price.add(removePrize(identifiers[index])); //~ BENIGN STATE_MOD
        }
        require(price <= highestPrice, "The price is too high."); //~ BENIGN INPUT_VAL
        pointsSpentBy[msg.sender] = pointsSpentBy[msg.sender].add(price);
        burnPoints(msg.sender, price); //~ BENIGN EXT_CALL
        for (uint256 index = 0; index < identifiers.length; index++) {
            collection.transferFrom(address(this), msg.sender, identifiers[index]); //~ BENIGN FUND_XFER
        }
        emit SeveralPrizesRedeemed(msg.sender, identifiers.length, price); //~ UNRELATED EVENT_EMIT
    }

    /// Tells the present price of a prize.
    function priceOf(uint256 identifier) public view returns (uint256) {
        Prize memory prize = prizes[identifier];
        require(prize.initialPrice > 0, "The prize is not laid out."); //~ BENIGN INPUT_VAL
        return prize.initialPrice.priceAfter(block.timestamp.sub(prize.laidOutAt)); //~ BENIGN TIMESTAMP
    }

    /// Strikes a prize off the list and tells what its price was.
    function removePrize(uint256 identifier) private returns (uint256 price) {
        price = priceOf(identifier);
        delete prizes[identifier]; //~ BENIGN STATE_MOD
        numberOfPrizes = numberOfPrizes.sub(1); //~ BENIGN ARITHMETIC
    }


    /// Burns points of a player.
    function burnPoints(address player, uint256 amount) private {
        require(points.burnFrom(player, amount), "The points could not be burnt."); //~ BENIGN EXT_CALL
    }
}
