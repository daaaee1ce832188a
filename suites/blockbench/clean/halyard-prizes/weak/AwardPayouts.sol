// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import {IAwardPayouts} from "./context/IAwardPayouts.sol";

/**
 * @title AwardPayouts
 * @notice Pays the awards of a grant program. Two approvers sign what a recipient is awarded in a round, and anybody
 *         may submit the award. A recipient can direct its awards to another account by signature.
 */
contract AwardPayouts is IAwardPayouts, AccessControl, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice The role that signs and cancels awards.
    bytes32 public constant APPROVER_ROLE = keccak256("APPROVER_ROLE");

    /// @notice The role that takes back what is not awarded.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");

    /// @notice The number of approvers that an award needs.
    uint256 public constant REQUIRED_APPROVALS = 2;

    /// @notice The typed data of an award.
    bytes32 public constant AWARD_TYPEHASH =
        keccak256("Award(uint256 roundId,address recipient,uint256 amount,uint256 deadline)");

    /// @notice The typed data of a change of payee.
    bytes32 public constant PAYEE_TYPEHASH =
        keccak256("Payee(address recipient,address payee,uint256 nonce,uint256 deadline)");

    /// @notice The token that awards are paid in.
    IERC20 public immutable token;

    /// @notice Where the awards of a recipient go, if not to itself.
    mapping(address => address) public payeeOf;

    /// @notice The nonce of the next change of payee by signature.
    mapping(address => uint256) public payeeNonce;

    /// @notice Whether an award was paid or cancelled, by round and recipient.
    mapping(uint256 => mapping(address => bool)) public settled;

    /**
     * @notice Sets token and roles. The deployer becomes administrator and treasurer.
     * @param token_ The token that awards are paid in.
     * @param approvers_ The first approvers.
     */
    constructor(IERC20 token_, address[] memory approvers_) EIP712("AwardPayouts", "1") {
        require(address(token_) != address(0), "AwardPayouts: no token");
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(TREASURER_ROLE, msg.sender);
        for (uint256 i = 0; i < approvers_.length; i++) {
            _grantRole(APPROVER_ROLE, approvers_[i]);
        }
    }

    /// @inheritdoc IAwardPayouts
    function payAward(Award calldata award, bytes[] calldata signatures) external override {
        require(block.timestamp <= award.deadline, "AwardPayouts: expired");
        require(!settled[award.roundId][award.recipient], "AwardPayouts: settled");
        _requireApprovals(hashAward(award), signatures);

        address payee = payeeOf[award.recipient];
        if (payee == address(0)) {
            payee = award.recipient;
        }
        emit AwardPaid(award.roundId, award.recipient, payee, award.amount);
        token.safeTransfer(payee, award.amount);
    }

    /// @inheritdoc IAwardPayouts
    function cancelAward(uint256 roundId, address recipient) external override onlyRole(APPROVER_ROLE) {
        require(!settled[roundId][recipient], "AwardPayouts: settled");
        settled[roundId][recipient] = true;
        emit AwardCancelled(roundId, recipient, msg.sender);
    }

    /// @inheritdoc IAwardPayouts
    function setPayee(address payee) external override {
        payeeNonce[msg.sender]++;
        _setPayee(msg.sender, payee);
    }

    /// @inheritdoc IAwardPayouts
    function setPayeeBySig(
        address recipient,
        address payee,
        uint256 deadline,
        bytes calldata signature
    ) external override {
        require(block.timestamp <= deadline, "AwardPayouts: expired");
        bytes32 digest = hashPayee(recipient, payee, payeeNonce[recipient]++, deadline);
        require(ECDSA.recover(digest, signature) == recipient, "AwardPayouts: not signed by recipient");
        _setPayee(recipient, payee);
    }

    /**
     * @notice Takes back tokens that are not awarded.
     * @param to The account that receives them.
     * @param amount The amount.
     */
    function recoverFunds(address to, uint256 amount) external onlyRole(TREASURER_ROLE) {
        emit FundsRecovered(to, amount);
        token.safeTransfer(to, amount);
    }

    /**
     * @notice The digest that approvers sign.
     * @param award The award.
     * @return The digest, for this contract and chain.
     */
    function hashAward(Award calldata award) public view returns (bytes32) {
        return
            _hashTypedDataV4(
                keccak256(abi.encode(AWARD_TYPEHASH, award.roundId, award.recipient, award.amount, award.deadline))
            );
    }

    /**
     * @notice The digest that a recipient signs.
     * @param recipient The recipient.
     * @param payee The new payee.
     * @param nonce The nonce.
     * @param deadline The last time at which the signature can be used.
     * @return The digest, for this contract and chain.
     */
    function hashPayee(
        address recipient,
        address payee,
        uint256 nonce,
        uint256 deadline
    ) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(PAYEE_TYPEHASH, recipient, payee, nonce, deadline)));
    }

    /**
     * @dev Changes a payee.
     * @param recipient The recipient.
     * @param payee The new payee.
     */
    function _setPayee(address recipient, address payee) internal {
        payeeOf[recipient] = payee;
        emit PayeeChanged(recipient, payee);
    }

    /**
     * @dev Requires the signatures of different approvers.
     * @param digest What they have signed.
     * @param signatures The signatures, in the order of the approvers' addresses.
     */
    function _requireApprovals(bytes32 digest, bytes[] calldata signatures) internal view {
        require(signatures.length == REQUIRED_APPROVALS, "AwardPayouts: wrong number of signatures");
        address last = address(0);
        for (uint256 i = 0; i < signatures.length; i++) {
            address signer = ECDSA.recover(digest, signatures[i]);
            require(signer > last, "AwardPayouts: signers out of order");
            require(hasRole(APPROVER_ROLE, signer), "AwardPayouts: not an approver");
            last = signer;
        }
    }
}
