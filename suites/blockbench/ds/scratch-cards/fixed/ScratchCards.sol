// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// Scratch cards for the members of our club. One in twenty pays ten times the price, the rest goes into the new roof.
contract ScratchCards is Ownable {
    using SafeERC20 for IERC20;

    struct Card {
        address member;
        uint64 soldAt; // block
    }

    uint256 constant ODDS = 20;
    uint256 constant WINDOW = 250; // blocks, the EVM forgets hashes after 256

    IERC20 public immutable usd;
    uint256 public immutable price;

    uint256 public lastCard;
    uint256 public unscratched; // each might win
    mapping(uint256 => Card) public cards;

    error NotYours(uint256 card);
    error NotYet(uint256 card);

    constructor(IERC20 _usd, uint256 _price) Ownable(msg.sender) {
        require(_price > 0, "no price"); //~ BENIGN INPUT_VAL
        usd = _usd;
        price = _price;
    }

    function prize() public view returns (uint256) {
        return price * 10;
    }

    function bank() public view returns (uint256) {
        return usd.balanceOf(address(this)); //~ BENIGN STORAGE_READ
    }

    function buy() external returns (uint256 id) {
        id = ++lastCard; //~ BENIGN STATE_MOD
        unscratched++;
        cards[id] = Card(msg.sender, uint64(block.number)); //~ BENIGN ARITHMETIC
        usd.safeTransferFrom(msg.sender, address(this), price); //~ BENIGN FUND_XFER
        require(bank() >= unscratched * prize(), "sold out for now"); //~ BENIGN CTRL_FLOW
        emit Sold(id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function scratch(uint256 id) external returns (bool won) {
        Card memory card = cards[id];
        if (card.member != msg.sender) revert NotYours(id); //~ BENIGN ACCESS_CTRL
        if (block.number <= card.soldAt) revert NotYet(id); //~ BENIGN CTRL_FLOW
        require(block.number <= card.soldAt + WINDOW, "too old"); //~ BENIGN CTRL_FLOW
        _drop(id);
        bytes32 seed = keccak256(abi.encode(blockhash(card.soldAt), id)); //~ BENIGN RANDOM
        won = uint256(seed) % ODDS == 0; //~ BENIGN RANDOM
        if (won) usd.safeTransfer(msg.sender, prize()); //~ BENIGN FUND_XFER
        emit Scratched(id, msg.sender, won); //~ UNRELATED EVENT_EMIT
    }

    /// nobody scratched it in time, so it can't win any more
    function expire(uint256 id) external {
        Card memory card = cards[id];
        require(card.member != address(0), "no card"); //~ BENIGN INPUT_VAL
        if (block.number <= card.soldAt + WINDOW) revert NotYet(id); //~ BENIGN CTRL_FLOW
        _drop(id);
    }

    /// for the roof
    function take(address to, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        usd.safeTransfer(to, amount);
        require(bank() >= unscratched * prize(), "leave the prizes"); //~ BENIGN CTRL_FLOW
        emit Taken(to, amount); //~ UNRELATED EVENT_EMIT
    }

    function _drop(uint256 id) private {
        delete cards[id]; //~ BENIGN STATE_MOD
        unscratched--;
    }

    event Sold(uint256 indexed card, address indexed member);
    event Scratched(uint256 indexed card, address indexed member, bool won);
    event Taken(address indexed to, uint256 amount);
}
