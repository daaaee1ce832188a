// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IOperatorRegistry} from "../interfaces/IOperatorRegistry.sol";
import {IBondVault, IFeeSplitter} from "../interfaces/IVaults.sol";
import {KeyText} from "../libraries/KeyText.sol";

/**
 * @title OperatorRegistry
 * @notice Operators run the validators. Anybody joins, and leaves a bond in the vault of the bonds.
 * @dev The keys of an operator are used in their order. The pool takes the next key of the operator that has the fewest
 * running validators, so that the stake spreads.
 */
contract OperatorRegistry is IOperatorRegistry {
    /**
     * @notice An operator.
     * @param account Account that acts for it and gets its fees.
     * @param stopped Whether none of its keys is used.
     * @param used Number of its keys that have been used.
     * @param exited Number of its validators that have exited.
     * @param name Name for interfaces.
     */
    struct Operator {
        address account;
        bool stopped;
        uint64 used;
        uint64 exited;
        string name;
    }

    /// @notice Amount in which bonds are counted.
    uint256 public constant BOND = 4 ether;

    /// @notice Most operators.
    uint256 public constant MAX_OPERATORS = 100;

    /// @notice Most keys that can be added at once.
    uint256 public constant MAX_KEYS = 50;

    /// @notice Bonds of the operators.
    IBondVault public immutable bonds;

    /// @notice Pool that uses the keys.
    address public pool;

    /// @notice Contract that shares the fees.
    IFeeSplitter public splitter;

    /// @notice Account that may stop operators.
    address public guardian;

    /// @notice Operator of an account, counted from one.
    mapping(address account => uint256) public numberOf;

    /// @notice Whether a key is in the list of an operator.
    mapping(bytes32 id => bool) public isKnown;

    Operator[] private _operators;
    mapping(uint256 operator => bytes[]) private _keys;
    mapping(uint256 operator => bytes[]) private _signatures;
    address private immutable _deployer = msg.sender;

    /// @dev Restricts a function to the pool.
    modifier onlyPool() {
        require(msg.sender == pool, "OperatorRegistry: caller is not the pool");
        _;
    }

    /// @dev Restricts a function to the account of an operator.
    modifier onlyOperator(uint256 operator) {
        require(accountOf(operator) == msg.sender, "OperatorRegistry: caller is not the operator");
        _;
    }

    /**
     * @notice Sets the contract of the bonds.
     * @param bonds_ Bonds of the operators.
     */
    constructor(IBondVault bonds_) {
        bonds = bonds_;
    }

    /**
     * @notice Connects the registry. Can be called once.
     * @param pool_ Pool that uses the keys.
     * @param splitter_ Contract that shares the fees.
     * @param guardian_ Account that may stop operators.
     */
    function connect(address pool_, IFeeSplitter splitter_, address guardian_) external {
        require(msg.sender == _deployer && pool == address(0), "OperatorRegistry: already connected");
        pool = pool_;
        splitter = splitter_;
        guardian = guardian_;
    }

    // ------------------------------------------------------------------------------------------------ operators

    /**
     * @notice Makes the caller an operator. Anybody may join.
     * @param name Name for interfaces.
     * @return operator Number of the operator.
     */
    function join(string calldata name) external returns (uint256 operator) {
        require(numberOf[msg.sender] == 0, "OperatorRegistry: already an operator");
        require(_operators.length < MAX_OPERATORS, "OperatorRegistry: too many operators");
        operator = _operators.length;
        _operators.push(Operator(msg.sender, false, 0, 0, name));
        numberOf[msg.sender] = operator + 1;
        emit OperatorJoined(operator, msg.sender, name);
    }

    /**
     * @notice Adds keys. Ether that is sent goes to the bond.
     * @param operator Operator of the caller.
     * @param keys Public keys.
     * @param signatures Signature of the deposit for each of them.
     */
    function addKeys(uint256 operator, bytes[] calldata keys, bytes[] calldata signatures)
        external
        payable
        onlyOperator(operator)
    {
        require(keys.length > 0 && keys.length <= MAX_KEYS, "OperatorRegistry: invalid number of keys");
        require(keys.length == signatures.length, "OperatorRegistry: signatures missing");
        for (uint256 i = 0; i < keys.length; i++) {
            require(KeyText.isWellFormed(keys[i], signatures[i]), "OperatorRegistry: invalid key");
            bytes32 id = KeyText.id(keys[i]);
            require(!isKnown[id], "OperatorRegistry: key is known");
            isKnown[id] = true;
            _keys[operator].push(keys[i]);
            _signatures[operator].push(signatures[i]);
        }
        if (msg.value > 0) bonds.post{value: msg.value}(operator);
        require(bonds.bondOf(operator) >= requiredBond(operator), "OperatorRegistry: bond too small");
        emit KeysAdded(operator, keys.length);
    }

    /**
     * @notice Takes the last keys back, which are not used yet.
     * @param operator Operator of the caller.
     * @param count Number of keys.
     */
    function removeKeys(uint256 operator, uint256 count) external onlyOperator(operator) {
        require(count > 0 && count <= unusedKeys(operator), "OperatorRegistry: keys are used");
        for (uint256 i = 0; i < count; i++) {
            isKnown[KeyText.id(_keys[operator][_keys[operator].length - 1])] = false;
            _keys[operator].pop();
            _signatures[operator].pop();
        }
        emit KeysRemoved(operator, count);
    }

    /**
     * @notice Stops the use of keys, or starts it again.
     * @param operator An operator.
     * @param stopped Whether none of its keys is used.
     */
    function setStopped(uint256 operator, bool stopped) external {
        require(
            msg.sender == guardian || (stopped && msg.sender == accountOf(operator)),
            "OperatorRegistry: caller is not the guardian"
        );
        _operators[operator].stopped = stopped;
        emit OperatorStatus(operator, stopped);
    }

    // ------------------------------------------------------------------------------------------------ pool

    /// @inheritdoc IOperatorRegistry
    function takeKeys(uint256 count) external onlyPool returns (bytes[] memory keys, bytes[] memory signatures) {
        keys = new bytes[](count);
        signatures = new bytes[](count);
        for (uint256 i = 0; i < count; i++) {
            uint256 operator = _next();
            Operator storage o = _operators[operator];
            keys[i] = _keys[operator][o.used];
            signatures[i] = _signatures[operator][o.used];
            o.used++;
            splitter.setWeight(operator, o.used - o.exited);
            emit KeyUsed(operator, keys[i]);
        }
    }

    /// @inheritdoc IOperatorRegistry
    function recordExits(uint256[] calldata operators, uint256[] calldata totals) external onlyPool {
        require(operators.length == totals.length, "OperatorRegistry: totals missing");
        for (uint256 i = 0; i < operators.length; i++) {
            Operator storage o = _operators[operators[i]];
            require(totals[i] >= o.exited && totals[i] <= o.used, "OperatorRegistry: invalid total");
            o.exited = uint64(totals[i]);
            splitter.setWeight(operators[i], o.used - o.exited);
            emit ValidatorsExited(operators[i], totals[i]);
        }
    }

    // ------------------------------------------------------------------------------------------------ views

    /// @inheritdoc IOperatorRegistry
    function accountOf(uint256 operator) public view returns (address) {
        require(operator < _operators.length, "OperatorRegistry: no such operator");
        return _operators[operator].account;
    }

    /// @inheritdoc IOperatorRegistry
    function requiredBond(uint256 operator) public view returns (uint256) {
        return (_keys[operator].length - _operators[operator].exited) * BOND; //~ BENIGN COMPUTATION every key that has not exited
    }

    /**
     * @notice Returns the number of keys of an operator that can be used.
     * @param operator An operator.
     * @return The number.
     */
    function unusedKeys(uint256 operator) public view returns (uint256) {
        return _keys[operator].length - _operators[operator].used;
    }

    /**
     * @notice Returns the number of running validators of an operator.
     * @param operator An operator.
     * @return The number.
     */
    function runningOf(uint256 operator) public view returns (uint256) {
        return _operators[operator].used - _operators[operator].exited;
    }

    /**
     * @notice Returns an operator.
     * @param operator Number of the operator.
     * @return The operator.
     */
    function operatorOf(uint256 operator) external view returns (Operator memory) {
        return _operators[operator];
    }

    /// @inheritdoc IOperatorRegistry
    function operatorCount() external view returns (uint256) {
        return _operators.length;
    }

    /**
     * @dev Finds the operator whose key is used next: of those that have one, the one with the fewest validators.
     * @return best Number of the operator.
     */
    function _next() private view returns (uint256 best) {
        uint256 fewest = type(uint256).max;
        for (uint256 i = 0; i < _operators.length; i++) {
            if (_operators[i].stopped || unusedKeys(i) == 0) continue;
            uint256 running = runningOf(i);
            if (running < fewest) (best, fewest) = (i, running);
        }
        require(fewest < type(uint256).max, "OperatorRegistry: no keys");
    }
}
