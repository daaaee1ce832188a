// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title Terms and books of a revolving line of credit with one borrower
/// @dev Interest is simple: it accrues on the principal, not on interest that is due.
abstract contract CreditLine {
    uint256 private constant SCALE = 10_000 * 365 days;

    /// @notice The company that draws on the line
    address public immutable BORROWER;

    /// @notice Largest principal that may be outstanding
    uint256 public immutable LIMIT;

    /// @notice Interest per year in basis points
    uint256 public immutable RATE_BPS;

    /// @notice Principal outstanding
    uint256 public principal;

    /// @notice What the borrower has asked for and not received yet
    uint256 public requested;

    /// @dev Interest due, multiplied by SCALE, at the moment below
    uint256 private _scaledInterest;
    uint256 private _countedAt;

    /// @notice Emitted when the borrower changes what it asks for
    event DrawRequested(uint256 amount);

    /// @notice Emitted when principal is paid out to the borrower
    event Drawn(uint256 amount, uint256 principal);

    /// @notice Emitted when principal is paid back
    event Repaid(address indexed payer, uint256 amount, uint256 principal);

    /// @notice Emitted when interest is paid
    event InterestPaid(address indexed payer, uint256 amount);

    /// @dev Restricts a function to the borrower.
    modifier onlyBorrower() {
        require(msg.sender == BORROWER, "CreditLine: borrower only");
        _;
    }

    /// @param borrower The company that draws on the line
    /// @param limit Largest principal
    /// @param rateBps Interest per year in basis points
    constructor(address borrower, uint256 limit, uint256 rateBps) {
        BORROWER = borrower;
        LIMIT = limit;
        RATE_BPS = rateBps;
        _countedAt = block.timestamp;
    }

    /// @notice Interest due at this moment, rounded down.
    /// @return Amount of the asset
    function interestDue() public view returns (uint256) {
        return _scaledNow() / SCALE;
    }

    /// @dev Changes the principal, after interest up to now has been counted.
    /// @param newPrincipal The principal from now on
    function _setPrincipal(uint256 newPrincipal) internal {
        _scaledInterest = _scaledNow();
        _countedAt = block.timestamp;
        principal = newPrincipal;
    }

    /// @dev Takes interest that has been paid off the books. Fractions of a unit remain due.
    /// @param amount Interest paid, at most what is due
    function _settleInterest(uint256 amount) internal {
        _scaledInterest = _scaledNow() - amount * SCALE;
        _countedAt = block.timestamp;
    }

    /// @dev Interest due with its fraction of a unit.
    function _scaledNow() private view returns (uint256) {
        return _scaledInterest + principal * RATE_BPS * (block.timestamp - _countedAt);
    }
}
