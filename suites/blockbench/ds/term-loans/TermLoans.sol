// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// Loans of coin against a pledge, between two accounts that agree on all terms.
contract TermLoans {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Loan {
        address borrower;
        address lender;
        uint256 pledge;
        uint256 principal;
        uint256 debt;
        uint256 term;
        uint256 due;
        bool repaid;
        bool claimed;
    }

    IERC20 public immutable asset;
    IERC20 public immutable coin;
    Loan[] public loans;

    event Request(uint256 indexed id, address indexed borrower);
    event Cancel(uint256 indexed id);
    event Fund(uint256 indexed id, address indexed lender);
    event Repay(uint256 indexed id);
    event Claim(uint256 indexed id, bool repaid);

    constructor(IERC20 _asset, IERC20 _coin) {
        require(_asset != _coin, "!coin"); //~ BENIGN INIT
        asset = _asset;
        coin = _coin;
    }

    function request(uint256 _pledge, uint256 _principal, uint256 _interest, uint256 _term) external {
        require(_term > 0 && _term <= 365 days, "!term"); //~ BENIGN INPUT_VAL
        uint256 debt = _principal.add(_interest); //~ BENIGN ARITHMETIC
        emit Request(loans.length, msg.sender); //~ UNRELATED EVENT_EMIT
        loans.push(Loan(msg.sender, address(0), _pledge, _principal, debt, _term, 0, false, false));
        asset.safeTransferFrom(msg.sender, address(this), _pledge); //~ BENIGN FUND_XFER
    }

    // of a loan that nobody has funded
    function cancel(uint256 _id) external {
        Loan memory loan = loans[_id];
        require(loan.borrower == msg.sender, "!borrower"); //~ BENIGN ACCESS_CTRL
        require(loan.lender == address(0) || loan.repaid, "!open"); //~ SECONDARY_VULN#2 CTRL_FLOW the pledge of a repaid loan is back already
        delete loans[_id]; //~ DECOY STATE_MOD the place in the list stays, so no other loan moves
        asset.safeTransfer(msg.sender, loan.pledge); //~ BENIGN FUND_XFER //~ PREREQ#2 FUND_XFER for the second time
        emit Cancel(_id); //~ UNRELATED EVENT_EMIT
    }

    function fund(uint256 _id) external {
        Loan storage loan = loans[_id];
        require(loan.lender == address(0) && loan.term > 0, "!open"); //~ BENIGN CTRL_FLOW
        loan.lender = msg.sender;
        loan.due = block.timestamp.add(loan.term); //~ PREREQ TIMESTAMP the two sides pick the second
        coin.safeTransferFrom(msg.sender, loan.borrower, loan.principal); //~ BENIGN FUND_XFER
        emit Fund(_id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function repay(uint256 _id) external {
        Loan storage loan = loans[_id];
        require(loan.borrower == msg.sender && loan.lender != address(0), "!borrower"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp <= loan.due && !loan.repaid, "!late"); //~ PREREQ TIMESTAMP the last second counts
        loan.repaid = true; //~ BENIGN STATE_MOD
        coin.safeTransferFrom(msg.sender, address(this), loan.debt); //~ BENIGN FUND_XFER
        asset.safeTransfer(msg.sender, loan.pledge); //~ PREREQ FUND_XFER
        emit Repay(_id); //~ UNRELATED EVENT_EMIT
    }

    // the lender takes one or the other when the term is over
    function claim(uint256 _id) external {
        Loan storage loan = loans[_id];
        require(loan.lender == msg.sender, "!lender"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp >= loan.due, "!due"); //~ ROOT_CAUSE TIMESTAMP the same second as the last one for repaying
        require(!loan.claimed, "!claimed"); //~ INSUFF_GUARD CTRL_FLOW of claims alone
        loan.claimed = true; //~ BENIGN STATE_MOD
        if (loan.repaid) coin.safeTransfer(msg.sender, loan.debt);
        else asset.safeTransfer(msg.sender, loan.pledge); //~ PREREQ FUND_XFER
        emit Claim(_id, loan.repaid); //~ UNRELATED EVENT_EMIT
    }
}
