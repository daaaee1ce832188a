// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @title Storage of the tuition fund
 */
contract TuitionFundStorage is Ownable {
    enum Error { NO_ERROR, NOT_A_SCHOOL, TERM_NOT_BEGUN }

    /// @notice The asset that grants are made of
    IERC20 public underlying;

    /// @notice What is left of the grant of a student
    mapping(address => uint) public grants;

    /// @notice When the term of a school begins; zero for accounts that are no schools
    mapping(address => uint) public terms;
}

/**
 * @title Tuition fund
 * @notice Holds grants for students, who pay them to schools in their terms
 */
contract TuitionFund is TuitionFundStorage {
    using SafeMath for uint;
    using SafeERC20 for IERC20;

    event Granted(address indexed student, uint amount);
    event TermSet(address indexed school, uint begins);
    event Paid(address indexed student, address indexed school, uint amount);
    event Ended(address indexed student, uint amount);

    /**
     * @notice Constructs the fund
     * @param underlying_ The asset that grants are made of
     */
    constructor(IERC20 underlying_) public {
        require(address(underlying_) != address(0), "underlying is missing"); //~ BENIGN INPUT_VAL
        underlying = underlying_;
    }

    /**
     * @notice The owner adds to the grant of a student
     * @param student The student
     * @param amount How much of the underlying is added
     */
    function grant(address student, uint amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        grants[student] = grants[student].add(amount); //~ BENIGN ARITHMETIC
        underlying.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Granted(student, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice The owner takes what is left of a grant back
     * @param student The student
     */
    function endGrant(address student) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint amount = grants[student];
        grants[student] = 0;
        underlying.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Ended(student, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice The owner says when the term of a school begins
     * @param school The school
     * @param begins The time, or zero to pay that account no longer
     */
    function setTerm(address school, uint begins) external onlyOwner { //~ BENIGN ACCESS_CTRL
        terms[school] = begins;
        emit TermSet(school, begins); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Pays a part of the caller's grant to a school
     * @param school The school
     * @param amount How much of the underlying is paid
     * @return What is left of the grant
     */
    function pay(address school, uint amount) external returns (uint) {
        require(amount > 0, "amount is zero"); //~ INSUFF_GUARD INPUT_VAL says nothing about who is paid
        payAllowed(school); //~ ROOT_CAUSE EXT_CALL answers with a code and reverts for nobody
        return payInternal(msg.sender, school, amount);
    }

    /**
     * @notice Pays all that is left of the caller's grant to a school
     * @param school The school
     * @return What is left of the grant
     */
    function payAll(address school) external returns (uint) {
        require(payAllowed(school) == uint(Error.NO_ERROR), "payment is not allowed"); //~ BENIGN INPUT_VAL
        return payInternal(msg.sender, school, grants[msg.sender]);
    }

    /**
     * @notice Whether a school may be paid now
     * @param school The school
     * @return A code of the enumeration above, zero where it may
     */
    function payAllowed(address school) public view returns (uint) {
        if (terms[school] == 0) {
            return uint(Error.NOT_A_SCHOOL); //~ PREREQ CTRL_FLOW a code and no revert
        }
        if (now < terms[school]) {
            return uint(Error.TERM_NOT_BEGUN); //~ PREREQ TIMESTAMP a code and no revert
        }
        return uint(Error.NO_ERROR);
    }

    /**
     * @notice Takes from a grant and pays
     * @param student The student
     * @param to The account that is paid
     * @param amount How much of the underlying is paid
     * @return What is left of the grant
     */
    function payInternal(address student, address to, uint amount) internal returns (uint) {
        uint left = grants[student].sub(amount, "grant is too small"); //~ BENIGN ARITHMETIC
        grants[student] = left; //~ BENIGN STATE_MOD
        underlying.safeTransfer(to, amount); //~ PREREQ FUND_XFER
        emit Paid(student, to, amount); //~ UNRELATED EVENT_EMIT
        return left;
    }
}
