// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

/// @notice The loans that the fund has given to its neighbourhood. They bear no interest.
abstract contract LoanBook is Ownable2Step, ReentrancyGuard {
    struct Loan {
        uint256 owed;
        uint64 due;
    }

    mapping(address borrower => Loan loan) public loans;
    uint256 public totalLent;

    event Lent(address indexed borrower, uint256 amount, uint64 due);
    event Repaid(address indexed borrower, address indexed payer, uint256 amount);

    error DueInThePast(uint64 due);
    error ShortOfEther(uint256 asked, uint256 free);
    error MoreThanOwed(uint256 paid, uint256 owed);
    error TransferFailed(address to, uint256 amount);

    /// @notice Gives a loan, or adds to one.
    function lend(address payable borrower, uint256 amount, uint64 due) external onlyOwner nonReentrant { //~ BENIGN ACCESS_CTRL
        if (due <= block.timestamp) revert DueInThePast(due); //~ BENIGN INPUT_VAL
        if (amount > freeEther()) revert ShortOfEther(amount, freeEther()); //~ BENIGN CTRL_FLOW
        loans[borrower].owed += amount;
        loans[borrower].due = due;
        totalLent += amount;
        emit Lent(borrower, amount, due);
        _pay(borrower, amount);
    }

    /// @notice Pays a loan back, in whole or in part. Anyone may do it for the borrower.
    function repay(address borrower) external payable { //~ DECOY ACCESS_CTRL nobody is harmed by a debt that another one pays
        uint256 owed = loans[borrower].owed;
        if (msg.value > owed) revert MoreThanOwed(msg.value, owed); //~ BENIGN INPUT_VAL
        loans[borrower].owed = owed - msg.value;
        totalLent -= msg.value;
        emit Repaid(borrower, msg.sender, msg.value);
    }

    /// @notice Ether that may be lent or paid to those who leave.
    function freeEther() public view virtual returns (uint256);

    function _pay(address to, uint256 amount) internal {
        (bool sent, ) = to.call{value: amount}("");
        if (!sent) revert TransferFailed(to, amount);
    }
}

/// @title CommunityFund
/// @notice Members deposit ether and hold one receipt for each unit of it. Those who want their ether back wait in a
/// queue for the notice period, and then until loans have been repaid.
contract CommunityFund is ERC20, LoanBook {
    struct Exit {
        address payable member;
        uint64 readyAt;
        uint256 amount;
    }

    uint256 public constant NOTICE = 7 days;

    /// @dev What a member's account may use up while it is paid.
    uint256 private constant PAYMENT_GAS = 100_000;

    uint256 public immutable memberCap;

    Exit[] public exits;
    uint256 public head;
    mapping(address member => uint256 amount) public creditOf;
    uint256 public totalCredit;

    event Deposited(address indexed member, uint256 amount);
    event ExitRequested(uint256 indexed id, address indexed member, uint256 amount);
    event ExitCancelled(uint256 indexed id);
    event ExitSettled(uint256 indexed id, bool sent);
    event CreditClaimed(address indexed member, address indexed to, uint256 amount);

    error NothingAsked();
    error OverCap(uint256 held, uint256 cap);
    error NotYours(uint256 id, address member);
    error NotOpen(uint256 id);

    constructor(address manager, uint256 cap) ERC20("Community fund receipt", "CFR") Ownable(manager) {
        if (cap == 0) revert NothingAsked(); //~ BENIGN INIT
        memberCap = cap;
    }

    function deposit() external payable {
        if (msg.value == 0) revert NothingAsked();
        _mint(msg.sender, msg.value); //~ BENIGN STATE_MOD
        if (balanceOf(msg.sender) > memberCap) revert OverCap(balanceOf(msg.sender), memberCap);
        emit Deposited(msg.sender, msg.value);
    }

    /// @notice Hands receipts in and joins the end of the queue.
    function requestExit(uint256 amount) external returns (uint256 id) {
        if (amount == 0) revert NothingAsked(); //~ BENIGN INPUT_VAL
        _burn(msg.sender, amount); //~ BENIGN STATE_MOD
        id = exits.length;
        exits.push(Exit(payable(msg.sender), uint64(block.timestamp + NOTICE), amount));
        emit ExitRequested(id, msg.sender, amount);
    }

    /// @notice Leaves the queue and takes the receipts back.
    function cancelExit(uint256 id) external {
        Exit storage entry = exits[id];
        if (entry.member != msg.sender) revert NotYours(id, entry.member); //~ BENIGN ACCESS_CTRL
        if (id < head || entry.amount == 0) revert NotOpen(id); //~ INSUFF_GUARD CTRL_FLOW relies on a position that is out of date while payments run
        uint256 amount = entry.amount;
        entry.amount = 0;
        _mint(msg.sender, amount); //~ PREREQ STATE_MOD receipts for ether that is just being paid out
        emit ExitCancelled(id);
    }

    /// @notice Pays those at the head of the queue, in order, as far as notice and ether allow. Anyone may ask for it.
    /// @dev A payment that fails is credited, so that nobody holds up those behind.
    function settle(uint256 max) external nonReentrant { //~ PREREQ REENTRY_GUARD locks only the functions that carry it
        uint256 end = Math.min(head + Math.min(max, exits.length), exits.length); //~ BENIGN INPUT_VAL
        for (uint256 left = end - head; left > 0; --left) {
            uint256 id = head;
            Exit memory entry = exits[id];
            if (entry.readyAt > block.timestamp || entry.amount > freeEther()) break; //~ BENIGN TIMESTAMP
            if (entry.amount > 0) {
                (bool sent, ) = entry.member.call{value: entry.amount, gas: PAYMENT_GAS}(""); //~ PREREQ FUND_XFER enough gas for a call back
                if (!sent) {
                    creditOf[entry.member] += entry.amount; //~ BENIGN STATE_MOD
                    totalCredit += entry.amount;
                }
                emit ExitSettled(id, sent); //~ UNRELATED EVENT_EMIT
            }
            ++head; //~ ROOT_CAUSE STATE_MOD the position moves only when the payment is over, and until then the paid entry counts as open
        }
    }

    /// @notice Takes out what could not be paid, to an account of one's choice.
    function claimCredit(address payable to) external {
        uint256 amount = creditOf[msg.sender];
        if (amount == 0) revert NothingAsked();
        creditOf[msg.sender] = 0;
        totalCredit -= amount;
        emit CreditClaimed(msg.sender, to, amount);
        _pay(to, amount); //~ DECOY FUND_XFER the credit is gone before the call
    }

    function queueLength() external view returns (uint256) {
        return exits.length - head;
    }

    function freeEther() public view override returns (uint256) {
        return address(this).balance - totalCredit;
    }

    function renounceOwnership() public view override onlyOwner {
        revert OwnableInvalidOwner(address(0));
    }
}
