// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts@5.4.0/utils/cryptography/MessageHashUtils.sol";

/// @notice What a vault asks its desk.
interface ITradingDesk {
    function orderSigner() external view returns (address);
}

/// @dev Typed orders and who has signed them.
abstract contract SignedOrders {
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    bytes32 public immutable domain;

    constructor(string memory name, address verifyingContract) {
        domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256(bytes(name)), keccak256("1"), block.chainid, verifyingContract) //~ BENIGN SIGNATURE
        );
    }

    function _signerOf(bytes32 contentHash, bytes calldata signature) internal view returns (address) {
        return ECDSA.recover(MessageHashUtils.toTypedDataHash(domain, contentHash), signature); //~ BENIGN SIGNATURE refuses what nobody has signed
    }
}

/// @title DeskVault
/// @notice One of the vaults of a trading desk. Suppliers deposit tokens here; the desk sells them by signing release orders, and the
///         buyer, or anybody for the buyer, presents the order.
contract DeskVault is SignedOrders {
    using SafeERC20 for IERC20;

    bytes32 private constant ORDER_TYPE =
        keccak256("Order(address token,address buyer,uint256 amount,uint256 number,uint256 lastDay)");

    struct Order {
        address token;
        address buyer;
        uint256 amount;
        uint256 number;
        uint256 lastDay;
    }

    ITradingDesk public immutable desk;
    string public venue;

    mapping(address token => mapping(address supplier => uint256)) public suppliedBy;
    mapping(uint256 number => bool) public released;
    mapping(address token => uint256) public sold;

    event Deposited(address indexed token, address indexed supplier, uint256 amount);
    event Withdrawn(address indexed token, address indexed supplier, uint256 amount);
    event Released(uint256 indexed number, address indexed token, address indexed buyer, uint256 amount);

    error OrderUsed(uint256 number);
    error OrderExpired(uint256 lastDay);
    error NotSignedByDesk(address signer);
    error BuyerMissing(uint256 number);

    constructor(ITradingDesk desk_, string memory venue_) SignedOrders("Desk vault", address(this)) { //~ BENIGN SIGNATURE
        desk = desk_;
        venue = venue_;
    }

    /// @notice Deposits tokens at this vault.
    function deposit(address token, uint256 amount) external {
        suppliedBy[token][msg.sender] += amount;
        emit Deposited(token, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Returns tokens to their supplier.
    /// @dev The desk pays its suppliers off chain for what it has sold, and refills the vault before they withdraw.
    function withdraw(address token, uint256 amount) external {
        suppliedBy[token][msg.sender] -= amount; //~ BENIGN ARITHMETIC checked, nobody withdraws more than was supplied
        emit Withdrawn(token, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        IERC20(token).safeTransfer(msg.sender, amount);
    }

    /// @notice Pays an order out to its buyer.
    /// @param order What was sold.
    /// @param signature The signature of the desk.
    function release(Order calldata order, bytes calldata signature) external {
        if (order.lastDay < block.timestamp / 1 days) revert OrderExpired(order.lastDay); //~ UNRELATED TIMESTAMP a validity of days
        if (order.buyer == address(0)) revert BuyerMissing(order.number); //~ BENIGN INPUT_VAL
        if (released[order.number]) revert OrderUsed(order.number); //~ BENIGN STATE_MOD
        address signer = _signerOf(keccak256(abi.encode(ORDER_TYPE, order)), signature);
        if (signer != desk.orderSigner()) revert NotSignedByDesk(signer); //~ BENIGN SIGNATURE

        released[order.number] = true;
        sold[order.token] += order.amount;
        emit Released(order.number, order.token, order.buyer, order.amount); //~ UNRELATED EVENT_EMIT
        IERC20(order.token).safeTransfer(order.buyer, order.amount); //~ BENIGN FUND_XFER to the buyer whom the desk has named
    }
}

/// @title TradingDesk
/// @notice Opens the vaults of a desk and appoints the signer of their orders.
contract TradingDesk is ITradingDesk, Ownable {
    /// @inheritdoc ITradingDesk
    address public orderSigner;

    DeskVault[] public vaults;

    event OrderSignerSet(address indexed orderSigner);
    event VaultOpened(uint256 indexed index, DeskVault vault, string venue);

    error SignerMissing(address caller);

    constructor(address orderSigner_) Ownable(msg.sender) {
        _setOrderSigner(orderSigner_);
    }

    function setOrderSigner(address orderSigner_) external onlyOwner {
        _setOrderSigner(orderSigner_);
    }

    function openVault(string calldata venue) external onlyOwner returns (DeskVault vault) {
        vault = new DeskVault(this, venue);
        vaults.push(vault);
        emit VaultOpened(vaults.length - 1, vault, venue); //~ UNRELATED EVENT_EMIT
    }

    function _setOrderSigner(address orderSigner_) private {
        if (orderSigner_ == address(0)) revert SignerMissing(msg.sender); //~ BENIGN INPUT_VAL
        orderSigner = orderSigner_;
        emit OrderSignerSet(orderSigner_); //~ UNRELATED EVENT_EMIT
    }
}
