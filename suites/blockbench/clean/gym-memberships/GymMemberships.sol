// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/extensions/IERC20Permit.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/Address.sol";
import "@openzeppelin/contracts@4.9.6/utils/structs/EnumerableSet.sol";

/// Memberships of our gym. The deposit is in ether and comes back, the fee is in usd and doesn't.
contract GymMemberships is Ownable {
    using SafeERC20 for IERC20;
    using Address for address payable;
    using EnumerableSet for EnumerableSet.AddressSet;

    uint256 public constant DEPOSIT = 1 ether;
    uint256 constant MONTH = 30 days;
    uint256 constant MOST_MONTHS = 24;
    uint256 constant GRACE = 90 days;

    IERC20 public immutable usd;

    uint256 public fee; // for a month
    uint256 public till; // the ether that's ours: gifts, and deposits of those we put out
    mapping(address => uint256) public joinedAt;
    mapping(address => uint256) public paidUntil;
    mapping(address => uint256) public owed; // ether that didn't arrive
    EnumerableSet.AddressSet private _members;

    error NotAMember(address who);
    error AlreadyIn(address who);
    error NotLate(address who, uint256 until);
    error TooMuch(uint256 wanted, uint256 have);

    constructor(IERC20 _usd, uint256 _fee) {
        usd = _usd;
        _setFee(_fee);
    }

    modifier onlyMember(address who) {
        if (joinedAt[who] == 0) revert NotAMember(who); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// gifts
    receive() external payable {
        till += msg.value; //~ BENIGN STATE_MOD
        emit Gift(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    // ---- members

    function join() external payable {
        require(msg.value == DEPOSIT, "one ether"); //~ BENIGN INPUT_VAL
        if (!_members.add(msg.sender)) revert AlreadyIn(msg.sender); //~ BENIGN CTRL_FLOW false for who is in already
        joinedAt[msg.sender] = block.timestamp; //~ PREREQ STATE_MOD set and cleared together with the list
        paidUntil[msg.sender] = block.timestamp;
        emit Joined(msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function pay(uint256 months) external {
        _pay(months);
    }

    /// The permit may have been used by somebody else a moment before, which is all the same to us.
    function payWithPermit(uint256 months, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        try IERC20Permit(address(usd)).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {} //~ BENIGN EXT_CALL without an allowance the transfer reverts
        _pay(months);
    }

    function leave() external onlyMember(msg.sender) {
        _remove(msg.sender);
        emit Left(msg.sender);
        (bool ok, ) = msg.sender.call{value: DEPOSIT}(""); //~ BENIGN FUND_XFER after the books
        if (!ok) _owe(msg.sender, DEPOSIT); //~ BENIGN CTRL_FLOW what didn't go out is still ours to pay
    }

    /// ether that didn't arrive, to wherever you like
    function claim(address payable to) external {
        uint256 amount = owed[msg.sender];
        require(amount > 0, "nothing owed"); //~ BENIGN INPUT_VAL
        owed[msg.sender] = 0; //~ BENIGN STATE_MOD
        to.sendValue(amount); //~ BENIGN FUND_XFER reverts if it fails
        emit Claimed(msg.sender, to, amount);
    }

    // ---- the house

    function setFee(uint256 _fee) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _setFee(_fee);
    }

    /// Three months late and you're out, without the deposit.
    function putOut(address who) external onlyOwner onlyMember(who) {
        uint256 until = paidUntil[who];
        if (block.timestamp <= until + GRACE) revert NotLate(who, until); //~ BENIGN TIMESTAMP
        _remove(who);
        till += DEPOSIT; //~ BENIGN STATE_MOD
        emit PutOut(who);
    }

    /// something for those who helped
    function thank(address payable[] calldata helpers, uint256 each) external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 total = helpers.length * each;
        if (total > till) revert TooMuch(total, till); //~ BENIGN INPUT_VAL
        till -= total; //~ BENIGN STATE_MOD
        for (uint256 i = 0; i < helpers.length; i++) {
            bool ok = helpers[i].send(each); //~ BENIGN FUND_XFER one that fails doesn't stop the others
            if (!ok) _owe(helpers[i], each); //~ BENIGN CTRL_FLOW
        }
        emit Thanked(helpers, each);
    }

    function collect(address payable to, uint256 eth, uint256 dollars) external onlyOwner {
        if (eth > till) revert TooMuch(eth, till); //~ BENIGN INPUT_VAL
        till -= eth; //~ BENIGN STATE_MOD
        usd.safeTransfer(to, dollars); //~ BENIGN FUND_XFER the fees, all of them are the gym's
        to.sendValue(eth); //~ BENIGN FUND_XFER
        emit Collected(to, eth, dollars);
    }

    // ---- at the door

    function mayEnter(address who) external view returns (bool) {
        return joinedAt[who] != 0 && block.timestamp <= paidUntil[who];
    }

    function memberCount() external view returns (uint256) {
        return _members.length();
    }

    function memberAt(uint256 i) external view returns (address) {
        return _members.at(i);
    }

    // ---- inside

    function _pay(uint256 months) private onlyMember(msg.sender) {
        require(months > 0 && months <= MOST_MONTHS, "how many months?"); //~ BENIGN INPUT_VAL
        uint256 from = paidUntil[msg.sender];
        if (from < block.timestamp) from = block.timestamp;
        paidUntil[msg.sender] = from + months * MONTH; //~ BENIGN ARITHMETIC
        usd.safeTransferFrom(msg.sender, address(this), months * fee); //~ BENIGN FUND_XFER reverts for tokens that answer false as well
        emit Paid(msg.sender, months);
    }

    function _remove(address who) private {
        _members.remove(who); //~ BENIGN STATE_MOD the answer is always true, for members only
        delete joinedAt[who];
        delete paidUntil[who];
    }

    function _owe(address who, uint256 amount) private {
        owed[who] += amount; //~ BENIGN STATE_MOD
        emit Owed(who, amount);
    }

    function _setFee(uint256 _fee) private {
        require(_fee > 0, "no fee");
        fee = _fee;
        emit FeeSet(_fee);
    }

    event Gift(address indexed from, uint256 amount);
    event Joined(address indexed member);
    event Paid(address indexed member, uint256 months);
    event Left(address indexed member);
    event PutOut(address indexed member);
    event Owed(address indexed to, uint256 amount);
    event Claimed(address indexed account, address to, uint256 amount);
    event Thanked(address payable[] helpers, uint256 each);
    event Collected(address indexed to, uint256 eth, uint256 dollars);
    event FeeSet(uint256 fee);
}
