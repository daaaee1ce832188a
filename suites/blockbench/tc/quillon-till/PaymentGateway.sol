// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

/// @notice Takes a fee of payments in ether and keeps it for the owner.
abstract contract FeeCollector is Ownable2Step {
    uint256 public constant HIGHEST_FEE_BASIS_POINTS = 100;
    uint256 private constant BASIS_POINTS = 10_000;

    uint256 public feeBasisPoints;
    uint256 public collectedFees;

    event FeeChanged(uint256 feeBasisPoints);
    event FeesWithdrawn(address indexed to, uint256 amount);

    error FeeTooHigh(uint256 feeBasisPoints);
    error EtherRefused(address recipient);

    constructor() Ownable(msg.sender) {}

    function setFee(uint256 feeBasisPoints_) external onlyOwner {
        if (feeBasisPoints_ > HIGHEST_FEE_BASIS_POINTS) revert FeeTooHigh(feeBasisPoints_); //~ BENIGN INPUT_VAL
        feeBasisPoints = feeBasisPoints_;
        emit FeeChanged(feeBasisPoints_); //~ UNRELATED EVENT_EMIT
    }

    function withdrawFees(address to) external onlyOwner {
        uint256 amount = collectedFees;
        collectedFees = 0; //~ BENIGN STATE_MOD
        emit FeesWithdrawn(to, amount); //~ UNRELATED EVENT_EMIT
        _sendEther(to, amount);
    }

    /// @dev Books the fee of an amount and returns what is left.
    function _lessFee(uint256 amount) internal returns (uint256) {
        uint256 fee = (amount * feeBasisPoints) / BASIS_POINTS; //~ BENIGN ARITHMETIC
        collectedFees += fee;
        return amount - fee;
    }

    function _sendEther(address to, uint256 amount) internal {
        if (amount == 0) return;
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert EtherRefused(to); //~ BENIGN EXT_CALL
    }
}

/// @title PaymentGateway
/// @notice Merchants ask for ether or for a token. Payers approve the gateway once and pay out of what they hold: a token as it is, or
///         wrapped ether that is redeemed on the way.
contract PaymentGateway is FeeCollector, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @param redemption The call that redeems `amount` of the wrapper, arguments included, as wrappers want different ones.
    struct Order {
        address wrapper;
        uint256 amount;
        bytes redemption;
        address merchant;
        uint256 price;
        bytes32 reference_;
    }

    /// @notice The function by which a wrapper is redeemed.
    mapping(address wrapper => bytes4 selector) public redemptionOf;

    event Paid(address indexed payer, address indexed merchant, address token, uint256 price, bytes32 reference_);
    event WrapperRegistered(address indexed wrapper, bytes4 selector);

    error RedemptionFailed(address wrapper);
    error NotEnoughReceived(uint256 received);

    receive() external payable {}

    function registerWrapper(address wrapper, bytes4 selector) external onlyOwner {
        redemptionOf[wrapper] = selector;
        emit WrapperRegistered(wrapper, selector); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays a merchant in the token it asks for, straight from the caller.
    function payInToken(IERC20 token, address merchant, uint256 price, bytes32 reference_) external {
        token.safeTransferFrom(msg.sender, merchant, price); //~ BENIGN FUND_XFER from the caller only
        emit Paid(msg.sender, merchant, address(token), price, reference_); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays a merchant in ether out of wrapped ether. What is left over goes back to the caller.
    function payInEther(Order calldata order) external nonReentrant { //~ BENIGN REENTRY_GUARD the ether that comes in belongs to one order
        uint256 balanceBefore = address(this).balance;
        IERC20(order.wrapper).safeTransferFrom(msg.sender, address(this), order.amount); //~ PREREQ INPUT_VAL any token, and an amount of zero needs no funds
        (bool ok, ) = order.wrapper.call(order.redemption); //~ ROOT_CAUSE EXT_CALL the caller chooses both whom and what, with the approvals of everyone
        if (!ok) revert RedemptionFailed(order.wrapper);
        uint256 received = address(this).balance - balanceBefore;
        if (received < order.amount || received < order.price) revert NotEnoughReceived(received); //~ INSUFF_GUARD INPUT_VAL nothing has to come in for an order of zero

        _sendEther(order.merchant, _lessFee(order.price));
        _sendEther(msg.sender, received - order.price);
        emit Paid(msg.sender, order.merchant, address(0), order.price, order.reference_); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Whether a payer has what an order asks for, for the checkout page.
    function canPay(address payer, Order calldata order) external view returns (bool) {
        IERC20 wrapper = IERC20(order.wrapper);
        return
            order.redemption.length >= 4 &&
            redemptionOf[order.wrapper] == bytes4(order.redemption) && //~ DECOY INPUT_VAL a view for the page; nothing depends on it
            order.amount >= order.price &&
            wrapper.balanceOf(payer) >= order.amount &&
            wrapper.allowance(payer, address(this)) >= order.amount; //~ PREREQ ACCESS_CTRL payers leave approvals standing here
    }
}
