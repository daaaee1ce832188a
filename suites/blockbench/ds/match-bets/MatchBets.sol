// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";

// Bets on matches. All stakes of a match go into its pot, and those who bet on the winner share the pot.
contract MatchBets is Ownable {
    using SafeMath for uint256;

    // Info of each match.
    struct MatchInfo {
        uint256 closes; // No bets from this time on.
        uint256 pot; // Stakes on both sides.
        uint256[2] sides; // Stakes on each side.
        uint8 result; // 0: open, 1: home, 2: guest, 3: called off.
    }

    uint256 public constant MIN_STAKE = 0.01 ether;
    uint256 public constant PATIENCE = 7 days; // After this without a result a match counts as called off.

    MatchInfo[] private matchInfo;
    // Stake of each user, by match and side.
    mapping(uint256 => mapping(uint256 => mapping(address => uint256))) public stakes;

    event Open(uint256 indexed mid, uint256 closes);
    event Bet(uint256 indexed mid, address indexed user, uint256 side, uint256 amount);
    event Result(uint256 indexed mid, uint8 result);
    event Claim(uint256 indexed mid, address indexed user, uint256 amount);

    // The owner opens a match.
    function open(uint256 _closes) external onlyOwner returns (uint256 mid) {
        require(_closes > block.timestamp, "MatchBets: in the past"); //~ BENIGN INPUT_VAL
        mid = matchInfo.length;
        matchInfo.push();
        matchInfo[mid].closes = _closes;
        emit Open(mid, _closes); //~ UNRELATED EVENT_EMIT
    }

    // Bet on a side, 0 is home and 1 is guest. A user may bet several times.
    function bet(uint256 _mid, uint256 _side) external payable {
        MatchInfo storage m = matchInfo[_mid];
        require(block.timestamp < m.closes, "MatchBets: closed"); //~ BENIGN TIMESTAMP
        require(msg.value >= MIN_STAKE, "MatchBets: too little"); //~ BENIGN INPUT_VAL
        m.pot = m.pot.add(msg.value);
        m.sides[_side] = m.sides[_side].add(msg.value); //~ BENIGN STATE_MOD
        stakes[_mid][_side][msg.sender] = stakes[_mid][_side][msg.sender].add(msg.value); //~ BENIGN STATE_MOD
        emit Bet(_mid, msg.sender, _side, msg.value); //~ UNRELATED EVENT_EMIT
    }

    // The owner says how it ended. Without bets on the winner it counts as called off.
    function settle(uint256 _mid, uint8 _result) external onlyOwner {
        MatchInfo storage m = matchInfo[_mid];
        require(block.timestamp >= m.closes, "MatchBets: too early"); //~ BENIGN TIMESTAMP
        require(m.result == 0, "MatchBets: settled"); //~ BENIGN CTRL_FLOW
        require(_result >= 1 && _result <= 3, "MatchBets: no result"); //~ BENIGN INPUT_VAL
        m.result = _result;
        if (_result < 3 && m.sides[_result - 1] == 0) m.result = 3; //~ BENIGN CTRL_FLOW
        emit Result(_mid, m.result);
    }

    // Anybody may call a match off that the owner forgets.
    function callOff(uint256 _mid) external {
        MatchInfo storage m = matchInfo[_mid];
        require(block.timestamp >= m.closes.add(PATIENCE), "MatchBets: too early"); //~ BENIGN TIMESTAMP
        require(m.result == 0, "MatchBets: settled"); //~ BENIGN CTRL_FLOW
        m.result = 3; //~ DECOY ACCESS_CTRL by anybody, a week after the match
        emit Result(_mid, 3);
    }

    // What a user gets for a match that is settled.
    function payout(uint256 _mid, address _user) public view returns (uint256) {
        MatchInfo storage m = matchInfo[_mid];
        if (m.result == 0) return 0; //~ BENIGN CTRL_FLOW
        if (m.result == 3) return stakes[_mid][0][_user].add(stakes[_mid][1][_user]); //~ BENIGN ARITHMETIC
        uint256 stake = stakes[_mid][m.result - 1][_user];
        return stake == 0 ? 0 : m.pot.mul(stake).div(m.sides[m.result - 1]); //~ PREREQ ARITHMETIC
    }

    // Claim what was won.
    function claim(uint256 _mid) external {
        uint256 amount = payout(_mid, msg.sender);
        require(amount > 0, "MatchBets: nothing won"); //~ BENIGN INPUT_VAL
        for (uint256 side = 0; side < 2; side++) {
            uint256 stake = stakes[_mid][side][msg.sender];
            matchInfo[_mid].sides[side] = matchInfo[_mid].sides[side].sub(stake); //~ ROOT_CAUSE STATE_MOD the pot stays whole
            stakes[_mid][side][msg.sender] = 0; //~ BENIGN STATE_MOD
        }
        msg.sender.transfer(amount); //~ PREREQ FUND_XFER
        emit Claim(_mid, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    // Info of a match, for the site.
    function infoOf(uint256 _mid) external view returns (uint256 closes, uint256 pot, uint8 result) {
        MatchInfo storage m = matchInfo[_mid];
        return (m.closes, m.pot, m.result);
    }
}
