// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/EnumerableSet.sol";

/**
 * The arithmetic of an endowment.
 */
library EndowmentArithmetic {
    using SafeMath for uint256;

    uint256 internal constant TEN_THOUSAND = 10000;

    /**
     * The part of the capital that may be spent in one year, at a rate in ten-thousandths.
     */
    function annualSpending(uint256 capital, uint256 spendingRate) internal pure returns (uint256) {
        return capital.mul(spendingRate).div(TEN_THOUSAND);
    }

    /**
     * The grant of a scholar whose weight is a part of the total weight, rounded down.
     */
    function proportionalGrant(uint256 spending, uint256 weight, uint256 totalWeight) internal pure returns (uint256) {
        return spending.mul(weight).div(totalWeight);
    }
}

/**
 * An endowment out of which the scholars of a faculty receive grants. Once a year a twentieth of the capital is divided
 * among the scholars according to their weights, and each of them may collect the grant at any time thereafter.
 */
contract FacultyEndowment is Ownable {
    using EndowmentArithmetic for uint256;
    using EnumerableSet for EnumerableSet.AddressSet;
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public constant SPENDING_RATE = 500;
    uint256 public constant LENGTH_OF_YEAR = 365 days;
    uint256 public constant GREATEST_NUMBER_OF_SCHOLARS = 40;
    uint256 public constant GREATEST_WEIGHT = 1000;

    IERC20 public immutable currency;
    uint256 public capital;
    uint256 public uncollectedGrants;
    uint256 public totalWeight;
    uint256 public endOfYear;
    mapping(address => uint256) public weightOf;
    mapping(address => uint256) public grantOf;

    EnumerableSet.AddressSet private scholars;

    event CapitalContributed(address indexed contributor, uint256 amount);
    event ScholarAppointed(address indexed scholar, uint256 weight);
    event ScholarDismissed(address indexed scholar);
    event YearClosed(uint256 spending, uint256 nextEndOfYear);
    event GrantCollected(address indexed scholar, uint256 amount);

    /**
     * The endowment keeps its capital in one currency. Its first year begins with its creation.
     */
    constructor(IERC20 currencyOfEndowment) {
        require(address(currencyOfEndowment) != address(0), "The endowment needs a currency."); //~ BENIGN INPUT_VAL
        currency = currencyOfEndowment;
        endOfYear = block.timestamp.add(LENGTH_OF_YEAR);
    }

    /**
     * Anybody may contribute to the capital. The currency must have been approved beforehand.
     */
    function contribute(uint256 amount) external {
        require(amount > 0, "A contribution cannot be empty."); //~ BENIGN INPUT_VAL
        capital = capital.add(amount); //~ BENIGN ARITHMETIC
        currency.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit CapitalContributed(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * The owner appoints scholars. The weight of a scholar stays the same for the whole appointment.
     */
    function appointScholar(address scholar, uint256 weight) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(scholar != address(0), "A scholar needs an account."); //~ BENIGN INPUT_VAL
        require(weight > 0 && weight <= GREATEST_WEIGHT, "The weight is out of range."); //~ BENIGN INPUT_VAL
        require(scholars.length() < GREATEST_NUMBER_OF_SCHOLARS, "There are too many scholars."); //~ BENIGN CTRL_FLOW bounds the loop over all scholars
        require(scholars.add(scholar), "The scholar is appointed already."); //~ BENIGN STATE_MOD
        weightOf[scholar] = weight;
        totalWeight = totalWeight.add(weight);
        emit ScholarAppointed(scholar, weight);
    }

    /**
     * A scholar who is dismissed receives no further grants, and keeps those that were not collected yet.
     */
    function dismissScholar(address scholar) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(scholars.remove(scholar), "The account is not a scholar."); //~ BENIGN STATE_MOD
        totalWeight = totalWeight.sub(weightOf[scholar]); //~ BENIGN ARITHMETIC
        weightOf[scholar] = 0;
        emit ScholarDismissed(scholar);
    }

    /**
     * Anybody may close a year that is over. The grants of all scholars leave the capital at once, and what the rounding
     * leaves of the spending remains in the capital. The next year begins when this one is closed.
     */
    function closeYear() external { //~ DECOY ACCESS_CTRL nobody can choose the amounts
        require(block.timestamp >= endOfYear, "The year is not over."); //~ BENIGN TIMESTAMP
        require(currency.balanceOf(address(this)) == recordedFunds(), "The funds are not in order."); //~ ROOT_CAUSE INPUT_VAL anybody can raise the balance without a record
        uint256 spending = capital.annualSpending(SPENDING_RATE);
        uint256 numberOfScholars = scholars.length();
        uint256 granted = 0;
        for (uint256 index = 0; index < numberOfScholars; index++) { //~ DECOY CTRL_FLOW forty scholars at most
            address scholar = scholars.at(index);
            uint256 grant = spending.proportionalGrant(weightOf[scholar], totalWeight); //~ DECOY ARITHMETIC a scholar in the list has a weight, so the total is not zero
            grantOf[scholar] = grantOf[scholar].add(grant);
            granted = granted.add(grant);
        }
        capital = capital.sub(granted); //~ BENIGN STATE_MOD
        uncollectedGrants = uncollectedGrants.add(granted); //~ BENIGN STATE_MOD
        endOfYear = block.timestamp.add(LENGTH_OF_YEAR);
        emit YearClosed(granted, endOfYear); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Scholars collect all grants of the years that were closed.
     */
    function collectGrant() external returns (uint256 amount) {
        amount = grantOf[msg.sender];
        require(amount > 0, "There is no grant to collect."); //~ BENIGN INPUT_VAL
        grantOf[msg.sender] = 0; //~ BENIGN STATE_MOD
        uncollectedGrants = uncollectedGrants.sub(amount);
        currency.safeTransfer(msg.sender, amount);
        emit GrantCollected(msg.sender, amount);
    }

    /**
     * The funds that the records account for: the capital, and the grants that were not collected yet.
     */
    function recordedFunds() public view returns (uint256) {
        return capital.add(uncollectedGrants); //~ PREREQ COMPUTATION grows with contributions only
    }

    /**
     * The number of the scholars who are appointed at present.
     */
    function numberOfAppointedScholars() external view returns (uint256) {
        return scholars.length();
    }
}
