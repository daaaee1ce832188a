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
        return total.mul(numerator).add(denominator.sub(1)).div(denominator); //~ BENIGN ARITHMETIC the last unit is at the taker's cost
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

    constructor(uint256 initialFeeRate, address initialFeeRecipient) EIP712("Quoted Exchange", "1") { //~ PREREQ SIGNATURE this exchange on this chain
        _changeFee(initialFeeRate, initialFeeRecipient);
    }

    /**
     * Changes the fee, which takers pay in addition to the price, and its recipient.
     */
    function changeFee(uint256 newFeeRate, address newFeeRecipient) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _changeFee(newFeeRate, newFeeRecipient);
    }

    /**
     * Allows another account to sign orders for the caller, or ends this.
     */
    function setAgent(address agent, bool authorised) external {
        isAgentOf[msg.sender][agent] = authorised; //~ BENIGN ACCESS_CTRL the maker first, and the maker is the caller
        emit AgentChanged(msg.sender, agent, authorised); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Ends all orders that the caller or an agent of the caller has signed so far.
     */
    function advanceEpoch() external {
        epochOf[msg.sender] = epochOf[msg.sender].add(1); //~ BENIGN STATE_MOD
        emit EpochAdvanced(msg.sender, epochOf[msg.sender]); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Ends one order of the caller. What was filled of it stays filled.
     */
    function cancelOrder(Order calldata order) external {
        require(order.maker == msg.sender, "Only the maker can cancel an order."); //~ BENIGN ACCESS_CTRL
        bytes32 orderHash = hashOrder(order);
        filledAmount[orderHash] = order.offeredAmount; //~ BENIGN STATE_MOD a hash without a signature cancels nothing
        emit OrderCancelled(orderHash); //~ UNRELATED EVENT_EMIT
    }

    /**
     * Fills an order up to the requested amount, or with what is left of it, and returns how much
     * the caller received and paid without the fee.
     */
    function fillOrder(Order calldata order, uint256 requestedAmount, bytes calldata signature)
        external
        returns (uint256 amount, uint256 payment)
    {
        require(block.timestamp <= order.deadline, "The deadline of the order has passed."); //~ BENIGN TIMESTAMP
        require(order.epoch == epochOf[order.maker], "The order is of another epoch."); //~ BENIGN INPUT_VAL
        require(order.taker == address(0) || order.taker == msg.sender, "The order is reserved for another taker."); //~ PREREQ ACCESS_CTRL

        bytes32 orderHash = hashOrder(order); //~ BENIGN SIGNATURE computed from the fields that are used below
        address signer = ECDSA.recover(orderHash, signature); //~ BENIGN SIGNATURE refuses the zero address and the second form of a signature
        require(signer == order.maker || isAgentOf[order.maker][signer], "The maker has not signed the order."); //~ BENIGN SIGNATURE

        uint256 filledBefore = filledAmount[orderHash]; //~ BENIGN STORAGE_READ by order, whoever signed it and however often
        amount = Math.min(requestedAmount, order.offeredAmount.sub(filledBefore)); //~ BENIGN ARITHMETIC
        require(amount > 0, "Nothing of the order is left to be filled."); //~ BENIGN INPUT_VAL
        filledAmount[orderHash] = filledBefore.add(amount); //~ BENIGN STATE_MOD before any token is called

        payment = order.wantedAmount.partRoundedUp(amount, order.offeredAmount);
        order.wantedToken.safeTransferFrom(msg.sender, order.maker, payment); //~ BENIGN FUND_XFER
        order.wantedToken.safeTransferFrom(msg.sender, feeRecipient, payment.partRoundedUp(feeRate, FEE_DENOMINATOR));
        order.offeredToken.safeTransferFrom(order.maker, msg.sender, amount); //~ BENIGN FUND_XFER
        emit OrderFilled(orderHash, order.maker, msg.sender, amount, payment); //~ UNRELATED EVENT_EMIT
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
                        order.taker, //~ BENIGN SIGNATURE
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
        require(newFeeRate <= MAXIMUM_FEE, "The fee is above the maximum."); //~ BENIGN INPUT_VAL
        require(newFeeRecipient != address(0), "The fee needs a recipient."); //~ BENIGN INPUT_VAL
        feeRate = newFeeRate;
        feeRecipient = newFeeRecipient;
        emit FeeChanged(newFeeRate, newFeeRecipient);
    }
}
