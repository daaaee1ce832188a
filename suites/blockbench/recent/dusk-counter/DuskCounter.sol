// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// An order is known by its hash only, until it is matched.
struct Order {
    address owner;
    address sell;
    address buy;
    uint128 sellAmount;
    uint128 buyAmount;
    bytes32 salt;
}

/// @dev The storage of the counter, which its engine works on.
abstract contract CounterState {
    struct Wiring {
        bool done;
        uint40 at;
        address by;
    }

    Wiring internal _wiring;
    address public engine;
    address public treasury;

    mapping(address token => mapping(address owner => uint256)) public holdings;
    /// @notice Block in which an order was placed; zero when there is none.
    mapping(bytes32 order => uint256 placed) public placedIn;

    event Wired(address indexed engine, address indexed treasury, address by);
    event Placed(bytes32 indexed order);
    event Cancelled(bytes32 indexed order);
    event Matched(bytes32 indexed left, bytes32 indexed right);

    function hashOf(Order calldata o) public pure returns (bytes32) {
        return keccak256(abi.encode(o));
    }
}

/// @title MatchEngine
/// @notice Exchanges the holdings of two orders that fit. Runs inside the counter.
contract MatchEngine is CounterState {
    uint256 public constant FEE = 3; // basis points, of what each side gets

    error NotPlaced(bytes32 order);
    error NoFit();

    function matchOrders(Order calldata left, Order calldata right) external {
        (bytes32 a, bytes32 b) = (hashOf(left), hashOf(right));
        if (placedIn[a] == 0 || placedIn[a] == block.number) revert NotPlaced(a); //~ BENIGN CTRL_FLOW not in the block in which it was placed
        if (placedIn[b] == 0 || placedIn[b] == block.number) revert NotPlaced(b);
        if (left.sell != right.buy || left.buy != right.sell) revert NoFit();
        if (left.sellAmount < right.buyAmount || right.sellAmount < left.buyAmount) revert NoFit(); //~ BENIGN INPUT_VAL each side gets at least what it asks
        (placedIn[a], placedIn[b]) = (0, 0);
        _move(left.sell, left.owner, right.owner, left.sellAmount);
        _move(right.sell, right.owner, left.owner, right.sellAmount);
        emit Matched(a, b); //~ UNRELATED EVENT_EMIT
    }

    function _move(address token, address from, address to, uint256 amount) private {
        uint256 fee = (amount * FEE) / 10_000;
        holdings[token][from] -= amount;
        holdings[token][to] += amount - fee;
        holdings[token][treasury] += fee;
    }
}

/// @title DuskCounter
/// @notice Holds what its members want to exchange and shows nobody what they ask for. Members place the hash of an
///         order; whoever knows two orders that fit has them matched.
contract DuskCounter is CounterState {
    error AlreadyWired(address by);
    error NotWired();
    error NotAnEngine();
    error NoTreasury();
    error AlreadyPlaced();
    error NotOwner();
    error TransferFailed();

    modifier whenWired() {
        if (engine == address(0)) revert NotWired(); //~ INSUFF_GUARD INIT says that there is an engine, not which
        _;
    }

    /// @notice Connects a fresh counter to its engine. The script that deploys the two calls it in the same transaction,
    ///         which is why there is no owner.
    function wire(address engine_, address treasury_) external {
        Wiring memory w = _wiring; //~ ROOT_CAUSE INIT a copy, so that the next lines leave no trace
        if (w.done) revert AlreadyWired(w.by); //~ INSUFF_GUARD INIT reads a record that is never written
        if (engine_.code.length == 0) revert NotAnEngine();
        if (treasury_ == address(0)) revert NoTreasury();
        (w.done, w.at, w.by) = (true, uint40(block.timestamp), msg.sender); //~ ROOT_CAUSE STATE_MOD into memory
        (engine, treasury) = (engine_, treasury_); //~ PREREQ STATE_MOD
        emit Wired(engine_, treasury_, msg.sender);
    }

    function deposit(address token, uint256 amount) external whenWired {
        holdings[token][msg.sender] += amount;
        if (!IERC20(token).transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    function withdraw(address token, uint256 amount) external {
        holdings[token][msg.sender] -= amount; //~ BENIGN STATE_MOD before the transfer
        if (!IERC20(token).transfer(msg.sender, amount)) revert TransferFailed();
    }

    /// @notice Places an order by its hash. A hash names its owner, so that placing one for somebody else is of no use.
    function place(Order calldata o) external whenWired returns (bytes32 id) {
        if (o.owner != msg.sender) revert NotOwner();
        id = hashOf(o);
        if (placedIn[id] != 0) revert AlreadyPlaced();
        placedIn[id] = block.number;
        emit Placed(id);
    }

    function cancel(Order calldata o) external {
        if (o.owner != msg.sender) revert NotOwner(); //~ BENIGN ACCESS_CTRL
        bytes32 id = hashOf(o);
        delete placedIn[id];
        emit Cancelled(id);
    }

    /// @notice Matches two placed orders.
    function matchOrders(Order calldata, Order calldata) external whenWired {
        (bool ok, bytes memory answer) = engine.delegatecall(msg.data); //~ PREREQ DELEGATE runs whatever is wired, over the holdings of all
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}
