// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

/// The assembly of the salt marsh common. It elects the marsh warden, who pays for dykes and sluices out of the chest.
/// A nomination stands for ten days; whoever has more than half of all shares behind it takes office.
/// Shares of the common were dealt once. A member can entrust shares, which lends their voice to somebody; they cannot be
/// passed on meanwhile.
contract SaltmarshAssembly {
    uint256 public constant STANDS = 10 days;
    uint256 public constant TO_NOMINATE_PERCENT = 2;

    struct Nomination {
        address candidate;
        uint64 closesAt;
        bool settled;
        uint256 inFavour;
    }

    struct Trust {
        address trustee;
        uint256 shares;
    }

    uint256 public immutable total;
    address public warden;

    mapping(address member => uint256) public freeShares;
    mapping(address member => Trust) public trustOf;
    mapping(address trustee => uint256) public voices;
    /// Until when the voices of a trustee are counted in a vote.
    mapping(address trustee => uint256) public engagedUntil;

    Nomination[] public nominations;
    mapping(uint256 nomination => mapping(address trustee => bool)) public hasVoted;

    event Passed(address indexed from, address indexed to, uint256 shares);
    event Entrusted(address indexed member, address indexed trustee, uint256 shares);
    event Recalled(address indexed member, address indexed trustee, uint256 shares);
    event Nominated(uint256 indexed nomination, address indexed candidate, address indexed by);
    event Voted(uint256 indexed nomination, address indexed trustee, uint256 voices);
    event Settled(uint256 indexed nomination, bool elected);
    event Spent(address indexed to, uint256 amount, string purpose);

    error TooFewShares(uint256 has);
    error AlreadyEntrusted(address trustee);
    error NotEntrusted();
    error Engaged(uint256 until);
    error TooFewVoices(uint256 voices);
    error VotedAlready();
    error Closed();
    error StillOpen();
    error SettledAlready();
    error WardenOnly();
    error Unpaid();

    constructor(address[] memory members, uint256 each, address warden_) {
        warden = warden_;
        total = members.length * each;
        for (uint256 i = 0; i < members.length; ++i) {
            freeShares[members[i]] += each; //~ BENIGN INIT a member listed twice holds two portions
            emit Passed(address(0), members[i], each);
        }
    }

    receive() external payable {}

    function pass(address to, uint256 shares) external {
        _takeFree(msg.sender, shares);
        freeShares[to] += shares; //~ BENIGN STATE_MOD free shares carry no voice
        emit Passed(msg.sender, to, shares);
    }

    /// Lends the voice of some shares to a trustee, who may be the member.
    function entrust(address trustee, uint256 shares) external {
        if (trustOf[msg.sender].trustee != address(0)) revert AlreadyEntrusted(trustOf[msg.sender].trustee);
        if (trustee == address(0)) revert NotEntrusted();
        _takeFree(msg.sender, shares);
        trustOf[msg.sender] = Trust(trustee, shares);
        voices[trustee] += shares; //~ BENIGN STATE_MOD heard from the trustee's next vote on
        emit Entrusted(msg.sender, trustee, shares);
    }

    /// Takes the caller's shares back from the trustee.
    function recall() external {
        Trust memory t = trustOf[msg.sender];
        if (t.trustee == address(0)) revert NotEntrusted();
        uint256 until = engagedUntil[msg.sender]; //~ ROOT_CAUSE STORAGE_READ looks at the member, while the trustee is the one who voted
        if (block.timestamp < until) revert Engaged(until); //~ INSUFF_GUARD TIMESTAMP holds for members who are their own trustee
        delete trustOf[msg.sender];
        voices[t.trustee] -= t.shares;
        freeShares[msg.sender] += t.shares;
        emit Recalled(msg.sender, t.trustee, t.shares);
    }

    function _takeFree(address member, uint256 shares) private {
        if (shares == 0 || shares > freeShares[member]) revert TooFewShares(freeShares[member]);
        freeShares[member] -= shares;
    }

    function _engage(address trustee, uint256 until) private {
        if (until > engagedUntil[trustee]) engagedUntil[trustee] = until; //~ BENIGN STATE_MOD the later of overlapping votes counts
    }

    function nominate(address candidate) external returns (uint256 id) {
        if (voices[msg.sender] * 100 < total * TO_NOMINATE_PERCENT) revert TooFewVoices(voices[msg.sender]); //~ BENIGN ACCESS_CTRL a small part of the common may nominate
        id = nominations.length;
        nominations.push(Nomination(candidate, uint64(block.timestamp + STANDS), false, 0));
        emit Nominated(id, candidate, msg.sender);
    }

    /// Votes for a nomination with all voices that are entrusted to the caller.
    function vote(uint256 id) external {
        Nomination storage n = nominations[id];
        if (block.timestamp >= n.closesAt) revert Closed(); //~ UNRELATED TIMESTAMP days
        if (hasVoted[id][msg.sender]) revert VotedAlready(); //~ INSUFF_GUARD INPUT_VAL once for each trustee, not for each share
        hasVoted[id][msg.sender] = true;
        n.inFavour += voices[msg.sender]; //~ PREREQ STATE_MOD stays counted when the shares have gone elsewhere
        _engage(msg.sender, n.closesAt);
        emit Voted(id, msg.sender, voices[msg.sender]);
    }

    function settle(uint256 id) external {
        Nomination storage n = nominations[id];
        if (block.timestamp < n.closesAt) revert StillOpen();
        if (n.settled) revert SettledAlready();
        n.settled = true;
        bool elected = n.inFavour * 2 > total; //~ PREREQ COMPUTATION trusts that no share was counted twice
        if (elected) warden = n.candidate;
        emit Settled(id, elected);
    }

    function spend(address to, uint256 amount, string calldata purpose) external {
        if (msg.sender != warden) revert WardenOnly();
        emit Spent(to, amount, purpose);
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert Unpaid();
    }
}
