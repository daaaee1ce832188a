// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./context/IERC20.sol";
import "./context/QuarterIndex.sol";

/// @title WharfTenure
/// @notice Tenure bonds of the Cobbwater wharf, locked to the end of a quarter, earn a share of the berth rent.
/// @dev A bond goes on earning after its quarter has ended, until its holder releases it.
contract WharfTenure {
    using QuarterIndex for QuarterIndex.Index;

    uint256 public constant QUARTER = 91 days;
    uint256 public constant MAX_AHEAD = 12;
    uint256 private constant SCALE = 1e18;

    IERC20 public immutable bond;
    IERC20 public immutable rent;
    address public immutable office;

    QuarterIndex.Index private _index;
    /// @notice Bonds a holder has locked to the end of a quarter.
    mapping(address => mapping(uint256 => uint256)) public held;
    mapping(address => uint256) public weightOf;

    uint256 public rentRate;
    uint256 public rentEnds;
    uint256 public accruedAt;
    uint256 public rentPerBond;
    mapping(address => uint256) private _seen;
    mapping(address => uint256) private _earned;

    event Locked(address indexed holder, uint256 indexed quarter, uint256 amount);
    event Released(address indexed holder, uint256 indexed quarter, uint256 amount);
    event Postponed(address indexed holder, uint256 indexed from, uint256 indexed to, uint256 amount);
    event RentPaidIn(uint256 amount, uint256 ends);
    event RentTaken(address indexed holder, uint256 amount);

    error NotOffice();
    error QuarterOutOfRange(uint256 quarter);
    error StillLocked(uint256 quarter);
    error NothingMoved();
    error TransferFailed();

    /// @dev Brings the rent index and the caller's earnings up to this moment.
    modifier upToDate() {
        _accrue();
        _earned[msg.sender] = rentOf(msg.sender);
        _seen[msg.sender] = rentPerBond;
        _;
    }

    constructor(IERC20 bond_, IERC20 rent_) {
        bond = bond_;
        rent = rent_;
        office = msg.sender;
        accruedAt = block.timestamp;
    }

    // --- holders

    /// @notice Locks bonds to the end of `quarter`.
    function lock(uint256 quarter, uint256 amount) external upToDate {
        _put(quarter, amount);
        weightOf[msg.sender] += amount;
        emit Locked(msg.sender, quarter, amount);
        if (!bond.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    /// @notice Moves locked bonds of the caller to a later quarter.
    function postpone(uint256 quarter, uint256 later, uint256 amount) external upToDate {
        if (later <= quarter) revert QuarterOutOfRange(later); //~ BENIGN INPUT_VAL a lock can only become longer
        _take(quarter, amount);
        _put(later, amount);
        emit Postponed(msg.sender, quarter, later, amount);
    }

    /// @notice Returns bonds whose quarter has ended.
    function release(uint256 quarter, uint256 amount) external upToDate { //~ PREREQ CTRL_FLOW a holder of any amount may settle its own part
        if (block.timestamp < endOf(quarter)) revert StillLocked(quarter);
        _take(quarter, amount);
        weightOf[msg.sender] -= amount;
        emit Released(msg.sender, quarter, amount);
        if (!bond.transfer(msg.sender, amount)) revert TransferFailed();
    }

    /// @notice Pays the caller's rent out.
    function takeRent() external upToDate returns (uint256 amount) {
        amount = _earned[msg.sender];
        _earned[msg.sender] = 0; //~ BENIGN STATE_MOD cleared before the transfer
        emit RentTaken(msg.sender, amount);
        if (!rent.transfer(msg.sender, amount)) revert TransferFailed();
    }

    // --- office

    /// @notice Adds berth rent, earned evenly over the given time together with what is still to be earned.
    function payRent(uint256 amount, uint256 duration) external upToDate {
        if (msg.sender != office) revert NotOffice();
        uint256 left = rentEnds > block.timestamp ? (rentEnds - block.timestamp) * rentRate : 0;
        rentRate = (amount + left) / duration; //~ UNRELATED ARITHMETIC the remainder of the division stays here
        rentEnds = block.timestamp + duration;
        emit RentPaidIn(amount, rentEnds);
        if (!rent.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    // --- views

    function quarterAt(uint256 timestamp) public pure returns (uint256) {
        return timestamp / QUARTER;
    }

    function endOf(uint256 quarter) public pure returns (uint256) {
        return (quarter + 1) * QUARTER;
    }

    /// @notice Bonds of all holders that share in the rent.
    function bondsLocked() public view returns (uint256) {
        return _index.total();
    }

    /// @notice Bonds of all holders locked to the end of `quarter`.
    function bondsAt(uint256 quarter) external view returns (uint256) {
        return _index.amountAt[quarter];
    }

    function rentOf(address holder) public view returns (uint256) {
        return _earned[holder] + (weightOf[holder] * (rentPerBond - _seen[holder])) / SCALE; //~ PREREQ COMPUTATION holders are paid by their own weight, whatever the total says
    }

    // --- internal

    function _accrue() private {
        uint256 until = block.timestamp < rentEnds ? block.timestamp : rentEnds;
        if (until > accruedAt) {
            uint256 total = bondsLocked();
            if (total > 0) rentPerBond += ((until - accruedAt) * rentRate * SCALE) / total; //~ PREREQ ARITHMETIC divides by the amounts of the listed quarters only
        }
        accruedAt = block.timestamp;
    }

    function _put(uint256 quarter, uint256 amount) private {
        uint256 current = quarterAt(block.timestamp);
        if (quarter < current || quarter > current + MAX_AHEAD) revert QuarterOutOfRange(quarter); //~ BENIGN INPUT_VAL bounds the length of the list for new locks
        if (amount == 0) revert NothingMoved();
        held[msg.sender][quarter] += amount;
        _index.add(quarter, amount);
    }

    function _take(uint256 quarter, uint256 amount) private {
        if (amount == 0) revert NothingMoved(); //~ INSUFF_GUARD INPUT_VAL holders of nothing are kept out, holders of one unit are not
        held[msg.sender][quarter] -= amount;
        _index.subtract(quarter, amount);
        if (held[msg.sender][quarter] == 0) _index.unlist(quarter); //~ ROOT_CAUSE STATE_MOD one holder's empty lock takes everybody's quarter off the list
    }
}
