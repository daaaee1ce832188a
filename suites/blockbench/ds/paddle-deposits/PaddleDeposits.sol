// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Address.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/EnumerableSet.sol";

/// Bidders of an auction room receive numbered paddles against a deposit of a fixed amount. A bidder who behaves receives the deposit
/// back with the surrender of the paddle. A bidder who does not honour a bid forfeits it to the auction room.
contract PaddleDeposits is Ownable {
    using Address for address payable;
    using EnumerableSet for EnumerableSet.UintSet;
    using SafeMath for uint256;

    uint256 public immutable depositPerPaddle;
    uint256 public numberOfPaddles;
    uint256 public forfeitedDeposits;

    mapping(address => EnumerableSet.UintSet) private paddlesOfBidder;

    event PaddleRegistered(address indexed bidder, uint256 indexed paddleNumber);
    event PaddleHandedOver(address indexed bidder, address indexed newBidder, uint256 indexed paddleNumber);
    event PaddleSurrendered(address indexed bidder, uint256 indexed paddleNumber);
    event PaddleForfeited(address indexed bidder, uint256 indexed paddleNumber);
    event ForfeitedDepositsCollected(address indexed recipient, uint256 amount);

    constructor(uint256 exactDeposit) {
        require(exactDeposit > 0, "The deposit must not be zero."); //~ BENIGN INPUT_VAL
        depositPerPaddle = exactDeposit;
    }

    /// Issues the next paddle to the caller, who must send exactly the deposit.
    function registerPaddle() external payable returns (uint256 paddleNumber) {
        require(msg.value == depositPerPaddle, "The payment must equal the deposit."); //~ BENIGN INPUT_VAL
        paddleNumber = numberOfPaddles;
        numberOfPaddles = paddleNumber.add(1); //~ BENIGN ARITHMETIC
        paddlesOfBidder[msg.sender].add(paddleNumber); //~ DECOY STATE_MOD the number has never been issued before
        emit PaddleRegistered(msg.sender, paddleNumber); //~ UNRELATED EVENT_EMIT
    }

    /// Hands a paddle of the caller over to another bidder, and the claim to its deposit with it.
    function handOverPaddle(address newBidder, uint256 paddleNumber) external {
        require(newBidder != address(0), "The new bidder must not be zero."); //~ BENIGN INPUT_VAL
        require(paddlesOfBidder[msg.sender].remove(paddleNumber), "The bidder holds no such paddle."); //~ BENIGN ACCESS_CTRL
        paddlesOfBidder[newBidder].add(paddleNumber); //~ DECOY STATE_MOD nobody else holds it after the line above
        emit PaddleHandedOver(msg.sender, newBidder, paddleNumber); //~ UNRELATED EVENT_EMIT
    }

    /// Takes a paddle of the caller back and returns its deposit.
    function surrenderPaddle(uint256 paddleNumber) external {
        require(paddlesOfBidder[msg.sender].length() > 0, "The bidder holds no paddle."); //~ INSUFF_GUARD INPUT_VAL some paddle, not the one that is named
        paddlesOfBidder[msg.sender].remove(paddleNumber); //~ ROOT_CAUSE STATE_MOD answers false for a paddle of somebody else, or of nobody
        emit PaddleSurrendered(msg.sender, paddleNumber); //~ UNRELATED EVENT_EMIT
        msg.sender.sendValue(depositPerPaddle); //~ PREREQ FUND_XFER paid in every case
    }

    /// Takes a paddle away from a bidder, whose deposit then belongs to the auction room.
    function forfeitPaddle(address bidder, uint256 paddleNumber) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(paddlesOfBidder[bidder].remove(paddleNumber), "The bidder holds no such paddle."); //~ BENIGN INPUT_VAL
        forfeitedDeposits = forfeitedDeposits.add(depositPerPaddle); //~ BENIGN ARITHMETIC
        emit PaddleForfeited(bidder, paddleNumber); //~ UNRELATED EVENT_EMIT
    }

    /// Pays the forfeited deposits out, and leaves those of the present bidders where they are.
    function collectForfeitedDeposits(address payable recipient) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 amount = forfeitedDeposits;
        forfeitedDeposits = 0; //~ BENIGN STATE_MOD
        emit ForfeitedDepositsCollected(recipient, amount); //~ UNRELATED EVENT_EMIT
        recipient.sendValue(amount); //~ BENIGN FUND_XFER
    }

    /// Tells whether a bidder holds a paddle.
    function holdsPaddle(address bidder, uint256 paddleNumber) external view returns (bool) {
        return paddlesOfBidder[bidder].contains(paddleNumber);
    }
}
