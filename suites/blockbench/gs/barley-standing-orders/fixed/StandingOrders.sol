// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./context/FeeTiers.sol";
import "./context/IToken.sol";
import "./context/Signatures.sol";

// Desk for standing orders in warehouse receipts (barley, oats, rye), each receipt token against any other token.
//
// A maker signs an order off chain and leaves it with brokers. Whoever likes it settles it here with the maker's tokens
// and its own, in one go and never in part. The desk itself holds nothing.
contract StandingOrders {
    using Signatures for bytes32;

    struct Order {
        address maker;
        IToken give; // leaves the maker
        IToken want; // goes to the maker
        uint128 giveAmount;
        uint128 wantAmount;
        uint64 goodUntil;
        address onlyFor; // zero: anyone
        uint256 stamp;
    }

    bytes32 public constant ORDER_TYPE = keccak256(
        "Order(address maker,address give,address want,uint128 giveAmount,uint128 wantAmount,uint64 goodUntil,address onlyFor,uint256 stamp)"
    );
    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");

    address public immutable till; // takes the fees

    // Settled orders, by maker and token given.
    mapping(address => mapping(IToken => uint256)) public trades;
    // Orders their makers have taken back.
    mapping(bytes32 => bool) public withdrawn;

    event Settled(bytes32 indexed digest, address indexed maker, address indexed taker, uint256 fee);
    event Withdrawn(bytes32 indexed digest, address indexed maker);

    constructor(address till_) {
        till = till_;
    }

    // Settles a signed order with the caller as taker. The fee is the caller's, in the token the maker wants.
    function settle(Order calldata order, bytes calldata signature) external returns (uint256 fee) {
        bytes32 digest = digestOf(order);
        require(block.timestamp <= order.goodUntil, "StandingOrders: late"); //~ BENIGN TIMESTAMP orders stand for months, seconds do not matter
        require(!withdrawn[digest], "StandingOrders: withdrawn"); //~ BENIGN STATE_MOD closed by the maker's own word
        require(order.onlyFor == address(0) || order.onlyFor == msg.sender, "StandingOrders: reserved");
        require(order.stamp == stampOf(order.maker, order.give), "StandingOrders: stamp"); //~ BENIGN SIGNATURE an order is good at one count of trades
        require(digest.signerOf(signature) == order.maker, "StandingOrders: signature"); //~ BENIGN SIGNATURE low s only, chain and contract are in the digest

        uint256 before = trades[order.maker][order.give];
        trades[order.maker][order.give] = before + 1; //~ BENIGN STATE_MOD counted ahead of the transfers
        fee = FeeTiers.feeOn(order.wantAmount, before);
        emit Settled(digest, order.maker, msg.sender, fee);

        _move(order.give, order.maker, msg.sender, order.giveAmount); //~ BENIGN FUND_XFER the maker's allowance stands for later orders too
        _move(order.want, msg.sender, order.maker, order.wantAmount);
        if (fee != 0) _move(order.want, msg.sender, till, fee); //~ UNRELATED FUND_XFER the taker pays the desk
    }

    // Takes back an order that its maker no longer wants to trade. Needs no signature.
    function withdraw(Order calldata order) external {
        require(msg.sender == order.maker, "StandingOrders: maker only"); //~ BENIGN ACCESS_CTRL brokers cannot take orders back
        bytes32 digest = digestOf(order);
        withdrawn[digest] = true;
        emit Withdrawn(digest, msg.sender);
    }

    // Whether an order could be settled by `taker` right now, allowances and balances aside.
    function isOpen(Order calldata order, address taker) external view returns (bool) {
        if (block.timestamp > order.goodUntil || withdrawn[digestOf(order)]) return false;
        if (order.onlyFor != address(0) && order.onlyFor != taker) return false;
        return order.stamp == stampOf(order.maker, order.give);
    }

    // The stamp that an order of `maker` over `give` carries when it is signed now.
    function stampOf(address maker, IToken give) public view returns (uint256) {
        return trades[maker][give]; //~ BENIGN STORAGE_READ only ever grows
    }

    function digestOf(Order calldata order) public view returns (bytes32) {
        bytes32 content = keccak256(
            abi.encode(
                ORDER_TYPE,
                order.maker,
                order.give,
                order.want,
                order.giveAmount,
                order.wantAmount,
                order.goodUntil,
                order.onlyFor,
                order.stamp
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain(), content));
    }

    function domain() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPE, keccak256("StandingOrders"), block.chainid, address(this))); //~ BENIGN SIGNATURE follows a change of the chain id
    }

    function _move(IToken token, address from, address to, uint256 amount) private {
        require(token.transferFrom(from, to, amount), "StandingOrders: transfer");
    }
}
