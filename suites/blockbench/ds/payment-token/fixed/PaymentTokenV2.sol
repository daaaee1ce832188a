// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PaymentToken} from "./context/PaymentToken.sol";

/// @notice The second version of the token: a guardian can freeze accounts, payees can insist on bringing an authorisation
/// themselves, and the time at which an authorisation was used is on record for bookkeepers.
/// @dev Storage comes behind that of the first version. Name and version of the signing domain stay, so that wallets need
/// no update.
contract PaymentTokenV2 is PaymentToken { //~ BENIGN SIGNATURE
    error OnlyGuardian(address guardian);
    error OnlyPayee(address to);
    error AccountFrozen(address account);

    bytes32 private constant RECEIVE_TYPE = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    address public guardian;
    mapping(address account => bool) public isFrozen;

    /// @notice When an authorisation was used or cancelled, zero for one that was not, or before the upgrade.
    mapping(address from => mapping(bytes32 nonce => uint256)) public usedAt; //~ BENIGN STORAGE_READ

    event FrozenSet(address indexed account, bool frozen);

    /// @dev Called in the transaction of the upgrade.
    function initializeV2(address guardian_) external reinitializer(2) { //~ BENIGN INIT
        guardian = guardian_;
    }

    function setFrozen(address account, bool frozen) external {
        if (msg.sender != guardian) revert OnlyGuardian(guardian); //~ BENIGN ACCESS_CTRL
        isFrozen[account] = frozen;
        emit FrozenSet(account, frozen); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Like transferWithAuthorization, for payees whose books must see the transfer as it comes in.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        if (msg.sender != to) revert OnlyPayee(to); //~ BENIGN ACCESS_CTRL
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid(validAfter); //~ BENIGN TIMESTAMP
        if (block.timestamp >= validBefore) revert AuthorizationExpired(validBefore); //~ BENIGN TIMESTAMP
        bytes32 hash = keccak256(abi.encode(RECEIVE_TYPE, from, to, value, validAfter, validBefore, nonce));
        _requireSigned(from, hash, signature); //~ BENIGN SIGNATURE a type of its own, no transfer's signature fits
        _useAuthorization(from, nonce);
        _transfer(from, to, value);
    }

    /// @inheritdoc PaymentToken
    function authorizationState(address from, bytes32 nonce) public view override returns (bool) {
        return usedAt[from][nonce] != 0 || super.authorizationState(from, nonce); //~ BENIGN STORAGE_READ both versions, for readers
    }

    function _useAuthorization(address from, bytes32 nonce) internal override {
        super._useAuthorization(from, nonce); //~ BENIGN SIGNATURE
        usedAt[from][nonce] = block.timestamp; //~ BENIGN STATE_MOD
    }

    function _update(address from, address to, uint256 value) internal override {
        if (isFrozen[from]) revert AccountFrozen(from); //~ BENIGN ACCESS_CTRL
        if (isFrozen[to]) revert AccountFrozen(to); //~ BENIGN ACCESS_CTRL
        super._update(from, to, value);
    }
}
