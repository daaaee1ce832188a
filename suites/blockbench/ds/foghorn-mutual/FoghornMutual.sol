// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.24;

library Purse {
    error Refused(address to, uint256 amount);

    function push(address to, uint256 amount) internal {
        (bool ok, ) = to.call{value: amount}(""); //~ PREREQ EXT_CALL the receiver's code runs, with all gas
        if (!ok) revert Refused(to, amount);
    }
}

/// Skippers insure one another. Of what a skipper pays in, a twentieth goes to the common reserve, from which the
/// adjuster pays for damage; the rest stays the skipper's own stake. Stakes can be drawn down in part at any time,
/// endorsed to another member, or taken out on leaving, for which a member gives notice a month before.
contract FoghornMutual {
    using Purse for address;

    uint256 public constant NOTICE = 30 days;
    uint256 public constant RESERVE_PART = 20; // one in twenty
    uint256 public constant LEAST_STAKE = 0.5 ether;

    struct Member {
        uint96 stake;
        uint64 joinedAt;
        uint64 noticeAt;
        bool active;
    }

    address public immutable adjuster;

    mapping(address account => Member) public members;
    uint256 public memberCount;
    uint256 public totalStake;
    uint256 public reserve;

    bool private _underWay;

    event Joined(address indexed member);
    event PaidIn(address indexed member, uint256 stake, uint256 toReserve);
    event DrawnDown(address indexed member, uint256 amount);
    event Endorsed(address indexed from, address indexed to, uint256 amount);
    event NoticeGiven(address indexed member, uint256 at);
    event NoticeWithdrawn(address indexed member);
    event Left(address indexed member, uint256 stake);
    event DamagePaid(address indexed member, uint256 amount, bytes32 report);

    error NotAMember(address account);
    error NotTheAdjuster();
    error StakeTooLow(uint256 stake);
    error NoticeRunning(uint256 until);
    error Busy();

    /// One at a time.
    modifier alone() {
        if (_underWay) revert Busy(); //~ INSUFF_GUARD REENTRY_GUARD stops the functions that carry it, and not all that move a stake do
        _underWay = true;
        _;
        _underWay = false;
    }

    modifier onlyMember() {
        if (!members[msg.sender].active) revert NotAMember(msg.sender);
        _;
    }

    constructor(address adjuster_) {
        adjuster = adjuster_;
    }

    function payIn() external payable {
        Member storage m = members[msg.sender];
        if (!m.active) {
            m.active = true;
            m.joinedAt = uint64(block.timestamp);
            ++memberCount;
            emit Joined(msg.sender);
        }
        uint256 part = msg.value / RESERVE_PART; //~ BENIGN ARITHMETIC rounds down, in favour of the member's own stake
        reserve += part;
        totalStake += msg.value - part;
        m.stake += uint96(msg.value - part);
        if (m.stake < LEAST_STAKE) revert StakeTooLow(m.stake);
        emit PaidIn(msg.sender, msg.value - part, part);
    }

    function drawDown(uint96 amount) external alone onlyMember {
        Member storage m = members[msg.sender];
        m.stake -= amount; //~ BENIGN STATE_MOD lowered ahead of the payment
        totalStake -= amount;
        if (m.stake < LEAST_STAKE) revert StakeTooLow(m.stake);
        emit DrawnDown(msg.sender, amount);
        msg.sender.push(amount);
    }

    function giveNotice() external onlyMember {
        members[msg.sender].noticeAt = uint64(block.timestamp);
        emit NoticeGiven(msg.sender, block.timestamp);
    }

    function withdrawNotice() external onlyMember {
        members[msg.sender].noticeAt = 0;
        emit NoticeWithdrawn(msg.sender);
    }

    /// Takes the caller's whole stake out, once the notice has run.
    function leave() external alone onlyMember { //~ INSUFF_GUARD REENTRY_GUARD a second leave() is stopped, an endorsement is not
        Member memory m = members[msg.sender];
        if (m.noticeAt == 0 || block.timestamp < m.noticeAt + NOTICE) revert NoticeRunning(m.noticeAt + NOTICE); //~ UNRELATED TIMESTAMP a month
        msg.sender.push(m.stake); //~ ROOT_CAUSE EXT_CALL the stake is paid while it still stands in the books
        totalStake -= members[msg.sender].stake; //~ PREREQ STORAGE_READ what is left by then, which may be nothing
        delete members[msg.sender];
        --memberCount;
        emit Left(msg.sender, m.stake);
    }

    /// Makes a part of the caller's stake, or all of it, the stake of another member.
    function endorse(address to, uint96 amount) external onlyMember { //~ ROOT_CAUSE REENTRY_GUARD can be called while leave() is paying
        if (!members[to].active) revert NotAMember(to); //~ INSUFF_GUARD INPUT_VAL anyone can be a member
        members[msg.sender].stake -= amount; //~ PREREQ STATE_MOD moves a stake that has just been paid out
        members[to].stake += amount;
        emit Endorsed(msg.sender, to, amount);
    }

    function payDamage(address member, uint256 amount, bytes32 report) external alone {
        if (msg.sender != adjuster) revert NotTheAdjuster();
        if (!members[member].active) revert NotAMember(member);
        reserve -= amount; //~ BENIGN ARITHMETIC checked, so stakes are never touched
        emit DamagePaid(member, amount, report);
        member.push(amount);
    }
}
