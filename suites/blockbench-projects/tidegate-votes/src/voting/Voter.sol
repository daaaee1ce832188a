// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {ProtocolRoles} from "../access/ProtocolRoles.sol";
import {IBribeVault} from "../interfaces/IBribeVault.sol";
import {IGauge} from "../interfaces/IGauge.sol";
import {IGaugeFactory} from "../interfaces/IGaugeFactory.sol";
import {IMinter} from "../interfaces/IMinter.sol";
import {IVoter} from "../interfaces/IVoter.sol";
import {IVotingEscrow} from "../interfaces/IVotingEscrow.sol";
import {EpochMath} from "../libraries/EpochMath.sol";

/**
 * @title Voter
 * @notice Positions vote for gauges, and the emissions follow the votes.
 * @dev Votes stay until they are changed or taken back, which a position can do once in an epoch. Emissions are shared by
 * an index: it grows by what one vote earns, and a gauge earns its votes times the growth since its last update.
 */
contract Voter is IVoter, ProtocolRoles {
    using SafeERC20 for IERC20;

    /// @notice Most gauges that one position votes for.
    uint256 public constant MAX_CHOICES = 10;

    /// @notice Precision of the index.
    uint256 public constant PRECISION = 1e18;

    /// @notice Positions that vote.
    IVotingEscrow public immutable escrow;

    /// @notice Token that is emitted.
    IERC20 public immutable token;

    /// @notice Contract that creates gauges.
    IGaugeFactory public immutable factory;

    /// @notice Contract that mints the emissions.
    IMinter public minter;

    /// @notice All gauges, in the order in which they were created.
    address[] public gauges;

    /// @notice Gauge of a token of liquidity.
    mapping(address stakeToken => address) public gaugeOf;

    /// @notice Vault of the rewards for the votes for a gauge.
    mapping(address gauge => IBribeVault) public bribesOf;

    /// @notice Whether a gauge gets votes and emissions.
    mapping(address gauge => bool) public isAlive;

    /// @inheritdoc IVoter
    mapping(address token => bool) public isAllowedToken;

    /// @notice Votes for a gauge.
    mapping(address gauge => uint256) public votesFor;

    /// @notice Votes for all gauges.
    uint256 public totalVotes;

    /// @notice Votes of a position for a gauge.
    mapping(uint256 tokenId => mapping(address gauge => uint256)) public votesOf;

    /// @notice Moment at which a position voted or took its votes back last.
    mapping(uint256 tokenId => uint256) public lastVoted;

    /// @notice Emissions of one vote since the beginning, with the precision above.
    uint256 public index;

    /// @notice Index up to which a gauge is updated.
    mapping(address gauge => uint256) public indexOf;

    /// @notice Emissions that a gauge will get with the next distribution.
    mapping(address gauge => uint256) public claimable;

    /// @notice Emissions that belong to no gauge. They are added to the next ones.
    uint256 public unassigned;

    mapping(uint256 tokenId => address[]) private _choices;

    /// @dev Restricts a function to positions that did not vote in this epoch.
    modifier onlyOncePerEpoch(uint256 tokenId) {
        require(lastVoted[tokenId] < EpochMath.startOf(block.timestamp), "Voter: already voted in this epoch");
        _;
    }

    /// @dev Restricts a function to the owner of a position and whom the owner approved.
    modifier onlyAuthorized(uint256 tokenId) {
        require(escrow.isAuthorized(msg.sender, tokenId), "Voter: not authorized");
        _;
    }

    /**
     * @notice Sets what does not change.
     * @param escrow_ Positions that vote.
     * @param token_ Token that is emitted.
     * @param factory_ Contract that creates gauges.
     */
    constructor(IVotingEscrow escrow_, IERC20 token_, IGaugeFactory factory_) {
        escrow = escrow_;
        token = token_;
        factory = factory_;
    }

    // ------------------------------------------------------------------------------------------------ governance

    /**
     * @notice Names the minter. Can be called once.
     * @param minter_ Contract that mints the emissions.
     */
    function initialize(IMinter minter_) external onlyRole(GOVERNOR_ROLE) {
        require(address(minter) == address(0) && address(minter_) != address(0), "Voter: invalid minter");
        minter = minter_;
    }

    /**
     * @notice Decides about a token as a reward for votes.
     * @param token_ Token without fees on transfer.
     * @param allowed Whether it is allowed from now on.
     */
    function allowToken(address token_, bool allowed) external onlyRole(GOVERNOR_ROLE) {
        isAllowedToken[token_] = allowed;
        emit TokenAllowed(token_, allowed);
    }

    /**
     * @notice Creates the gauge of a token of liquidity.
     * @param stakeToken Token of the liquidity.
     * @return gauge The new gauge.
     */
    function createGauge(address stakeToken) external onlyRole(GOVERNOR_ROLE) returns (address gauge) {
        require(gaugeOf[stakeToken] == address(0), "Voter: gauge exists");
        address bribes;
        (gauge, bribes) = factory.create(stakeToken, address(token), address(escrow));
        gaugeOf[stakeToken] = gauge;
        bribesOf[gauge] = IBribeVault(bribes);
        isAlive[gauge] = true;
        indexOf[gauge] = index;
        gauges.push(gauge);
        emit GaugeCreated(gauge, stakeToken, bribes);
    }

    /**
     * @notice Stops a gauge. Votes for it stay, but what they earn belongs to no gauge: with the next update of the gauge
     * it is added to the emissions after that, which are shared by all votes again.
     * @param gauge Gauge to stop.
     */
    function stopGauge(address gauge) external onlyRole(GUARDIAN_ROLE) {
        require(isAlive[gauge], "Voter: gauge not alive");
        _updateGauge(gauge);
        isAlive[gauge] = false;
        unassigned += claimable[gauge];
        claimable[gauge] = 0;
        emit GaugeStatus(gauge, false);
    }

    /**
     * @notice Starts a gauge again.
     * @param gauge Gauge that was stopped.
     */
    function startGauge(address gauge) external onlyRole(GOVERNOR_ROLE) {
        require(address(bribesOf[gauge]) != address(0) && !isAlive[gauge], "Voter: gauge not stopped");
        _updateGauge(gauge);
        isAlive[gauge] = true;
        emit GaugeStatus(gauge, true);
    }

    // ------------------------------------------------------------------------------------------------ votes

    /**
     * @notice Votes with the present power of a position, instead of its votes until now.
     * @param tokenId Position; the caller may act for it.
     * @param choices Gauges to vote for.
     * @param shares Share of each gauge, relative to the others.
     */
    function vote(uint256 tokenId, address[] calldata choices, uint256[] calldata shares)
        external
        onlyAuthorized(tokenId)
        onlyOncePerEpoch(tokenId)
    {
        lastVoted[tokenId] = block.timestamp;
        _vote(tokenId, choices, shares, false);
    }

    /// @inheritdoc IVoter
    function voteFor(uint256 tokenId, address[] calldata choices, uint256[] calldata shares)
        external
        onlyRole(RELAY_ROLE)
        onlyOncePerEpoch(tokenId)
    {
        lastVoted[tokenId] = block.timestamp;
        _vote(tokenId, choices, shares, false);
    }

    /**
     * @notice Takes the votes of a position back.
     * @param tokenId Position; the caller may act for it.
     */
    function reset(uint256 tokenId) external onlyAuthorized(tokenId) onlyOncePerEpoch(tokenId) {
        lastVoted[tokenId] = block.timestamp;
        _reset(tokenId);
    }

    /**
     * @notice Repeats the votes of a position with its present power, also those for gauges that were stopped. Anybody may,
     * in any epoch.
     * @param tokenId Position with votes.
     */
    function poke(uint256 tokenId) external {
        address[] memory choices = _choices[tokenId];
        require(choices.length > 0, "Voter: no votes");
        uint256[] memory shares = new uint256[](choices.length);
        for (uint256 i = 0; i < choices.length; i++) {
            shares[i] = votesOf[tokenId][choices[i]];
        }
        if (escrow.powerOf(tokenId) == 0) {
            _reset(tokenId);
        } else {
            _vote(tokenId, choices, shares, true);
        }
    }

    // ------------------------------------------------------------------------------------------------ emissions

    /// @inheritdoc IVoter
    function notifyEmission(uint256 amount) external {
        require(msg.sender == address(minter), "Voter: caller is not the minter");
        token.safeTransferFrom(msg.sender, address(this), amount);
        uint256 shared = amount + unassigned;
        if (totalVotes == 0) {
            unassigned = shared;
        } else {
            unassigned = 0;
            index += shared * PRECISION / totalVotes;
        }
        emit EmissionReceived(amount, index);
    }

    /**
     * @notice Gives a gauge its emissions. Anybody may.
     * @param gauge Gauge that gets them.
     */
    function distribute(address gauge) public {
        minter.updateEpoch();
        _updateGauge(gauge);
        uint256 amount = claimable[gauge];
        if (amount <= IGauge(gauge).remaining() || amount < EpochMath.EPOCH) return;
        claimable[gauge] = 0;
        token.forceApprove(gauge, amount);
        IGauge(gauge).notifyReward(amount);
        emit Distributed(gauge, amount);
    }

    /// @notice Gives all gauges their emissions. Anybody may.
    function distributeAll() external {
        for (uint256 i = 0; i < gauges.length; i++) {
            distribute(gauges[i]);
        }
    }

    // ------------------------------------------------------------------------------------------------ views

    /// @inheritdoc IVoter
    function hasVoted(uint256 tokenId) external view returns (bool) {
        return _choices[tokenId].length > 0;
    }

    /**
     * @notice Returns the gauges that a position votes for.
     * @param tokenId Position to read.
     * @return The gauges.
     */
    function choicesOf(uint256 tokenId) external view returns (address[] memory) {
        return _choices[tokenId];
    }

    /**
     * @notice Returns the number of gauges.
     * @return The number.
     */
    function gaugeCount() external view returns (uint256) {
        return gauges.length;
    }

    /**
     * @notice Returns the emissions that a gauge would get with an update now.
     * @param gauge Gauge to read.
     * @return Its emissions, those of former updates included.
     */
    function owedTo(address gauge) public view returns (uint256) {
        if (!isAlive[gauge]) return claimable[gauge];
        return claimable[gauge] + votesFor[gauge] * (index - indexOf[gauge]) / PRECISION;
    }

    // ------------------------------------------------------------------------------------------------ internal

    /**
     * @dev Replaces the votes of a position.
     * @param tokenId Position that votes.
     * @param choices Gauges to vote for, each once. Those whose part is less than one get nothing.
     * @param shares Share of each gauge, relative to the others.
     * @param repeated Whether these are the votes that the position has. Others give nothing to gauges that were stopped.
     */
    function _vote(uint256 tokenId, address[] memory choices, uint256[] memory shares, bool repeated) private {
        require(choices.length == shares.length && choices.length <= MAX_CHOICES, "Voter: invalid ballot");
        _reset(tokenId);
        uint256 power = escrow.powerOf(tokenId);
        uint256 sum = 0;
        for (uint256 i = 0; i < choices.length; i++) {
            if (repeated || isAlive[choices[i]]) sum += shares[i];
        }
        for (uint256 i = 0; i < choices.length; i++) {
            address gauge = choices[i];
            if (!repeated && !isAlive[gauge]) continue;
            uint256 part = power * shares[i] / sum;
            if (part == 0) continue;
            require(votesOf[tokenId][gauge] == 0, "Voter: invalid ballot");
            _updateGauge(gauge); //~ BENIGN STATE_MOD new votes earn from here on
            votesOf[tokenId][gauge] = part;
            votesFor[gauge] += part;
            totalVotes += part;
            _choices[tokenId].push(gauge);
            bribesOf[gauge].deposit(tokenId, part);
            emit Voted(tokenId, gauge, part);
        }
    }

    /**
     * @dev Removes the votes of a position.
     * @param tokenId Position that voted.
     */
    function _reset(uint256 tokenId) private {
        address[] memory choices = _choices[tokenId];
        delete _choices[tokenId];
        for (uint256 i = 0; i < choices.length; i++) {
            address gauge = choices[i];
            uint256 part = votesOf[tokenId][gauge];
            _updateGauge(gauge);
            delete votesOf[tokenId][gauge];
            votesFor[gauge] -= part;
            totalVotes -= part;
            bribesOf[gauge].withdraw(tokenId, part);
            emit VotesRemoved(tokenId, gauge, part);
        }
    }

    /**
     * @dev Credits a gauge with what its votes earned since its last update.
     * @param gauge Gauge to update.
     */
    function _updateGauge(address gauge) private {
        uint256 share = votesFor[gauge] * (index - indexOf[gauge]) / PRECISION;
        indexOf[gauge] = index;
        if (isAlive[gauge]) {
            claimable[gauge] += share;
        } else {
            unassigned += share;
        }
    }
}
