// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Gateway} from "./context/Gateway.sol";
import {Vault} from "./context/Vault.sol";

// A module for vaults that are run from another chain. The owner of a vault names delegates, by chain and account there,
// with a daily allowance for each token. Delegates send orders through the gateway.
contract RemoteModule {
    struct Order {
        Vault vault;
        bytes32 delegate;
        address token;
        address to;
        uint256 amount;
    }

    struct Allowance {
        uint128 perDay;
        uint64 day;
        uint128 used;
    }

    uint256 public constant MAX_BATCH = 10;

    Gateway public immutable gateway;
    mapping(Vault => mapping(bytes32 => bool)) public isDelegate;
    mapping(Vault => mapping(bytes32 => mapping(address => Allowance))) public allowanceOf;
    mapping(Vault => bool) public paused;

    error NotOwner(address caller);
    error NotArrived(bytes32 id);
    error NotDelegate(bytes32 delegate);
    error OverAllowance(uint256 left);

    modifier onlyOwnerOf(Vault vault) {
        require(msg.sender == vault.owner(), NotOwner(msg.sender)); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(Gateway gateway_) {
        gateway = gateway_;
    }

    // ---- owners

    function setDelegate(Vault vault, bytes32 delegate, bool on) external onlyOwnerOf(vault) {
        isDelegate[vault][delegate] = on;
        emit DelegateSet(vault, delegate, on);
    }

    function setAllowance(Vault vault, bytes32 delegate, address token, uint128 perDay) external onlyOwnerOf(vault) {
        allowanceOf[vault][delegate][token].perDay = perDay;
        emit AllowanceSet(vault, delegate, token, perDay);
    }

    function setPaused(Vault vault, bool on) external onlyOwnerOf(vault) {
        paused[vault] = on;
        emit PausedSet(vault, on);
    }

    // ---- messages, anyone may bring one here that has arrived

    function execute(bytes32 id, string calldata chain, string calldata source, bytes calldata payload) external {
        require(gateway.take(id, chain, source, keccak256(payload)), NotArrived(id)); //~ BENIGN ACCESS_CTRL
        Order[] memory orders = abi.decode(payload, (Order[]));
        require(orders.length > 0 && orders.length <= MAX_BATCH, "bad batch"); //~ BENIGN INPUT_VAL
        bytes32 sender = delegateId(chain, source);
        for (uint256 i = 0; i < orders.length; ++i) {
            Order memory order = orders[i];
            require(isDelegate[order.vault][order.delegate] && order.delegate == sender, NotDelegate(sender)); //~ BENIGN ACCESS_CTRL
            spend(order);
            order.vault.run(order.token, abi.encodeCall(IERC20.transfer, (order.to, order.amount))); //~ BENIGN FUND_XFER
            emit Executed(id, order.vault, order.token, order.to, order.amount); //~ UNRELATED EVENT_EMIT
        }
    }

    // ---- views

    // how delegates are named here
    function delegateId(string memory chain, string memory source) public pure returns (bytes32) {
        return keccak256(abi.encode(chain, source)); //~ BENIGN SIGNATURE both with their lengths
    }

    function spend(Order memory order) private {
        require(!paused[order.vault], "paused"); //~ BENIGN CTRL_FLOW
        Allowance storage a = allowanceOf[order.vault][order.delegate][order.token]; //~ BENIGN STORAGE_READ
        uint64 today = uint64(block.timestamp / 1 days);
        if (a.day < today) (a.day, a.used) = (today, 0); //~ BENIGN TIMESTAMP a new day, a new allowance
        uint256 left = a.perDay - a.used;
        require(order.amount <= left, OverAllowance(left)); //~ BENIGN INPUT_VAL
        a.used += uint128(order.amount); //~ BENIGN COMPUTATION fits, it was compared above
    }

    event DelegateSet(Vault indexed vault, bytes32 indexed delegate, bool on);
    event AllowanceSet(Vault indexed vault, bytes32 indexed delegate, address indexed token, uint128 perDay);
    event PausedSet(Vault indexed vault, bool on);
    event Executed(bytes32 indexed id, Vault indexed vault, address token, address to, uint256 amount);
}
