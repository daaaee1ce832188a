// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";

// Lends coins against ether. The coin is one that returns false instead of reverting.
contract PawnLoans is Ownable {
    using SafeMath for uint256;

    // Info of each loan.
    struct LoanInfo {
        address payable borrower; // Who gets the pledge back.
        uint256 pledge; // Ether that stands for it.
        uint256 debt; // Coins to repay, with the fee.
        uint256 due; // After this time the pledge is lost.
    }

    IERC20 public coin;
    uint256 public coinsPerEther; // What is lent for one ether.
    uint256 public constant FEE = 2; // Percent.
    uint256 public constant TERM = 30 days;
    LoanInfo[] public loanInfo;

    event Borrow(uint256 indexed lid, address indexed user, uint256 pledge, uint256 amount);
    event Repay(uint256 indexed lid, address indexed user, uint256 amount);
    event Forfeit(uint256 indexed lid, uint256 pledge);

    constructor(IERC20 _coin, uint256 _coinsPerEther) public {
        require(_coinsPerEther > 0, "PawnLoans: no rate"); //~ BENIGN INIT
        coin = _coin;
        coinsPerEther = _coinsPerEther;
    }

    // How many loans there were.
    function loanLength() external view returns (uint256) {
        return loanInfo.length;
    }

    // The owner brings coins to lend.
    function fund(uint256 _amount) external onlyOwner {
        collect(_amount); //~ BENIGN FUND_XFER
    }

    // Pledge ether and take coins for it. We keep the ether until the loan is repaid.
    function borrow() external payable returns (uint256 lid) {
        uint256 amount = msg.value.mul(coinsPerEther).div(1 ether);
        require(amount > 0, "PawnLoans: nothing pledged"); //~ BENIGN INPUT_VAL
        uint256 debt = amount.mul(100 + FEE).div(100); //~ BENIGN ARITHMETIC
        lid = loanInfo.length;
        loanInfo.push(LoanInfo(msg.sender, msg.value, debt, block.timestamp.add(TERM))); //~ PREREQ STATE_MOD
        require(coin.transfer(msg.sender, amount), "PawnLoans: not lent"); //~ PREREQ FUND_XFER
        emit Borrow(lid, msg.sender, msg.value, amount); //~ UNRELATED EVENT_EMIT
    }

    // Bring the coins back and get the pledge.
    function repay(uint256 _lid) external {
        LoanInfo storage loan = loanInfo[_lid];
        require(loan.borrower == msg.sender, "PawnLoans: not yours"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp <= loan.due, "PawnLoans: forfeited"); //~ BENIGN TIMESTAMP
        uint256 debt = loan.debt;
        uint256 pledge = loan.pledge;
        delete loanInfo[_lid]; //~ BENIGN STATE_MOD
        coin.transferFrom(msg.sender, address(this), debt); //~ ROOT_CAUSE EXT_CALL false is no revert
        msg.sender.transfer(pledge); //~ PREREQ FUND_XFER
        emit Repay(_lid, msg.sender, debt); //~ UNRELATED EVENT_EMIT
    }

    // The owner takes the pledge of a loan that nobody repaid in time.
    function forfeit(uint256 _lid) external onlyOwner {
        LoanInfo storage loan = loanInfo[_lid];
        require(loan.borrower != address(0), "PawnLoans: no loan"); //~ BENIGN INPUT_VAL
        require(block.timestamp > loan.due, "PawnLoans: not due"); //~ BENIGN TIMESTAMP
        uint256 pledge = loan.pledge;
        delete loanInfo[_lid]; //~ BENIGN STATE_MOD
        (bool sent, ) = msg.sender.call{value: pledge}(""); //~ DECOY EXT_CALL after the loan is gone
        require(sent, "PawnLoans: not sent"); //~ BENIGN EXT_CALL
        emit Forfeit(_lid, pledge);
    }


    // Takes coins from the caller.
    function collect(uint256 _amount) internal {
        require(coin.transferFrom(msg.sender, address(this), _amount), "PawnLoans: not paid"); //~ BENIGN FUND_XFER
    }
}
