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
        require(_asset != _coin, "!coin");
        asset = _asset;
        coin = _coin;
    }

    function request(uint256 _pledge, uint256 _principal, uint256 _interest, uint256 _term) external {
        require(_term > 0 && _term <= 365 days, "!term");
        uint256 debt = _principal.add(_interest);
        emit Request(loans.length, msg.sender);
        loans.push(Loan(msg.sender, address(0), _pledge, _principal, debt, _term, 0, false, false));
        asset.safeTransferFrom(msg.sender, address(this), _pledge);
    }

    // of a loan that nobody has funded
    function cancel(uint256 _id) external {
        Loan memory loan = loans[_id];
        require(loan.borrower == msg.sender, "!borrower");
        require(loan.lender == address(0), "!open");
        delete loans[_id];
        asset.safeTransfer(msg.sender, loan.pledge);
        emit Cancel(_id);
    }

    function fund(uint256 _id) external {
        Loan storage loan = loans[_id];
        require(loan.lender == address(0) && loan.term > 0, "!open");
        loan.lender = msg.sender;
        loan.due = block.timestamp.add(loan.term);
        coin.safeTransferFrom(msg.sender, loan.borrower, loan.principal);
        emit Fund(_id, msg.sender);
    }

    function repay(uint256 _id) external {
        Loan storage loan = loans[_id];
        require(loan.borrower == msg.sender && loan.lender != address(0), "!borrower");
        require(block.timestamp <= loan.due && !loan.repaid, "!late");
        loan.repaid = true;
        coin.safeTransferFrom(msg.sender, address(this), loan.debt);
        asset.safeTransfer(msg.sender, loan.pledge);
        emit Repay(_id);
    }

    // the lender takes one or the other when the term is over
    function claim(uint256 _id) external {
        Loan storage loan = loans[_id];
        require(loan.lender == msg.sender, "!lender");
        require(block.timestamp >= loan.due, "!due");
        require(!loan.claimed, "!claimed");
        loan.claimed = true;
        if (loan.repaid) coin.safeTransfer(msg.sender, loan.debt);
        else asset.safeTransfer(msg.sender, loan.pledge);
        emit Claim(_id, loan.repaid);
    }
}
