// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./context/IChips.sol";

/// Matches of the quoits league. Two players put up the same stake, an umpire of their choice reports who has won, and the
/// winner collects both stakes less the league's fee.
contract QuoitsMatches {
    enum State {None, Proposed, Playing, Closed}

    struct Match {
        address home;
        address guest;
        address umpire;
        uint96 stake;
        uint64 playBy;
        State state;
    }

    uint256 public constant FEE_BPS = 200;
    uint256 public constant GRACE = 3 days; // for the umpire's report
    uint256 public constant MAX_AHEAD = 365 days;

    IChips public chips;
    address public league;

    Match[] public matches;
    mapping(address => uint256) public credit;

    event Proposed(uint256 indexed id, address indexed home, address indexed guest, uint256 stake);
    event Accepted(uint256 indexed id);
    event Withdrawn(uint256 indexed id);
    event Decided(uint256 indexed id, address indexed winner, uint256 prize);
    event Abandoned(uint256 indexed id, address indexed by);
    event Collected(address indexed player, uint256 amount);

    modifier inState(uint256 id, State state) {
        require(id < matches.length, "no such match");
        require(matches[id].state == state, "not now");
        _;
    }

    constructor(IChips chips_) public {
        chips = chips_;
        league = msg.sender;
    }

    // ---------------------------------------------------------------- before

    function propose(address guest, address umpire, uint96 stake, uint64 playBy) external returns (uint256 id) {
        require(guest != address(0) && guest != msg.sender, "guest");
        require(umpire != msg.sender && umpire != guest, "umpire");
        require(stake > 0, "stake");
        require(playBy > block.timestamp && playBy < block.timestamp + MAX_AHEAD, "date");
        id = matches.length;
        matches.push(Match(msg.sender, guest, umpire, stake, playBy, State.Proposed));
        emit Proposed(id, msg.sender, guest, stake);
        require(chips.transferFrom(msg.sender, address(this), stake), "chips");
    }

    function accept(uint256 id) external inState(id, State.Proposed) {
        Match storage m = matches[id];
        require(msg.sender == m.guest, "guest only");
        require(block.timestamp <= m.playBy, "too late");
        m.state = State.Playing;
        emit Accepted(id);
        require(chips.transferFrom(msg.sender, address(this), m.stake), "chips");
    }

    /// Takes back a proposal that has not been accepted. When its day has passed anyone may do that, so that no stake lies about.
    function withdraw(uint256 id) external inState(id, State.Proposed) {
        Match storage m = matches[id];
        require(msg.sender == m.home || block.timestamp > m.playBy, "home only"); //~ BENIGN ACCESS_CTRL whoever takes it back, the stake is the home player's
        m.state = State.Closed;
        emit Withdrawn(id);
        require(chips.transfer(m.home, m.stake), "chips"); //~ BENIGN FUND_XFER reverts as a whole, the proposal stays
    }

    // ----------------------------------------------------------------- after

    /// The umpire's report.
    function report(uint256 id, bool homeWon) external inState(id, State.Playing) {
        Match storage m = matches[id];
        require(msg.sender == m.umpire, "umpire only");
        _decide(id, homeWon ? m.home : m.guest);
    }

    /// A player gives the match up.
    function concede(uint256 id) external inState(id, State.Playing) {
        Match storage m = matches[id];
        require(msg.sender == m.home || msg.sender == m.guest, "players only"); //~ BENIGN ACCESS_CTRL a player can only decide against itself
        _decide(id, msg.sender == m.home ? m.guest : m.home);
    }

    /// Ends a match of which no result was reported in time. Anyone may do that; both stakes go back.
    function abandon(uint256 id) external inState(id, State.Playing) { //~ BENIGN ACCESS_CTRL the moment makes no difference
        Match storage m = matches[id];
        require(block.timestamp > m.playBy + GRACE, "wait for the umpire");
        require(chips.balanceOf(address(this)) >= 2 * uint256(m.stake), "chips"); //~ BENIGN INPUT_VAL always true, stakes stay here until they are paid
        m.state = State.Closed; //~ BENIGN STATE_MOD closed once
        emit Abandoned(id, msg.sender);
        _giveBack(m.home, m.stake);
        _giveBack(m.guest, m.stake);
    }

    /// Pays the caller what it has to its credit.
    function collect() external returns (uint256 amount) {
        amount = credit[msg.sender];
        require(amount > 0, "no credit");
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD restored when the transfer reverts
        emit Collected(msg.sender, amount);
        require(chips.transfer(msg.sender, amount), "chips");
    }

    // ----------------------------------------------------------------- views

    function matchCount() external view returns (uint256) {
        return matches.length;
    }

    function isOverdue(uint256 id) external view returns (bool) {
        Match storage m = matches[id];
        return m.state == State.Playing && block.timestamp > m.playBy + GRACE;
    }

    // -------------------------------------------------------------- internal

    function _decide(uint256 id, address winner) private {
        Match storage m = matches[id];
        m.state = State.Closed;
        uint256 both = 2 * uint256(m.stake);
        uint256 fee = (both * FEE_BPS) / 10000; //~ UNRELATED ARITHMETIC rounds down in favour of the winner
        credit[league] += fee;
        credit[winner] += both - fee; //~ BENIGN ARITHMETIC bounded by the supply of chips
        emit Decided(id, winner, both - fee);
    }

    /// One player's stake must not depend on whether the other's can be moved.
    function _giveBack(address player, uint256 amount) private {
        credit[player] += amount; //~ BENIGN STATE_MOD collected by the player when it likes
    }
}
