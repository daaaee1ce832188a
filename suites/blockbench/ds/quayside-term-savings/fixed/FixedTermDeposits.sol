// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";

/// @title  Arithmetic of fixed-term deposits
/// @notice The formulae are pure functions of their arguments, so that they can be examined by themselves.
library TermDepositArithmetic {
    using SafeMath for uint256;

    uint256 internal constant BASIS_POINTS = 10000;

    /// Computes the given proportion, in basis points, of an amount. The result is rounded towards zero.
    function proportionOf(uint256 amount, uint256 basisPoints) internal pure returns (uint256) {
        return amount.mul(basisPoints).div(BASIS_POINTS);
    }

    /// Computes the obligation that arises from a deposit, which is the sum of its principal and of its interest.
    function obligationOf(uint256 principal, uint256 interest) internal pure returns (uint256) {
        return principal.add(interest);
    }
}

/// @title  Fixed-term deposits
/// @notice A depositor chooses a term plan and lodges ether for its term. The interest of the plan is set aside from the reserve
///         at the moment at which the deposit is opened, so that it is never promised twice.
contract FixedTermDeposits is Ownable {
    using SafeMath for uint256;
    using TermDepositArithmetic for uint256;

    struct TermPlan {
        uint64 termInSeconds;
        uint64 interestInBasisPoints;
    }

    struct DepositRecord {
        uint256 principal;
        uint256 interest;
        uint256 maturityTime;
    }

    uint256 public constant EARLY_WITHDRAWAL_FEE_IN_BASIS_POINTS = 200;
    uint256 public constant MINIMUM_PRINCIPAL = 0.1 ether;

    TermPlan[] public termPlans;
    mapping(address => DepositRecord) public depositRecords;
    uint256 public totalObligations;

    event TermPlanAdded(uint256 indexed planIndex, uint64 termInSeconds, uint64 interestInBasisPoints);
    event DepositOpened(address indexed depositor, uint256 indexed planIndex, uint256 principal, uint256 maturityTime);
    event MaturedDepositWithdrawn(address indexed depositor, uint256 payout);
    event DepositWithdrawnEarly(address indexed depositor, uint256 payout, uint256 fee);
    event ReserveWithdrawn(uint256 amount);

    /// Receives ether for the reserve, from which the interest of future deposits is set aside. Anybody may contribute.
    receive() external payable {}

    /// Adds a term plan to those on offer. The term is between a week and four years, and the interest for the whole of the term
    /// does not exceed a fifth of the principal.
    function addTermPlan(uint64 termInSeconds, uint64 interestInBasisPoints) external onlyOwner {
        require(
            termInSeconds >= 7 days && termInSeconds <= 1460 days, //~ BENIGN INPUT_VAL
            "The term must be between seven and 1460 days."
        );
        require(interestInBasisPoints <= 2000, "The interest must not exceed a fifth of the principal."); //~ BENIGN INPUT_VAL
        termPlans.push(TermPlan(termInSeconds, interestInBasisPoints));
        emit TermPlanAdded(termPlans.length - 1, termInSeconds, interestInBasisPoints); //~ UNRELATED EVENT_EMIT
    }

    /// Opens a deposit of the ether that is sent along, under the plan with the given index. An account holds at most one deposit
    /// at a time. The interest is covered by the reserve as it was before the payment.
    function openDeposit(uint256 planIndex) external payable {
        require(planIndex < termPlans.length, "The plan does not exist.");
        require(msg.value >= MINIMUM_PRINCIPAL, "The principal is below the minimum.");
        require(depositRecords[msg.sender].principal == 0, "The account already holds a deposit."); //~ BENIGN INPUT_VAL one running deposit an account

        TermPlan memory chosenPlan = termPlans[planIndex];
        uint256 interest = msg.value.proportionOf(chosenPlan.interestInBasisPoints);
        require(interest <= availableReserve().sub(msg.value), "The reserve does not cover the interest."); //~ BENIGN ARITHMETIC msg.value is part of the balance and is taken off again

        uint256 maturityTime = block.timestamp.add(chosenPlan.termInSeconds); //~ BENIGN TIMESTAMP terms are days long, seconds of drift do not matter
        depositRecords[msg.sender] = DepositRecord(msg.value, interest, maturityTime);
        totalObligations = totalObligations.add(msg.value.obligationOf(interest));
        emit DepositOpened(msg.sender, planIndex, msg.value, maturityTime); //~ UNRELATED EVENT_EMIT
    }

    /// Pays the principal and the interest of a deposit whose term is over to the account that holds it.
    function withdrawMaturedDeposit() external {
        DepositRecord memory record = depositRecords[msg.sender];
        require(record.principal > 0, "The account does not hold a deposit."); //~ BENIGN INPUT_VAL
        require(block.timestamp >= record.maturityTime, "The term of the deposit is not over.");

        uint256 payout = record.principal.obligationOf(record.interest);
        totalObligations = totalObligations.sub(payout); //~ BENIGN STATE_MOD the total goes down ahead of the payment
        delete depositRecords[msg.sender]; //~ BENIGN STATE_MOD the record is cleared ahead of the payment
        emit MaturedDepositWithdrawn(msg.sender, payout); //~ UNRELATED EVENT_EMIT
        (bool succeeded, ) = msg.sender.call{value: payout}(""); //~ BENIGN EXT_CALL nothing is left to pay on a nested call
        require(succeeded, "The payment was refused by its recipient."); //~ BENIGN CTRL_FLOW result of the call is tested
    }

    /// Ends a deposit before its maturity. The interest lapses, and a fee on the principal remains in the reserve.
    function withdrawDepositEarly() external {
        DepositRecord memory record = depositRecords[msg.sender];
        require(record.principal > 0, "The account does not hold a deposit.");
        require(block.timestamp < record.maturityTime, "The term of the deposit is over.");

        uint256 fee = record.principal.proportionOf(EARLY_WITHDRAWAL_FEE_IN_BASIS_POINTS);
        uint256 payout = record.principal.sub(fee);
        delete depositRecords[msg.sender]; //~ BENIGN STATE_MOD the record is cleared ahead of the payment
        totalObligations = totalObligations.sub(record.principal.obligationOf(record.interest));
        (bool succeeded, ) = msg.sender.call{value: payout}(""); //~ BENIGN EXT_CALL nothing is left to pay on a nested call
        require(succeeded, "The payment was refused by its recipient.");
        emit DepositWithdrawnEarly(msg.sender, payout, fee); //~ UNRELATED EVENT_EMIT
    }

    /// Pays a part of the reserve to the owner. Whatever is owed to depositors is out of reach.
    function withdrawReserve(uint256 amount) external onlyOwner {
        require(amount <= availableReserve(), "The amount is owed to depositors."); //~ UNRELATED ACCESS_CTRL the owner reaches only what no depositor is owed
        (bool succeeded, ) = msg.sender.call{value: amount}("");
        require(succeeded, "The payment was refused by its recipient.");
        emit ReserveWithdrawn(amount);
    }

    /// Computes the ether in the contract that is not owed to any depositor.
    function availableReserve() public view returns (uint256) {
        return address(this).balance.sub(totalObligations);
    }
}
