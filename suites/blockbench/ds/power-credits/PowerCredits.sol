// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

/**
 * @title What the electricity supplier keeps in its books
 */
contract PowerCreditsStorage {
    IERC20 public underlying;
    uint256 public totalCredits;
    mapping(address => uint256) public creditsOf;
    mapping(address => address) public headOf;
}

/**
 * @title Prepaid credits for electricity, which the head of a household may spend for its members
 */
contract PowerCredits is PowerCreditsStorage, Ownable {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    event Deposit(address indexed account, uint256 amount);
    event Withdraw(address indexed account, address indexed to, uint256 amount);
    event Consume(address indexed account, uint256 amount);
    event NewHead(address indexed account, address indexed head);

    constructor(IERC20 underlying_) public {
        require(address(underlying_) != address(0), "the underlying must not be zero"); //~ BENIGN INIT
        underlying = underlying_;
    }

    /**
     * @notice Opens a household, of which the caller is the head
     */
    function openHousehold() external {
        setHeadInternal(msg.sender, msg.sender);
    }

    /**
     * @notice Joins a household, whose head may withdraw for the caller from now on
     * @param head The head of the household
     */
    function join(address head) external {
        require(headOf[head] == head && head != address(0), "there is no such household"); //~ BENIGN INPUT_VAL
        setHeadInternal(msg.sender, head); //~ PREREQ STATE_MOD no head is asked
    }

    /**
     * @notice Leaves the household of the caller
     */
    function leave() external {
        setHeadInternal(msg.sender, address(0)); //~ BENIGN STATE_MOD
    }

    /**
     * @notice Pays for credits of any account
     * @param account The account
     * @param amount The number of tokens, and of credits
     */
    function deposit(address account, uint256 amount) external { //~ DECOY ACCESS_CTRL only gives
        creditsOf[account] = creditsOf[account].add(amount); //~ BENIGN STATE_MOD
        totalCredits = totalCredits.add(amount);
        underlying.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Deposit(account, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Takes tokens back for credits, as the account or as the head of its household
     * @param account The account
     * @param to Where the tokens go
     * @param amount The number of credits
     * @return The credits that are left
     */
    function withdraw(address account, address to, uint256 amount) external returns (uint256) {
        require(msg.sender == account || headOf[msg.sender] == headOf[account], "only the account and its head withdraw"); //~ ROOT_CAUSE ACCESS_CTRL equal for accounts in no household, and for all of one household
        spendFresh(account, amount);
        underlying.safeTransfer(to, amount); //~ PREREQ FUND_XFER wherever the caller says
        emit Withdraw(account, to, amount); //~ UNRELATED EVENT_EMIT
        return creditsOf[account];
    }

    /**
     * @notice Uses credits up for electricity that was delivered, by the supplier
     * @param account The account
     * @param amount The number of credits
     */
    function consume(address account, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        spendFresh(account, amount);
        underlying.safeTransfer(owner(), amount); //~ BENIGN FUND_XFER
        emit Consume(account, amount);
    }

    function spendFresh(address account, uint256 amount) internal {
        creditsOf[account] = creditsOf[account].sub(amount, "the credits are too few"); //~ BENIGN ARITHMETIC
        totalCredits = totalCredits.sub(amount); //~ BENIGN ARITHMETIC
    }

    function setHeadInternal(address account, address head) internal {
        headOf[account] = head; //~ BENIGN STATE_MOD
        emit NewHead(account, head); //~ UNRELATED EVENT_EMIT
    }
}
