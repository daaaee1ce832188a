// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import "./context/IPortal.sol";
import "./context/RateLimiter.sol";
import "./context/Roles.sol";
import "./context/ValidatorSet.sol";

/// @title TransferPortal
/// @notice Locks tokens that leave for other chains and releases those whose arrival the validators have signed.
contract TransferPortal is IPortal, Roles, Pausable, EIP712, ValidatorSet, RateLimiter {
    using SafeERC20 for IERC20;

    bytes32 public constant LIMIT_MANAGER = keccak256("LIMIT_MANAGER");
    bytes32 public constant GUARDIAN = keccak256("GUARDIAN");

    bytes32 public constant TRANSFER_TYPE = keccak256(
        "Transfer(uint256 sourceChain,uint256 nonce,address token,address recipient,uint256 amount,uint256 relayerFee)"
    );
    bytes32 public constant ROTATION_TYPE = keccak256("Rotation(uint256 epoch,bytes32 validators,uint256 threshold)");

    bytes32 public constant REFUND_TYPE = keccak256("Refund(uint256 nonce,uint256 destination)");

    uint256 public constant BASIS_POINTS = 10_000;
    uint256 public constant MAX_DEPOSIT_FEE = 100;

    uint256 public depositCount;
    uint256 public depositFee;
    mapping(uint256 => Departure) internal _departures;
    mapping(address => uint256) public minimumDeposit;
    mapping(address => uint256) public feesOf;
    mapping(bytes32 => bool) public isBlocked;
    mapping(uint256 => bool) public destinationOpen;
    mapping(bytes32 => bool) internal _released;

    /// @param admin Who grants the roles, and has all of them at first.
    /// @param validators_ The first validators, in ascending order.
    /// @param threshold_ How many of them must sign.
    constructor(address admin, address[] memory validators_, uint256 threshold_) EIP712("TransferPortal", "1") {
        require(admin != address(0), "TransferPortal: zero admin");
        _grantRole(ADMIN, admin);
        _grantRole(LIMIT_MANAGER, admin);
        _grantRole(GUARDIAN, admin);
        _setValidators(validators_, threshold_);
    }

    /// @notice Sends tokens to another chain.
    /// @param token The token.
    /// @param amount How much of it.
    /// @param destination The chain.
    /// @param recipient Who gets them there.
    /// @return nonce The number of the deposit.
    function deposit(address token, uint256 amount, uint256 destination, bytes32 recipient)
        external
        whenNotPaused
        returns (uint256 nonce)
    {
        require(destinationOpen[destination], "TransferPortal: destination closed");
        require(buckets[token].capacity > 0, "TransferPortal: token not supported");
        require(recipient != bytes32(0), "TransferPortal: zero recipient");
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = IERC20(token).balanceOf(address(this)) - before;
        require(received > 0 && received >= minimumDeposit[token], "TransferPortal: too little received");
        uint256 fee = received * depositFee / BASIS_POINTS;
        feesOf[token] += fee;
        nonce = ++depositCount;
        _departures[nonce] = Departure(msg.sender, token, received - fee, destination);
        emit Deposited(nonce, destination, token, msg.sender, recipient, received - fee);
    }

    /// @notice Releases tokens that have arrived. Anyone may hand a transfer in.
    /// @param transfer The transfer.
    /// @param signatures The validators' signatures, by ascending signer.
    function release(Transfer calldata transfer, bytes[] calldata signatures) external whenNotPaused {
        _release(transfer, signatures);
    }

    /// @notice Releases several transfers.
    /// @param transfers The transfers.
    /// @param signatures The signatures of each.
    function releaseMany(Transfer[] calldata transfers, bytes[][] calldata signatures) external whenNotPaused {
        require(transfers.length == signatures.length, "TransferPortal: lengths differ");
        for (uint256 i = 0; i < transfers.length; ++i) {
            _release(transfers[i], signatures[i]);
        }
    }

    /// @notice Returns a deposit that the validators have declared void on the other chain.
    /// @param nonce The number of the deposit.
    /// @param signatures The validators' signatures, by ascending signer.
    function refund(uint256 nonce, bytes[] calldata signatures) external whenNotPaused {
        Departure memory departure = _departures[nonce];
        require(departure.sender != address(0), "TransferPortal: no such deposit");
        _requireSigned(refundDigest(nonce), signatures);
        delete _departures[nonce];
        _useLimit(departure.token, departure.amount);
        IERC20(departure.token).safeTransfer(departure.sender, departure.amount);
        emit Refunded(nonce, departure.sender, departure.token, departure.amount);
    }

    /// @notice A deposit that was not refunded.
    /// @param nonce Its number.
    function departureOf(uint256 nonce) external view returns (Departure memory) {
        return _departures[nonce];
    }

    /// @notice Hands over to the next validators, whom those of this epoch have signed.
    /// @param validators_ The next validators, in ascending order.
    /// @param threshold_ How many of them must sign.
    /// @param signatures The signatures of this epoch's validators, by ascending signer.
    function rotateValidators(address[] calldata validators_, uint256 threshold_, bytes[] calldata signatures) external {
        _requireSigned(rotationDigest(validators_, threshold_), signatures);
        _setValidators(validators_, threshold_);
    }

    /// @notice What validators sign for a transfer.
    /// @param transfer The transfer.
    function transferDigest(Transfer calldata transfer) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(TRANSFER_TYPE, transfer)));
    }

    /// @notice What validators sign for a refund.
    /// @param nonce The number of the deposit.
    function refundDigest(uint256 nonce) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(REFUND_TYPE, nonce, _departures[nonce].destination)));
    }

    /// @notice What validators sign for a rotation.
    /// @param validators_ The next validators.
    /// @param threshold_ How many of them must sign.
    function rotationDigest(address[] calldata validators_, uint256 threshold_) public view returns (bytes32) {
        bytes32 list = keccak256(abi.encode(validators_));
        return _hashTypedDataV4(keccak256(abi.encode(ROTATION_TYPE, epoch + 1, list, threshold_)));
    }

    /// @notice Sets the limit of a token; zero ends its support.
    /// @param token The token.
    /// @param capacity What can be released at once.
    /// @param refillPerSecond What can be released more with each second.
    function setLimit(address token, uint256 capacity, uint256 refillPerSecond) external onlyRole(LIMIT_MANAGER) {
        _setLimit(token, capacity, refillPerSecond);
    }

    /// @notice Sets the smallest deposit of a token.
    /// @param token The token.
    /// @param amount How much must arrive.
    function setMinimum(address token, uint256 amount) external onlyRole(LIMIT_MANAGER) {
        minimumDeposit[token] = amount;
        emit MinimumSet(token, amount);
    }

    /// @notice Sets the fee on deposits.
    /// @param basisPoints The part of a deposit that is kept.
    function setDepositFee(uint256 basisPoints) external onlyRole(ADMIN) {
        require(basisPoints <= MAX_DEPOSIT_FEE, "TransferPortal: fee too high");
        depositFee = basisPoints;
        emit DepositFeeSet(basisPoints);
    }

    /// @notice Pays out the fees of a token.
    /// @param token The token.
    /// @param to Who gets them.
    function collectFees(address token, address to) external onlyRole(ADMIN) {
        uint256 amount = feesOf[token];
        feesOf[token] = 0;
        IERC20(token).safeTransfer(to, amount);
        emit FeesCollected(token, to, amount);
    }

    /// @notice Blocks a transfer, or lets it through again.
    /// @param id The digest of the transfer.
    /// @param blocked Whether it is refused.
    function setBlocked(bytes32 id, bool blocked) external onlyRole(GUARDIAN) {
        isBlocked[id] = blocked;
        emit Blocked(id, blocked);
    }

    /// @notice Opens or closes a destination.
    /// @param chain The chain.
    /// @param open Whether tokens can be sent there.
    function setDestination(uint256 chain, bool open) external onlyRole(ADMIN) {
        require(chain != 0 && chain != block.chainid, "TransferPortal: bad chain");
        destinationOpen[chain] = open;
        emit DestinationSet(chain, open);
    }

    /// @notice Stops deposits and releases.
    function pause() external onlyRole(GUARDIAN) {
        _pause();
    }

    /// @notice Lets them go on.
    function unpause() external onlyRole(ADMIN) {
        _unpause();
    }

    /// @dev Checks and pays one transfer.
    function _release(Transfer calldata transfer, bytes[] calldata signatures) internal {
        require(transfer.sourceChain != block.chainid, "TransferPortal: bad chain");
        require(transfer.recipient != address(0), "TransferPortal: zero recipient");
        require(transfer.relayerFee <= transfer.amount, "TransferPortal: fee too high");
        bytes32 digest = transferDigest(transfer);
        require(!isBlocked[digest], "TransferPortal: blocked");
        require(!_released[keccak256(abi.encode(digest, signatures))], "TransferPortal: already released");
        _requireSigned(digest, signatures);
        _released[keccak256(abi.encode(digest, signatures))] = true;
        _useLimit(transfer.token, transfer.amount);
        IERC20 token = IERC20(transfer.token);
        token.safeTransfer(transfer.recipient, transfer.amount - transfer.relayerFee);
        if (transfer.relayerFee > 0) token.safeTransfer(msg.sender, transfer.relayerFee);
        emit Released(digest, transfer.recipient, msg.sender, transfer.amount);
    }
}
