// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {IValidatorRegistry} from "./context/IValidatorRegistry.sol";

/// @title BridgeInbox
/// @notice Pays out on this chain what was paid into the outbox of another chain. One message pays any number of
///         recipients in one token and carries a memo for their books.
/// @dev Validators sign each message once the payment into the outbox is final.
contract BridgeInbox is AccessControl, Pausable {
    using SafeERC20 for IERC20;

    /// @notice A payment as the outbox has recorded it.
    /// @param sourceChain The chain of the outbox.
    /// @param nonce The number that the outbox gave the message.
    /// @param token The token on this chain.
    /// @param recipients Who is paid.
    /// @param amounts What each recipient is paid.
    /// @param memo Any bytes of the sender, for the log.
    struct Message {
        uint64 sourceChain;
        uint64 nonce;
        address token;
        address[] recipients;
        uint256[] amounts;
        bytes memo;
    }

    /// @notice The role that sets limits.
    bytes32 public constant LIMITS_ROLE = keccak256("LIMITS_ROLE");

    /// @notice The role that stops and resumes deliveries.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice Who attests messages.
    IValidatorRegistry public immutable registry;

    /// @notice What one message may pay at most, by token; zero for tokens that are not supported.
    mapping(address token => uint256) public limitOf;

    /// @notice The messages that were delivered, by source chain and nonce.
    mapping(uint64 sourceChain => mapping(uint64 nonce => bool)) public isDelivered;

    /// @notice A limit was set.
    event LimitSet(address indexed token, uint256 limit);

    /// @notice A message was delivered.
    event Delivered(uint64 indexed sourceChain, uint64 indexed nonce, address token, uint256 total, bytes memo);

    /// @notice Sets up the roles.
    /// @param admin_ Who grants all roles, and has them at first.
    /// @param registry_ Who attests messages.
    constructor(address admin_, IValidatorRegistry registry_) {
        registry = registry_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin_);
        _grantRole(LIMITS_ROLE, admin_);
        _grantRole(PAUSER_ROLE, admin_);
    }

    /// @notice Sets what one message may pay in a token.
    /// @param token The token.
    /// @param limit The most, zero to support the token no longer.
    function setLimit(address token, uint256 limit) external onlyRole(LIMITS_ROLE) { //~ BENIGN ACCESS_CTRL
        limitOf[token] = limit;
        emit LimitSet(token, limit);
    }

    /// @notice Stops deliveries.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Resumes deliveries.
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /// @notice Pays what a message says. Anyone may bring it.
    /// @param message The message.
    /// @param signatures The validators' signatures of its digest.
    function deliver(Message calldata message, bytes[] calldata signatures) external whenNotPaused { //~ BENIGN CTRL_FLOW
        require(message.recipients.length == message.amounts.length, "BridgeInbox: lengths differ"); //~ BENIGN INPUT_VAL
        require(!isDelivered[message.sourceChain][message.nonce], "BridgeInbox: already delivered"); //~ BENIGN INPUT_VAL
        isDelivered[message.sourceChain][message.nonce] = true; //~ BENIGN STATE_MOD before tokens are called
        registry.requireAttested(digestOf(message), signatures); //~ BENIGN SIGNATURE

        uint256 total = _total(message.amounts);
        require(total <= limitOf[message.token], "BridgeInbox: above limit"); //~ BENIGN INPUT_VAL
        IERC20 token = IERC20(message.token);
        for (uint256 i = 0; i < message.recipients.length; i++) {
            token.safeTransfer(message.recipients[i], message.amounts[i]); //~ BENIGN FUND_XFER
        }
        emit Delivered(message.sourceChain, message.nonce, message.token, total, message.memo);
    }

    /// @notice What validators sign.
    /// @param message The message.
    /// @return The digest of the message, for this inbox on this chain.
    function digestOf(Message calldata message) public view returns (bytes32) {
        return
            keccak256(
                abi.encode( //~ BENIGN SIGNATURE
                    block.chainid, //~ BENIGN SIGNATURE
                    address(this),
                    message.sourceChain,
                    message.nonce,
                    message.token,
                    message.recipients, //~ BENIGN SIGNATURE
                    message.amounts,
                    message.memo
                )
            );
    }

    /// @dev Adds up amounts.
    /// @param amounts The amounts.
    /// @return total Their sum.
    function _total(uint256[] calldata amounts) private pure returns (uint256 total) {
        for (uint256 i = 0; i < amounts.length; i++) {
            total += amounts[i]; //~ BENIGN ARITHMETIC checked
        }
    }
}
