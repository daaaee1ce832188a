// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";
import {Checkpoints} from "@openzeppelin/contracts@5.4.0/utils/structs/Checkpoints.sol";

import {IBribeVault} from "../interfaces/IBribeVault.sol";
import {IVoter} from "../interfaces/IVoter.sol";
import {IVotingEscrow} from "../interfaces/IVotingEscrow.sol";
import {EpochMath} from "../libraries/EpochMath.sol";

/**
 * @title BribeVault
 * @notice Rewards that anybody offers for the votes for one gauge. The rewards of an epoch are shared by the votes at its
 * end, and can be claimed from then on.
 * @dev Votes are kept by epoch: the last change in an epoch counts for the whole of it, and for all epochs after it until
 * the next change.
 */
contract BribeVault is IBribeVault {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;
    using Checkpoints for Checkpoints.Trace208;

    /// @notice Most tokens that can be rewards of one vault, so that their list can be shown and claimed as a whole.
    uint256 public constant MAX_TOKENS = 12;

    /// @notice Most epochs over which rewards can be spread.
    uint256 public constant MAX_SPREAD = 8;

    /// @notice Contract that counts the votes.
    IVoter public immutable voter;

    /// @notice Positions that vote.
    IVotingEscrow public immutable escrow;

    /// @notice Tokens that were used as rewards, in the order of their first use.
    address[] public tokens;

    /// @notice Whether a token is in the list.
    mapping(address token => bool) public isListed;

    /// @notice Rewards of an epoch.
    mapping(address token => mapping(uint256 epoch => uint256)) public rewardsOf;

    /// @notice First epoch that a position has not claimed yet; zero if it never claimed.
    mapping(address token => mapping(uint256 tokenId => uint256)) public cursorOf;

    mapping(uint256 tokenId => Checkpoints.Trace208) private _votes;
    Checkpoints.Trace208 private _totalVotes;

    /// @dev Restricts a function to the voter.
    modifier onlyVoter() {
        require(msg.sender == address(voter), "BribeVault: caller is not the voter");
        _;
    }

    /**
     * @notice Sets what does not change.
     * @param voter_ Contract that counts the votes.
     * @param escrow_ Positions that vote.
     */
    constructor(IVoter voter_, IVotingEscrow escrow_) {
        voter = voter_;
        escrow = escrow_;
    }

    // ------------------------------------------------------------------------------------------------ votes

    /// @inheritdoc IBribeVault
    function deposit(uint256 tokenId, uint256 power) external onlyVoter { //~ DECOY ACCESS_CTRL nothing is paid for the votes, and only the voter calls
        _change(tokenId, votesOf(tokenId) + power, totalVotes() + power);
    }

    /// @inheritdoc IBribeVault
    function withdraw(uint256 tokenId, uint256 power) external onlyVoter {
        _change(tokenId, votesOf(tokenId) - power, totalVotes() - power);
    }

    // ------------------------------------------------------------------------------------------------ rewards

    /**
     * @notice Adds rewards, in equal parts for the present epoch and those after it.
     * @param token Token that the rewards are paid in.
     * @param amount Amount that the caller pays.
     * @param epochs Number of epochs.
     */
    function addReward(address token, uint256 amount, uint256 epochs) external {
        require(epochs > 0 && epochs <= MAX_SPREAD, "BribeVault: invalid number of epochs");
        uint256 part = amount / epochs;
        require(part > 0, "BribeVault: no rewards");
        require(voter.isAllowedToken(token), "BribeVault: token not allowed"); //~ BENIGN INPUT_VAL the list has few places
        if (!isListed[token]) {
            require(tokens.length < MAX_TOKENS, "BribeVault: too many tokens");
            isListed[token] = true;
            tokens.push(token);
        }
        uint256 epoch = EpochMath.startOf(block.timestamp);
        for (uint256 i = 0; i < epochs; i++) {
            rewardsOf[token][epoch + i * EpochMath.EPOCH] += part;
        }
        IERC20(token).safeTransferFrom(msg.sender, address(this), part * epochs);
        emit RewardAdded(msg.sender, token, part * epochs, epochs);
    }

    /**
     * @notice Pays rewards of a position to its owner.
     * @param tokenId Position; the caller may act for it.
     * @param list Tokens to pay.
     * @return amounts Amount of each token.
     */
    function claim(uint256 tokenId, address[] calldata list) external returns (uint256[] memory amounts) {
        require(escrow.isAuthorized(msg.sender, tokenId), "BribeVault: not authorized");
        address owner = escrow.ownerOf(tokenId);
        uint256 until = EpochMath.startOf(block.timestamp);
        amounts = new uint256[](list.length);
        for (uint256 i = 0; i < list.length; i++) {
            amounts[i] = earned(list[i], tokenId);
            cursorOf[list[i]][tokenId] = until; //~ BENIGN STATE_MOD written before the next token is read
        }
        for (uint256 i = 0; i < list.length; i++) {
            if (amounts[i] == 0) continue;
            IERC20(list[i]).safeTransfer(owner, amounts[i]);
            emit RewardPaid(tokenId, list[i], owner, amounts[i]);
        }
    }

    // ------------------------------------------------------------------------------------------------ views

    /// @inheritdoc IBribeVault
    function earned(address token, uint256 tokenId) public view returns (uint256 amount) {
        Checkpoints.Trace208 storage votes = _votes[tokenId];
        if (votes.length() == 0) return 0;
        uint256 epoch = cursorOf[token][tokenId];
        uint256 first = votes.at(0)._key;
        if (epoch < first) epoch = first;
        uint256 until = EpochMath.startOf(block.timestamp);
        for (; epoch < until; epoch += EpochMath.EPOCH) {
            uint256 rewards = rewardsOf[token][epoch];
            if (rewards == 0) continue;
            uint256 total = _totalVotes.upperLookupRecent(uint48(epoch));
            if (total == 0) continue;
            amount += rewards * votes.upperLookupRecent(uint48(epoch)) / total;
        }
    }

    /**
     * @notice Returns the present votes of a position.
     * @param tokenId Position to read.
     * @return Its votes for the gauge.
     */
    function votesOf(uint256 tokenId) public view returns (uint256) {
        return _votes[tokenId].latest();
    }

    /**
     * @notice Returns the present votes for the gauge.
     * @return Votes of all positions.
     */
    function totalVotes() public view returns (uint256) {
        return _totalVotes.latest();
    }

    /**
     * @notice Returns all tokens that were used as rewards.
     * @return The tokens.
     */
    function allTokens() external view returns (address[] memory) {
        return tokens;
    }

    // ------------------------------------------------------------------------------------------------ internal

    /**
     * @dev Writes the votes of the present epoch.
     * @param tokenId Position whose votes change.
     * @param votes Its votes from now on.
     * @param total Votes of all positions from now on.
     */
    function _change(uint256 tokenId, uint256 votes, uint256 total) private {
        uint48 epoch = uint48(EpochMath.startOf(block.timestamp));
        _votes[tokenId].push(epoch, votes.toUint208());
        _totalVotes.push(epoch, total.toUint208());
        emit VotesChanged(tokenId, votes, total);
    }
}
