// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import "@openzeppelin/contracts@4.9.6/utils/Address.sol";

// the farmers' silo fund: ether in, parts out. rent of the silos makes every part worth more
contract SiloFund is Ownable {
    using Address for address payable;

    uint256 public constant SEED = 0.001 ether; // parts that nobody owns
    uint256 public constant WAIT = 30 days; // so noone joins for the rent day only

    uint256 public capital; // ether behind all parts
    uint256 public parts;
    mapping(address => uint256) public partsOf;
    mapping(address => uint256) public joinedAt;

    error TooFew(uint256 amount);
    error TooEarly(uint256 until);

    constructor() payable {
        require(msg.value == SEED, "seed first"); //~ BENIGN INIT
        capital = SEED; //~ BENIGN INIT
        parts = SEED;
    }

    function join() external payable {
        uint256 got = msg.value * parts / capital; //~ BENIGN ARITHMETIC
        if (got == 0) revert TooFew(msg.value); //~ BENIGN INPUT_VAL
        capital += msg.value;
        parts += got;
        partsOf[msg.sender] += got; //~ BENIGN STATE_MOD
        joinedAt[msg.sender] = block.timestamp; //~ BENIGN TIMESTAMP
        emit Joined(msg.sender, msg.value, got); //~ UNRELATED EVENT_EMIT
    }

    function leave(uint256 amount) external {
        uint256 until = joinedAt[msg.sender] + WAIT;
        if (block.timestamp < until) revert TooEarly(until); //~ BENIGN TIMESTAMP
        uint256 mine = partsOf[msg.sender];
        if (amount == 0 || amount > mine) revert TooFew(amount); //~ BENIGN INPUT_VAL
        uint256 pay = amount * capital / parts; //~ BENIGN ARITHMETIC
        uint256 rest = capital - pay; //~ BENIGN COMPUTATION
        capital = rest; //~ BENIGN STATE_MOD
        partsOf[msg.sender] = mine - amount; //~ BENIGN STATE_MOD
        parts -= amount; //~ BENIGN STATE_MOD
        payable(msg.sender).sendValue(pay); //~ BENIGN FUND_XFER
        emit Left(msg.sender, amount, pay); //~ UNRELATED EVENT_EMIT
    }

    function rent() external payable onlyOwner { //~ BENIGN ACCESS_CTRL
        capital += msg.value; //~ BENIGN STATE_MOD
        emit Rent(msg.value);
    }

    event Joined(address indexed farmer, uint256 amount, uint256 parts);
    event Left(address indexed farmer, uint256 parts, uint256 amount);
    event Rent(uint256 amount);
}
