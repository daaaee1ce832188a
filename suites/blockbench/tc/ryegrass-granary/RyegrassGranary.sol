// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @dev A value over time, one point for each second in which it changed.
library History {
    struct Point {
        uint64 at;
        uint192 value;
    }

    function set(Point[] storage self, uint256 value) internal {
        uint256 n = self.length;
        if (n > 0 && self[n - 1].at == block.timestamp) self[n - 1].value = uint192(value); //~ BENIGN STATE_MOD only the last value of a second stays
        else self.push(Point(uint64(block.timestamp), uint192(value)));
    }

    /// @dev The value at the end of a second, or so far.
    function valueAt(Point[] storage self, uint256 when) internal view returns (uint256) {
        uint256 low = 0;
        uint256 high = self.length;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            if (self[middle].at > when) high = middle;
            else low = middle + 1;
        }
        return low == 0 ? 0 : self[low - 1].value; //~ BENIGN ARITHMETIC the last point not after
    }
}

/// @title RyegrassGranary
/// @notice A cooperative stores grain tokens and decides by stored grain on payments from its cash. A
///         member supports one motion at a time. It is carried after a week by more than half of the grain, or after a
///         day, when urgent, by two thirds.
contract RyegrassGranary {
    using History for History.Point[];

    struct Motion {
        address payee;
        uint256 amount;
        uint64 movedAt;
        bool paid;
        uint256 weight;
        string text;
    }

    uint256 public constant DAY_OF_URGENCY = 1 days;
    uint256 public constant WEEK = 7 days;
    uint256 public constant LAPSE = 14 days;

    IToken public immutable grain;
    IToken public immutable cash;

    Motion[] public motions;
    mapping(address member => uint256) private _backs; // one more than the number of a motion
    mapping(uint256 motion => mapping(address member => uint256)) private _counted;
    mapping(address member => History.Point[]) private _stored;
    History.Point[] private _total;

    event Stored(address indexed member, uint256 amount);
    event Fetched(address indexed member, uint256 amount);
    event Moved(uint256 indexed motion, address indexed payee, uint256 amount, string text);
    event Supported(uint256 indexed motion, address indexed member, uint256 weight);
    event Carried(uint256 indexed motion, bool urgent);

    error NoMotion();
    error TooSoon(uint256 from);
    error NotEnough(uint256 weight);
    error StoresTooLittle();
    error TokenRefused();

    modifier onlyOpen(uint256 id) {
        if (!isOpen(id)) revert NoMotion();
        _;
    }

    constructor(IToken grain_, IToken cash_) {
        grain = grain_;
        cash = cash_;
    }

    function store(uint256 amount) external {
        _change(storedBy(msg.sender) + amount, total() + amount);
        if (!grain.transferFrom(msg.sender, address(this), amount)) revert TokenRefused();
        emit Stored(msg.sender, amount);
    }

    function fetch(uint256 amount) external {
        _change(storedBy(msg.sender) - amount, total() - amount);
        if (!grain.transfer(msg.sender, amount)) revert TokenRefused();
        emit Fetched(msg.sender, amount);
    }

    /// @notice Moves a payment. Needs a thousandth of the stored grain.
    function move(address payee, uint256 amount, string calldata text) external returns (uint256 id) {
        id = motions.length;
        if (storedBy(msg.sender) * 1_000 < total()) revert StoresTooLittle();
        motions.push(Motion(payee, amount, uint64(block.timestamp), false, 0, text));
        emit Moved(id, payee, amount, text);
    }

    /// @notice Supports an open motion, and no longer the one before.
    function support(uint256 id) external onlyOpen(id) {
        uint256 before = _backs[msg.sender];
        _backs[msg.sender] = id + 1;
        if (before != 0) _count(before - 1, msg.sender);
        _count(id, msg.sender);
        emit Supported(id, msg.sender, _counted[id][msg.sender]); //~ UNRELATED EVENT_EMIT
    }

    function carry(uint256 id) external onlyOpen(id) {
        _notBefore(motions[id].movedAt + WEEK);
        if (motions[id].weight * 2 <= _whole(id)) revert NotEnough(motions[id].weight);
        _payOut(id, false);
    }

    function carryUrgent(uint256 id) external onlyOpen(id) {
        _notBefore(motions[id].movedAt + DAY_OF_URGENCY); //~ INSUFF_GUARD TIMESTAMP the motion waits, the grain that decides need not
        if (motions[id].weight == 0 || motions[id].weight * 3 < _whole(id) * 2) revert NotEnough(motions[id].weight); //~ PREREQ CTRL_FLOW
        _payOut(id, true);
    }

    function isOpen(uint256 id) public view returns (bool) {
        return id < motions.length && !motions[id].paid && block.timestamp < motions[id].movedAt + LAPSE; //~ BENIGN TIMESTAMP
    }

    function storedBy(address member) public view returns (uint256) {
        return _stored[member].valueAt(block.timestamp);
    }

    function total() public view returns (uint256) {
        return _total.valueAt(block.timestamp);
    }

    /// @dev What a member's support counts for.
    function _voice(uint256 id, address member) private view returns (uint256) {
        if (_backs[member] != id + 1) return 0;
        return _stored[member].valueAt(block.timestamp); //~ ROOT_CAUSE STORAGE_READ the grain of the moment, borrowed or not
    }

    /// @dev What all members together count for.
    function _whole(uint256 id) private view returns (uint256) {
        return _total.valueAt(block.timestamp); //~ ROOT_CAUSE STORAGE_READ the same moment, for all together
    }

    function _change(uint256 own, uint256 all) private {
        _stored[msg.sender].set(own);
        _total.set(all);
        uint256 backed = _backs[msg.sender];
        if (backed != 0) _count(backed - 1, msg.sender); //~ PREREQ STATE_MOD grain that comes later is counted, too
    }

    function _count(uint256 id, address member) private {
        uint256 voice = _voice(id, member);
        motions[id].weight = motions[id].weight - _counted[id][member] + voice; //~ BENIGN STATE_MOD nobody is counted twice
        _counted[id][member] = voice;
    }

    function _notBefore(uint256 from) private view {
        if (block.timestamp < from) revert TooSoon(from);
    }

    function _payOut(uint256 id, bool urgent) private {
        motions[id].paid = true;
        if (!cash.transfer(motions[id].payee, motions[id].amount)) revert TokenRefused(); //~ PREREQ FUND_XFER
        emit Carried(id, urgent);
    }
}
