// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

error WrongValue(uint256 sent, uint256 cost);
error SoldOut();

// club passes. part of every sale, and everything paid in otherwise (royalties, door money), is shared
// by the passes that were sold before
contract MembershipPass is ERC721, Ownable, ReentrancyGuard {
    uint256 public constant MAX_PASSES = 100;
    uint256 public constant MAX_AT_ONCE = 10;
    uint256 public constant SHARED_PERCENT = 30;

    uint256 public immutable price;
    uint256 public sold;
    uint256 public perPass; // what one pass got since the first day
    mapping(uint256 => uint256) public paidUpTo; // the part of perPass that a pass has had, by id
    uint256 public clubMoney;

    constructor(uint256 _price) ERC721("Club pass", "PASS") Ownable(msg.sender) {
        price = _price;
    }

    receive() external payable {
        share(msg.value);
    }

    function buy(uint256 count) external payable nonReentrant { //~ BENIGN REENTRY_GUARD
        require(count > 0 && count <= MAX_AT_ONCE, "one to ten at once"); //~ BENIGN INPUT_VAL
        if (sold + count > MAX_PASSES) revert SoldOut();
        if (msg.value != count * price) revert WrongValue(msg.value, count * price); //~ BENIGN INPUT_VAL
        uint256 shared = (msg.value * SHARED_PERCENT) / 100;
        clubMoney += msg.value - shared;
        share(shared); //~ BENIGN STATE_MOD before the new ones count
        for (uint256 i = 0; i < count; i++) {
            uint256 id = ++sold;
            _mint(msg.sender, id); //~ BENIGN STATE_MOD
            paidUpTo[id] = perPass; //~ BENIGN STATE_MOD
        }
    }

    function due(uint256 id) public view returns (uint256) {
        return perPass - paidUpTo[id]; //~ BENIGN STORAGE_READ
    }

    function claim(uint256 id) external returns (uint256 amount) {
        require(ownerOf(id) == msg.sender, "not your pass"); //~ BENIGN ACCESS_CTRL
        amount = due(id);
        require(amount > 0, "nothing due");
        paidUpTo[id] = perPass; //~ BENIGN STATE_MOD before the money goes
        pay(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Claimed(id, amount);
    }

    function withdrawClubMoney(address to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 amount = clubMoney;
        clubMoney = 0;
        pay(to, amount);
    }

    // rounding leaves less than a hundred wei each time, they go to the club
    function share(uint256 amount) private {
        if (sold == 0) {
            clubMoney += amount;
        } else {
            perPass += amount / sold; //~ BENIGN ARITHMETIC
            clubMoney += amount % sold;
        }
        emit Shared(amount, sold); //~ UNRELATED EVENT_EMIT
    }

    function pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "not paid"); //~ BENIGN EXT_CALL
    }

    event Shared(uint256 amount, uint256 passes);
    event Claimed(uint256 indexed id, uint256 amount);
}
