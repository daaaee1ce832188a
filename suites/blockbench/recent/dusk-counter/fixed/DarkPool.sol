// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// @notice An order, of which only the hash is known until it is matched.
struct Order {
    address owner;
    address sellToken;
    address buyToken;
    uint128 sellAmount;
    uint128 buyAmount;
    bytes32 salt;
}

/// @notice What an engine does for a pool.
interface IMatchingEngine {
    /// @notice Matches two placed orders.
    function matchOrders(Order calldata left, Order calldata right) external;
}

/// @notice The storage of the pool, which its engine works on.
abstract contract PoolState {
    struct Setup {
        bool complete;
        uint40 completedAt;
        address completedBy;
    }

    Setup internal _setup;

    /// @notice The code that matches orders.
    address public engine;

    /// @notice The account that earns the fees.
    address public treasury;

    mapping(address token => mapping(address account => uint256)) public balances;

    /// @notice The block in which an order was placed; zero when there is none.
    mapping(bytes32 orderHash => uint256 blockNumber) public placedIn;

    event Initialised(address indexed engine, address indexed treasury, address by);
    event Deposited(address indexed token, address indexed account, uint256 amount);
    event Withdrawn(address indexed token, address indexed account, uint256 amount);
    event OrderPlaced(bytes32 indexed orderHash);
    event OrderCancelled(bytes32 indexed orderHash);
    event OrdersMatched(bytes32 indexed left, bytes32 indexed right);

    /// @notice The hash by which an order is known.
    function hashOf(Order calldata order) public pure returns (bytes32) {
        return keccak256(abi.encode(order)); //~ BENIGN COMPUTATION
    }
}

/// @title Matching engine
/// @notice Exchanges the balances of two orders that fit. Runs inside the pool.
contract MatchingEngine is PoolState, IMatchingEngine {
    /// @notice The fee in basis points, of what each side gets.
    uint256 public constant FEE = 3;

    uint256 private constant BASIS_POINTS = 10_000;

    error OrderNotReady(bytes32 orderHash);
    error TokensDoNotFit(address sellToken, address buyToken);
    error AmountTooSmall(uint256 offered, uint256 wanted);

    /// @inheritdoc IMatchingEngine
    function matchOrders(Order calldata left, Order calldata right) external {
        (bytes32 leftHash, bytes32 rightHash) = (_takeReady(left), _takeReady(right));
        _checkFit(left, right);
        _checkFit(right, left);
        _transfer(left.sellToken, left.owner, right.owner, left.sellAmount);
        _transfer(right.sellToken, right.owner, left.owner, right.sellAmount);
        emit OrdersMatched(leftHash, rightHash); //~ UNRELATED EVENT_EMIT
    }

    /// @dev An order cannot be matched in the block in which it was placed.
    function _takeReady(Order calldata order) private returns (bytes32 orderHash) {
        orderHash = hashOf(order);
        uint256 blockNumber = placedIn[orderHash];
        if (blockNumber == 0 || blockNumber == block.number) revert OrderNotReady(orderHash); //~ BENIGN CTRL_FLOW
        delete placedIn[orderHash]; //~ BENIGN STATE_MOD
    }

    function _checkFit(Order calldata order, Order calldata other) private pure {
        if (order.sellToken != other.buyToken) revert TokensDoNotFit(order.sellToken, other.buyToken); //~ BENIGN INPUT_VAL
        if (order.sellAmount < other.buyAmount) revert AmountTooSmall(order.sellAmount, other.buyAmount); //~ BENIGN INPUT_VAL each side gets at least what it asks
    }

    function _transfer(address token, address from, address to, uint256 amount) private {
        uint256 fee = (amount * FEE) / BASIS_POINTS;
        balances[token][from] -= amount;
        balances[token][to] += amount - fee; //~ BENIGN ARITHMETIC
        balances[token][treasury] += fee;
    }
}

/// @title Dark pool
/// @notice Holds what its traders want to exchange and shows nobody what they ask for. Traders place the hash of an order;
///         whoever knows two orders that fit has them matched.
/// @dev Tokens have to move exactly the amounts that they are asked to move.
contract DarkPool is PoolState, IMatchingEngine {
    using SafeERC20 for IERC20;
    using Address for address;

    error AlreadyInitialised(address by);
    error NotInitialised();
    error NotAnEngine(address engine);
    error ZeroTreasury();
    error AlreadyPlaced(bytes32 orderHash);
    error NotOwner(address caller);

    modifier whenInitialised() {
        if (engine == address(0)) revert NotInitialised(); //~ BENIGN INIT
        _;
    }

    /// @notice Connects a fresh pool to its engine.
    /// @dev The script that deploys the two calls it in the same transaction, which is why there is no owner.
    function initialise(address engine_, address treasury_) external {
        Setup storage setup = _setup; //~ BENIGN INIT
        if (setup.complete) revert AlreadyInitialised(setup.completedBy); //~ BENIGN INIT once
        if (engine_.code.length == 0) revert NotAnEngine(engine_); //~ BENIGN INPUT_VAL
        if (treasury_ == address(0)) revert ZeroTreasury(); //~ BENIGN INPUT_VAL
        setup.complete = true; //~ BENIGN STATE_MOD
        setup.completedAt = uint40(block.timestamp); //~ UNRELATED TIMESTAMP
        setup.completedBy = msg.sender;
        (engine, treasury) = (engine_, treasury_); //~ BENIGN STATE_MOD
        emit Initialised(engine_, treasury_, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Adds tokens to the caller's balance.
    function deposit(address token, uint256 amount) external whenInitialised {
        balances[token][msg.sender] += amount;
        emit Deposited(token, msg.sender, amount);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /// @notice Takes tokens from the caller's balance.
    function withdraw(address token, uint256 amount) external {
        balances[token][msg.sender] -= amount; //~ BENIGN STATE_MOD checked arithmetic, and before the transfer
        emit Withdrawn(token, msg.sender, amount);
        IERC20(token).safeTransfer(msg.sender, amount);
    }

    /// @notice Places an order of the caller.
    function placeOrder(Order calldata order) external whenInitialised returns (bytes32 orderHash) {
        if (order.owner != msg.sender) revert NotOwner(msg.sender); //~ BENIGN ACCESS_CTRL
        orderHash = hashOf(order);
        if (placedIn[orderHash] != 0) revert AlreadyPlaced(orderHash); //~ BENIGN CTRL_FLOW
        placedIn[orderHash] = block.number;
        emit OrderPlaced(orderHash);
    }

    /// @notice Cancels an order of the caller.
    function cancelOrder(Order calldata order) external {
        if (order.owner != msg.sender) revert NotOwner(msg.sender); //~ BENIGN ACCESS_CTRL
        bytes32 orderHash = hashOf(order);
        delete placedIn[orderHash];
        emit OrderCancelled(orderHash);
    }

    /// @inheritdoc IMatchingEngine
    function matchOrders(Order calldata, Order calldata) external whenInitialised {
        engine.functionDelegateCall(msg.data); //~ BENIGN DELEGATE the engine of the first call
    }
}
