// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.24;

/**
 * @title  Rampion Gardens
 * @author The committee
 * @notice The chest of an allotment society. Plots were dealt when the society was founded and can be passed on. A motion
 *         pays an amount out of the chest; it needs more ayes than half of all plots, whatever the turnout.
 */
contract RampionGardens {
    struct Mark {
        uint32 fromBlock;
        uint128 plots;
    }

    struct Motion {
        address payable payee;
        uint96 amount;
        uint64 closesAt;
        uint32 asOf;
        bool carried;
        uint128 ayes;
        uint128 noes;
    }

    uint64 public constant VOTING = 6 days;
    uint64 public constant COOLING = 2 days;
    uint64 public constant LAPSE = 21 days;

    uint128 public immutable totalPlots;
    uint256 public paidOut;

    Motion[] public motions;
    mapping(address member => Mark[]) private _marks;
    mapping(uint256 motion => mapping(address member => bool)) public hasVoted;

    event Passed(address indexed from, address indexed to, uint256 plots);
    event Dues(address indexed from, uint256 amount);
    event Moved(uint256 indexed motion, address indexed by, address payee, uint256 amount, string purpose);
    event Voted(uint256 indexed motion, address indexed member, bool aye, uint256 plots);
    event CarriedOut(uint256 indexed motion, address payee, uint256 amount);

    error NoPlots(address member);
    error NotThatMany(uint256 plots);
    error NoSuchMember();
    error VotingOver();
    error HasVoted();
    error NotCarried(uint256 ayes);
    error OutOfTime(uint256 from, uint256 until);
    error Refused();

    constructor(address[] memory founders, uint128 each) {
        uint256 sum = founders.length * uint256(each);
        if (sum == 0 || sum > type(uint128).max) revert NotThatMany(sum);
        totalPlots = uint128(sum);
        for (uint256 i = 0; i < founders.length; ++i) {
            _mark(founders[i], plotsOf(founders[i]) + each); //~ BENIGN INIT a founder named twice holds two portions
            emit Passed(address(0), founders[i], each);
        }
    }

    receive() external payable {
        emit Dues(msg.sender, msg.value);
    }

    // ------------------------------------------------------------------ plots

    /// @notice Passes plots on. They take no vote along that is already under way.
    function pass(address to, uint128 plots) external {
        if (to == address(0)) revert NoSuchMember();
        uint128 held = plotsOf(msg.sender);
        if (plots > held) revert NotThatMany(held);
        unchecked {
            _mark(msg.sender, held - plots); //~ BENIGN ARITHMETIC compared two lines above
            _mark(to, plotsOf(to) + plots); //~ BENIGN ARITHMETIC read anew, so that passing plots to oneself changes nothing; all of them fit into 128 bits
        }
        emit Passed(msg.sender, to, plots);
    }

    function plotsOf(address member) public view returns (uint128) {
        Mark[] storage marks = _marks[member];
        return marks.length == 0 ? 0 : marks[marks.length - 1].plots;
    }

    /// @notice Plots that a member held at the end of a block that is over.
    function plotsAt(address member, uint256 blockNumber) public view returns (uint128) {
        if (blockNumber >= block.number) revert OutOfTime(0, block.number - 1); //~ PREREQ INPUT_VAL only of a block in which nothing can change any more
        Mark[] storage marks = _marks[member];
        uint256 low = 0;
        uint256 high = marks.length;
        unchecked {
            while (low < high) {
                uint256 middle = (low + high) / 2; //~ BENIGN ARITHMETIC lengths of arrays
                if (marks[middle].fromBlock > blockNumber) high = middle;
                else low = middle + 1;
            }
            return low == 0 ? 0 : marks[low - 1].plots;
        }
    }

    function _mark(address member, uint128 plots) private {
        Mark[] storage marks = _marks[member];
        if (marks.length > 0 && marks[marks.length - 1].fromBlock == block.number) marks[marks.length - 1].plots = plots;
        else marks.push(Mark(uint32(block.number), plots)); //~ BENIGN ARITHMETIC block numbers stay below 32 bits for a thousand years
    }

    // ---------------------------------------------------------------- motions

    /// @notice Moves that the chest pays `amount` to `payee`. Whoever held a plot in the block before may move.
    function move(address payable payee, uint96 amount, string calldata purpose) external returns (uint256 id) {
        uint32 asOf = uint32(block.number - 1); //~ BENIGN COMPUTATION nobody can have borrowed plots in a block that is over
        if (plotsAt(msg.sender, asOf) == 0) revert NoPlots(msg.sender);
        id = motions.length;
        motions.push(Motion(payee, amount, uint64(block.timestamp) + VOTING, asOf, false, 0, 0));
        emit Moved(id, msg.sender, payee, amount, purpose);
    }

    function vote(uint256 id, bool aye) external {
        Motion storage m = motions[id];
        if (block.timestamp >= m.closesAt) revert VotingOver(); //~ UNRELATED TIMESTAMP days
        if (hasVoted[id][msg.sender]) revert HasVoted();
        uint128 plots = plotsAt(msg.sender, m.asOf); //~ BENIGN STORAGE_READ a plot has one holder at the end of a block, so that it votes once
        if (plots == 0) revert NoPlots(msg.sender);
        hasVoted[id][msg.sender] = true;
        if (aye) m.ayes += plots;
        else m.noes += plots;
        emit Voted(id, msg.sender, aye, plots);
    }

    /// @notice Pays what a motion says, two days after the vote and until it lapses. Anyone may call it.
    function carryOut(uint256 id) external {
        Motion storage m = motions[id];
        uint256 from = m.closesAt + COOLING;
        if (block.timestamp < from || block.timestamp >= from + LAPSE) revert OutOfTime(from, from + LAPSE);
        if (m.carried || uint256(m.ayes) * 2 <= totalPlots) revert NotCarried(m.ayes);
        m.carried = true; //~ BENIGN STATE_MOD before the call, so that it is paid once
        paidOut += m.amount;
        (bool ok, ) = m.payee.call{value: m.amount}(""); //~ BENIGN EXT_CALL to whom the members voted for
        if (!ok) revert Refused();
        emit CarriedOut(id, m.payee, m.amount);
    }

    /// @notice For the notice board: what the chest holds for every plot, in wei.
    function chestPerPlot() external view returns (uint256) {
        return address(this).balance / totalPlots; //~ UNRELATED COMPUTATION shown, and read by nothing
    }
}
