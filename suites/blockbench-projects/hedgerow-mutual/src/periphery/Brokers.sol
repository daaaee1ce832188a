// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/SignatureChecker.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/IPolicies.sol";
import "../libraries/Parts.sol";

contract Brokers is IBrokers, UnderMutual, EIP712 {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_PART = 1_000;

    bytes32 private constant ORDER =
        keccak256(
            "Order(address member,address pool,uint8 peril,uint32 term,uint256 sum,uint256 maxPerDay,uint256 maxPart,uint256 nonce,uint256 deadline)"
        );

    mapping(address => uint256) public partOf;
    mapping(address => uint256) public nonceOf;

    constructor(IMutual m) UnderMutual(m) EIP712("Hedgerow brokers", "1") {}

    function register(uint256 part) external {
        if (part == 0 || part > MAX_PART) revert BadPart();
        partOf[msg.sender] = part;
        emit Registered(msg.sender, part);
    }

    function place(Order calldata o, bytes calldata sig) external returns (uint256 id) {
        uint256 part = partOf[msg.sender];
        if (part == 0) revert NotRegistered();
        if (part > o.maxPart) revert BadPart();
        if (block.timestamp > o.deadline) revert Late();
        if (o.nonce != nonceOf[o.member]++) revert BadNonce(); //~ DECOY SIGNATURE
        if (!SignatureChecker.isValidSignatureNow(o.member, digest(o), sig)) revert BadSignature();
        id = _buy(o, part);
    }

    function skip() external {
        nonceOf[msg.sender]++;
    }

    function digest(Order calldata o) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(ORDER, o)));
    }

    function _buy(Order calldata o, uint256 part) private returns (uint256 id) {
        IPolicyBook b = IPolicyBook(mutual.book());
        ICoverPool(o.pool).accrue();
        (uint256 p, uint256 l) = b.priceOf(o.pool, o.sum, o.term);
        uint256 c = Parts.cut(p, part);
        coin.safeTransferFrom(o.member, address(this), p + l);
        coin.safeTransferFrom(o.member, msg.sender, c);
        coin.forceApprove(address(b), p + l);
        id = b.buy(o.pool, Peril(o.peril), o.sum, o.term, o.maxPerDay, o.member);
        emit Placed(msg.sender, o.member, id, c);
    }
}
