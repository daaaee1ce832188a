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
        if (joinedAt[who] == 0) revert NotAMember(who);
        _;
    }

    /// gifts
    receive() external payable {
        till += msg.value;
        emit Gift(msg.sender, msg.value);
    }

    // ---- members

    function join() external payable {
        require(msg.value == DEPOSIT, "one ether");
        if (!_members.add(msg.sender)) revert AlreadyIn(msg.sender);
        joinedAt[msg.sender] = block.timestamp;
        paidUntil[msg.sender] = block.timestamp;
        emit Joined(msg.sender);
    }

    function pay(uint256 months) external {
        _pay(months);
    }

    /// The permit may have been used by somebody else a moment before, which is all the same to us.
    function payWithPermit(uint256 months, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        try IERC20Permit(address(usd)).permit(msg.sender, address(this), value, deadline, v, r, s) {} catch {}
        _pay(months);
    }

    function leave() external onlyMember(msg.sender) {
        _remove(msg.sender);
        emit Left(msg.sender);
        (bool ok, ) = msg.sender.call{value: DEPOSIT}("");
        if (!ok) _owe(msg.sender, DEPOSIT);
    }

    /// ether that didn't arrive, to wherever you like
    function claim(address payable to) external {
        uint256 amount = owed[msg.sender];
        require(amount > 0, "nothing owed");
        owed[msg.sender] = 0;
        to.sendValue(amount);
        emit Claimed(msg.sender, to, amount);
    }

    // ---- the house

    function setFee(uint256 _fee) external onlyOwner {
        _setFee(_fee);
    }

    /// Three months late and you're out, without the deposit.
    function putOut(address who) external onlyOwner onlyMember(who) {
        uint256 until = paidUntil[who];
        if (block.timestamp <= until + GRACE) revert NotLate(who, until);
        _remove(who);
        till += DEPOSIT;
        emit PutOut(who);
    }

    /// something for those who helped
    function thank(address payable[] calldata helpers, uint256 each) external onlyOwner {
        uint256 total = helpers.length * each;
        if (total > till) revert TooMuch(total, till);
        till -= total;
        for (uint256 i = 0; i < helpers.length; i++) {
            bool ok = helpers[i].send(each);
            if (!ok) _owe(helpers[i], each);
        }
        emit Thanked(helpers, each);
    }

    function collect(address payable to, uint256 eth, uint256 dollars) external onlyOwner {
        if (eth > till) revert TooMuch(eth, till);
        till -= eth;
        usd.safeTransfer(to, dollars);
        to.sendValue(eth);
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
        require(months > 0 && months <= MOST_MONTHS, "how many months?");
        uint256 from = paidUntil[msg.sender];
        if (from < block.timestamp) from = block.timestamp;
        paidUntil[msg.sender] = from + months * MONTH;
        usd.safeTransferFrom(msg.sender, address(this), months * fee);
        emit Paid(msg.sender, months);
    }

    function _remove(address who) private {
        _members.remove(who);
        delete paidUntil[who];
    }

    function _owe(address who, uint256 amount) private {
        owed[who] += amount;
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
