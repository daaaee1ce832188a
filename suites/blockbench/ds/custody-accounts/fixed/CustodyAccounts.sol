// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import {Address} from "@openzeppelin/contracts@4.9.6/utils/Address.sol";

/// @notice What the outside sees of the accounts of a custodian.
interface ICustodyAccounts {
    event Opened(uint256 indexed id, address indexed owner, address indexed guardian, uint256 limit);
    event GuardianSet(uint256 indexed id, address indexed guardian);
    event Nominated(uint256 indexed id, address indexed nominee);
    event HandedOver(uint256 indexed id, address indexed owner);
    event Frozen(uint256 indexed id, uint256 until);
    event Recovered(uint256 indexed id, address indexed owner);
    event LimitSet(uint256 indexed id, uint256 limit, uint256 from);
    event Deposited(uint256 indexed id, address indexed payer, uint256 amount);
    event Withdrawn(uint256 indexed id, address indexed to, uint256 amount, uint256 fee);
    event Transferred(uint256 indexed from, uint256 indexed to, uint256 amount);
    event Held(uint256 indexed hold, uint256 indexed from, uint256 indexed to, uint256 amount, uint256 expiry);
    event Captured(uint256 indexed hold, uint256 amount);
    event Released(uint256 indexed hold, uint256 amount);
    event FeeSet(uint256 fee);
    event FeesCollected(address indexed to, uint256 amount);

    error NoAccount(uint256 id);
    error NotAccountOwner(uint256 id, address caller);
    error NotNominee(uint256 id, address caller);
    error NotGuardian(uint256 id, address caller);
    error StillFrozen(uint256 id, uint256 until);
    error TooSoon(uint256 from);
    error ZeroAddress();
    error ZeroAmount();
    error InsufficientBalance(uint256 balance, uint256 amount);
    error LimitExceeded(uint256 limit, uint256 amount);
    error SameAccount(uint256 id);
    error LengthMismatch(uint256 accounts, uint256 amounts);
    error BadTerm(uint256 term);
    error NoHold(uint256 hold);
    error FeeTooHigh(uint256 fee);
}

/// @notice How much of each account may be spent in a day.
/// @dev A lower limit counts at once, and a higher one a day later.
abstract contract SpendingLimits is ICustodyAccounts {
    struct Limit {
        uint256 current;
        uint256 next;
        uint256 nextFrom;
    }

    uint256 public constant LIMIT_DELAY = 1 days;

    mapping(uint256 => Limit) private _limits;
    mapping(uint256 => mapping(uint256 => uint256)) private _spentOn;

    /// @notice What may be spent in a day, as of now.
    function limitOf(uint256 id) public view returns (uint256) {
        Limit memory limit = _limits[id];
        return block.timestamp < limit.nextFrom ? limit.current : limit.next;
    }

    /// @notice What was spent today.
    function spentToday(uint256 id) public view returns (uint256) {
        return _spentOn[id][block.timestamp / 1 days];
    }

    /// @dev Sets a limit.
    function _setLimit(uint256 id, uint256 amount, uint256 delay) internal {
        _limits[id] = Limit(limitOf(id), amount, block.timestamp + delay);
        emit LimitSet(id, amount, block.timestamp + delay);
    }

    /// @dev Counts an amount as spent today.
    function _countSpending(uint256 id, uint256 amount) internal {
        uint256 limit = limitOf(id);
        uint256 spent = spentToday(id) + amount;
        if (spent > limit) revert LimitExceeded(limit, spent); //~ BENIGN INPUT_VAL
        _spentOn[id][block.timestamp / 1 days] = spent; //~ BENIGN STATE_MOD
    }
}

/// @notice Who the accounts belong to.
/// @dev A guardian can freeze an account for a week at a time, and gives it to another owner when it is dormant.
abstract contract AccountRegister is SpendingLimits {
    struct Account {
        address owner;
        address guardian;
        uint256 balance;
        uint256 lastActive;
        uint256 frozenUntil;
    }

    uint256 public constant FREEZE = 7 days;
    uint256 public constant DORMANCY = 180 days;

    uint256 public lastAccount;
    mapping(uint256 => address) public nomineeOf;
    mapping(uint256 => Account) internal _accounts;

    /// @dev For what the owner of an account does while it is not frozen.
    modifier byOwner(uint256 id) {
        Account storage account = _accounts[id];
        if (msg.sender != account.owner) revert NotAccountOwner(id, msg.sender); //~ BENIGN ACCESS_CTRL
        if (block.timestamp < account.frozenUntil) revert StillFrozen(id, account.frozenUntil);
        _;
    }

    /// @dev For what the guardian of an account does.
    modifier byGuardian(uint256 id) {
        if (msg.sender != _accounts[id].guardian) revert NotGuardian(id, msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @notice Opens an account for the caller.
    /// @param guardian Who may freeze and recover it, or zero.
    /// @param limit What may be spent in a day.
    function open(address guardian, uint256 limit) external returns (uint256 id) {
        id = ++lastAccount;
        _accounts[id] = Account(msg.sender, guardian, 0, block.timestamp, 0);
        emit Opened(id, msg.sender, guardian, limit);
        _setLimit(id, limit, 0);
    }

    /// @notice Names the account that may take an account over, or takes the name back.
    function nominate(uint256 id, address nominee) external byOwner(id) {
        nomineeOf[id] = nominee;
        _accounts[id].lastActive = block.timestamp;
        emit Nominated(id, nominee);
    }

    /// @notice Takes an account over, with its guardian and its limit.
    function takeOver(uint256 id) external {
        if (msg.sender != nomineeOf[id]) revert NotNominee(id, msg.sender);
        Account storage account = _accounts[id];
        if (block.timestamp < account.frozenUntil) revert StillFrozen(id, account.frozenUntil); //~ BENIGN TIMESTAMP
        delete nomineeOf[id];
        account.owner = msg.sender;
        account.lastActive = block.timestamp;
        emit HandedOver(id, msg.sender);
    }

    /// @notice Sets the guardian of an account, or takes it away.
    function setGuardian(uint256 id, address guardian) external byOwner(id) {
        _accounts[id].guardian = guardian;
        _accounts[id].lastActive = block.timestamp;
        emit GuardianSet(id, guardian);
    }

    /// @notice Sets what may be spent of an account in a day.
    function setLimit(uint256 id, uint256 limit) external byOwner(id) {
        _accounts[id].lastActive = block.timestamp;
        _setLimit(id, limit, limit > limitOf(id) ? LIMIT_DELAY : 0);
    }

    /// @notice Freezes an account for a week. Between two freezes there is a week for the owner.
    function freeze(uint256 id) external byGuardian(id) {
        Account storage account = _accounts[id];
        uint256 from = account.frozenUntil + FREEZE;
        if (block.timestamp < from) revert TooSoon(from); //~ BENIGN TIMESTAMP
        account.frozenUntil = block.timestamp + FREEZE;
        emit Frozen(id, account.frozenUntil);
    }

    /// @notice Gives a dormant account to another owner.
    function recover(uint256 id, address owner) external byGuardian(id) {
        Account storage account = _accounts[id];
        if (owner == address(0)) revert ZeroAddress();
        uint256 from = account.lastActive + DORMANCY;
        if (block.timestamp < from) revert TooSoon(from); //~ BENIGN TIMESTAMP
        delete nomineeOf[id];
        account.owner = owner;
        account.lastActive = block.timestamp;
        emit Recovered(id, owner);
    }

    /// @notice An account.
    function accountOf(uint256 id) external view returns (Account memory) {
        return _accounts[id];
    }
}

/// @notice Keeps the ether of its clients in accounts, between which they pay each other.
contract CustodyAccounts is AccountRegister, Ownable2Step, ReentrancyGuard {
    using Address for address payable;

    struct Hold {
        uint256 from;
        uint256 to;
        uint256 amount;
        uint256 expiry;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant MAX_FEE = 100;
    uint256 public constant MAX_TERM = 30 days;

    /// @notice The part of withdrawals that the custodian keeps, in hundredths of a percent.
    uint256 public fee;

    /// @notice The fees that were not collected yet.
    uint256 public fees;

    uint256 public lastHold;
    mapping(uint256 => Hold) private _holds;

    constructor(uint256 fee_) {
        _setFee(fee_);
    }

    /// @notice Deposits ether to an account, of whomever.
    function deposit(uint256 id) external payable { //~ BENIGN ACCESS_CTRL
        if (_accounts[id].owner == address(0)) revert NoAccount(id); //~ BENIGN INPUT_VAL
        _accounts[id].balance += msg.value;
        emit Deposited(id, msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Withdraws ether from an account.
    /// @return paid What the recipient gets.
    function withdraw(
        uint256 id,
        address payable to,
        uint256 amount
    ) external nonReentrant byOwner(id) returns (uint256 paid) { //~ BENIGN REENTRY_GUARD
        if (to == address(0)) revert ZeroAddress(); //~ BENIGN INPUT_VAL
        Account memory account = _accounts[id]; //~ BENIGN STORAGE_READ
        if (amount > account.balance) revert InsufficientBalance(account.balance, amount); //~ BENIGN INPUT_VAL
        _countSpending(id, amount);
        account.balance -= amount; //~ BENIGN STATE_MOD
        account.lastActive = block.timestamp;
        uint256 kept = (amount * fee) / BPS; //~ BENIGN ARITHMETIC
        fees += kept;
        paid = amount - kept;
        _accounts[id] = account; //~ BENIGN STATE_MOD
        emit Withdrawn(id, to, paid, kept); //~ UNRELATED EVENT_EMIT
        to.sendValue(paid); //~ BENIGN FUND_XFER
    }

    /// @notice Transfers ether to another account.
    function transfer(uint256 from, uint256 to, uint256 amount) external byOwner(from) {
        _transfer(from, to, amount);
    }

    /// @notice Transfers ether to several accounts, all or none.
    function transferMany(uint256 from, uint256[] calldata to, uint256[] calldata amounts) external byOwner(from) {
        if (to.length != amounts.length) revert LengthMismatch(to.length, amounts.length);
        for (uint256 i = 0; i < to.length; i++) {
            _transfer(from, to[i], amounts[i]);
        }
    }

    /// @notice Puts ether aside for another account, whose owner takes all or a part of it.
    function hold(uint256 from, uint256 to, uint256 amount, uint256 term) external byOwner(from) returns (uint256 id) {
        if (_accounts[to].owner == address(0)) revert NoAccount(to);
        if (amount == 0) revert ZeroAmount();
        if (term == 0 || term > MAX_TERM) revert BadTerm(term);
        _spend(from, amount);
        id = ++lastHold;
        _holds[id] = Hold(from, to, amount, block.timestamp + term);
        emit Held(id, from, to, amount, block.timestamp + term);
    }

    /// @notice Takes an amount of a hold for the account that it is for. The rest goes back.
    function capture(uint256 id, uint256 amount) external byOwner(_holds[id].to) {
        Hold memory held = _holds[id]; //~ BENIGN STORAGE_READ
        delete _holds[id];
        if (amount > held.amount) revert InsufficientBalance(held.amount, amount);
        _accounts[held.to].balance += amount;
        _accounts[held.to].lastActive = block.timestamp;
        _accounts[held.from].balance += held.amount - amount; //~ BENIGN STATE_MOD
        emit Captured(id, amount);
    }

    /// @notice Gives a hold back, as the one it is for at any time, and as the one it is from when it has expired.
    function release(uint256 id) external {
        Hold memory held = _holds[id];
        if (held.amount == 0) revert NoHold(id);
        if (msg.sender != _accounts[held.to].owner) {
            if (msg.sender != _accounts[held.from].owner) revert NotAccountOwner(held.from, msg.sender); //~ BENIGN ACCESS_CTRL
            if (block.timestamp < held.expiry) revert TooSoon(held.expiry);
        }
        delete _holds[id];
        _accounts[held.from].balance += held.amount;
        emit Released(id, held.amount);
    }

    /// @notice Sets the fee of withdrawals.
    function setFee(uint256 fee_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _setFee(fee_);
    }

    /// @notice Pays out the fees.
    function collectFees(address payable to) external onlyOwner nonReentrant {
        if (to == address(0)) revert ZeroAddress(); //~ BENIGN INPUT_VAL
        uint256 amount = fees;
        fees = 0;
        emit FeesCollected(to, amount);
        to.sendValue(amount); //~ BENIGN FUND_XFER
    }

    /// @notice What the owner of an account could spend at once.
    function spendable(uint256 id) external view returns (uint256) {
        Account memory account = _accounts[id];
        if (block.timestamp < account.frozenUntil) return 0;
        uint256 limit = limitOf(id);
        uint256 spent = spentToday(id);
        uint256 left = spent < limit ? limit - spent : 0;
        return left < account.balance ? left : account.balance;
    }

    /// @notice A hold.
    function holdOf(uint256 id) external view returns (Hold memory) {
        return _holds[id];
    }

    function _transfer(uint256 from, uint256 to, uint256 amount) private {
        if (_accounts[to].owner == address(0)) revert NoAccount(to); //~ BENIGN INPUT_VAL
        if (from == to) revert SameAccount(to);
        _spend(from, amount); //~ BENIGN STATE_MOD
        _accounts[to].balance += amount;
        emit Transferred(from, to, amount);
    }

    /// @dev Takes an amount from an account, for another one.
    function _spend(uint256 id, uint256 amount) private {
        Account storage account = _accounts[id];
        if (amount > account.balance) revert InsufficientBalance(account.balance, amount); //~ BENIGN INPUT_VAL
        _countSpending(id, amount);
        account.balance -= amount;
        account.lastActive = block.timestamp;
    }

    function _setFee(uint256 fee_) private {
        if (fee_ > MAX_FEE) revert FeeTooHigh(fee_);
        fee = fee_;
        emit FeeSet(fee_);
    }
}
