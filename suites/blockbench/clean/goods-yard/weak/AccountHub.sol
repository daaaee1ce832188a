// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {IForwardAccount} from "./context/IForwardAccount.sol";

/// @title ForwardAccount
/// @notice Holds the tokens and ether of one owner. It does what the hub tells it, and only the hub can tell it.
contract ForwardAccount is IForwardAccount {
    /// @inheritdoc IForwardAccount
    address public immutable hub;

    /// @notice Makes the deployer the hub.
    constructor() {
        hub = msg.sender;
    }

    /// @notice Takes ether from anybody.
    receive() external payable {}

    /// @inheritdoc IForwardAccount
    function forward(address target, uint256 value, bytes calldata data) external returns (bytes memory) {
        require(target.code.length > 0 || data.length == 0, "ForwardAccount: no code");
        (bool success, bytes memory result) = target.call{value: value}(data);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(result, 0x20), mload(result))
            }
        }
        return result;
    }
}

/// @title AccountHub
/// @notice Gives every owner an account, moves tokens in and out, and has the account call vaults, markets and other contracts. An
///         operator can be allowed to call one contract in an owner's name.
/// @dev Owners approve their tokens to the hub. The hub itself never calls what a caller names, except for moving tokens that the
///      caller names out of the caller's own balance.
contract AccountHub {
    using SafeERC20 for IERC20;

    /// @notice One of several calls.
    /// @param target The contract to call.
    /// @param value The ether to send along.
    /// @param data The call.
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    /// @notice The most calls of one execution.
    uint256 public constant MAX_CALLS = 8;

    /// @notice The account of an owner.
    mapping(address owner => ForwardAccount) public accountOf;

    /// @notice Whether an operator may call a contract in an owner's name.
    mapping(address owner => mapping(address operator => mapping(address target => bool))) public isOperator;

    /// @notice An account was created.
    /// @param owner The owner.
    /// @param account The account.
    event AccountCreated(address indexed owner, address account);

    /// @notice Tokens or ether were deposited.
    /// @param owner The owner.
    /// @param token The token; zero stands for ether.
    /// @param amount The amount.
    event Deposited(address indexed owner, address indexed token, uint256 amount);

    /// @notice An account made a call.
    /// @param owner The owner.
    /// @param target The contract.
    /// @param caller Who asked for it.
    event Executed(address indexed owner, address indexed target, address caller);

    /// @notice Tokens or ether were withdrawn.
    /// @param owner The owner.
    /// @param token The token; zero stands for ether.
    /// @param to The receiver.
    /// @param amount The amount.
    event Withdrawn(address indexed owner, address indexed token, address to, uint256 amount);

    /// @notice An operator was allowed or disallowed.
    /// @param owner The owner.
    /// @param operator The operator.
    /// @param target The contract.
    /// @param allowed Whether the operator may call it.
    event OperatorSet(address indexed owner, address indexed operator, address indexed target, bool allowed);

    /// @notice Creates the caller's account.
    /// @return account The account.
    function createAccount() external returns (ForwardAccount account) {
        require(address(accountOf[msg.sender]) == address(0), "AccountHub: account exists");
        account = new ForwardAccount();
        accountOf[msg.sender] = account;
        emit AccountCreated(msg.sender, address(account));
    }

    /// @notice Deposits tokens of the caller, and the ether that comes along.
    /// @param token The token.
    /// @param amount The amount of the token; may be zero.
    function deposit(IERC20 token, uint256 amount) external payable {
        ForwardAccount account = _accountOf(msg.sender);
        if (amount > 0) {
            token.safeTransferFrom(msg.sender, address(account), amount);
            emit Deposited(msg.sender, address(token), amount);
        }
        if (msg.value > 0) {
            Address.sendValue(payable(address(account)), msg.value);
            emit Deposited(msg.sender, address(0), msg.value);
        }
    }

    /// @notice Makes some calls in the name of the caller's account, one after the other; all of them or none.
    /// @param calls The calls.
    /// @return results What the contracts answer.
    function execute(Call[] calldata calls) external returns (bytes[] memory results) {
        require(calls.length <= MAX_CALLS, "AccountHub: too many calls");
        ForwardAccount account = _accountOf(msg.sender);
        results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            results[i] = account.forward(calls[i].target, calls[i].value, calls[i].data);
            emit Executed(msg.sender, calls[i].target, msg.sender);
        }
    }

    /// @notice Lets an operator call one contract in the caller's name, without ether, or no longer.
    /// @param operator The operator.
    /// @param target The contract.
    /// @param allowed Whether the operator may call it.
    function setOperator(address operator, address target, bool allowed) external {
        require(target != address(this), "AccountHub: the hub itself");
        isOperator[msg.sender][operator][target] = allowed;
        emit OperatorSet(msg.sender, operator, target, allowed);
    }

    /// @notice Makes a call in the name of an owner who has allowed it to the caller.
    /// @param owner The owner.
    /// @param target The contract.
    /// @param data The call.
    /// @return result What the contract answers.
    function executeFor(address owner, address target, bytes calldata data) external returns (bytes memory result) {
        require(isOperator[owner][msg.sender][target], "AccountHub: not an operator");
        result = _accountOf(owner).forward(target, 0, data);
        emit Executed(owner, target, msg.sender);
    }

    /// @notice Withdraws everything of one kind from the caller's account.
    /// @param token The token; zero stands for ether.
    /// @param to The receiver.
    /// @return amount The amount.
    function withdraw(IERC20 token, address to) external returns (uint256 amount) {
        ForwardAccount account = _accountOf(msg.sender);
        if (address(token) == address(0)) {
            amount = address(account).balance;
            account.forward(to, amount, "");
        } else {
            amount = token.balanceOf(address(account));
            bytes memory result = account.forward(address(token), 0, abi.encodeCall(token.transfer, (to, amount)));
            require(_isSuccess(result), "AccountHub: transfer failed");
        }
        emit Withdrawn(msg.sender, address(token), to, amount);
    }

    /// @dev The account of an owner who has one.
    /// @param owner The owner.
    /// @return account The account.
    function _accountOf(address owner) internal view returns (ForwardAccount account) {
        account = accountOf[owner];
        require(address(account) != address(0), "AccountHub: no account");
    }

    /// @dev Tokens answer with true, or with nothing at all.
    /// @param result The answer.
    /// @return Whether it says that the transfer has taken place.
    function _isSuccess(bytes memory result) internal pure returns (bool) {
        return result.length == 0 || (result.length >= 32 && abi.decode(result, (uint256)) == 1);
    }
}
