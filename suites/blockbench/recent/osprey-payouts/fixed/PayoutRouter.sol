// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Burn, BurnMessage} from "./context/BurnMessage.sol";
import {DailyLimit} from "./context/DailyLimit.sol";
import {FeeSchedule} from "./context/FeeSchedule.sol";
import {IMessageTransmitter, Message} from "./context/IMessageTransmitter.sol";
import {PartnerLedger} from "./context/PartnerLedger.sol";

/**
 * @title PayoutRouter
 * @notice Dollars that were burned on another chain are minted to this contract and passed on to their beneficiary, less a
 * fee. Liquidity partners keep dollars here and may pay a beneficiary in advance; what the burn brings is then theirs.
 */
contract PayoutRouter is AccessControl, Initializable, Pausable, ReentrancyGuard, DailyLimit, FeeSchedule, PartnerLedger {
    using SafeERC20 for IERC20;
    using BurnMessage for Message;

    /// @notice The role that sets source chains, fees and limits.
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /// @notice The role that pauses the router.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice The role that collects fees.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");

    /**
     * @notice What a partner has paid in advance.
     * @param partner The partner.
     * @param fee The fee on the message when it was paid.
     */
    struct Advance {
        address partner;
        uint256 fee;
    }

    /// @notice The token that is minted and paid.
    IERC20 public immutable dollar;

    /// @notice The contract that delivers messages.
    IMessageTransmitter public immutable transmitter;

    /// @notice The token that is burned on a source chain, or zero where the chain is not supported.
    mapping(uint32 sourceDomain => bytes32 token) public sourceToken;

    /// @notice What was paid in advance for a message.
    mapping(bytes32 messageId => Advance) public advances;

    /// @notice Whether a message is completed.
    mapping(bytes32 messageId => bool) public isCompleted;

    /// @notice Whether a delegate may pay in advance from the balance of a partner.
    mapping(address partner => mapping(address delegate => bool)) public isDelegate;

    /// @notice The most that is paid in advance for one message.
    uint256 public advanceLimit;

    /// @notice Fees that were not collected yet.
    uint256 public accruedFees;

    /**
     * @notice A source chain was set.
     * @param sourceDomain The chain.
     * @param token The token that is burned there.
     */
    event SourceSet(uint32 indexed sourceDomain, bytes32 token);

    /**
     * @notice The limit of advances was set.
     * @param limit The limit.
     */
    event AdvanceLimitSet(uint256 limit);

    /**
     * @notice A delegate was allowed or dismissed.
     * @param partner The partner.
     * @param delegate The delegate.
     * @param allowed Whether it may pay from the balance of the partner.
     */
    event DelegateSet(address indexed partner, address indexed delegate, bool allowed);

    /**
     * @notice Fees were collected.
     * @param to The receiver.
     * @param amount The amount.
     */
    event FeesCollected(address indexed to, uint256 amount);

    /**
     * @notice A partner has paid in advance.
     * @param messageId The message.
     * @param partner The partner.
     * @param amount The amount.
     */
    event Advanced(bytes32 indexed messageId, address indexed partner, uint256 amount);

    /**
     * @notice A message is completed.
     * @param messageId The message.
     * @param receiver The beneficiary, or the partner that has paid the beneficiary.
     * @param amount The amount.
     * @param relayer The account that delivered the message.
     */
    event Completed(bytes32 indexed messageId, address indexed receiver, uint256 amount, address relayer);

    /**
     * @notice Sets token, transmitter and administrator.
     * @param dollar_ The token.
     * @param transmitter_ The contract that delivers messages.
     * @param admin The account that grants roles.
     */
    constructor(IERC20 dollar_, IMessageTransmitter transmitter_, address admin) {
        require(address(dollar_) != address(0) && admin != address(0), "PayoutRouter: zero address"); //~ BENIGN INIT
        dollar = dollar_;
        transmitter = transmitter_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Grants the other roles and sets the limit of advances.
     * @param operator The account that sets source chains, fees and limits.
     * @param guardian The account that pauses the router.
     * @param treasurer The account that collects fees.
     * @param limit The most that is paid in advance for one message.
     */
    function initialize(
        address operator,
        address guardian,
        address treasurer,
        uint256 limit
    ) external onlyRole(DEFAULT_ADMIN_ROLE) initializer { //~ BENIGN INIT once, and by the administrator
        _grantRole(OPERATOR_ROLE, operator);
        _grantRole(GUARDIAN_ROLE, guardian);
        _grantRole(TREASURER_ROLE, treasurer);
        _setAdvanceLimit(limit);
    }

    /**
     * @notice Sets the token of a source chain.
     * @param sourceDomain The chain.
     * @param token The token that is burned there, or zero to support the chain no more.
     */
    function setSource(uint32 sourceDomain, bytes32 token) external onlyRole(OPERATOR_ROLE) {
        sourceToken[sourceDomain] = token;
        emit SourceSet(sourceDomain, token);
    }

    /**
     * @notice Sets the fee of a source chain.
     * @param sourceDomain The chain.
     * @param bps The fee in basis points.
     */
    function setFeeBps(uint32 sourceDomain, uint16 bps) external onlyRole(OPERATOR_ROLE) {
        _setFeeBps(sourceDomain, bps);
    }

    /**
     * @notice Sets the limit of advances.
     * @param limit The most that is paid in advance for one message.
     */
    function setAdvanceLimit(uint256 limit) external onlyRole(OPERATOR_ROLE) {
        _setAdvanceLimit(limit);
    }

    /// @notice Stops deposits, advances and completions.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /**
     * @notice Collects the fees.
     * @param to The receiver.
     * @return amount The amount.
     */
    function collectFees(address to) external nonReentrant onlyRole(TREASURER_ROLE) returns (uint256 amount) {
        amount = accruedFees;
        accruedFees = 0; //~ BENIGN STATE_MOD
        emit FeesCollected(to, amount);
        dollar.safeTransfer(to, amount);
    }

    /**
     * @notice Sends on another token that was transferred by mistake.
     * @param token The token.
     * @param to The receiver.
     */
    function recoverToken(IERC20 token, address to) external onlyRole(TREASURER_ROLE) {
        require(token != dollar, "PayoutRouter: not recoverable"); //~ BENIGN INPUT_VAL
        token.safeTransfer(to, token.balanceOf(address(this)));
    }

    /**
     * @notice Adds to the balance of the caller as a partner.
     * @param amount The amount.
     */
    function deposit(uint256 amount) external nonReentrant whenNotPaused {
        _credit(msg.sender, amount);
        dollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Takes from the balance of the caller as a partner.
     * @param amount The amount.
     * @param to The receiver.
     */
    function withdraw(uint256 amount, address to) external nonReentrant {
        _debit(msg.sender, amount); //~ BENIGN ARITHMETIC a partner withdraws its own dollars only
        dollar.safeTransfer(to, amount);
    }

    /**
     * @notice Lets a delegate pay in advance from the balance of the caller, or no longer.
     * @param delegate The delegate.
     * @param allowed Whether it may.
     */
    function setDelegate(address delegate, bool allowed) external {
        isDelegate[msg.sender][delegate] = allowed;
        emit DelegateSet(msg.sender, delegate, allowed);
    }

    /**
     * @notice Sets what all delegates of the caller may use in a day.
     * @param limit The limit.
     */
    function setDailyLimit(uint256 limit) external {
        _setDailyLimit(msg.sender, limit);
    }

    /**
     * @notice Pays the beneficiary of a message that is still on its way, at the risk of the calling partner.
     * @param message The message.
     * @return amount The amount.
     */
    function advance(Message calldata message) external nonReentrant whenNotPaused returns (uint256 amount) {
        return _advance(message, msg.sender);
    }

    /**
     * @notice Pays the beneficiary of a message that is still on its way, at the risk of a partner.
     * @param message The message.
     * @param partner The partner, whose delegate the caller is.
     * @return amount The amount.
     */
    function advanceFor(
        Message calldata message,
        address partner
    ) external nonReentrant whenNotPaused returns (uint256 amount) {
        require(isDelegate[partner][msg.sender], "PayoutRouter: not a delegate"); //~ BENIGN ACCESS_CTRL
        amount = _advance(message, partner);
        _useDailyLimit(partner, amount);
    }

    /**
     * @notice Delivers an attested message. The caller gets the tip.
     * @param message The message.
     * @param attestation The signature of the attesters.
     * @return amount What the beneficiary or its partner gets.
     */
    function complete(
        Message calldata message,
        bytes calldata attestation
    ) external nonReentrant whenNotPaused returns (uint256 amount) {
        return _complete(message, attestation);
    }

    /**
     * @notice Delivers several attested messages.
     * @param messages The messages.
     * @param attestations Their attestations.
     * @return total What all beneficiaries or their partners get.
     */
    function completeBatch(
        Message[] calldata messages,
        bytes[] calldata attestations
    ) external nonReentrant whenNotPaused returns (uint256 total) {
        require(messages.length == attestations.length, "PayoutRouter: lengths differ"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < messages.length; ++i) {
            total += _complete(messages[i], attestations[i]);
        }
    }

    /**
     * @notice What a beneficiary gets of an amount.
     * @param sourceDomain The source chain.
     * @param amount The amount that is burned.
     * @param relayerTip What the relayer gets of it.
     * @return payout The rest without the fee.
     */
    function quote(uint32 sourceDomain, uint256 amount, uint256 relayerTip) external view returns (uint256 payout) {
        return amount - relayerTip - _feeOn(sourceDomain, amount);
    }

    /**
     * @notice The identifier of a message.
     * @param message The message.
     * @return messageId The identifier.
     */
    function idOf(Message calldata message) external pure returns (bytes32 messageId) {
        return message.id();
    }

    /**
     * @dev Pays the beneficiary of a message from the balance of a partner.
     * @param message The message.
     * @param partner The partner.
     * @return amount The amount.
     */
    function _advance(Message calldata message, address partner) internal returns (uint256 amount) {
        bytes32 messageId = message.id();
        require(!isCompleted[messageId], "PayoutRouter: completed"); //~ BENIGN CTRL_FLOW
        require(advances[messageId].partner == address(0), "PayoutRouter: advanced"); //~ BENIGN CTRL_FLOW
        Burn memory burn = _readBurn(message);
        uint256 fee = _feeOn(message.sourceDomain, burn.amount);
        amount = burn.amount - burn.relayerTip - fee;
        require(amount <= advanceLimit, "PayoutRouter: above the limit"); //~ BENIGN INPUT_VAL
        advances[messageId] = Advance(partner, fee); //~ BENIGN STATE_MOD
        _debit(partner, amount); //~ BENIGN FUND_XFER from the balance of the partner that takes the risk
        dollar.safeTransfer(burn.beneficiary, amount);
        emit Advanced(messageId, partner, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Delivers a message and pays what it brings.
     * @param message The message.
     * @param attestation The signature of the attesters.
     * @return amount What the beneficiary or its partner gets.
     */
    function _complete(Message calldata message, bytes calldata attestation) internal returns (uint256 amount) {
        Burn memory burn = _readBurn(message); //~ BENIGN INPUT_VAL the amount is what the body says, and compared below
        bytes32 messageId = message.id();
        isCompleted[messageId] = true;
        uint256 balanceBefore = dollar.balanceOf(address(this));
        require(transmitter.receiveMessage(message, attestation), "PayoutRouter: not accepted"); //~ BENIGN EXT_CALL every function that moves dollars is closed meanwhile
        require(dollar.balanceOf(address(this)) >= balanceBefore + burn.amount, "PayoutRouter: not received"); //~ BENIGN INPUT_VAL what is paid out has come in

        Advance memory paid = advances[messageId];
        bool advanced = paid.partner != address(0);
        uint256 fee = advanced ? paid.fee : _feeOn(message.sourceDomain, burn.amount);
        accruedFees += fee;
        amount = burn.amount - burn.relayerTip - fee;
        if (advanced) {
            _credit(paid.partner, amount);
        } else {
            dollar.safeTransfer(burn.beneficiary, amount); //~ BENIGN FUND_XFER
        }
        dollar.safeTransfer(msg.sender, burn.relayerTip);
        emit Completed(messageId, advanced ? paid.partner : burn.beneficiary, amount, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Reads a burn of a supported chain to this contract.
     * @param message The message.
     * @return burn What its body says.
     */
    function _readBurn(Message calldata message) internal view returns (Burn memory burn) {
        require(message.destinationCaller == address(this), "PayoutRouter: other caller"); //~ BENIGN INPUT_VAL nobody else can have it received
        bytes32 token = sourceToken[message.sourceDomain];
        require(token != bytes32(0), "PayoutRouter: unsupported source"); //~ BENIGN INPUT_VAL
        burn = message.decode();
        require(burn.burnToken == token, "PayoutRouter: other token"); //~ BENIGN INPUT_VAL
        require(burn.mintRecipient == address(this), "PayoutRouter: other recipient"); //~ BENIGN INPUT_VAL
    }

    /**
     * @dev Sets the limit of advances.
     * @param limit The most that is paid in advance for one message.
     */
    function _setAdvanceLimit(uint256 limit) internal {
        advanceLimit = limit;
        emit AdvanceLimitSet(limit);
    }
}
