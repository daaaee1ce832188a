// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";

// Boxes with a prize inside. You buy them closed and open them a few blocks later.
contract MysteryBoxes is Ownable {
    struct Box {
        address holder;
        uint64 drawBlock;
        bool opened;
    }

    struct Tier {
        uint32 below; // of 10_000
        uint32 times; // the price
    }

    uint256 public constant PRICE = 0.5 ether;
    uint256 public constant DRAW_DELAY = 3; // blocks
    uint256 public constant KEEP_FOR = 1_000_000; // blocks, more than long enough
    uint256 public constant MAX_BUY = 20;
    uint256 public constant JACKPOT = 40; // times the price

    Tier[] private tiers;
    mapping(uint256 => Box) public boxes;
    mapping(address => uint256[]) private boxesOf_;
    uint256 public lastId;
    uint256 public locked; // for boxes that are still closed
    bool public onSale = true;

    error SoldOut(uint256 bank);
    error NotYourBox(uint256 id);
    error TooEarly(uint256 firstBlock);
    error AlreadyOpened(uint256 id);

    modifier onlyHolder(uint256 id) {
        require(boxes[id].holder == msg.sender, NotYourBox(id)); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() payable Ownable(msg.sender) {
        tiers.push(Tier(50, uint32(JACKPOT)));
        tiers.push(Tier(600, 4));
        tiers.push(Tier(3_600, 1));
    }

    // ---- the house

    function fundBank() external payable {
        emit Funded(msg.value);
    }

    function setOnSale(bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        onSale = on;
    }

    // only what is not locked for closed boxes
    function cashOut(uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(amount <= address(this).balance - locked, SoldOut(address(this).balance)); //~ BENIGN INPUT_VAL
        pay(msg.sender, amount);
    }

    // boxes nobody came back for
    function retire(uint256 id) external onlyOwner { //~ BENIGN ACCESS_CTRL
        Box storage box = boxes[id];
        require(box.holder != address(0) && !box.opened, AlreadyOpened(id)); //~ BENIGN CTRL_FLOW
        require(block.number > box.drawBlock + KEEP_FOR, TooEarly(box.drawBlock + KEEP_FOR)); //~ BENIGN TIMESTAMP
        box.opened = true;
        locked -= JACKPOT * PRICE; //~ BENIGN STATE_MOD frees what this box locked, once
        emit Retired(id); //~ UNRELATED EVENT_EMIT
    }

    // ---- players

    function buy(uint256 count) external payable returns (uint256 firstId) {
        require(onSale, "not on sale"); //~ BENIGN CTRL_FLOW
        require(count > 0 && count <= MAX_BUY, "bad count"); //~ BENIGN INPUT_VAL
        require(msg.value == count * PRICE, "wrong price"); //~ BENIGN INPUT_VAL
        locked += count * JACKPOT * PRICE; //~ BENIGN STATE_MOD every box could hold the jackpot
        require(locked <= address(this).balance, SoldOut(address(this).balance)); //~ BENIGN INPUT_VAL
        firstId = lastId + 1;
        for (uint256 i = 0; i < count; ++i) {
            uint256 id = ++lastId;
            boxes[id] = Box(msg.sender, uint64(block.number + DRAW_DELAY), false); //~ INSUFF_GUARD RANDOM settled by a future block, but only while its hash is there
            boxesOf_[msg.sender].push(id);
            emit Bought(msg.sender, id, block.number + DRAW_DELAY); //~ UNRELATED EVENT_EMIT
        }
    }

    // closed boxes make nice presents
    function gift(uint256 id, address to) external onlyHolder(id) {
        require(!boxes[id].opened, AlreadyOpened(id)); //~ BENIGN CTRL_FLOW
        boxes[id].holder = to;
        boxesOf_[to].push(id);
        emit Gifted(id, msg.sender, to); //~ UNRELATED EVENT_EMIT
    }

    function open(uint256 id) external onlyHolder(id) returns (uint256 prize) {
        Box storage box = boxes[id];
        require(!box.opened, AlreadyOpened(id)); //~ BENIGN STATE_MOD once
        require(block.number > box.drawBlock, TooEarly(box.drawBlock + 1)); //~ PREREQ TIMESTAMP a first moment but no last one, the holder picks the block
        box.opened = true;
        locked -= JACKPOT * PRICE;
        uint256 roll = rollOf(id);
        prize = prizeFor(roll);
        emit Opened(id, roll, prize); //~ UNRELATED EVENT_EMIT
        if (prize > 0) pay(msg.sender, prize); //~ PREREQ FUND_XFER
    }

    // ---- views

    // 0 to 9_999, low is good
    function rollOf(uint256 id) public view returns (uint256) {
        bytes32 seed = blockhash(boxes[id].drawBlock); //~ PREREQ RANDOM zero once the block is more than 256 back
        if (seed == 0) seed = keccak256(abi.encode(blockhash(block.number - 1), block.timestamp)); //~ ROOT_CAUSE RANDOM another draw in every block from then on, known before it is taken
        return uint256(keccak256(abi.encode(seed, id))) % 10_000; //~ DECOY RANDOM the bias of the remainder is far too small to matter
    }

    function prizeFor(uint256 roll) public view returns (uint256) {
        for (uint256 i = 0; i < tiers.length; ++i) {
            if (roll < tiers[i].below) return tiers[i].times * PRICE; //~ DECOY COMPUTATION the rarest tier comes first
        }
        return 0;
    }

    // all the ids an account ever got, gifts included
    function boxesOf(address who) external view returns (uint256[] memory) {
        return boxesOf_[who];
    }

    function pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "eth not taken"); //~ BENIGN FUND_XFER
    }

    event Funded(uint256 amount);
    event Bought(address indexed player, uint256 indexed id, uint256 drawBlock);
    event Gifted(uint256 indexed id, address indexed from, address indexed to);
    event Opened(uint256 indexed id, uint256 roll, uint256 prize);
    event Retired(uint256 indexed id);
}
