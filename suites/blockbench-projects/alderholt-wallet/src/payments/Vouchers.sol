// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts@5.4.0/utils/cryptography/SignatureChecker.sol";

/// @title Vouchers
/// @notice Payments that keys and accounts sign, and that their payees cash.
/// @dev Keys sign vouchers, and contracts are asked about them as ERC-1271 says. Each payer counts numbers of its own.
contract Vouchers is EIP712 {
    using SafeERC20 for IERC20;

    struct Voucher {
        address payee;
        address token;
        uint256 amount;
        uint256 number;
        uint256 deadline;
    }

    event Paid(address indexed payer, address indexed payee, uint256 indexed number, address token, uint256 amount);
    event Cancelled(address indexed payer, uint256 indexed number);

    bytes32 private constant VOUCHER_TYPEHASH =
        keccak256("Voucher(address payee,address token,uint256 amount,uint256 number,uint256 deadline)");

    mapping(address payer => mapping(uint256 number => bool)) public isUsed;

    constructor() EIP712("Alderholt vouchers", "1") {}

    /// @notice Cash a voucher. The payer has approved this contract.
    function cash(address payer, Voucher calldata v, bytes calldata signature) external {
        require(msg.sender == v.payee, "not the payee");
        require(block.timestamp <= v.deadline, "too late");
        require(SignatureChecker.isValidSignatureNow(payer, digestOf(v), signature), "not signed");
        _use(payer, v.number);
        IERC20(v.token).safeTransferFrom(payer, v.payee, v.amount);
        emit Paid(payer, v.payee, v.number, v.token, v.amount);
    }

    /// @notice Give up a number, whether or not a voucher has it
    function cancel(uint256 number) external {
        _use(msg.sender, number);
        emit Cancelled(msg.sender, number);
    }

    function digestOf(Voucher calldata v) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(VOUCHER_TYPEHASH, v.payee, v.token, v.amount, v.number, v.deadline)));
    }

    function _use(address payer, uint256 number) private {
        require(!isUsed[payer][number], "used");
        isUsed[payer][number] = true;
    }
}
