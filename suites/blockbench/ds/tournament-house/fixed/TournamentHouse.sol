// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {LeagueCoin} from "./context/LeagueCoin.sol";

/// @notice Balances of players in several currencies, and the books about them.
abstract contract HouseAccounts is Ownable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    enum Status {
        None,
        Open,
        Halted
    }

    /// @dev `booked` is what the house owes in the currency: balances of accounts and pots of tournaments.
    struct Currency {
        Status status;
        uint256 booked;
    }

    uint256 public constant FINDER_PERCENT = 5;

    address public treasury;

    mapping(address account => mapping(IERC20 currency => uint256)) public balanceOf;
    mapping(IERC20 currency => Currency) private _currencies;

    event Listed(IERC20 indexed currency);
    event Halted(IERC20 indexed currency, bool on);
    event TreasurySet(address treasury);
    event Deposited(address indexed account, IERC20 indexed currency, uint256 amount);
    event Withdrawn(address indexed account, IERC20 indexed currency, address to, uint256 amount);
    event Found(IERC20 indexed token, address indexed finder, uint256 amount);

    error NoAccount();
    error AlreadyListed(IERC20 currency);
    error NotListed(IERC20 currency);
    error NotOpen(IERC20 currency);
    error Short(uint256 balance, uint256 wanted);
    error NothingFound(IERC20 token);

    constructor(address treasury_) {
        _setTreasury(treasury_);
    }

    /// @notice Adds coins to the balance of the caller. Counted is what arrives.
    function deposit(IERC20 currency, uint256 amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        _requireOpen(currency); //~ BENIGN INPUT_VAL
        uint256 before = currency.balanceOf(address(this));
        currency.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = currency.balanceOf(address(this)) - before; //~ BENIGN STORAGE_READ
        _currencies[currency].booked += received; //~ BENIGN STATE_MOD
        _credit(msg.sender, currency, received);
        emit Deposited(msg.sender, currency, received); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays out of the balance of the caller, halted currencies as well.
    function withdraw(IERC20 currency, address to, uint256 amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        _debit(msg.sender, currency, amount); //~ BENIGN STATE_MOD
        _currencies[currency].booked -= amount; //~ BENIGN STATE_MOD
        emit Withdrawn(msg.sender, currency, to, amount); //~ UNRELATED EVENT_EMIT
        currency.safeTransfer(to, amount); //~ BENIGN FUND_XFER
    }

    /// @notice Sends what has come in past the books to the treasury, and a part of it to the caller, who has found it.
    function collectStray(IERC20 token) external nonReentrant {
        Currency memory books = _currencies[token]; //~ BENIGN STORAGE_READ
        uint256 found = token.balanceOf(address(this)) - books.booked; //~ BENIGN ARITHMETIC
        if (found == 0 || books.status != Status.Open) revert NothingFound(token); //~ BENIGN INPUT_VAL
        uint256 reward = (found * FINDER_PERCENT) / 100; //~ BENIGN ARITHMETIC
        emit Found(token, msg.sender, found); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(msg.sender, reward); //~ BENIGN FUND_XFER
        token.safeTransfer(treasury, found - reward); //~ BENIGN FUND_XFER
    }

    /// @notice Takes a further currency in.
    function list(IERC20 currency) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _list(currency);
    }

    /// @notice Stops deposits and new tournaments in a currency, or resumes them.
    function halt(IERC20 currency, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (_currencies[currency].status == Status.None) revert NotListed(currency); //~ BENIGN INPUT_VAL
        _currencies[currency].status = on ? Status.Halted : Status.Open;
        emit Halted(currency, on); //~ UNRELATED EVENT_EMIT
    }

    function setTreasury(address treasury_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _setTreasury(treasury_);
    }

    /// @notice Whether a currency is taken, and what the house owes in it.
    function currencyAt(IERC20 currency) external view returns (Currency memory) {
        return _currencies[currency];
    }

    function _list(IERC20 currency) internal {
        if (_currencies[currency].status != Status.None) revert AlreadyListed(currency); //~ BENIGN INPUT_VAL
        _currencies[currency].status = Status.Open;
        emit Listed(currency);
    }

    function _requireOpen(IERC20 currency) internal view {
        if (_currencies[currency].status != Status.Open) revert NotOpen(currency); //~ BENIGN INPUT_VAL
    }

    function _credit(address account, IERC20 currency, uint256 amount) internal {
        balanceOf[account][currency] += amount; //~ BENIGN STATE_MOD
    }

    function _debit(address account, IERC20 currency, uint256 amount) internal {
        uint256 balance = balanceOf[account][currency];
        if (amount > balance) revert Short(balance, amount); //~ BENIGN INPUT_VAL
        balanceOf[account][currency] = balance - amount;
    }

    function _setTreasury(address treasury_) private {
        if (treasury_ == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }
}

/// @notice Tournaments with an entry fee. A referee names the winner, who receives the pot but for the cut of the treasury.
contract TournamentHouse is HouseAccounts {
    enum Phase {
        Running,
        Decided,
        Abandoned
    }

    struct Tournament {
        IERC20 currency;
        address referee;
        uint64 startsAt;
        uint32 seats;
        uint32 taken;
        Phase phase;
        uint256 fee;
    }

    uint256 public constant CUT_PERCENT = 4;
    uint256 public constant REPORT_TIME = 7 days;

    mapping(address account => bool) public isReferee;
    mapping(uint256 id => mapping(address player => bool)) public entered;

    Tournament[] private _tournaments;

    event RefereeSet(address indexed account, bool on);
    event Opened(uint256 indexed id, IERC20 indexed currency, uint256 fee, uint256 seats);
    event Entered(uint256 indexed id, address indexed player);
    event Left(uint256 indexed id, address indexed player);
    event Decided(uint256 indexed id, address indexed winner, uint256 prize);
    event Abandoned(uint256 indexed id);

    error NotReferee(address account);
    error BadTournament();
    error NoSuchTournament(uint256 id);
    error NotRunning(uint256 id);
    error NotAbandoned(uint256 id);
    error Begun(uint256 startsAt);
    error NotBegun(uint256 startsAt);
    error StillToReport(uint256 until);
    error Full(uint256 id);
    error AlreadyEntered(uint256 id, address player);
    error NotEntered(uint256 id, address player);

    constructor(LeagueCoin coin, address treasury_, address owner_) Ownable(owner_) HouseAccounts(treasury_) {
        _list(coin); //~ BENIGN INIT
    }

    /// @notice Opens a tournament of the calling referee.
    function open(IERC20 currency, uint256 fee, uint32 seats, uint64 startsAt) external returns (uint256 id) {
        if (!isReferee[msg.sender]) revert NotReferee(msg.sender); //~ BENIGN ACCESS_CTRL
        _requireOpen(currency);
        if (seats < 2 || startsAt <= block.timestamp || startsAt > block.timestamp + 365 days) revert BadTournament(); //~ BENIGN INPUT_VAL
        id = _tournaments.length;
        _tournaments.push(Tournament(currency, msg.sender, startsAt, seats, 0, Phase.Running, fee));
        emit Opened(id, currency, fee, seats);
    }

    /// @notice Enters the caller, who pays the fee out of its balance.
    function enter(uint256 id) external {
        Tournament storage tournament = _tournament(id);
        if (block.timestamp >= tournament.startsAt) revert Begun(tournament.startsAt); //~ BENIGN TIMESTAMP
        if (tournament.taken == tournament.seats) revert Full(id); //~ BENIGN INPUT_VAL
        if (entered[id][msg.sender]) revert AlreadyEntered(id, msg.sender); //~ BENIGN INPUT_VAL
        entered[id][msg.sender] = true;
        tournament.taken += 1;
        _debit(msg.sender, tournament.currency, tournament.fee); //~ BENIGN STATE_MOD
        emit Entered(id, msg.sender);
    }

    /// @notice Gives the seat of the caller up before the tournament begins.
    function leave(uint256 id) external {
        Tournament storage tournament = _tournament(id);
        if (block.timestamp >= tournament.startsAt) revert Begun(tournament.startsAt); //~ BENIGN TIMESTAMP
        _giveUp(id, tournament);
    }

    /// @notice Names the winner and pays the pot.
    function decide(uint256 id, address winner) external {
        Tournament storage tournament = _tournament(id);
        if (msg.sender != tournament.referee) revert NotReferee(msg.sender); //~ BENIGN ACCESS_CTRL
        if (block.timestamp < tournament.startsAt) revert NotBegun(tournament.startsAt); //~ BENIGN TIMESTAMP
        if (tournament.phase != Phase.Running) revert NotRunning(id); //~ BENIGN CTRL_FLOW
        if (!entered[id][winner]) revert NotEntered(id, winner); //~ BENIGN INPUT_VAL
        tournament.phase = Phase.Decided;
        uint256 pot = tournament.fee * tournament.taken;
        uint256 cut = (pot * CUT_PERCENT) / 100;
        _credit(treasury, tournament.currency, cut);
        _credit(winner, tournament.currency, pot - cut); //~ BENIGN STATE_MOD
        emit Decided(id, winner, pot - cut);
    }

    /// @notice Ends a tournament whose referee has not named a winner in time. Anyone may do so.
    function abandon(uint256 id) external {
        Tournament storage tournament = _tournament(id);
        if (tournament.phase != Phase.Running) revert NotRunning(id); //~ BENIGN CTRL_FLOW
        uint256 until = tournament.startsAt + REPORT_TIME;
        if (block.timestamp <= until) revert StillToReport(until); //~ BENIGN TIMESTAMP
        tournament.phase = Phase.Abandoned;
        emit Abandoned(id);
    }

    /// @notice Takes the fee of the caller back from an abandoned tournament.
    function takeBack(uint256 id) external {
        Tournament storage tournament = _tournament(id);
        if (tournament.phase != Phase.Abandoned) revert NotAbandoned(id); //~ BENIGN CTRL_FLOW
        _giveUp(id, tournament);
    }

    function setReferee(address account, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        isReferee[account] = on;
        emit RefereeSet(account, on);
    }

    function tournamentAt(uint256 id) external view returns (Tournament memory) {
        return _tournament(id);
    }

    function _giveUp(uint256 id, Tournament storage tournament) private {
        if (!entered[id][msg.sender]) revert NotEntered(id, msg.sender); //~ BENIGN INPUT_VAL
        entered[id][msg.sender] = false;
        tournament.taken -= 1;
        _credit(msg.sender, tournament.currency, tournament.fee);
        emit Left(id, msg.sender);
    }

    function _tournament(uint256 id) private view returns (Tournament storage) {
        if (id >= _tournaments.length) revert NoSuchTournament(id); //~ BENIGN INPUT_VAL
        return _tournaments[id];
    }
}
