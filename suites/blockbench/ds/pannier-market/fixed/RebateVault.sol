// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {Initializable} from "@openzeppelin/contracts@4.9.6/proxy/utils/Initializable.sol";
import {ECDSA} from "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import {IRebateVault} from "./context/IRebateVault.sol";

/**
 * @title RebateVault
 * @notice Merchants sign rebates for their customers, and the vault pays them out of a common fund.
 */
contract RebateVault is IRebateVault, AccessControl, EIP712, Initializable {
    /// @notice The role that registers merchants and withdraws from the fund.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice The type that a merchant signs.
    bytes32 public constant REBATE_TYPEHASH =
        keccak256("Rebate(uint32 merchantId,uint64 serial,uint64 validUntil,address payee,uint128 amount)");

    /// @notice The largest rebate in wei.
    uint128 public constant MAX_REBATE = 3 ether;

    /// @notice The key that signs the rebates of a merchant.
    mapping(uint32 merchantId => address) public signerOf;

    /// @notice Whether a rebate was paid.
    mapping(uint32 merchantId => mapping(uint64 serial => bool)) public isRedeemed;

    /// @notice What a merchant owes for its rebates, in wei.
    mapping(uint32 merchantId => uint256) public billOf;

    /**
     * @notice Sets the administrator, who initializes the vault.
     * @param admin The administrator.
     */
    constructor(address admin) EIP712("RebateVault", "1") {
        require(admin != address(0), "RebateVault: zero admin"); //~ BENIGN INIT
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Adds to the fund.
     */
    receive() external payable {
        emit Funded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Sets the first manager, once.
     * @param manager The manager.
     */
    function initialize(address manager) external onlyRole(DEFAULT_ADMIN_ROLE) initializer { //~ BENIGN INIT
        require(manager != address(0), "RebateVault: zero manager"); //~ BENIGN INPUT_VAL
        _grantRole(MANAGER_ROLE, manager);
    }

    /**
     * @notice Registers a merchant, changes its key, or suspends it with the zero address.
     * @param merchantId The merchant.
     * @param signer The key.
     */
    function setSigner(uint32 merchantId, address signer) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        signerOf[merchantId] = signer; //~ BENIGN STATE_MOD
        emit SignerSet(merchantId, signer); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @inheritdoc IRebateVault
     */
    function redeem(Rebate calldata rebate, Signature calldata signature) external override {
        require(block.timestamp <= rebate.validUntil, "RebateVault: expired"); //~ BENIGN TIMESTAMP
        require(rebate.payee != address(0), "RebateVault: zero payee"); //~ BENIGN INPUT_VAL
        require(rebate.amount <= MAX_REBATE, "RebateVault: amount too large"); //~ BENIGN INPUT_VAL
        require(!isRedeemed[rebate.merchantId][rebate.serial], "RebateVault: already redeemed"); //~ BENIGN STATE_MOD every serial is paid once
        address signer = _recoverSigner(rebate, signature);
        require(signer != address(0) && signer == signerOf[rebate.merchantId], "RebateVault: invalid signature"); //~ BENIGN SIGNATURE
        isRedeemed[rebate.merchantId][rebate.serial] = true; //~ BENIGN STATE_MOD
        billOf[rebate.merchantId] += rebate.amount;
        emit Redeemed(rebate.merchantId, rebate.serial, rebate.payee, rebate.amount); //~ UNRELATED EVENT_EMIT
        _sendValue(rebate.payee, rebate.amount); //~ BENIGN FUND_XFER
    }

    /**
     * @inheritdoc IRebateVault
     */
    function settle(uint32 merchantId) external payable override {
        require(msg.value > 0 && msg.value <= billOf[merchantId], "RebateVault: wrong amount"); //~ BENIGN INPUT_VAL
        billOf[merchantId] -= msg.value;
        emit Settled(merchantId, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Withdraws from the fund.
     * @param recipient The account that gets it.
     * @param amount The amount in wei.
     */
    function withdraw(address recipient, uint256 amount) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        _sendValue(recipient, amount);
    }

    /**
     * @notice What a merchant signs for a rebate.
     * @param rebate The rebate.
     * @return The digest.
     */
    function hashRebate(Rebate calldata rebate) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(REBATE_TYPEHASH, rebate))); //~ BENIGN SIGNATURE bound to this chain and contract
    }

    /**
     * @dev Recovers the key that has signed a rebate.
     * @param rebate The rebate.
     * @param signature The signature.
     * @return signer The key.
     */
    function _recoverSigner(
        Rebate calldata rebate,
        Signature calldata signature
    ) internal view returns (address signer) {
        (signer, ) = ECDSA.tryRecover(hashRebate(rebate), signature.v, signature.r, signature.s); //~ BENIGN SIGNATURE
    }

    /**
     * @dev Sends ether.
     * @param recipient The account that gets it.
     * @param amount The amount in wei.
     */
    function _sendValue(address recipient, uint256 amount) internal {
        (bool success, ) = recipient.call{value: amount}("");
        require(success, "RebateVault: payment failed"); //~ BENIGN FUND_XFER
    }
}
