// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts@5.4.0/proxy/utils/UUPSUpgradeable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

/// @notice The first version of the token, which ran behind the proxy until the second replaced it.
/// @dev Name and symbol are no storage, since a proxy never runs the constructor.
contract PaymentToken is Initializable, ERC20, EIP712, UUPSUpgradeable {
    error OnlyIssuer(address issuer);
    error AuthorizationNotYetValid(uint256 validAfter);
    error AuthorizationExpired(uint256 validBefore);
    error AuthorizationUsed(address from, bytes32 nonce);
    error NotSignedBy(address from);

    bytes32 internal constant TRANSFER_TYPE = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 internal constant CANCEL_TYPE = keccak256("CancelAuthorization(address from,bytes32 nonce)");

    address public issuer;
    mapping(address from => mapping(bytes32 nonce => bool)) private _used;

    modifier onlyIssuer() {
        if (msg.sender != issuer) revert OnlyIssuer(issuer);
        _;
    }

    constructor() ERC20("", "") EIP712("Payment Dollar", "1") {
        _disableInitializers();
    }

    function initialize(address issuer_) external initializer {
        issuer = issuer_;
    }

    function name() public pure override returns (string memory) {
        return "Payment Dollar";
    }

    function symbol() public pure override returns (string memory) {
        return "PAYD";
    }

    function mint(address to, uint256 amount) external onlyIssuer {
        _mint(to, amount);
    }

    function burn(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    /// @notice Makes a transfer that the holder has signed. Anyone may bring it.
    /// @param nonce Any number that the holder has not used before; there is no order among them.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid(validAfter);
        if (block.timestamp >= validBefore) revert AuthorizationExpired(validBefore);
        bytes32 hash = keccak256(abi.encode(TRANSFER_TYPE, from, to, value, validAfter, validBefore, nonce));
        _requireSigned(from, hash, signature);
        _useAuthorization(from, nonce);
        _transfer(from, to, value);
    }

    /// @notice Makes a nonce unusable, as the holder has signed.
    function cancelAuthorization(address from, bytes32 nonce, bytes calldata signature) external {
        _requireSigned(from, keccak256(abi.encode(CANCEL_TYPE, from, nonce)), signature);
        _useAuthorization(from, nonce);
    }

    /// @notice Whether an authorisation was used or cancelled.
    function authorizationState(address from, bytes32 nonce) public view virtual returns (bool) {
        return _used[from][nonce];
    }

    function _useAuthorization(address from, bytes32 nonce) internal virtual {
        if (_used[from][nonce]) revert AuthorizationUsed(from, nonce);
        _used[from][nonce] = true;
    }

    function _requireSigned(address from, bytes32 hash, bytes calldata signature) internal view {
        if (ECDSA.recover(_hashTypedDataV4(hash), signature) != from) revert NotSignedBy(from);
    }

    function _authorizeUpgrade(address) internal view override onlyIssuer {}
}
