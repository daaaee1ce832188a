// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;
pragma abicoder v2;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/cryptography/ECDSA.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/drafts/EIP712.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

/**
 * Arithmetic of proportional payments.
 */
library Proportion {
    using SafeMath for uint256;

    /**
     * Returns the part of `total` that corresponds to `numerator` out of `denominator`, rounded
     * upwards, so that many small parts never cost less than the whole.
     */
    function partRoundedUp(uint256 total, uint256 numerator, uint256 denominator) internal pure returns (uint256) {
        return total.mul(numerator).add(denominator.sub(1)).div(denominator);
    }
}

/**
 * An exchange on which makers quote prices by signature. An order stands until its deadline, can be
 * filled in parts, and may be reserved for one taker. The exchange itself never holds any tokens.
 */
contract QuotedExchange is EIP712, Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;
    using Proportion for uint256;

    struct Order {
        address maker;
        address taker;
        IERC20 offeredToken;
        IERC20 wantedToken;
        uint256 offeredAmount;
        uint256 wantedAmount;
        uint256 epoch;
        uint256 salt;
        uint256 deadline;
    }

    bytes32 public constant ORDER_TYPEHASH =
        keccak256(
            "Order(address maker,address taker,address offeredToken,address wantedToken,uint256 offeredAmount,uint256 wantedAmount,uint256 epoch,uint256 salt,uint256 deadline)"
        );
    uint256 public constant MAXIMUM_FEE = 100;
    uint256 public constant FEE_DENOMINATOR = 10000;

    uint256 public feeRate;
    address public feeRecipient;

    mapping(address => uint256) public epochOf;
    mapping(address => mapping(address => bool)) public isAgentOf;
    mapping(bytes32 => uint256) public filledAmount;

    event OrderFilled(bytes32 indexed orderHash, address indexed maker, address indexed taker, uint256 amount, uint256 payment);
    event OrderCancelled(bytes32 indexed orderHash);
    event EpochAdvanced(address indexed maker, uint256 epoch);
    event AgentChanged(address indexed maker, address indexed agent, bool authorised);
    event FeeChanged(uint256 feeRate, address feeRecipient);

    constructor(uint256 initialFeeRate, address initialFeeRecipient) EIP712("Quoted Exchange", "1") {
        _changeFee(initialFeeRate, initialFeeRecipient);
    }

    /**
     * Changes the fee, which takers pay in addition to the price, and its recipient.
     */
    function changeFee(uint256 newFeeRate, address newFeeRecipient) external onlyOwner {
        _changeFee(newFeeRate, newFeeRecipient);
    }

    /**
     * Allows another account to sign orders for the caller, or ends this.
     */
    function setAgent(address agent, bool authorised) external {
        isAgentOf[msg.sender][agent] = authorised;
        emit AgentChanged(msg.sender, agent, authorised);
    }

    /**
     * Ends all orders that the caller or an agent of the caller has signed so far.
     */
    function advanceEpoch() external {
        epochOf[msg.sender] = epochOf[msg.sender].add(1);
        emit EpochAdvanced(msg.sender, epochOf[msg.sender]);
    }

    /**
     * Ends one order of the caller. What was filled of it stays filled.
     */
    function cancelOrder(Order calldata order) external {
        require(order.maker == msg.sender, "Only the maker can cancel an order.");
        bytes32 orderHash = hashOrder(order);
        filledAmount[orderHash] = order.offeredAmount;
        emit OrderCancelled(orderHash);
    }

    /**
     * Fills an order up to the requested amount, or with what is left of it, and returns how much
     * the caller received and paid without the fee.
     */
    function fillOrder(Order calldata order, uint256 requestedAmount, bytes calldata signature)
        external
        returns (uint256 amount, uint256 payment)
    {
        require(block.timestamp <= order.deadline, "The deadline of the order has passed.");
        require(order.epoch == epochOf[order.maker], "The order is of another epoch.");
        require(order.taker == address(0) || order.taker == msg.sender, "The order is reserved for another taker.");

        bytes32 orderHash = hashOrder(order);
        address signer = ECDSA.recover(orderHash, signature);
        require(signer == order.maker || isAgentOf[msg.sender][signer], "The maker has not signed the order.");

        uint256 filledBefore = filledAmount[orderHash];
        amount = Math.min(requestedAmount, order.offeredAmount.sub(filledBefore));
        require(amount > 0, "Nothing of the order is left to be filled.");
        filledAmount[orderHash] = filledBefore.add(amount);

        payment = order.wantedAmount.partRoundedUp(amount, order.offeredAmount);
        order.wantedToken.safeTransferFrom(msg.sender, order.maker, payment);
        order.wantedToken.safeTransferFrom(msg.sender, feeRecipient, payment.partRoundedUp(feeRate, FEE_DENOMINATOR));
        order.offeredToken.safeTransferFrom(order.maker, msg.sender, amount);
        emit OrderFilled(orderHash, order.maker, msg.sender, amount, payment);
    }

    /**
     * Returns the hash that the maker of an order, or an agent of the maker, signs.
     */
    function hashOrder(Order calldata order) public view returns (bytes32) {
        return
            _hashTypedDataV4(
                keccak256(
                    abi.encode(
                        ORDER_TYPEHASH,
                        order.maker,
                        order.taker,
                        order.offeredToken,
                        order.wantedToken,
                        order.offeredAmount,
                        order.wantedAmount,
                        order.epoch,
                        order.salt,
                        order.deadline
                    )
                )
            );
    }

    /**
     * Checks and stores the fee and its recipient.
     */
    function _changeFee(uint256 newFeeRate, address newFeeRecipient) private {
        require(newFeeRate <= MAXIMUM_FEE, "The fee is above the maximum.");
        require(newFeeRecipient != address(0), "The fee needs a recipient.");
        feeRate = newFeeRate;
        feeRecipient = newFeeRecipient;
        emit FeeChanged(newFeeRate, newFeeRecipient);
    }
}
