// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";

/// A few trusted members, chosen by a vote. Enough of them together freeze the budgets of the teams for a week.
/// They cannot move money, and they cannot stop a proposal.
contract CoopCommittee is Ownable {
    using EnumerableSet for EnumerableSet.AddressSet;

    uint256 public constant FREEZE = 7 days;
    uint256 public constant WINDOW = 2 days; // in which all have to ask
    uint256 public constant MAX_MEMBERS = 9;

    EnumerableSet.AddressSet private _members;
    uint256 public needed;
    uint256 public frozenUntil;
    uint256 public round;
    uint256 public roundEnd;
    uint256 public asked;
    mapping(uint256 => mapping(address => bool)) public hasAsked;

    error NotMember(address caller);
    error BadNeeded(uint256 needed, uint256 members);
    error AskedBefore(address member);

    constructor(address owner_) Ownable(owner_) {}

    function addMember(address member, uint256 needed_) external onlyOwner {
        require(member != address(0), "nobody");
        require(_members.length() < MAX_MEMBERS, "full");
        require(_members.add(member), "member");
        _setNeeded(needed_);
        emit MemberAdded(member);
    }

    function removeMember(address member, uint256 needed_) external onlyOwner {
        if (!_members.remove(member)) revert NotMember(member);
        _setNeeded(needed_);
        _nextRound();
        emit MemberRemoved(member);
    }

    /// The last one who is needed freezes.
    function askFreeze() external {
        if (!_members.contains(msg.sender)) revert NotMember(msg.sender);
        if (block.timestamp > roundEnd) _nextRound();
        if (hasAsked[round][msg.sender]) revert AskedBefore(msg.sender);
        hasAsked[round][msg.sender] = true;
        asked++;
        emit FreezeAsked(msg.sender, round);
        if (asked >= needed) {
            frozenUntil = block.timestamp + FREEZE;
            _nextRound();
            emit Frozen(frozenUntil);
        }
    }

    /// A vote is above the committee.
    function lift() external onlyOwner {
        frozenUntil = block.timestamp;
        _nextRound();
        emit Lifted();
    }

    function frozen() external view returns (bool) {
        return block.timestamp < frozenUntil;
    }

    function members() external view returns (address[] memory) {
        return _members.values();
    }

    function _nextRound() private {
        round++;
        roundEnd = block.timestamp + WINDOW;
        asked = 0;
    }

    function _setNeeded(uint256 needed_) private {
        uint256 count = _members.length();
        if (needed_ > count || needed_ * 2 <= count) revert BadNeeded(needed_, count);
        needed = needed_;
    }

    event MemberAdded(address indexed member);
    event MemberRemoved(address indexed member);
    event FreezeAsked(address indexed member, uint256 round);
    event Frozen(uint256 until);
    event Lifted();
}
