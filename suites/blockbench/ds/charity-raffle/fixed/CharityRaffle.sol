// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @title Storage of the charity raffle
 */
contract CharityRaffleStorage is Ownable {
    struct Raffle {
        uint price;
        uint closing;
        bytes32 seed;
        address[] entrants;
    }

    /// @notice How many tickets of a raffle there are at most
    uint public constant MAX_TICKETS = 50;

    /// @notice For how many blocks after the closing block a raffle may be drawn
    uint public constant DRAW_PERIOD = 250;

    /// @notice The asset that tickets are paid in
    IERC20 public underlying;

    /// @notice The account that the other half of each pot goes to
    address public charity;

    /// @notice How many raffles there were
    uint public raffleCount;

    mapping(uint => Raffle) internal raffles;
}

/**
 * @title Charity raffle
 * @notice One half of a pot goes to a ticket, the other half to the charity
 */
contract CharityRaffle is CharityRaffleStorage {
    using SafeMath for uint;
    using SafeERC20 for IERC20;

    event Opened(uint indexed id, uint price, uint closing);
    event Entered(uint indexed id, address indexed entrant, uint number);
    event Drawn(uint indexed id, address indexed winner, uint prize);
    event Canceled(uint indexed id);

    /**
     * @notice Constructs the raffle
     * @param underlying_ The asset that tickets are paid in
     * @param charity_ The account of the charity
     */
    constructor(IERC20 underlying_, address charity_) public {
        require(charity_ != address(0), "charity is missing"); //~ BENIGN INPUT_VAL
        underlying = underlying_;
        charity = charity_;
    }

    /**
     * @notice The owner opens a raffle
     * @param price The price of a ticket
     * @param blocks For how many blocks from now tickets are sold
     * @return The number of the raffle
     */
    function open(uint price, uint blocks) external onlyOwner returns (uint id) { //~ BENIGN ACCESS_CTRL
        require(price > 0 && blocks > 0, "terms are incomplete"); //~ BENIGN INPUT_VAL
        id = ++raffleCount;
        raffles[id].price = price;
        raffles[id].closing = block.number.add(blocks); //~ BENIGN ARITHMETIC
        emit Opened(id, price, raffles[id].closing); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Buys a ticket, as often as the caller likes
     * @param id The number of the raffle
     * @param number Any number, which goes into the seed
     */
    function enter(uint id, uint number) external {
        Raffle storage raffle = raffles[id];
        require(block.number <= raffle.closing, "raffle is not open"); //~ BENIGN CTRL_FLOW
        require(raffle.entrants.length < MAX_TICKETS, "tickets are sold out"); //~ BENIGN INPUT_VAL
        raffle.entrants.push(msg.sender);
        raffle.seed = keccak256(abi.encodePacked(raffle.seed, number)); //~ BENIGN RANDOM
        underlying.safeTransferFrom(msg.sender, address(this), raffle.price); //~ BENIGN FUND_XFER
        emit Entered(id, msg.sender, number); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Draws a raffle, by anyone after the closing block
     * @param id The number of the raffle
     * @return The account that has won
     */
    function draw(uint id) external returns (address winner) {
        Raffle memory raffle = raffles[id];
        require(block.number > raffle.closing, "raffle is not closed"); //~ BENIGN CTRL_FLOW
        require(block.number <= raffle.closing.add(DRAW_PERIOD), "draw is too late"); //~ BENIGN CTRL_FLOW
        bytes32 entropy = keccak256(abi.encodePacked(raffle.seed, blockhash(raffle.closing))); //~ BENIGN RANDOM
        uint count = raffle.entrants.length;
        winner = raffle.entrants[uint(entropy) % count]; //~ BENIGN RANDOM
        delete raffles[id]; //~ BENIGN STATE_MOD
        uint pot = raffle.price.mul(count);
        underlying.safeTransfer(winner, pot / 2); //~ BENIGN FUND_XFER
        underlying.safeTransfer(charity, pot - pot / 2); //~ BENIGN ARITHMETIC
        emit Drawn(id, winner, pot / 2); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Gives the tickets of a raffle back that nobody has drawn in time
     * @param id The number of the raffle
     */
    function cancel(uint id) external {
        Raffle memory raffle = raffles[id];
        require(block.number > raffle.closing.add(DRAW_PERIOD), "draw is possible"); //~ BENIGN CTRL_FLOW
        delete raffles[id]; //~ BENIGN STATE_MOD
        for (uint i = 0; i < raffle.entrants.length; i++) {
            underlying.safeTransfer(raffle.entrants[i], raffle.price); //~ BENIGN FUND_XFER
        }
        emit Canceled(id); //~ UNRELATED EVENT_EMIT
    }
}
