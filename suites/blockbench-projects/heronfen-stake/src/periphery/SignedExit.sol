// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.30;

import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

import {StakeToken} from "../StakeToken.sol";
import {IWithdrawalQueue} from "../interfaces/IWithdrawalQueue.sol";

/// Makes requests for accounts without ether for gas. They sign an order, and whoever submits it gets a part of the
/// shares. The request belongs to the account that signed.
contract SignedExit is EIP712 {
    struct Order {
        address owner;
        uint256 shares; // with the tip
        uint256 tip; // shares for whoever submits the order
        uint256 number; // next one of the owner
        uint256 deadline;
    }

    bytes32 public constant ORDER_TYPEHASH =
        keccak256("Order(address owner,uint256 shares,uint256 tip,uint256 number,uint256 deadline)");

    StakeToken public immutable token;
    IWithdrawalQueue public immutable queue;

    // Number of the next order of an account.
    mapping(address => uint256) public nextNumber;

    event Executed(address indexed owner, address indexed submitter, uint256 indexed id, uint256 shares, uint256 tip);
    event Skipped(address indexed owner, uint256 number);

    error Expired();
    error WrongNumber(uint256 expected);
    error WrongSigner();
    error BadTip();
    error NotMoved();

    constructor(StakeToken token_, IWithdrawalQueue queue_) EIP712("Heronfen signed exit", "1") {
        token = token_;
        queue = queue_;
    }

    /// Executes an order. The owner has approved its shares to this contract.
    function execute(Order calldata order, bytes calldata signature) external returns (uint256 id) {
        return _execute(order, signature);
    }

    /// Executes an order whose owner approves the shares by another signature.
    function executeWithPermit(Order calldata order, bytes calldata signature, uint8 v, bytes32 r, bytes32 s)
        external
        returns (uint256 id)
    {
        // Anybody may have used the permit already; then the allowance is there.
        try ERC20Permit(address(token)).permit(order.owner, address(this), order.shares, order.deadline, v, r, s) {} catch {}
        return _execute(order, signature);
    }

    /// Gives the caller's next order up.
    function skip() external {
        emit Skipped(msg.sender, nextNumber[msg.sender]++);
    }

    /// What the owner of an order signs.
    function digestOf(Order calldata order) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(ORDER_TYPEHASH, order.owner, order.shares, order.tip, order.number, order.deadline)
            )
        );
    }

    function _execute(Order calldata order, bytes calldata signature) private returns (uint256 id) {
        if (block.timestamp > order.deadline) revert Expired();
        if (order.number != nextNumber[order.owner]) revert WrongNumber(nextNumber[order.owner]);
        if (ECDSA.recover(digestOf(order), signature) != order.owner) revert WrongSigner();
        if (order.tip > order.shares / 10) revert BadTip();
        nextNumber[order.owner]++;
        if (!token.transferFrom(order.owner, address(this), order.shares)) revert NotMoved();
        uint256 rest = order.shares - order.tip;
        token.approve(address(queue), rest);
        id = queue.request(rest, order.owner);
        if (order.tip > 0 && !token.transfer(msg.sender, order.tip)) revert NotMoved();
        emit Executed(order.owner, msg.sender, id, rest, order.tip);
    }
}
