pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @title Storage of a stipend trust
 */
contract StipendTrustStorage {
    /**
     * @notice The token that the stipend is paid in
     */
    IERC20 public token;

    /**
     * @notice Who may name another student or wind the trust up, zero if nobody may
     */
    address public trustee;

    /**
     * @notice Who receives the stipend
     */
    address public student;

    /**
     * @notice Tokens for a month
     */
    uint256 public monthly;

    /**
     * @notice When the next payment falls due
     */
    uint256 public nextPayment;

    /**
     * @notice Emitted when the trust is set up
     */
    event Initialized(address trustee, address student, uint256 monthly);

    /**
     * @notice Emitted when the trustee changes
     */
    event NewTrustee(address oldTrustee, address newTrustee);

    /**
     * @notice Emitted when the student changes
     */
    event NewStudent(address oldStudent, address newStudent);

    /**
     * @notice Emitted when a stipend is paid
     */
    event StipendPaid(address student, uint256 amount);
}

/**
 * @title Stipend trust
 * @notice Pays a student every month out of what donors have sent
 */
contract StipendTrust is StipendTrustStorage {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    /**
     * @notice Time from one payment to the next
     */
    uint256 public constant MONTH = 30 days;

    modifier onlyTrustee() {
        require(msg.sender == trustee, "only the trustee may do this"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @notice Sets the trust up, called by the registry that creates it
     * @param token_ The token that the stipend is paid in
     * @param trustee_ The trustee
     * @param student_ Who receives the stipend
     * @param monthly_ Tokens for a month
     */
    function initialize(IERC20 token_, address trustee_, address student_, uint256 monthly_) external {
        require(trustee == address(0), "the trust is set up already"); //~ ROOT_CAUSE INIT
        require(address(token_) != address(0), "the token is zero"); //~ BENIGN INPUT_VAL
        require(trustee_ != address(0), "the trustee is zero"); //~ INSUFF_GUARD INPUT_VAL is zero later nevertheless
        require(monthly_ > 0, "the stipend is zero");
        token = token_;
        trustee = trustee_;
        monthly = monthly_;
        nextPayment = block.timestamp.add(MONTH); //~ BENIGN TIMESTAMP
        setStudentInternal(student_);
        emit Initialized(trustee_, student_, monthly_); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Names another student
     * @param student_ Who receives the stipend from now on
     */
    function setStudent(address student_) external onlyTrustee {
        setStudentInternal(student_); //~ BENIGN STATE_MOD
    }

    /**
     * @notice Resigns for good, so that the stipend is safe from any change
     */
    function resign() external onlyTrustee {
        emit NewTrustee(trustee, address(0));
        trustee = address(0); //~ PREREQ STATE_MOD
    }

    /**
     * @notice Pays the stipend of a month that is over, may be called by anyone
     * @return The amount, which is less than a month's in the end
     */
    function payStipend() external returns (uint256) {
        require(block.timestamp >= nextPayment, "the payment is not due"); //~ BENIGN TIMESTAMP
        nextPayment = nextPayment.add(MONTH); //~ BENIGN STATE_MOD
        uint256 amount = token.balanceOf(address(this));
        if (amount > monthly) amount = monthly;
        require(amount > 0, "the trust is empty");
        token.safeTransfer(student, amount); //~ DECOY FUND_XFER anyone may call, the student alone receives
        emit StipendPaid(student, amount);
        return amount;
    }

    /**
     * @notice Winds the trust up
     * @param to Who receives what is left
     * @return The amount
     */
    function windUp(address to) external onlyTrustee returns (uint256) {
        require(to != address(0), "the recipient is zero"); //~ BENIGN INPUT_VAL
        uint256 amount = token.balanceOf(address(this));
        token.safeTransfer(to, amount); //~ PREREQ FUND_XFER
        return amount;
    }

    function setStudentInternal(address student_) internal {
        require(student_ != address(0), "the student is zero"); //~ BENIGN INPUT_VAL
        emit NewStudent(student, student_);
        student = student_;
    }
}

/**
 * @title Registry of stipend trusts
 * @notice Creates trusts and sets them up in the same transaction
 */
contract StipendTrustRegistry {
    /**
     * @notice All trusts, in the order of their creation
     */
    StipendTrust[] public trusts;

    /**
     * @notice Creates a trust, with the caller as its trustee
     * @param token The token that the stipend is paid in
     * @param student Who receives the stipend
     * @param monthly Tokens for a month
     * @return The trust
     */
    function create(IERC20 token, address student, uint256 monthly) external returns (StipendTrust) {
        StipendTrust trust = new StipendTrust();
        trust.initialize(token, msg.sender, student, monthly); //~ BENIGN INIT
        trusts.push(trust);
        return trust;
    }
}
