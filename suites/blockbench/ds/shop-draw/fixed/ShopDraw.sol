// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// Tickets of a shop. One ticket in a hundred wins fifty times its price.
contract ShopDraw is Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Ticket {
        address customer;
        uint256 drawBlock;
    }

    uint256 public constant ODDS = 100;
    uint256 public constant DELAY = 3;
    uint256 public constant REACH = 250;

    IERC20 public immutable token;
    uint256 public immutable price;
    uint256 public immutable prize;

    uint256 public promised;
    Ticket[] public tickets;

    event TicketBought(uint256 indexed number, address indexed customer, uint256 drawBlock);
    event TicketDrawn(uint256 indexed number, bool won);
    event TicketExpired(uint256 indexed number);
    event TakingsCollected(address indexed receiver, uint256 amount);

    constructor(IERC20 tokenOfShop, uint256 priceOfTicket) {
        require(priceOfTicket > 0, "A ticket needs a price."); //~ BENIGN INPUT_VAL
        token = tokenOfShop;
        price = priceOfTicket;
        prize = priceOfTicket.mul(50); //~ BENIGN ARITHMETIC
    }

    // Sells a ticket, as long as the shop can pay every prize that it has promised. The block of the draw is one that nobody
    // knows yet.
    function buyTicket() external returns (uint256 number) {
        promised = promised.add(prize); //~ BENIGN STATE_MOD
        number = tickets.length;
        tickets.push(Ticket(msg.sender, block.number.add(DELAY))); //~ BENIGN RANDOM
        emit TicketBought(number, msg.sender, block.number.add(DELAY)); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), price); //~ BENIGN FUND_XFER
        require(token.balanceOf(address(this)) >= promised, "The shop cannot pay another prize."); //~ BENIGN STORAGE_READ
    }

    // Draws a ticket, and pays the prize to the customer who holds it.
    function drawTicket(uint256 number) external {
        Ticket memory ticket = tickets[number];
        require(ticket.customer == msg.sender, "The caller does not hold the ticket."); //~ BENIGN ACCESS_CTRL
        require(block.number > ticket.drawBlock, "The draw is yet to come."); //~ BENIGN CTRL_FLOW
        require(block.number <= ticket.drawBlock.add(REACH), "The ticket has expired."); //~ BENIGN CTRL_FLOW
        _forget(number);
        bytes32 seed = keccak256(abi.encodePacked(blockhash(ticket.drawBlock), number)); //~ BENIGN RANDOM
        bool won = uint256(seed).mod(ODDS) == 0; //~ BENIGN RANDOM
        emit TicketDrawn(number, won);
        if (won) token.safeTransfer(msg.sender, prize); //~ BENIGN FUND_XFER
    }

    // Frees what was promised for a ticket that was not drawn in time.
    function expireTicket(uint256 number) external {
        Ticket memory ticket = tickets[number];
        require(ticket.customer != address(0), "The ticket is drawn."); //~ BENIGN CTRL_FLOW
        require(block.number > ticket.drawBlock.add(REACH), "The ticket has not expired."); //~ BENIGN CTRL_FLOW
        _forget(number);
        emit TicketExpired(number);
    }

    // Pays takings that no prize is promised of.
    function collectTakings(address receiver, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 free = token.balanceOf(address(this)).sub(promised);
        require(amount <= free, "The amount is promised."); //~ BENIGN INPUT_VAL
        emit TakingsCollected(receiver, amount);
        token.safeTransfer(receiver, amount);
    }

    // Strikes a ticket and its promise.
    function _forget(uint256 number) private {
        delete tickets[number]; //~ BENIGN STATE_MOD
        promised = promised.sub(prize);
    }
}
