// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import {Address} from "@openzeppelin/contracts@4.9.6/utils/Address.sol";

/// @title Seed chain
/// @notice A chain of seeds that its owner reveals one by one.
/// @dev The owner made the chain before the deployment by hashing a secret over and over; the constructor takes its last
///      seed. Each seed is checked against the one known before.
abstract contract SeedChain is Ownable2Step {
    /// @notice Rounds whose seed has been revealed so far.
    uint64 public round;

    /// @notice Seed of each round; round zero has the end of the chain.
    mapping(uint256 => bytes32) public seeds;

    event SeedRevealed(uint64 indexed round, bytes32 seed);

    error EmptySeed();
    error SeedMismatch(uint64 round);

    constructor(bytes32 lastSeed) {
        if (lastSeed == 0) revert EmptySeed(); //~ BENIGN INIT
        seeds[0] = lastSeed;
    }

    /// @notice Reveals the next seed.
    function reveal(bytes32 seed) external onlyOwner {
        _beforeReveal();
        if (keccak256(abi.encode(seed)) != seeds[round]) revert SeedMismatch(round); //~ BENIGN INPUT_VAL the owner cannot choose the seed
        round += 1;
        seeds[round] = seed; //~ PREREQ STATE_MOD seeds[round] is public during the whole sale that follows
        emit SeedRevealed(round, seed); //~ UNRELATED EVENT_EMIT
        _afterReveal();
    }

    function _beforeReveal() internal view virtual;

    function _afterReveal() internal virtual;
}

/// @title Number draw
/// @notice A lottery in rounds. A ticket names one of ten numbers and wins a prize if that number is drawn for it.
/// @dev At the end of each round the owner closes the sale, waits until that is final, and reveals a seed. An owner who lets a
///      round run past its deadline ends the lottery, and tickets without a seed are refunded.
contract NumberDraw is SeedChain {
    using Address for address payable;

    struct Ticket {
        address player;
        uint8 number;
        uint64 round;
        bytes32 salt;
    }

    uint256 public constant PRICE = 0.1 ether;
    uint256 public constant PRIZE = 0.9 ether;
    uint256 public constant NUMBERS = 10;
    uint256 public constant ROUND_TERM = 7 days;

    bool public saleOpen;
    bool public ended;

    /// @notice The latest time at which the next seed can be revealed.
    uint256 public deadline;

    uint256 public ticketCount;

    /// @notice Ether kept back for the prizes of tickets that are not settled.
    uint256 public reserved;

    mapping(uint256 => Ticket) public tickets;

    event TicketSold(uint256 indexed id, address indexed player, uint8 number, uint64 round);
    event SaleClosed(uint64 indexed round);
    event TicketSettled(uint256 indexed id, address indexed player, uint256 prize);
    event TicketRefunded(uint256 indexed id, address indexed player);
    event LotteryEnded(uint64 indexed round);

    error SaleIsClosed(uint64 round);
    error SaleIsOpen(uint64 round);
    error DeadlinePassed(uint256 deadline);
    error DeadlineNotPassed(uint256 deadline);
    error WrongPrice(uint256 paid);
    error UnknownNumber(uint8 number);
    error UnknownTicket(uint256 id);
    error NotRefundable(uint256 id);
    error NotDrawn(uint64 round);
    error InsufficientFunds(uint256 required, uint256 available);

    constructor(bytes32 lastSeed) payable SeedChain(lastSeed) {
        _afterReveal();
    }

    /// @notice Anyone may add to the funds that pay the prizes.
    receive() external payable {}

    /// @notice Buys one ticket.
    /// @dev The salt keeps two tickets of the same round apart; the seed of the ticket's round is what draws its number.
    function buy(uint8 number) external payable returns (uint256 id) {
        if (!saleOpen) revert SaleIsClosed(round); //~ BENIGN CTRL_FLOW
        if (block.timestamp > deadline) revert DeadlinePassed(deadline); //~ BENIGN TIMESTAMP
        if (msg.value != PRICE) revert WrongPrice(msg.value); //~ BENIGN INPUT_VAL
        if (number >= NUMBERS) revert UnknownNumber(number); //~ BENIGN INPUT_VAL
        reserved += PRIZE;
        if (reserved > address(this).balance) revert InsufficientFunds(reserved, address(this).balance); //~ BENIGN INPUT_VAL every open ticket has its prize in the funds

        id = ticketCount++;
        bytes32 salt = keccak256(abi.encode(blockhash(block.number - 1), block.prevrandao, msg.sender, id)); //~ INSUFF_GUARD RANDOM known to a contract that buys in this block
        tickets[id] = Ticket(msg.sender, number, round, salt); //~ ROOT_CAUSE RANDOM ties the ticket to a seed that has been revealed
        emit TicketSold(id, msg.sender, number, tickets[id].round);
    }

    /// @notice The number drawn for a ticket.
    function drawn(uint256 id) public view returns (uint8) {
        Ticket storage ticket = tickets[id];
        if (ticket.player == address(0)) revert UnknownTicket(id); //~ BENIGN INPUT_VAL
        bytes32 seed = seeds[ticket.round];
        if (seed == 0) revert NotDrawn(ticket.round); //~ INSUFF_GUARD CTRL_FLOW meant to hold tickets until their draw; their seed is there from the start
        return uint8(uint256(keccak256(abi.encode(seed, ticket.salt))) % NUMBERS); //~ PREREQ RANDOM outcome is a function of the seed and the salt alone
    }

    /// @notice Closes a drawn ticket and pays its prize, if any. Anyone may call.
    function settle(uint256 id) external {
        uint8 number = drawn(id);
        Ticket memory ticket = tickets[id];
        delete tickets[id]; //~ BENIGN STATE_MOD ticket is gone before the payment
        reserved -= PRIZE;
        uint256 prize = number == ticket.number ? PRIZE : 0;
        emit TicketSettled(id, ticket.player, prize);
        if (prize > 0) payable(ticket.player).sendValue(prize);
    }

    /// @notice Ends the lottery when a round has run past its deadline.
    function end() external {
        if (ended) revert SaleIsClosed(round); //~ BENIGN CTRL_FLOW
        if (block.timestamp <= deadline) revert DeadlineNotPassed(deadline); //~ DECOY TIMESTAMP days long term
        ended = true;
        saleOpen = false;
        emit LotteryEnded(round);
    }

    /// @notice After the end, returns the price of a ticket whose seed was never revealed.
    function refund(uint256 id) external {
        Ticket memory ticket = tickets[id];
        if (!ended || seeds[ticket.round] != 0) revert NotRefundable(id); //~ BENIGN CTRL_FLOW
        delete tickets[id];
        reserved -= PRIZE;
        emit TicketRefunded(id, ticket.player);
        payable(ticket.player).sendValue(PRICE);
    }

    /// @notice Closes the sale of this round.
    function closeSale() external onlyOwner {
        if (!saleOpen) revert SaleIsClosed(round); //~ BENIGN CTRL_FLOW
        saleOpen = false;
        emit SaleClosed(round);
    }

    /// @notice Takes out what no prize needs.
    function withdraw(uint256 amount) external onlyOwner {
        uint256 available = address(this).balance - reserved;
        if (amount > available) revert InsufficientFunds(amount, available); //~ UNRELATED ACCESS_CTRL prizes stay in the funds
        payable(msg.sender).sendValue(amount);
    }

    /// @dev There is no sale while a seed waits among the pending transactions.
    function _beforeReveal() internal view override {
        if (saleOpen) revert SaleIsOpen(round); //~ BENIGN CTRL_FLOW
        if (block.timestamp > deadline) revert DeadlinePassed(deadline); //~ BENIGN TIMESTAMP
    }

    function _afterReveal() internal override {
        saleOpen = true;
        deadline = block.timestamp + ROUND_TERM;
    }
}
