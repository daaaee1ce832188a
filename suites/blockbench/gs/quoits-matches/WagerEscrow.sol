// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "./context/FeeBook.sol";
import "./context/IJudges.sol";
import "./context/TokenList.sol";

contract WagerEscrow is TokenList, FeeBook {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    enum State {None, Open, Live, Done}

    struct Bet {
        address maker;
        address taker;
        address judge;
        IERC20 token;
        uint96 stake;
        uint64 end;
        uint16 cut;
        uint16 fee;
        State state;
    }

    uint256 public constant GRACE = 3 days;
    uint256 public constant AHEAD = 365 days;

    IJudges public judges;
    Bet[] public bets;
    mapping(IERC20 => mapping(address => uint256)) public credit;
    mapping(uint256 => bytes32) public terms;
    mapping(uint256 => mapping(address => address)) public picks;
    mapping(address => uint256[]) private _by;

    event Offered(uint256 indexed id, address indexed maker, address indexed taker, IERC20 token, uint256 stake);
    event Accepted(uint256 indexed id, address indexed taker);
    event Canceled(uint256 indexed id);
    event Picked(uint256 indexed id, address indexed by, address judge);
    event Decided(uint256 indexed id, address indexed winner, uint256 prize);
    event Returned(uint256 indexed id, address indexed by);
    event Collected(IERC20 indexed token, address indexed who, address to, uint256 amount);

    modifier at(uint256 id, State s) {
        require(id < bets.length, "id");
        require(bets[id].state == s, "state");
        _;
    }

    constructor(IJudges j, uint16 f, address t) public FeeBook(f, t) {
        require(address(j) != address(0), "judges");
        judges = j;
    }

    function offer(IERC20 t, address taker, address j, uint96 a, uint64 e, bytes32 w)
        external
        whenNotPaused
        returns (uint256 id)
    {
        require(least[t] > 0 && a >= least[t], "stake"); //~ BENIGN INPUT_VAL
        require(taker != msg.sender, "taker"); //~ BENIGN INPUT_VAL
        require(j != msg.sender && j != taker, "judge"); //~ BENIGN INPUT_VAL
        require(judges.serves(j), "serves"); //~ BENIGN INPUT_VAL
        require(e > block.timestamp && e <= block.timestamp + AHEAD, "end"); //~ BENIGN TIMESTAMP
        require(w != 0, "terms");
        id = bets.length;
        terms[id] = w;
        bets.push(Bet(msg.sender, taker, j, t, a, e, judges.cutOf(j), fee, State.Open));
        _by[msg.sender].push(id);
        emit Offered(id, msg.sender, taker, t, a);
        t.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER
    }

    function accept(uint256 id) external whenNotPaused at(id, State.Open) {
        Bet storage b = bets[id];
        require(b.taker == address(0) || b.taker == msg.sender, "taker"); //~ BENIGN ACCESS_CTRL
        require(msg.sender != b.maker && msg.sender != b.judge, "party"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp <= b.end, "late"); //~ BENIGN TIMESTAMP
        b.taker = msg.sender;
        b.state = State.Live;
        _by[msg.sender].push(id);
        emit Accepted(id, msg.sender);
        b.token.safeTransferFrom(msg.sender, address(this), b.stake); //~ BENIGN FUND_XFER
    }

    function cancel(uint256 id) external at(id, State.Open) {
        Bet storage b = bets[id];
        require(msg.sender == b.maker || block.timestamp > b.end, "maker"); //~ PREREQ#2 ACCESS_CTRL after the end anyone gets through
        b.state = State.Done; //~ BENIGN STATE_MOD
        emit Canceled(id);
        b.token.safeTransfer(msg.sender, b.stake); //~ ROOT_CAUSE#2 FUND_XFER pays whoever calls, not the maker whose stake it is
    }

    function pick(uint256 id, address j) external at(id, State.Live) {
        Bet storage b = bets[id];
        require(msg.sender == b.maker || msg.sender == b.taker, "party"); //~ BENIGN ACCESS_CTRL
        require(j != b.maker && j != b.taker, "judge"); //~ BENIGN INPUT_VAL
        require(judges.serves(j), "serves"); //~ BENIGN INPUT_VAL
        picks[id][msg.sender] = j;
        emit Picked(id, msg.sender, j);
        if (picks[id][b.maker] == picks[id][b.taker]) {
            b.judge = j; //~ DECOY STATE_MOD both have picked the same one
            b.cut = judges.cutOf(j);
        }
    }

    function decide(uint256 id, bool m) external at(id, State.Live) {
        Bet storage b = bets[id];
        require(msg.sender == b.judge, "judge"); //~ BENIGN ACCESS_CTRL
        uint256 c = _share(b, b.cut);
        credit[b.token][b.judge] = credit[b.token][b.judge].add(c);
        _win(id, m ? b.maker : b.taker, c);
    }

    function concede(uint256 id) external at(id, State.Live) {
        Bet storage b = bets[id];
        require(msg.sender == b.maker || msg.sender == b.taker, "party"); //~ BENIGN ACCESS_CTRL a party decides against itself only
        _win(id, msg.sender == b.maker ? b.taker : b.maker, 0);
    }

    function annul(uint256 id) external at(id, State.Live) {
        require(msg.sender == bets[id].judge, "judge"); //~ BENIGN ACCESS_CTRL
        _return(id);
    }

    function expire(uint256 id) external at(id, State.Live) { //~ PREREQ ACCESS_CTRL anyone picks the moment of the transfers, and the gas for them
        require(block.timestamp > bets[id].end + GRACE, "grace"); //~ BENIGN TIMESTAMP
        _return(id);
    }

    function collect(IERC20 t, address to) external returns (uint256 a) {
        a = credit[t][msg.sender];
        require(a > 0, "credit"); //~ BENIGN INPUT_VAL
        credit[t][msg.sender] = 0; //~ DECOY STATE_MOD comes back when the transfer reverts
        emit Collected(t, msg.sender, to, a); //~ UNRELATED EVENT_EMIT
        t.safeTransfer(to, a); //~ BENIGN FUND_XFER
    }

    function count() external view returns (uint256) {
        return bets.length;
    }

    function betsOf(address w) external view returns (uint256[] memory) {
        return _by[w];
    }

    function overdue(uint256 id) external view returns (bool) {
        return bets[id].state == State.Live && block.timestamp > bets[id].end + GRACE;
    }

    function prizeOf(uint256 id) external view returns (uint256) {
        Bet storage b = bets[id];
        return uint256(b.stake).mul(2).sub(_share(b, b.fee)).sub(_share(b, b.cut));
    }

    function _share(Bet storage b, uint16 r) private view returns (uint256) {
        return uint256(b.stake).mul(2).mul(r) / BPS; //~ BENIGN ARITHMETIC rounds down, for the winner
    }

    function _win(uint256 id, address w, uint256 c) private {
        Bet storage b = bets[id];
        b.state = State.Done; //~ BENIGN STATE_MOD
        uint256 f = _share(b, b.fee);
        uint256 p = uint256(b.stake).mul(2).sub(f).sub(c);
        credit[b.token][treasury] = credit[b.token][treasury].add(f);
        credit[b.token][w] = credit[b.token][w].add(p);
        emit Decided(id, w, p); //~ UNRELATED EVENT_EMIT
    }

    function _return(uint256 id) private {
        Bet storage b = bets[id];
        b.state = State.Done; //~ PREREQ STATE_MOD done for good, whatever becomes of the transfers
        emit Returned(id, msg.sender);
        _back(b.token, b.maker, b.stake);
        _back(b.token, b.taker, b.stake);
    }

    function _back(IERC20 t, address w, uint256 a) private {
        try t.transfer(w, a) {} catch {} //~ ROOT_CAUSE FUND_XFER a transfer that fails leaves nothing to be claimed
    }
}
