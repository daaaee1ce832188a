// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";

// Pick a number from 0 to 7, come back a few blocks later, win 7x. The bank is mine,
// top it up by sending ether here.
contract LuckyEight is Ownable {
    uint256 public constant NUMBERS = 8;
    uint256 public constant PAYOUT = 7;
    uint256 public constant WAIT = 3; // blocks, before a bet can be settled
    uint256 public constant EXPIRY = 200; // blocks, after that it's gone

    struct Bet {
        address player;
        uint96 stake;
        uint64 placedIn;
        uint8 number;
        bool settled;
    }

    uint96 public maxStake;
    uint256 public reserved; // for open bets
    Bet[] private bets;

    error BadNumber(uint8 number);
    error BadStake(uint256 stake);
    error BankTooSmall();
    error TooEarly(uint256 until);
    error Settled(uint256 id);

    constructor(uint96 maxStake_) payable Ownable(msg.sender) {
        maxStake = maxStake_;
        emit BankFilled(msg.value);
    }

    receive() external payable {
        emit BankFilled(msg.value);
    }

    // ---- bank

    function withdraw(uint256 amount) external onlyOwner {
        require(amount <= address(this).balance - reserved, BankTooSmall()); //~ BENIGN INPUT_VAL open bets stay covered
        emit BankWithdrawn(amount); //~ UNRELATED EVENT_EMIT
        _send(msg.sender, amount);
    }

    function setMaxStake(uint96 amount) external onlyOwner {
        maxStake = amount;
        emit MaxStakeSet(amount); //~ UNRELATED EVENT_EMIT
    }

    // ---- players

    function bet(uint8 number) external payable returns (uint256 id) {
        require(number < NUMBERS, BadNumber(number)); //~ BENIGN INPUT_VAL
        require(msg.value > 0 && msg.value <= maxStake, BadStake(msg.value)); //~ BENIGN INPUT_VAL
        reserved += msg.value * PAYOUT;
        require(reserved <= address(this).balance, BankTooSmall()); //~ BENIGN INPUT_VAL every win can be paid
        id = bets.length;
        bets.push(Bet(msg.sender, uint96(msg.value), uint64(block.number), number, false)); //~ BENIGN ARITHMETIC both fit, the stake is limited by a number of 96 bits
        emit BetPlaced(id, msg.sender, number, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function settle(uint256 id) external returns (uint256 paid) {
        Bet storage b = bets[id];
        require(b.player == msg.sender, "not your bet"); //~ BENIGN ACCESS_CTRL the player's own bet
        require(!b.settled, Settled(id)); //~ BENIGN STATE_MOD once
        require(block.number > b.placedIn + WAIT, TooEarly(b.placedIn + WAIT)); //~ BENIGN CTRL_FLOW the block that decides is there by now
        require(block.number <= b.placedIn + EXPIRY, "bet expired"); //~ BENIGN CTRL_FLOW the hash of that block is still to be had

        bytes32 seed = blockhash(b.placedIn + WAIT); //~ BENIGN RANDOM one block for each bet, not known when it is placed
        uint256 drawn = uint256(keccak256(abi.encodePacked(seed, id))) % NUMBERS; //~ BENIGN RANDOM even over eight numbers
        b.settled = true;
        reserved -= b.stake * PAYOUT;
        if (drawn == b.number) paid = b.stake * PAYOUT;
        emit BetSettled(id, drawn, paid);
        if (paid > 0) _send(msg.sender, paid); //~ BENIGN FUND_XFER the bet is settled by now
    }

    // anybody, frees what was reserved for a bet nobody came back for
    function sweep(uint256 id) external {
        Bet storage b = bets[id];
        require(!b.settled, Settled(id)); //~ BENIGN STATE_MOD once
        require(block.number > b.placedIn + EXPIRY, TooEarly(b.placedIn + EXPIRY)); //~ BENIGN CTRL_FLOW not while the player can come back
        b.settled = true;
        reserved -= b.stake * PAYOUT;
        emit BetExpired(id); //~ UNRELATED EVENT_EMIT
    }

    function betOf(uint256 id) external view returns (Bet memory) {
        return bets[id];
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "not sent");
    }

    event BetPlaced(uint256 indexed id, address indexed player, uint8 number, uint256 stake);
    event BetSettled(uint256 indexed id, uint256 drawn, uint256 paid);
    event BetExpired(uint256 indexed id);
    event BankFilled(uint256 amount);
    event BankWithdrawn(uint256 amount);
    event MaxStakeSet(uint96 amount);
}
