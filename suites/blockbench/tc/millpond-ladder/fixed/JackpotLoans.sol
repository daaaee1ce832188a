pragma solidity 0.4.26;

import "./context/Ownable.sol";
import "./context/SafeMath.sol";

/**
 * @title PullPayments
 * @dev Credits ether to accounts, which withdraw it on their own.
 */
contract PullPayments {
    using SafeMath for uint256;

    mapping (address => uint256) public balances;

    event Withdrawn(address indexed account, uint256 amount);

    /**
     * @dev Pays the sender all that was credited to it.
     */
    function withdraw() external {
        uint256 amount = balances[msg.sender];
        require(amount > 0, "nothing to withdraw"); //~ BENIGN INPUT_VAL
        balances[msg.sender] = 0; //~ BENIGN STATE_MOD before the transfer
        emit Withdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        msg.sender.transfer(amount);
    }

    /**
     * @dev Credits ether to an account.
     */
    function _credit(address _account, uint256 _amount) internal {
        balances[_account] = balances[_account].add(_amount); //~ BENIGN FUND_XFER to be withdrawn, so that no lender can stop the others
    }
}

/**
 * @title LoanQueue
 * @dev Loans that are paid back in the order in which they were made, out of a pool.
 */
contract LoanQueue is PullPayments {
    using SafeMath for uint256;

    struct Loan {
        address lender;
        uint256 due;
    }

    Loan[] internal loans;
    uint256 internal nextLoan;

    uint256 public round;
    uint256 public pool;

    event Lent(uint256 indexed round, address indexed lender, uint256 amount);
    event PaidBack(uint256 indexed round, address indexed lender, uint256 amount);

    /**
     * @dev Loans of this round that are not paid back yet.
     */
    function openLoans() public view returns (uint256) {
        return loans.length.sub(nextLoan);
    }

    /**
     * @dev The loan that is paid back next.
     */
    function nextDue() public view returns (address lender, uint256 due) {
        if (openLoans() == 0) return (address(0), 0);
        return (loans[nextLoan].lender, loans[nextLoan].due);
    }

    /**
     * @dev Pays loans back, as far as the pool goes.
     * @param _max How many at most.
     */
    function payBack(uint256 _max) public {
        for (uint256 i = 0; i < _max && openLoans() > 0; i++) { //~ BENIGN CTRL_FLOW bounded by the caller
            Loan storage loan = loans[nextLoan];
            if (loan.due > pool) return;
            pool = pool.sub(loan.due); //~ BENIGN ARITHMETIC
            _credit(loan.lender, loan.due);
            emit PaidBack(round, loan.lender, loan.due); //~ UNRELATED EVENT_EMIT
            nextLoan++;
        }
    }

    /**
     * @dev Adds a loan to the end of the queue.
     */
    function _addLoan(address _lender, uint256 _amount, uint256 _due) internal {
        loans.push(Loan(_lender, _due));
        emit Lent(round, _lender, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Ends a round. What is left in the pool serves the next one.
     */
    function _endRound() internal {
        round = round.add(1);
        nextLoan = loans.length; //~ BENIGN STATE_MOD one word, however long the round was
    }
}

/**
 * @title JackpotLoans
 * @dev Each lender is owed ten percent more than the loan. Later loans pay the earlier ones back, and a fifth of each goes
 * into a jackpot. When nobody has lent for twelve hours the last lender gets the jackpot. Loans that are not paid back by
 * then are lost, and the next round begins.
 */
contract JackpotLoans is Ownable, LoanQueue {
    using SafeMath for uint256;

    uint256 public constant MIN_LOAN = 10 finney;
    uint256 public constant QUIET_TIME = 12 hours;
    uint256 public constant JACKPOT_PERCENT = 20;
    uint256 public constant DUE_PERCENT = 110;

    address public lastLender;
    uint256 public lastLoanAt;
    uint256 public jackpot;

    event JackpotFunded(uint256 amount);
    event JackpotWon(uint256 indexed round, address indexed lender, uint256 amount);

    /**
     * @dev Starts the first jackpot.
     */
    constructor() public payable {
        jackpot = msg.value;
    }

    /**
     * @dev Adds to the jackpot.
     */
    function fundJackpot() external payable onlyOwner { //~ BENIGN ACCESS_CTRL
        jackpot = jackpot.add(msg.value);
        emit JackpotFunded(msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Lends the ether that comes with the call.
     */
    function lend() external payable {
        require(msg.value >= MIN_LOAN, "loan too small"); //~ BENIGN INPUT_VAL
        require(!isOver(), "round is over"); //~ BENIGN CTRL_FLOW
        uint256 part = msg.value.percent(JACKPOT_PERCENT);
        jackpot = jackpot.add(part);
        pool = pool.add(msg.value.sub(part)); //~ BENIGN ARITHMETIC
        lastLender = msg.sender;
        lastLoanAt = now;
        _addLoan(msg.sender, msg.value, msg.value.percent(DUE_PERCENT));
        payBack(2);
    }

    /**
     * @dev Gives the jackpot to the last lender and ends the round.
     */
    function closeRound() external {
        require(isOver(), "round is not over"); //~ BENIGN CTRL_FLOW
        uint256 prize = jackpot;
        jackpot = 0;
        _credit(lastLender, prize);
        emit JackpotWon(round, lastLender, prize); //~ UNRELATED EVENT_EMIT
        lastLender = address(0);
        _endRound();
    }

    /**
     * @dev Whether nobody has lent for long enough.
     */
    function isOver() public view returns (bool) {
        return lastLender != address(0) && now >= lastLoanAt.add(QUIET_TIME); //~ BENIGN TIMESTAMP hours, which no miner can make up
    }
}
