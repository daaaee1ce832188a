// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "./context/IAsset.sol";
import "./context/ITollBoard.sol";
import "./context/TollPurse.sol";

/// @title CausewayTolls
/// @notice Owners of causeway stock lock it for some weeks and share the tolls of that time.
/// @dev Locks end on edges of weeks only, so that what ends together can be taken off the total together.
contract CausewayTolls is ITollBoard {
    struct Lock {
        uint256 amount;
        uint256 endsAt;
        uint256 index;
    }

    uint256 public constant WEEK = 7 days;
    uint256 public constant MOST_WEEKS = 52;
    uint256 private constant SCALE = 1e24;

    IAsset public immutable stock;
    TollPurse public immutable purse;

    /// @notice Stock whose lock has not ended, as of `countedTo`.
    uint256 public total;
    uint256 public countedTo;
    /// @notice Tolls for one unit of locked stock since the beginning, scaled.
    uint256 public index;

    mapping(uint256 => uint256) public endingAt; // edge => stock
    mapping(uint256 => uint256) public indexAt; // edge => index
    mapping(address => Lock) public locks;

    event Locked(address indexed owner, uint256 amount, uint256 endsAt);
    event Prolonged(address indexed owner, uint256 endsAt);
    event Unlocked(address indexed owner, uint256 amount);
    event TollsTaken(address indexed owner, uint256 amount);

    error AlreadyLocked();
    error NothingLocked();
    error WeeksOutOfRange();
    error StillLocked(uint256 endsAt);
    error LockOver();
    error StockRefused();

    constructor(IAsset stock_, IAsset coin_) {
        stock = stock_;
        purse = new TollPurse(coin_, msg.sender);
        countedTo = block.timestamp;
    }

    /// @notice Locks stock until the edge that ends the given number of weeks, the running one included.
    function lock(uint256 amount, uint256 weeksToRun) external {
        if (amount == 0) revert NothingLocked();
        if (locks[msg.sender].amount != 0) revert AlreadyLocked();
        count();
        uint256 endsAt = _edgeIn(weeksToRun);
        locks[msg.sender] = Lock(amount, endsAt, index); //~ BENIGN STATE_MOD starts at an index that is up to date
        total += amount;
        endingAt[endsAt] += amount; //~ PREREQ STATE_MOD stays on record after the edge has gone by
        emit Locked(msg.sender, amount, endsAt);
        if (!stock.transferFrom(msg.sender, address(this), amount)) revert StockRefused();
    }

    /// @notice Moves the end of a running lock to a later edge.
    function prolong(uint256 weeksToRun) external {
        Lock storage l = locks[msg.sender];
        if (block.timestamp >= l.endsAt) revert LockOver();
        count();
        uint256 endsAt = _edgeIn(weeksToRun);
        if (endsAt <= l.endsAt) revert WeeksOutOfRange();
        endingAt[l.endsAt] -= l.amount; //~ BENIGN STATE_MOD that edge lies ahead and has not been passed
        endingAt[endsAt] += l.amount;
        l.endsAt = endsAt;
        emit Prolonged(msg.sender, endsAt);
    }

    /// @notice Pays the caller its tolls so far.
    function takeTolls() public returns (uint256 amount) {
        count();
        Lock storage l = locks[msg.sender];
        uint256 upTo = countedTo < l.endsAt ? index : indexAt[l.endsAt]; //~ BENIGN STORAGE_READ a lock that is over earns nothing after its edge
        amount = (l.amount * (upTo - l.index)) / SCALE; //~ BENIGN ARITHMETIC rounds down
        l.index = upTo;
        emit TollsTaken(msg.sender, amount);
        purse.pay(msg.sender, amount); //~ PREREQ FUND_XFER the purse pays what the board says, as long as it holds any coin
    }

    /// @notice Gives the stock of a lock back that is over, and the tolls with it.
    function unlock() external {
        Lock memory l = locks[msg.sender];
        if (l.amount == 0) revert NothingLocked();
        if (block.timestamp < l.endsAt) revert StillLocked(l.endsAt); //~ BENIGN TIMESTAMP weeks, seconds do not matter here
        takeTolls();
        delete locks[msg.sender];
        emit Unlocked(msg.sender, l.amount);
        if (!stock.transfer(msg.sender, l.amount)) revert StockRefused();
    }

    /// @notice Brings the books up to the present, edge by edge. Anyone may call this.
    function count() public override { //~ PREREQ ACCESS_CTRL anyone picks the second up to which the books are brought
        uint256 from = countedTo;
        if (from == block.timestamp) return; //~ INSUFF_GUARD TIMESTAMP keeps it to once a second, but the next second starts at the same edge
        uint256 edge = ((from + WEEK - 1) / WEEK) * WEEK; //~ ROOT_CAUSE ARITHMETIC is from itself when the books were left exactly on an edge
        while (edge <= block.timestamp) {
            _run(from, edge);
            indexAt[edge] = index;
            total -= endingAt[edge]; //~ ROOT_CAUSE STATE_MOD takes the same stock off once more
            from = edge;
            edge += WEEK;
        }
        _run(from, block.timestamp);
        countedTo = block.timestamp;
    }

    /// @notice Stock whose lock runs at this moment, for those who would rather not send a transaction.
    function running() external view returns (uint256 amount) {
        amount = total;
        for (uint256 edge = (countedTo / WEEK + 1) * WEEK; edge <= block.timestamp; edge += WEEK) {
            amount -= endingAt[edge]; //~ UNRELATED COMPUTATION a view for wallets, nothing is paid by it
        }
    }

    /// @dev Shares what has run between two moments with no edge in between.
    function _run(uint256 from, uint256 to) private {
        if (to == from || total == 0) return; //~ BENIGN CTRL_FLOW no division by an empty total
        index += (purse.runs(from, to) * SCALE) / total;
    }

    function _edgeIn(uint256 weeksToRun) private view returns (uint256) {
        if (weeksToRun == 0 || weeksToRun > MOST_WEEKS) revert WeeksOutOfRange();
        return (block.timestamp / WEEK + weeksToRun) * WEEK;
    }
}
