// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Credits} from "./context/Credits.sol";

/// @notice Bets between two accounts that a third one judges.
contract JudgedBets is Credits {
    using SafeERC20 for IERC20;

    enum State {
        Offered,
        Taken,
        Judged,
        CalledOff
    }

    struct Bet {
        address maker;
        address taker;
        address judge;
        uint256 makerStake;
        uint256 takerStake;
        uint256 deadline;
        State state;
    }

    error WrongState(uint256 bet, State state);
    error NotAllowed(uint256 bet, address caller);
    error TooLate(uint256 deadline);
    error InvalidBet();

    Bet[] public bets;

    event Offered(uint256 indexed bet, address indexed maker, address indexed judge, string statement);
    event Taken(uint256 indexed bet, address indexed taker);
    event Judged(uint256 indexed bet, address indexed winner);
    event CalledOff(uint256 indexed bet, address indexed by);

    constructor(IERC20 coin_) Credits(coin_) {}

    /// @notice Offers a bet. The maker's stake is taken at once.
    function offer(
        address judge,
        uint256 makerStake,
        uint256 takerStake,
        uint256 deadline,
        string calldata statement
    ) external returns (uint256 bet) {
        require(judge != address(0) && judge != msg.sender, InvalidBet()); //~ BENIGN INPUT_VAL
        require(makerStake > 0 && takerStake > 0 && deadline > block.timestamp, InvalidBet()); //~ BENIGN INPUT_VAL
        bet = bets.length;
        bets.push(Bet(msg.sender, address(0), judge, makerStake, takerStake, deadline, State.Offered));
        _pull(msg.sender, makerStake); //~ BENIGN FUND_XFER
        emit Offered(bet, msg.sender, judge, statement); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes the other side of a bet.
    function take(uint256 bet) external {
        Bet storage b = _inState(bet, State.Offered);
        require(block.timestamp < b.deadline, TooLate(b.deadline)); //~ BENIGN TIMESTAMP
        require(msg.sender != b.judge, NotAllowed(bet, msg.sender)); //~ BENIGN ACCESS_CTRL
        b.taker = msg.sender; //~ PREREQ STATE_MOD
        b.state = State.Taken; //~ BENIGN STATE_MOD
        _pull(msg.sender, b.takerStake); //~ BENIGN FUND_XFER
        emit Taken(bet, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @notice The judge decides, for the maker or for the taker.
    function judge(uint256 bet, bool forMaker) external {
        Bet storage b = _inState(bet, State.Taken);
        require(msg.sender == b.judge, NotAllowed(bet, msg.sender)); //~ BENIGN ACCESS_CTRL
        require(block.timestamp < b.deadline, TooLate(b.deadline)); //~ BENIGN TIMESTAMP
        b.state = State.Judged; //~ BENIGN STATE_MOD
        address winner = forMaker ? b.maker : b.taker;
        _credit(winner, b.makerStake + b.takerStake); //~ BENIGN STATE_MOD
        emit Judged(bet, winner); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Calls a bet off. Both sides get their stakes back.
    function callOff(uint256 bet) external {
        Bet storage b = bets[bet];
        require(b.state == State.Offered || b.state == State.Taken, WrongState(bet, b.state)); //~ INSUFF_GUARD CTRL_FLOW
        bool late = block.timestamp >= b.deadline; //~ BENIGN TIMESTAMP
        bool bound = b.state == State.Taken; //~ BENIGN CTRL_FLOW
        bool refused = bound ? msg.sender == b.maker : msg.sender != b.maker; //~ ROOT_CAUSE ACCESS_CTRL the taker is not the maker
        require(late || !refused, NotAllowed(bet, msg.sender)); //~ PREREQ ACCESS_CTRL
        b.state = State.CalledOff; //~ BENIGN STATE_MOD
        _credit(b.maker, b.makerStake); //~ PREREQ STATE_MOD
        if (bound) _credit(b.taker, b.takerStake); //~ PREREQ STATE_MOD
        emit CalledOff(bet, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function _inState(uint256 bet, State state) private view returns (Bet storage b) {
        b = bets[bet];
        require(b.state == state, WrongState(bet, b.state)); //~ BENIGN CTRL_FLOW
    }
}
