// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// An exchange of money and seed, as far as it is used here.
interface SeedExchange {
    // The seed that an amount of money would buy now.
    function quoteSeed(uint256 moneyPaid) external view returns (uint256 seedBought);

    // Takes money from the caller and sends it seed for it, at least the amount that is asked for.
    function buySeed(uint256 moneyPaid, uint256 leastSeed) external returns (uint256 seedBought);
}

// The arithmetic of orders. It knows nothing of members.
library OrderArithmetic {
    using SafeMath for uint256;

    uint256 internal constant ONE = 1e18;

    // The seed that an amount of money buys at a price, which is the money for one unit of seed.
    function seedAtPrice(uint256 moneyPaid, uint256 price) internal pure returns (uint256) {
        return moneyPaid.mul(ONE).div(price); //~ BENIGN ARITHMETIC
    }

    // An amount less a part in a hundred.
    function lessPercent(uint256 amount, uint256 percent) internal pure returns (uint256) {
        return amount.mul(uint256(100).sub(percent)).div(100); //~ BENIGN ARITHMETIC
    }

    // The part of a total that belongs to a part of a whole.
    function partOf(uint256 total, uint256 part, uint256 whole) internal pure returns (uint256) {
        return total.mul(part).div(whole); //~ BENIGN ARITHMETIC
    }
}

// The members of a cooperative order their seed together. They pay into a round, the round is spent on an exchange at one moment,
// and the seed is shared out by what each has paid. A round names the highest price that its members are ready to pay.
contract SeedOrders is Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Round {
        uint256 closesAt;
        uint256 highestPrice;
        uint256 moneyPaid;
        uint256 seedBought;
        bool spent;
    }

    uint256 public constant TIME_FOR_SPENDING = 7 days;
    uint256 public constant TOLERATED_PERCENT = 1;

    IERC20 public immutable money;
    IERC20 public immutable seed;
    SeedExchange public immutable exchange;

    Round[] public rounds;
    mapping(uint256 => mapping(address => uint256)) public paidBy;

    event RoundOpened(uint256 indexed roundNumber, uint256 closesAt, uint256 highestPrice);
    event Paid(uint256 indexed roundNumber, address indexed member, uint256 amount);
    event PaymentReturned(uint256 indexed roundNumber, address indexed member, uint256 amount);
    event RoundSpent(uint256 indexed roundNumber, uint256 moneyPaid, uint256 seedBought);
    event SeedClaimed(uint256 indexed roundNumber, address indexed member, uint256 amount);

    constructor(IERC20 moneyOfMembers, IERC20 seedOfExchange, SeedExchange seedExchange) {
        require(address(moneyOfMembers) != address(seedOfExchange), "Money and seed are two tokens."); //~ BENIGN INIT
        money = moneyOfMembers;
        seed = seedOfExchange;
        exchange = seedExchange; //~ BENIGN INIT
    }

    // Opens a round. Its terms do not change any more, so that a member who pays knows them.
    function openRound(uint256 closesAt, uint256 highestPrice) external onlyOwner returns (uint256 roundNumber) { //~ BENIGN ACCESS_CTRL
        require(closesAt > block.timestamp, "The round would be closed."); //~ BENIGN TIMESTAMP
        require(highestPrice > 0, "Seed has a price."); //~ BENIGN INPUT_VAL
        roundNumber = rounds.length;
        rounds.push(Round(closesAt, highestPrice, 0, 0, false));
        emit RoundOpened(roundNumber, closesAt, highestPrice);
    }

    // Pays into a round that has not closed.
    function pay(uint256 roundNumber, uint256 amount) external {
        Round storage round = rounds[roundNumber];
        require(block.timestamp < round.closesAt, "The round is closed."); //~ BENIGN TIMESTAMP
        round.moneyPaid = round.moneyPaid.add(amount); //~ BENIGN STATE_MOD
        paidBy[roundNumber][msg.sender] = paidBy[roundNumber][msg.sender].add(amount);
        money.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Paid(roundNumber, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    // Returns what the caller has paid into a round, as long as the round is open, and after the time for spending if it was not spent.
    function takeBack(uint256 roundNumber) external {
        Round storage round = rounds[roundNumber];
        require(
            block.timestamp < round.closesAt || block.timestamp >= round.closesAt.add(TIME_FOR_SPENDING), //~ BENIGN TIMESTAMP
            "The round is about to be spent."
        );
        require(!round.spent, "The round is spent."); //~ BENIGN CTRL_FLOW
        uint256 amount = paidBy[roundNumber][msg.sender];
        paidBy[roundNumber][msg.sender] = 0; //~ BENIGN STATE_MOD
        round.moneyPaid = round.moneyPaid.sub(amount);
        money.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit PaymentReturned(roundNumber, msg.sender, amount);
    }

    // Spends a round that has closed. Anybody may do so, as the round decides what is bought and for how much.
    function spend(uint256 roundNumber) external {
        Round storage round = rounds[roundNumber];
        require(block.timestamp >= round.closesAt, "The round is open."); //~ BENIGN TIMESTAMP
        require(block.timestamp < round.closesAt.add(TIME_FOR_SPENDING), "The time for spending is over."); //~ BENIGN TIMESTAMP
        require(!round.spent, "The round is spent."); //~ BENIGN CTRL_FLOW
        require(round.moneyPaid > 0, "Nobody has paid."); //~ BENIGN INPUT_VAL
        round.spent = true; //~ BENIGN STATE_MOD
        uint256 leastNow = OrderArithmetic.lessPercent(exchange.quoteSeed(round.moneyPaid), TOLERATED_PERCENT); //~ BENIGN ORACLE
        uint256 leastAtPrice = OrderArithmetic.seedAtPrice(round.moneyPaid, round.highestPrice); //~ BENIGN COMPUTATION
        uint256 leastSeed = Math.max(leastNow, leastAtPrice); //~ BENIGN INPUT_VAL
        money.safeApprove(address(exchange), round.moneyPaid); //~ BENIGN EXT_CALL
        round.seedBought = exchange.buySeed(round.moneyPaid, leastSeed); //~ BENIGN EXT_CALL
        require(round.seedBought >= leastSeed, "The exchange gave too little."); //~ BENIGN INPUT_VAL
        emit RoundSpent(roundNumber, round.moneyPaid, round.seedBought); //~ UNRELATED EVENT_EMIT
    }

    // Sends the caller's part of the seed of a round.
    function claimSeed(uint256 roundNumber) external {
        Round storage round = rounds[roundNumber];
        require(round.spent, "The round is not spent."); //~ BENIGN CTRL_FLOW
        uint256 amount = OrderArithmetic.partOf(round.seedBought, paidBy[roundNumber][msg.sender], round.moneyPaid); //~ BENIGN ARITHMETIC
        paidBy[roundNumber][msg.sender] = 0; //~ BENIGN STATE_MOD
        seed.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit SeedClaimed(roundNumber, msg.sender, amount);
    }
}
