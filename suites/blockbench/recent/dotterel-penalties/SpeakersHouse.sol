// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/governance/utils/IVotes.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// Where the coins of one speaker's followers lie, so that the speaker has their votes. It obeys the house.
contract Bench {
    constructor(IERC20 coin, address speaker) {
        IVotes(address(coin)).delegate(speaker);
        coin.approve(msg.sender, type(uint256).max);
    }
}

// Members of the village leave their coins in the house, and may lend the votes to a speaker meanwhile.
// Whoever can't wait three weeks gives a tenth to the others.
contract SpeakersHouse {
    using SafeERC20 for IERC20;

    struct Member {
        uint256 coins;
        uint256 seen; // perCoin when the member's share was last counted
        uint256 share;
        uint256 noticeAt; // zero if it stays
        address speaker; // zero if the coins lie in the house itself
    }

    uint256 public constant NOTICE = 21 days;
    uint256 private constant ONE = 1e18;

    IERC20 public immutable coin;

    mapping(address => Member) public members;
    mapping(address => Bench) public benchOf;
    uint256 public all; // coins of all members, wherever they lie
    uint256 public perCoin; // given up for one of them, times ONE
    uint256 public left; // given up while nobody was here. It's for those who are when the next one can't wait

    error NoNotice();
    error TooEarly(uint256 until);

    constructor(IERC20 coin_) {
        coin = coin_;
    }

    // puts off leaving, if you were about to
    function keep(uint256 amount) external {
        require(amount > 0, "nothing?"); //~ BENIGN INPUT_VAL
        Member storage m = _count(msg.sender);
        m.coins += amount; //~ BENIGN STATE_MOD
        m.noticeAt = 0; //~ BENIGN STATE_MOD
        all += amount; //~ BENIGN STATE_MOD
        emit Kept(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), amount);
        _seat(m, amount);
    }

    // zero is nobody, then the coins come home
    function follow(address speaker) external {
        Member storage m = members[msg.sender];
        _unseat(m, m.coins); //~ BENIGN FUND_XFER
        m.speaker = speaker;
        emit Followed(msg.sender, speaker); //~ UNRELATED EVENT_EMIT
        _seat(m, m.coins);
    }

    function giveNotice() external {
        members[msg.sender].noticeAt = block.timestamp; //~ BENIGN TIMESTAMP
        emit NoticeGiven(msg.sender); //~ UNRELATED EVENT_EMIT
    }

    // with notice
    function leave() external {
        Member storage m = _count(msg.sender);
        if (m.noticeAt == 0) revert NoNotice(); //~ BENIGN CTRL_FLOW
        if (block.timestamp < m.noticeAt + NOTICE) revert TooEarly(m.noticeAt + NOTICE); //~ BENIGN TIMESTAMP
        uint256 amount = _forget(m);
        _unseat(m, amount); //~ DECOY FUND_XFER all of them come back, and all go out
        emit Gone(msg.sender, amount, 0); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, amount);
    }

    // without. A tenth stays
    function leaveNow() external {
        Member storage m = _count(msg.sender);
        uint256 amount = _forget(m);
        uint256 given = amount / 10; //~ BENIGN ARITHMETIC
        _unseat(m, amount - given); //~ ROOT_CAUSE FUND_XFER the tenth stays on the bench, where nobody gets it any more
        left += given; //~ PREREQ STATE_MOD the others get it from the coins in the house
        _divide();
        emit Gone(msg.sender, amount - given, given); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, amount - given); //~ BENIGN FUND_XFER
    }

    // what others gave up
    function fetch() external returns (uint256 share) {
        Member storage m = _count(msg.sender);
        share = m.share;
        m.share = 0; //~ BENIGN STATE_MOD
        emit Fetched(msg.sender, share); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, share); //~ DECOY FUND_XFER as much as was counted, once
    }

    // ---- books

    function _count(address who) private returns (Member storage m) {
        m = members[who];
        m.share += (m.coins * (perCoin - m.seen)) / ONE; //~ BENIGN ARITHMETIC
        m.seen = perCoin; //~ BENIGN STATE_MOD
    }

    function _forget(Member storage m) private returns (uint256 amount) {
        amount = m.coins;
        m.coins = 0; //~ BENIGN STATE_MOD
        m.noticeAt = 0;
        all -= amount; //~ BENIGN STATE_MOD
    }

    function _divide() private {
        if (all < ONE) return; //~ BENIGN CTRL_FLOW
        perCoin += (left * ONE) / all; //~ BENIGN ARITHMETIC
        left = 0;
    }

    // ---- coins

    function _seat(Member storage m, uint256 amount) private {
        if (m.speaker == address(0)) return;
        Bench b = benchOf[m.speaker];
        if (address(b) == address(0)) {
            b = new Bench(coin, m.speaker);
            benchOf[m.speaker] = b;
        }
        coin.safeTransfer(address(b), amount); //~ BENIGN FUND_XFER
    }

    function _unseat(Member storage m, uint256 amount) private {
        if (m.speaker == address(0)) return;
        coin.safeTransferFrom(address(benchOf[m.speaker]), address(this), amount); //~ PREREQ FUND_XFER the member's coins lie with those of other followers
    }

    event Kept(address indexed who, uint256 amount);
    event Followed(address indexed who, address indexed speaker);
    event NoticeGiven(address indexed who);
    event Gone(address indexed who, uint256 amount, uint256 given);
    event Fetched(address indexed who, uint256 share);
}
