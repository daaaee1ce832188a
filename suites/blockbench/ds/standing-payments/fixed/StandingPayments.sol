// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;
pragma abicoder v2;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

/// Recovers the account that signed a message from a signature of 65 bytes.
library SignatureReader {
    /// The three parts stand one behind the other: r and s with 32 bytes each, and v with one. Anything that is no
    /// signature at all is refused here, so that callers compare accounts only.
    function signerOf(bytes32 digest, bytes memory signature) internal pure returns (address signer) {
        require(signature.length == 65, "A signature has 65 bytes.");
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        signer = ecrecover(digest, v, r, s); //~ BENIGN SIGNATURE
        require(signer != address(0), "The signature is not valid."); //~ BENIGN SIGNATURE
    }
}

/// Customers keep a balance of one token here and sign orders, each of which lets a merchant collect one amount once, in
/// the time that the order names. The token is an ordinary one, without a fee on transfers.
contract StandingPayments {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    string public constant NAME = "StandingPayments";
    string public constant VERSION = "1";
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant ORDER_TYPE =
        keccak256("Order(address customer,address merchant,uint256 amount,uint256 invoice,uint256 notBefore,uint256 notAfter)");

    struct Order {
        address customer;
        address merchant;
        uint256 amount;
        uint256 invoice;
        uint256 notBefore;
        uint256 notAfter;
    }

    IERC20 public immutable token;
    mapping(address => uint256) public balanceOf;
    mapping(bytes32 => bool) public isSpent;

    event Deposited(address indexed customer, uint256 amount);
    event Withdrawn(address indexed customer, uint256 amount);
    event Collected(address indexed customer, address indexed merchant, uint256 amount, uint256 invoice);
    event Cancelled(address indexed customer, address indexed merchant, uint256 invoice);

    constructor(IERC20 paymentToken) {
        require(address(paymentToken) != address(0), "The token is missing.");
        token = paymentToken;
    }

    /// A deposit is available at once.
    function deposit(uint256 amount) external {
        require(amount > 0, "The amount is zero.");
        balanceOf[msg.sender] = balanceOf[msg.sender].add(amount); //~ BENIGN STATE_MOD
        token.safeTransferFrom(msg.sender, address(this), amount);
        emit Deposited(msg.sender, amount);
    }

    /// Customers may leave with all that no merchant has collected yet.
    function withdraw(uint256 amount) external {
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(amount, "The balance is too low."); //~ BENIGN ARITHMETIC
        token.safeTransfer(msg.sender, amount);
        emit Withdrawn(msg.sender, amount);
    }

    /// What a customer signs: the order within the domain of this contract on this chain.
    function digestOf(Order memory order) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256(bytes(NAME)), keccak256(bytes(VERSION)), _chain(), address(this)) //~ BENIGN SIGNATURE
        );
        bytes32 content = keccak256(
            abi.encode(
                ORDER_TYPE,
                order.customer,
                order.merchant,
                order.amount,
                order.invoice,
                order.notBefore,
                order.notAfter
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, content)); //~ BENIGN SIGNATURE three parts of fixed length
    }

    /// The merchant of an order collects its amount.
    function collect(Order memory order, bytes memory signature) external {
        require(msg.sender == order.merchant, "The order is for another merchant."); //~ BENIGN ACCESS_CTRL
        require(block.timestamp >= order.notBefore, "The order is not due yet."); //~ BENIGN TIMESTAMP
        require(block.timestamp <= order.notAfter, "The order is too old."); //~ BENIGN TIMESTAMP
        bytes32 mark = _markOf(order, signature);
        isSpent[mark] = true; //~ BENIGN STATE_MOD
        balanceOf[order.customer] = balanceOf[order.customer].sub(order.amount, "The balance is too low."); //~ BENIGN ARITHMETIC
        token.safeTransfer(order.merchant, order.amount); //~ BENIGN FUND_XFER
        emit Collected(order.customer, order.merchant, order.amount, order.invoice);
    }

    /// A customer takes an order back that it has signed and nobody has collected.
    function cancel(Order memory order, bytes memory signature) external {
        require(msg.sender == order.customer, "The order is of another customer."); //~ BENIGN ACCESS_CTRL
        bytes32 mark = _markOf(order, signature);
        isSpent[mark] = true;
        emit Cancelled(order.customer, order.merchant, order.invoice);
    }

    /// Checks that an order is signed and open, and returns the mark under which it is spent.
    function _markOf(Order memory order, bytes memory signature) private view returns (bytes32 mark) {
        bytes32 digest = digestOf(order);
        require(SignatureReader.signerOf(digest, signature) == order.customer, "The customer has not signed."); //~ BENIGN SIGNATURE
        mark = digest; //~ BENIGN COMPUTATION
        require(!isSpent[mark], "The order is spent."); //~ BENIGN SIGNATURE
    }

    function _chain() private pure returns (uint256 chain) {
        assembly {
            chain := chainid()
        }
    }
}
