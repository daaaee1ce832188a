// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {IMessageRecipient} from "./IMessageRecipient.sol";
import {Outbox} from "./Outbox.sol";

/// @title TokenBridge
/// @notice Holds the tokens that circulate on the remote domain, and releases them on its instruction.
contract TokenBridge is IMessageRecipient, AccessControl, Pausable {
    using SafeERC20 for IERC20;

    /// @notice The role that stops deposits and lets them go on.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice The contract that delivers messages of the remote domain.
    address public immutable replica;

    /// @notice The outbox of this domain.
    Outbox public immutable outbox;

    /// @notice The remote domain.
    uint32 public immutable remoteDomain;

    /// @notice The bridge there.
    address public immutable remoteBridge;

    /// @notice The least deposit of each token; zero for a token that is not bridged.
    mapping(address token => uint256) public minimumOf;

    /// @notice What is held of each token.
    mapping(address token => uint256) public lockedOf;

    /// @notice A token is bridged from now on, or is not.
    /// @param token The token.
    /// @param minimum Its least deposit.
    event TokenSet(address indexed token, uint256 minimum);

    /// @notice Tokens have left this domain.
    /// @param token The token.
    /// @param from Who gave them.
    /// @param to Who gets them there.
    /// @param amount How many.
    event Locked(address indexed token, address indexed from, address indexed to, uint256 amount);

    /// @notice Tokens have come back.
    /// @param token The token.
    /// @param to Who gets them.
    /// @param amount How many.
    event Released(address indexed token, address indexed to, uint256 amount);

    /// @notice Connects the bridge.
    /// @param admin_ Who grants the roles and sets the tokens.
    /// @param replica_ The contract that delivers messages of the remote domain.
    /// @param outbox_ The outbox of this domain.
    /// @param remoteDomain_ The remote domain.
    /// @param remoteBridge_ The bridge there.
    constructor(address admin_, address replica_, Outbox outbox_, uint32 remoteDomain_, address remoteBridge_) {
        require(admin_ != address(0) && replica_ != address(0), "TokenBridge: zero address");
        (replica, outbox, remoteDomain, remoteBridge) = (replica_, outbox_, remoteDomain_, remoteBridge_);
        _grantRole(DEFAULT_ADMIN_ROLE, admin_);
        _grantRole(PAUSER_ROLE, admin_);
    }

    /// @notice Begins or ends the bridging of a token; what is locked can always come back.
    /// @param token The token.
    /// @param minimum Its least deposit, or zero.
    function setToken(address token, uint256 minimum) external onlyRole(DEFAULT_ADMIN_ROLE) {
        minimumOf[token] = minimum;
        emit TokenSet(token, minimum);
    }

    /// @notice Stops deposits.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets deposits go on.
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /// @notice Locks tokens here, for an account of the remote domain.
    /// @param token The token.
    /// @param to Who gets them there.
    /// @param amount How many.
    function lock(address token, address to, uint256 amount) external whenNotPaused {
        require(minimumOf[token] != 0 && amount >= minimumOf[token], "TokenBridge: too little");
        require(to != address(0), "TokenBridge: zero address");
        lockedOf[token] += amount;
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        outbox.dispatch(remoteDomain, remoteBridge, abi.encode(token, to, amount));
        emit Locked(token, msg.sender, to, amount);
    }

    /// @inheritdoc IMessageRecipient
    function handle(uint32 origin, bytes32 sender, bytes calldata body) external {
        require(msg.sender == replica, "TokenBridge: not the replica");
        require(origin == remoteDomain, "TokenBridge: wrong domain");
        require(sender == bytes32(uint256(uint160(remoteBridge))), "TokenBridge: wrong sender");
        (address token, address to, uint256 amount) = abi.decode(body, (address, address, uint256));
        lockedOf[token] -= amount;
        IERC20(token).safeTransfer(to, amount);
        emit Released(token, to, amount);
    }
}
