// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

/**
 * Register of the term loans of one vault.
 *
 * Walking over all loans is too expensive for every deposit, so the book keeps a mark: the value of all open loans at one
 * moment, the interest they earn per second, and the last moment at which both hold. Up to the due date interest is linear.
 */
contract LoanBook {
    struct Loan {
        address borrower;
        uint64 startedAt;
        uint64 dueAt;
        uint128 principal;
        uint128 interest;
    }

    struct Mark {
        uint256 value;
        uint256 ratePerSecond; // scaled by RATE_SCALE
        uint64 takenAt;
        uint64 validUntil;
        uint32 pastDue;
    }

    uint256 public constant MAX_OPEN = 24;
    uint256 public constant RECOVERY_BPS = 5_000;
    uint256 private constant RATE_SCALE = 1e12;

    address public immutable vault;
    uint256 public loanCount;
    mapping(uint256 => Loan) public loans;
    uint256[] private openIds;
    Mark public mark;

    event Opened(uint256 indexed id, address indexed borrower, uint256 principal, uint256 interest, uint256 dueAt);
    event Closed(uint256 indexed id);
    event Revalued(uint256 value, uint256 validUntil, uint256 pastDue);

    error OnlyVault();
    error BookFull();
    error UnknownLoan();
    error BadTerms();

    modifier onlyVault() {
        if (msg.sender != vault) revert OnlyVault();
        _;
    }

    constructor() {
        vault = msg.sender;
        revalue();
    }

    function open(address borrower, uint256 principal, uint256 interest, uint256 term)
        external
        onlyVault
        returns (uint256 id)
    {
        if (openIds.length == MAX_OPEN) revert BookFull();
        if (principal == 0 || principal > type(uint128).max || interest > type(uint128).max) revert BadTerms();
        if (term == 0 || term > 3650 days) revert BadTerms();
        id = ++loanCount;
        uint256 dueAt = block.timestamp + term;
        loans[id] = Loan(borrower, uint64(block.timestamp), uint64(dueAt), uint128(principal), uint128(interest));
        openIds.push(id);
        emit Opened(id, borrower, principal, interest, dueAt);
        revalue();
    }

    function close(uint256 id) external onlyVault {
        uint256 last = openIds.length - 1;
        for (uint256 i = 0; i < last; i++) {
            if (openIds[i] == id) {
                openIds[i] = openIds[last];
                break;
            }
        }
        openIds.pop();
        delete loans[id];
        emit Closed(id);
        revalue();
    }

    // Takes a new mark. Anyone may call this.
    function revalue() public {
        Mark memory m = appraise();
        mark = m;
        emit Revalued(m.value, m.validUntil, m.pastDue);
    }

    // Value of the open loans at this moment, loan by loan.
    function appraise() public view returns (Mark memory m) {
        m.takenAt = uint64(block.timestamp);
        m.validUntil = type(uint64).max;
        for (uint256 i = 0; i < openIds.length; i++) {
            Loan storage loan = loans[openIds[i]];
            if (block.timestamp <= loan.dueAt) {
                m.value += payoff(openIds[i]);
                m.ratePerSecond += (loan.interest * RATE_SCALE) / (loan.dueAt - loan.startedAt);
                if (loan.dueAt < m.validUntil) m.validUntil = loan.dueAt;
            } else {
                m.pastDue++;
                m.value += (loan.principal * RECOVERY_BPS) / 10_000; // what the guarantor stands for
            }
        }
    }

    // What it takes to repay a loan now: principal and the interest earned so far.
    function payoff(uint256 id) public view returns (uint256) {
        Loan storage loan = loans[id];
        if (loan.principal == 0) revert UnknownLoan();
        uint256 until = block.timestamp < loan.dueAt ? block.timestamp : loan.dueAt;
        return loan.principal + (loan.interest * (until - loan.startedAt)) / (loan.dueAt - loan.startedAt);
    }

    // The mark carried forward.
    function carryingValue() external view returns (uint256) {
        uint256 until = block.timestamp < mark.validUntil ? block.timestamp : mark.validUntil;
        return mark.value + (mark.ratePerSecond * (until - mark.takenAt)) / RATE_SCALE;
    }

    function isCurrent() external view returns (bool) {
        return block.timestamp <= mark.validUntil;
    }

    function markedAt() external view returns (uint256) {
        return mark.takenAt;
    }

    function pastDue() external view returns (uint256) {
        return mark.pastDue;
    }
}
