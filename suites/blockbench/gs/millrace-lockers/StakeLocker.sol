// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./context/IERC20.sol";
import "./context/IRewardBook.sol";

/// Lockers of the Millrace programme. Each staker has a locker of its own, which keeps its tokens apart from those of all
/// others; the reward book only writes down how much is in it.
contract StakeLocker {
    uint256 public constant MIN_TERM = 7 days;
    uint256 public constant MAX_TERM = 730 days;

    IERC20 public immutable token;
    IRewardBook public immutable book;
    address public immutable owner;

    uint256 public staked;
    uint256 public lockedUntil;

    event Staked(uint256 amount, uint256 lockedUntil);
    event Left(address indexed to, uint256 amount);
    event LeftWithoutBook(bytes reason);
    event Claimed(address indexed to, uint256 amount);

    error NotOwner();
    error TermOutOfRange();
    error StillLocked(uint256 until);
    error NothingStaked();
    error BookRefused();
    error NotStray();
    error TokenFailed();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(IERC20 token_, IRewardBook book_, address owner_) {
        token = token_;
        book = book_;
        owner = owner_;
    }

    /// Puts tokens at stake. The term applies to everything in the locker and never ends earlier than before.
    function stake(uint256 amount, uint256 term) external onlyOwner {
        if (amount == 0) revert NothingStaked();
        if (term < MIN_TERM || term > MAX_TERM) revert TermOutOfRange();
        uint256 until = block.timestamp + term;
        if (until > lockedUntil) lockedUntil = until; //~ BENIGN TIMESTAMP a later stake can only lengthen the term
        staked += amount;
        if (!token.transferFrom(msg.sender, address(this), amount)) revert TokenFailed();
        book.open(amount); //~ BENIGN EXT_CALL the book has to accept the amount or nothing is staked
        emit Staked(amount, lockedUntil);
    }

    /// Lengthens the term without adding tokens.
    function prolong(uint256 term) external onlyOwner {
        if (staked == 0) revert NothingStaked();
        if (term > MAX_TERM || block.timestamp + term <= lockedUntil) revert TermOutOfRange();
        lockedUntil = block.timestamp + term;
        emit Staked(0, lockedUntil);
    }

    /// Ends the locker's entry in the book and returns all that is at stake.
    function leave(address to) external onlyOwner returns (uint256 amount) {
        if (block.timestamp < lockedUntil) revert StillLocked(lockedUntil);
        amount = staked;
        if (amount == 0) revert NothingStaked();
        staked = 0; //~ BENIGN STATE_MOD booked out before anything is sent
        try book.close() {} //~ PREREQ EXT_CALL may revert while the entry goes on earning
        catch (bytes memory reason) { //~ ROOT_CAUSE CTRL_FLOW every refusal of the book ends here, a rest of three days too
            if (reason.length == 0) revert BookRefused(); //~ ROOT_CAUSE INPUT_VAL stops a call without gas, not a refusal with a reason
            emit LeftWithoutBook(reason);
        }
        _send(to, amount); //~ PREREQ FUND_XFER the stake leaves whether or not the entry has ended
        emit Left(to, amount);
    }

    /// Pays what the locker has earned so far.
    function claim(address to) external onlyOwner returns (uint256 paid) {
        paid = book.claim(to); //~ PREREQ EXT_CALL asks for no stake, an entry is enough
        emit Claimed(to, paid);
    }

    /// Returns tokens that were sent here by themselves.
    function recoverStray(IERC20 stray, address to) external onlyOwner returns (uint256 amount) {
        amount = stray.balanceOf(address(this));
        if (stray == token) amount -= staked; //~ BENIGN COMPUTATION what is at stake does not count as stray
        if (amount == 0) revert NotStray();
        if (!stray.transfer(to, amount)) revert TokenFailed();
    }

    function earned() external view returns (uint256) {
        return book.earned(address(this));
    }

    function _send(address to, uint256 amount) private {
        if (!token.transfer(to, amount)) revert TokenFailed();
    }
}

/// Builds lockers and vouches for them to the book.
contract LockerYard {
    IERC20 public immutable token;
    IRewardBook public immutable book;

    mapping(address => bool) public isLocker;
    mapping(address => address[]) private _lockers;

    event LockerBuilt(address indexed owner, address locker);

    constructor(IERC20 token_, IRewardBook book_) {
        token = token_;
        book = book_;
    }

    /// Builds a locker for the caller, who may have several.
    function build() external returns (StakeLocker locker) {
        locker = new StakeLocker(token, book, msg.sender); //~ UNRELATED ACCESS_CTRL only code from here is ever vouched for
        isLocker[address(locker)] = true;
        _lockers[msg.sender].push(address(locker));
        emit LockerBuilt(msg.sender, address(locker));
    }

    function lockersOf(address owner) external view returns (address[] memory) {
        return _lockers[owner];
    }
}
