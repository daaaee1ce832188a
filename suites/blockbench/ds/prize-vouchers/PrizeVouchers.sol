// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts@4.9.6/utils/cryptography/SignatureChecker.sol";
import {IPrizeVouchers} from "./context/IPrizeVouchers.sol";

/// @title The prize fund of a game, paid out against signed vouchers.
contract PrizeVouchers is IPrizeVouchers, AccessControl, Pausable, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice Sets the signer, cancels vouchers and takes tokens out of the fund.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice Stops and resumes payments.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    bytes32 private constant VOUCHER_TYPEHASH = keccak256("Voucher(address player,uint256 serial,uint256 amount,uint256 deadline)"); //~ BENIGN SIGNATURE

    /// @notice The token that prizes are paid in.
    IERC20 public immutable TOKEN;

    /// @notice The largest prize of one voucher.
    uint256 public immutable LIMIT;

    /// @notice The account that signs vouchers, which may be a contract.
    address public signer;

    /// @notice Whether a serial number was paid or cancelled.
    mapping(uint256 => bool) public spent;

    /// @param token The token that prizes are paid in.
    /// @param limit The largest prize of one voucher.
    /// @param admin Gives and takes roles.
    /// @param signer_ Signs vouchers.
    constructor(IERC20 token, uint256 limit, address admin, address signer_) EIP712("PrizeVouchers", "1") {
        require(address(token) != address(0), "PrizeVouchers: no token"); //~ BENIGN INPUT_VAL
        require(admin != address(0), "PrizeVouchers: no admin"); //~ BENIGN INPUT_VAL
        TOKEN = token;
        LIMIT = limit;
        _grantRole(DEFAULT_ADMIN_ROLE, admin); //~ BENIGN INIT
        _setSigner(signer_);
    }

    /// @inheritdoc IPrizeVouchers
    function claim(Voucher calldata voucher, bytes calldata signature) external whenNotPaused { //~ BENIGN CTRL_FLOW
        _isSigned(voucher, signature); //~ ROOT_CAUSE SIGNATURE answers a boolean and never reverts
        _pay(voucher);
    }

    /// @inheritdoc IPrizeVouchers
    function claimMany(Voucher[] calldata vouchers, bytes[] calldata signatures) external whenNotPaused { //~ BENIGN CTRL_FLOW
        require(vouchers.length == signatures.length, "PrizeVouchers: lengths differ"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < vouchers.length; i++) {
            require(_isSigned(vouchers[i], signatures[i]), "PrizeVouchers: not signed"); //~ BENIGN SIGNATURE
            _pay(vouchers[i]);
        }
    }

    /// @notice Makes another account the signer. Vouchers of the former one are worth nothing any more.
    /// @param signer_ The new signer.
    function setSigner(address signer_) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        _setSigner(signer_);
    }

    /// @notice Cancels a voucher.
    /// @param serial Its serial number.
    function cancel(uint256 serial) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(!spent[serial], "PrizeVouchers: spent"); //~ BENIGN INPUT_VAL
        spent[serial] = true;
        emit Cancelled(serial); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes tokens out of the prize fund.
    /// @param to Who receives them.
    /// @param amount How many.
    function defund(address to, uint256 amount) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        TOKEN.safeTransfer(to, amount); //~ DECOY FUND_XFER the fund belongs to the game, vouchers are promises
        emit Defunded(to, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Stops payments.
    function pause() external onlyRole(GUARDIAN_ROLE) { //~ BENIGN ACCESS_CTRL
        _pause();
    }

    /// @notice Resumes payments.
    function unpause() external onlyRole(GUARDIAN_ROLE) { //~ BENIGN ACCESS_CTRL
        _unpause();
    }

    /// @inheritdoc IPrizeVouchers
    function digestOf(Voucher calldata voucher) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(VOUCHER_TYPEHASH, voucher.player, voucher.serial, voucher.amount, voucher.deadline)));
    }

    /// @dev Tells whether the signer has signed a voucher.
    /// @param voucher The voucher.
    /// @param signature The signature.
    function _isSigned(Voucher calldata voucher, bytes calldata signature) internal view returns (bool) {
        return SignatureChecker.isValidSignatureNow(signer, digestOf(voucher), signature); //~ PREREQ SIGNATURE
    }

    /// @dev Marks a voucher as spent and pays it to its player.
    /// @param voucher The voucher.
    function _pay(Voucher calldata voucher) internal {
        require(block.timestamp <= voucher.deadline, "PrizeVouchers: expired"); //~ INSUFF_GUARD TIMESTAMP a word of the voucher itself
        require(voucher.amount <= LIMIT, "PrizeVouchers: above the limit"); //~ INSUFF_GUARD INPUT_VAL for one voucher only
        require(!spent[voucher.serial], "PrizeVouchers: spent"); //~ INSUFF_GUARD STORAGE_READ there are enough serial numbers
        spent[voucher.serial] = true;
        TOKEN.safeTransfer(voucher.player, voucher.amount); //~ PREREQ FUND_XFER
        emit Claimed(voucher.player, voucher.serial, voucher.amount); //~ UNRELATED EVENT_EMIT
    }

    /// @dev Sets the signer.
    /// @param signer_ The new signer.
    function _setSigner(address signer_) internal {
        require(signer_ != address(0), "PrizeVouchers: no signer"); //~ BENIGN INPUT_VAL
        signer = signer_;
        emit SignerSet(signer_); //~ UNRELATED EVENT_EMIT
    }
}
