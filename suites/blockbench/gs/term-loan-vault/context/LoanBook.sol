// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";

/**
 * @title LoanBook
 * @notice The register of the term loans of one vault.
 * @dev Walking over all loans is too expensive for every deposit, so the book keeps a mark: the value of all open loans at one
 * moment, the interest they earn per second, and the last moment at which both hold. Up to the due date interest is linear.
 */
contract LoanBook {
    using SafeCast for uint256;

    /**
     * @notice A loan.
     * @param borrower The borrower.
     * @param startedAt When it was opened.
     * @param dueAt When it is due.
     * @param principal The principal.
     * @param interest The interest for the whole term.
     */
    struct Loan {
        address borrower;
        uint64 startedAt;
        uint64 dueAt;
        uint128 principal;
        uint128 interest;
    }

    /**
     * @notice The value of the open loans.
     * @param value The value at the moment of the mark.
     * @param ratePerSecond The interest they earn, scaled by RATE_SCALE.
     * @param takenAt The moment of the mark.
     * @param validUntil The next due date of any loan.
     * @param pastDue The number of loans past due.
     */
    struct Mark {
        uint256 value;
        uint256 ratePerSecond;
        uint64 takenAt;
        uint64 validUntil;
        uint32 pastDue;
    }

    /// @notice The most loans that are open at a time.
    uint256 public constant MAX_OPEN = 24;

    /// @notice The part of the principal that the guarantor of a loan stands for.
    uint256 public constant RECOVERY_BPS = 5_000;

    uint256 private constant RATE_SCALE = 1e12;
    uint256 private constant BPS = 10_000;

    /// @notice The vault that lends.
    address public immutable vault;

    /// @notice The number of all loans so far.
    uint256 public loanCount;

    /// @notice The open loans.
    mapping(uint256 id => Loan) public loans;

    /// @notice The mark.
    Mark public mark;

    uint256[] private _openIds;

    /**
     * @notice A loan was opened.
     * @param id The loan.
     * @param borrower The borrower.
     * @param principal The principal.
     * @param interest The interest for the whole term.
     * @param dueAt When it is due.
     */
    event Opened(uint256 indexed id, address indexed borrower, uint256 principal, uint256 interest, uint256 dueAt);

    /**
     * @notice A loan was closed.
     * @param id The loan.
     */
    event Closed(uint256 indexed id);

    /**
     * @notice A new mark was taken.
     * @param value The value.
     * @param validUntil The end of its validity.
     * @param pastDue The number of loans past due.
     */
    event Revalued(uint256 value, uint256 validUntil, uint256 pastDue);

    /// @dev Lets only the vault pass.
    modifier onlyVault() {
        require(msg.sender == vault, "LoanBook: not the vault");
        _;
    }

    /// @notice Sets the vault, which is the deployer.
    constructor() {
        vault = msg.sender;
        revalue();
    }

    /**
     * @notice Opens a loan.
     * @param borrower The borrower.
     * @param principal The principal.
     * @param interest The interest for the whole term.
     * @param term The seconds until it is due.
     * @return id The loan.
     */
    function open(
        address borrower,
        uint256 principal,
        uint256 interest,
        uint256 term
    ) external onlyVault returns (uint256 id) {
        require(_openIds.length < MAX_OPEN, "LoanBook: full");
        require(principal > 0, "LoanBook: no principal");
        require(term > 0 && term <= 3650 days, "LoanBook: term out of range");
        id = ++loanCount;
        uint256 dueAt = block.timestamp + term;
        loans[id] = Loan(borrower, uint64(block.timestamp), uint64(dueAt), principal.toUint128(), interest.toUint128());
        _openIds.push(id);
        emit Opened(id, borrower, principal, interest, dueAt);
        revalue();
    }

    /**
     * @notice Closes a loan.
     * @param id The loan.
     */
    function close(uint256 id) external onlyVault {
        uint256 last = _openIds.length - 1;
        for (uint256 i = 0; i < last; i++) {
            if (_openIds[i] == id) {
                _openIds[i] = _openIds[last];
                break;
            }
        }
        _openIds.pop();
        delete loans[id];
        emit Closed(id);
        revalue();
    }

    /// @notice Takes a new mark. Anyone may call this.
    function revalue() public {
        Mark memory taken = appraise();
        mark = taken;
        emit Revalued(taken.value, taken.validUntil, taken.pastDue);
    }

    /**
     * @notice The value of the open loans at this moment, loan by loan.
     * @return taken A mark of this moment.
     */
    function appraise() public view returns (Mark memory taken) {
        taken.takenAt = uint64(block.timestamp);
        taken.validUntil = type(uint64).max;
        for (uint256 i = 0; i < _openIds.length; i++) {
            Loan storage loan = loans[_openIds[i]];
            if (block.timestamp <= loan.dueAt) {
                taken.value += payoff(_openIds[i]);
                taken.ratePerSecond += (loan.interest * RATE_SCALE) / (loan.dueAt - loan.startedAt);
                if (loan.dueAt < taken.validUntil) taken.validUntil = loan.dueAt;
            } else {
                taken.pastDue++;
                taken.value += (loan.principal * RECOVERY_BPS) / BPS;
            }
        }
    }

    /**
     * @notice What it takes to repay a loan now.
     * @param id The loan.
     * @return The principal and the interest earned so far.
     */
    function payoff(uint256 id) public view returns (uint256) {
        Loan storage loan = loans[id];
        require(loan.principal > 0, "LoanBook: unknown loan");
        uint256 until = block.timestamp < loan.dueAt ? block.timestamp : loan.dueAt;
        return loan.principal + (loan.interest * (until - loan.startedAt)) / (loan.dueAt - loan.startedAt);
    }

    /**
     * @notice The mark carried forward.
     * @return The value.
     */
    function carryingValue() external view returns (uint256) {
        uint256 until = block.timestamp < mark.validUntil ? block.timestamp : mark.validUntil;
        return mark.value + (mark.ratePerSecond * (until - mark.takenAt)) / RATE_SCALE;
    }

    /**
     * @notice Whether the mark is valid now.
     * @return Whether no loan has come past due since it was taken.
     */
    function isCurrent() external view returns (bool) {
        return block.timestamp <= mark.validUntil;
    }

    /**
     * @notice When the mark was taken.
     * @return The time.
     */
    function markedAt() external view returns (uint256) {
        return mark.takenAt;
    }

    /**
     * @notice How many loans were past due when the mark was taken.
     * @return The number.
     */
    function pastDue() external view returns (uint256) {
        return mark.pastDue;
    }
}
