// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// @notice The purse of a society. Whoever pays the dues is a member for a year; members propose payments, and the board,
/// whom the chair appoints, decides about them.
contract SocietyFund {
    using EnumerableSet for EnumerableSet.AddressSet;
    using Address for address payable;

    struct Payment {
        address payable to;
        uint96 amount;
        uint64 approvals;
        bool paid;
        string purpose;
    }

    error NotChair(address account);
    error NotOnBoard(address account);
    error NotMember(address account);
    error WrongDues(uint256 value, uint256 dues);
    error ZeroAddress();
    error AlreadyOnBoard(address account);
    error BoardTooSmall(uint256 size);
    error NoSuchPayment(uint256 id);
    error AlreadyPaid(uint256 id);
    error AlreadyApproved(uint256 id, address account);
    error NotApproved(uint256 id, uint256 approvals, uint256 needed);

    event Joined(address indexed member, uint256 until);
    event Donated(address indexed from, uint256 amount);
    event Appointed(address indexed account);
    event Dismissed(address indexed account);
    event ChairChanged(address indexed chair);
    event Proposed(uint256 indexed id, address indexed by, address to, uint256 amount, string purpose);
    event Approved(uint256 indexed id, address indexed by);
    event Paid(uint256 indexed id, address indexed to, uint256 amount);

    uint256 public constant DUES = 0.1 ether;
    uint256 public constant NEEDED = 2;

    address public chair;
    mapping(address account => uint256) public memberUntil;
    EnumerableSet.AddressSet private _board;
    Payment[] private _payments;
    mapping(uint256 id => mapping(address account => bool)) public hasApproved;

    constructor(address first, address second) {
        chair = msg.sender;
        _appoint(first);
        _appoint(second);
    }

    modifier onlyChair() {
        if (msg.sender != chair) revert NotChair(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyBoard() {
        if (!_board.contains(msg.sender)) revert NotOnBoard(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyMember() {
        if (block.timestamp >= memberUntil[msg.sender]) revert NotMember(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    receive() external payable {
        emit Donated(msg.sender, msg.value);
    }

    function board() external view returns (address[] memory) {
        return _board.values();
    }

    function payments(uint256 id) external view returns (Payment memory) {
        return _payments[id];
    }

    function setChair(address next) external onlyChair {
        if (next == address(0)) revert ZeroAddress();
        chair = next;
        emit ChairChanged(next);
    }

    function appoint(address account) external onlyChair {
        _appoint(account);
    }

    function dismiss(address account) external onlyChair {
        if (!_board.remove(account)) revert NotOnBoard(account);
        if (_board.length() < NEEDED) revert BoardTooSmall(_board.length()); //~ BENIGN INPUT_VAL
        emit Dismissed(account);
    }

    /// @notice Makes the caller a member, or one for another year.
    function join() external payable {
        if (msg.value != DUES) revert WrongDues(msg.value, DUES); //~ BENIGN INPUT_VAL
        uint256 from = block.timestamp > memberUntil[msg.sender] ? block.timestamp : memberUntil[msg.sender];
        memberUntil[msg.sender] = from + 365 days; //~ BENIGN TIMESTAMP
        emit Joined(msg.sender, memberUntil[msg.sender]);
    }

    function propose(address payable to, uint96 amount, string calldata purpose) external onlyMember returns (uint256 id) {
        if (to == address(0)) revert ZeroAddress();
        id = _payments.length;
        _payments.push(Payment(to, amount, 0, false, purpose)); //~ BENIGN STATE_MOD a proposal by itself pays nothing
        emit Proposed(id, msg.sender, to, amount, purpose);
    }

    /// @notice Counts one approval; nobody approves the same payment twice.
    function approve(uint256 id) external onlyBoard { //~ BENIGN ACCESS_CTRL
        Payment storage payment = _open(id);
        if (hasApproved[id][msg.sender]) revert AlreadyApproved(id, msg.sender); //~ BENIGN STATE_MOD
        hasApproved[id][msg.sender] = true;
        payment.approvals += 1; //~ BENIGN STATE_MOD
        emit Approved(id, msg.sender);
    }

    /// @notice Pays out what has been approved. Anybody may have it done.
    function pay(uint256 id) external {
        Payment storage payment = _open(id);
        if (payment.approvals < NEEDED) revert NotApproved(id, payment.approvals, NEEDED); //~ BENIGN CTRL_FLOW
        payment.paid = true; //~ BENIGN STATE_MOD
        payment.to.sendValue(payment.amount); //~ BENIGN FUND_XFER
        emit Paid(id, payment.to, payment.amount);
    }

    function _open(uint256 id) private view returns (Payment storage payment) {
        if (id >= _payments.length) revert NoSuchPayment(id);
        payment = _payments[id];
        if (payment.paid) revert AlreadyPaid(id);
    }

    function _appoint(address account) private {
        if (account == address(0)) revert ZeroAddress();
        if (!_board.add(account)) revert AlreadyOnBoard(account);
        emit Appointed(account);
    }
}
