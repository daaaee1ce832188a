// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IRandomBeacon} from "./context/IRandomBeacon.sol";

/// @notice The applicants who were admitted, each for a time.
abstract contract ApplicantRegister is AccessControl {
    bytes32 public constant REGISTRAR_ROLE = keccak256("REGISTRAR_ROLE");

    /// @notice The time until which an applicant may enter draws.
    mapping(address applicant => uint64) public admittedUntil;

    event Admitted(address indexed applicant, uint64 until);
    event Excluded(address indexed applicant);

    error NotAdmitted(address applicant);
    error InThePast(uint64 time);

    /// @notice Admits an applicant whose identity was checked.
    function admit(address applicant, uint64 until) external onlyRole(REGISTRAR_ROLE) { //~ BENIGN ACCESS_CTRL
        if (until <= block.timestamp) revert InThePast(until);
        admittedUntil[applicant] = until;
        emit Admitted(applicant, until); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Keeps an applicant out of further draws. What was entered before counts.
    function exclude(address applicant) external onlyRole(REGISTRAR_ROLE) {
        if (!isAdmitted(applicant)) revert NotAdmitted(applicant);
        admittedUntil[applicant] = 0;
        emit Excluded(applicant);
    }

    function isAdmitted(address applicant) public view returns (bool) {
        return block.timestamp < admittedUntil[applicant];
    }
}

/// @notice Keeps the grants of all draws, and hands each of them to the winner.
abstract contract GrantDesk {
    using SafeERC20 for IERC20;

    struct Grant {
        uint256 amount;
        address winner;
        uint64 until;
    }

    /// @notice How long a winner has to collect a grant.
    uint256 public constant COLLECTION_TIME = 60 days;

    IERC20 public immutable token;
    mapping(uint256 id => Grant) public grantOf;

    event Collected(uint256 indexed id, address indexed winner, uint256 amount);
    event Returned(uint256 indexed id, address indexed to, uint256 amount);

    error NoToken();
    error NoAmount();
    error NotWinner(address account);
    error NothingLeft(uint256 id);
    error TooLate(uint64 until);
    error StillCollectable(uint64 until);

    constructor(IERC20 token_) {
        if (address(token_) == address(0)) revert NoToken(); //~ BENIGN INPUT_VAL
        token = token_;
    }

    /// @notice Pays a grant to its winner, who calls.
    function collect(uint256 id) external {
        Grant storage grant = grantOf[id];
        uint256 amount = grant.amount;
        if (msg.sender != grant.winner) revert NotWinner(msg.sender); //~ BENIGN ACCESS_CTRL
        if (amount == 0) revert NothingLeft(id);
        if (block.timestamp > grant.until) revert TooLate(grant.until);
        grant.amount = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Collected(id, msg.sender, amount);
    }

    function _fund(uint256 id, uint256 amount) internal {
        if (amount == 0) revert NoAmount();
        grantOf[id].amount = amount;
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function _award(uint256 id, address winner) internal {
        grantOf[id].winner = winner;
        grantOf[id].until = uint64(block.timestamp + COLLECTION_TIME);
    }

    function _return(uint256 id, address to) internal {
        uint256 amount = grantOf[id].amount;
        if (amount == 0) revert NothingLeft(id);
        grantOf[id].amount = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(to, amount);
        emit Returned(id, to, amount);
    }
}

/// @notice Draws the recipient of a grant by lot among the applicants who have entered.
contract GrantLottery is ApplicantRegister, GrantDesk, Pausable {
    struct Draw {
        uint256 beaconRound;
        uint64 closesAt;
        bool settled;
        address[] entrants;
    }

    bytes32 public constant GRANTS_ROLE = keccak256("GRANTS_ROLE");
    uint256 public constant LONGEST_DRAW = 90 days;

    /// @notice How long after the closing the beacon may take, before a draw can be cancelled.
    uint256 public constant GRACE = 7 days;

    IRandomBeacon public immutable beacon;

    Draw[] private _draws;
    mapping(uint256 round => bool) public roundUsed;
    mapping(uint256 id => mapping(address applicant => uint256)) private _placeOf;

    event DrawOpened(uint256 indexed id, uint256 amount, uint64 closesAt, uint256 beaconRound);
    event Entered(uint256 indexed id, address indexed applicant);
    event EntryWithdrawn(uint256 indexed id, address indexed applicant);
    event DrawSettled(uint256 indexed id, address indexed winner);
    event DrawCancelled(uint256 indexed id);

    error BadClosing(uint64 closesAt);
    error RoundNotUsable(uint256 round);
    error EntriesClosed(uint64 closesAt);
    error EntriesOpen(uint64 closesAt);
    error AlreadyEntered(address applicant);
    error NotEntered(address applicant);
    error AlreadySettled(uint256 id);
    error NoEntrants(uint256 id);
    error NotCancellable(uint256 id);

    constructor(IERC20 token_, IRandomBeacon beacon_) GrantDesk(token_) {
        beacon = beacon_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
    }

    /// @notice Stops new entries.
    function pause() external onlyRole(GRANTS_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(GRANTS_ROLE) {
        _unpause();
    }

    /// @notice Opens a draw, whose grant the caller brings.
    /// @dev The value of the beacon's round must be fixed by now, and unknown until the entries close.
    function openDraw(uint256 amount, uint64 closesAt, uint256 round) external onlyRole(GRANTS_ROLE) returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        if (closesAt <= block.timestamp || closesAt > block.timestamp + LONGEST_DRAW) revert BadClosing(closesAt); //~ BENIGN INPUT_VAL
        if (beacon.committedAt(round) == 0 || beacon.revealedAt(round) != 0 || roundUsed[round]) revert RoundNotUsable(round); //~ INSUFF_GUARD RANDOM about the value of the beacon alone
        roundUsed[round] = true;
        id = _draws.length;
        Draw storage entry = _draws.push();
        entry.beaconRound = round;
        entry.closesAt = closesAt;
        _fund(id, amount);
        emit DrawOpened(id, amount, closesAt, round);
    }

    /// @notice Enters the caller into a draw.
    function enter(uint256 id) external whenNotPaused {
        Draw storage entry = _draws[id];
        if (!isAdmitted(msg.sender)) revert NotAdmitted(msg.sender); //~ BENIGN ACCESS_CTRL
        if (block.timestamp >= entry.closesAt) revert EntriesClosed(entry.closesAt); //~ BENIGN TIMESTAMP
        if (hasEntered(id, msg.sender)) revert AlreadyEntered(msg.sender); //~ BENIGN INPUT_VAL
        entry.entrants.push(msg.sender);
        _placeOf[id][msg.sender] = entry.entrants.length;
        emit Entered(id, msg.sender);
    }

    /// @notice Takes the caller's entry out of a draw again, while the entries are open.
    function withdrawEntry(uint256 id) external {
        Draw storage entry = _draws[id];
        uint256 place = _placeOf[id][msg.sender];
        if (place == 0) revert NotEntered(msg.sender);
        if (block.timestamp >= entry.closesAt) revert EntriesClosed(entry.closesAt); //~ BENIGN TIMESTAMP
        address last = entry.entrants[entry.entrants.length - 1];
        entry.entrants[place - 1] = last;
        _placeOf[id][last] = place;
        _placeOf[id][msg.sender] = 0;
        entry.entrants.pop();
        emit EntryWithdrawn(id, msg.sender);
    }

    /// @notice Draws the winner, when the entries are closed and the beacon's value is public. Anybody may call.
    function settle(uint256 id) external { //~ PREREQ ACCESS_CTRL from any account
        Draw storage entry = _draws[id];
        uint256 count = entry.entrants.length;
        if (entry.settled) revert AlreadySettled(id); //~ BENIGN CTRL_FLOW
        if (block.timestamp < entry.closesAt) revert EntriesOpen(entry.closesAt); //~ BENIGN TIMESTAMP
        if (count == 0) revert NoEntrants(id); //~ BENIGN INPUT_VAL
        if (beacon.revealedAt(entry.beaconRound) < entry.closesAt) revert RoundNotUsable(entry.beaconRound); //~ BENIGN RANDOM
        bytes32 value = beacon.valueOf(entry.beaconRound); //~ PREREQ RANDOM public when this is called
        uint256 index = uint256(keccak256(abi.encode(value, id, msg.sender))) % count; //~ ROOT_CAUSE RANDOM the caller chooses the account it calls from
        address winner = entry.entrants[index];
        entry.settled = true; //~ BENIGN STATE_MOD
        _award(id, winner);
        emit DrawSettled(id, winner);
    }

    /// @notice Cancels a draw that cannot be settled, and returns its grant to the caller.
    /// @dev That is one without entrants, or one whose value came too early or does not come.
    function cancel(uint256 id) external onlyRole(GRANTS_ROLE) { //~ BENIGN ACCESS_CTRL
        Draw storage entry = _draws[id];
        if (entry.settled) revert AlreadySettled(id); //~ BENIGN CTRL_FLOW
        uint256 revealedAt = beacon.revealedAt(entry.beaconRound);
        bool empty = entry.entrants.length == 0 && block.timestamp >= entry.closesAt;
        bool early = revealedAt != 0 && revealedAt < entry.closesAt;
        bool missing = revealedAt == 0 && block.timestamp > entry.closesAt + GRACE;
        if (!empty && !early && !missing) revert NotCancellable(id); //~ BENIGN CTRL_FLOW
        entry.settled = true;
        _return(id, msg.sender);
        emit DrawCancelled(id);
    }

    /// @notice Returns a grant that the winner did not collect in time to the caller.
    function reclaim(uint256 id) external onlyRole(GRANTS_ROLE) {
        Grant memory grant = grantOf[id];
        if (grant.winner == address(0) || block.timestamp <= grant.until) revert StillCollectable(grant.until); //~ BENIGN TIMESTAMP
        _return(id, msg.sender);
    }

    /// @notice Whether a draw can be settled now.
    function isReady(uint256 id) external view returns (bool) {
        Draw storage entry = _draws[id];
        if (entry.settled || entry.entrants.length == 0) return false;
        return beacon.revealedAt(entry.beaconRound) >= entry.closesAt;
    }

    function drawAt(uint256 id) external view returns (Draw memory) {
        return _draws[id];
    }

    /// @notice Whether an applicant takes part in a draw.
    function hasEntered(uint256 id, address applicant) public view returns (bool) {
        return _placeOf[id][applicant] != 0;
    }
}
