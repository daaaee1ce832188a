// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/**
 * @title VoteEscrow
 * @notice Holds the voting tokens of members. Only free balances can be withdrawn.
 */
abstract contract VoteEscrow {
    using SafeERC20 for IERC20;

    /// @notice The voting token.
    IERC20 public immutable votingToken;

    /// @notice All tokens in escrow, free or not.
    uint256 public totalEscrowed;

    /// @notice The tokens of a member that are neither delegated nor waiting for their release.
    mapping(address member => uint256) public freeBalance;

    /**
     * @notice Tokens were deposited.
     * @param from The account that paid.
     * @param member The member.
     * @param amount The amount.
     */
    event Deposited(address indexed from, address indexed member, uint256 amount);

    /**
     * @notice Tokens were withdrawn.
     * @param member The member.
     * @param recipient The account that received them.
     * @param amount The amount.
     */
    event Withdrawn(address indexed member, address indexed recipient, uint256 amount);

    /**
     * @notice Sets the voting token.
     * @param votingToken_ The voting token.
     */
    constructor(IERC20 votingToken_) {
        require(address(votingToken_) != address(0), "VoteEscrow: zero token");
        votingToken = votingToken_;
    }

    /**
     * @notice Deposits tokens of the caller.
     * @param member The member who owns them from now on.
     * @param amount The amount.
     */
    function deposit(address member, uint256 amount) external {
        _deposit(member, amount);
    }

    /**
     * @notice Deposits tokens of the caller for the caller, with a permit for them.
     * @dev A permit that somebody else has already handed in is no obstacle: the allowance decides.
     * @param amount The amount, which is also what the permit is for.
     * @param deadline The end of the permit.
     * @param v Part of the signature.
     * @param r Part of the signature.
     * @param s Part of the signature.
     */
    function depositWithPermit(uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        try IERC20Permit(address(votingToken)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {}
        _deposit(msg.sender, amount);
    }

    /**
     * @notice Withdraws free tokens of the caller.
     * @param recipient The account that receives them.
     * @param amount The amount.
     */
    function withdraw(address recipient, uint256 amount) external {
        _takeFree(msg.sender, amount);
        totalEscrowed -= amount;
        emit Withdrawn(msg.sender, recipient, amount);
        votingToken.safeTransfer(recipient, amount);
    }

    /**
     * @dev Takes tokens of the caller into escrow.
     * @param member The member who owns them from now on.
     * @param amount The amount.
     */
    function _deposit(address member, uint256 amount) private {
        require(member != address(0), "VoteEscrow: zero member");
        require(amount > 0, "VoteEscrow: zero amount");
        freeBalance[member] += amount;
        totalEscrowed += amount;
        emit Deposited(msg.sender, member, amount);
        votingToken.safeTransferFrom(msg.sender, address(this), amount);
    }

    /**
     * @dev Takes an amount out of a free balance.
     * @param member The member.
     * @param amount The amount.
     */
    function _takeFree(address member, uint256 amount) internal {
        uint256 free = freeBalance[member];
        require(amount > 0 && amount <= free, "VoteEscrow: amount exceeds free balance");
        freeBalance[member] = free - amount;
    }
}
