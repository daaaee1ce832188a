// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {IOperatorRegistry} from "../interfaces/IOperatorRegistry.sol";
import {IFeeSplitter} from "../interfaces/IVaults.sol";

/**
 * @title FeeSplitter
 * @notice Shares the fees between the treasury and the operators. Operators share by their running validators.
 * @dev The index grows by what one validator earns. What an operator earned follows from the index and its weight, and
 * is kept here until it is paid.
 */
contract FeeSplitter is IFeeSplitter {
    /// @notice Denominator of shares.
    uint256 public constant BASIS = 10_000;

    /// @notice Precision of the index.
    uint256 public constant PRECISION = 1e18;

    /// @notice Shares of the staked ether, in which fees are paid.
    IERC20 public immutable token;

    /// @notice Operators and their accounts.
    IOperatorRegistry public immutable registry;

    /// @notice Pool that mints the fees.
    address public immutable pool;

    /// @notice Account that gets the share of the treasury.
    address public immutable treasury;

    /// @notice Share of the treasury, of BASIS.
    uint256 public immutable treasuryShare;

    /// @notice Fees of one validator since the beginning, with the precision above.
    uint256 public index;

    /// @notice Running validators of all operators.
    uint256 public totalWeight;

    /// @notice Fees that the treasury can claim.
    uint256 public treasuryFees;

    /// @notice Running validators of an operator.
    mapping(uint256 operator => uint256) public weightOf;

    /// @notice Index up to which an operator is settled.
    mapping(uint256 operator => uint256) public indexOf;

    /// @notice Fees that were settled and not paid.
    mapping(uint256 operator => uint256) public settledOf;

    /// @notice Emitted when fees arrive.
    event FeesShared(uint256 toTreasury, uint256 toOperators, uint256 index);

    /// @notice Emitted when an operator is paid.
    event OperatorPaid(uint256 indexed operator, address indexed account, uint256 amount);

    /// @notice Emitted when the treasury is paid.
    event TreasuryPaid(address indexed treasury, uint256 amount);

    /**
     * @notice Sets what does not change.
     * @param token_ Shares of the staked ether.
     * @param registry_ Operators and their accounts.
     * @param pool_ Pool that mints the fees.
     * @param treasury_ Account that gets the share of the treasury.
     * @param treasuryShare_ Share of the treasury, of BASIS.
     */
    constructor(IERC20 token_, IOperatorRegistry registry_, address pool_, address treasury_, uint256 treasuryShare_) {
        require(treasury_ != address(0) && treasuryShare_ <= BASIS, "FeeSplitter: invalid treasury");
        token = token_;
        registry = registry_;
        pool = pool_;
        treasury = treasury_;
        treasuryShare = treasuryShare_;
    }

    /// @inheritdoc IFeeSplitter
    function notifyFees(uint256 shares) external {
        require(msg.sender == pool, "FeeSplitter: caller is not the pool");
        uint256 toTreasury = totalWeight == 0 ? shares : shares * treasuryShare / BASIS;
        uint256 rest = shares - toTreasury;
        treasuryFees += toTreasury;
        if (rest > 0) index += rest * PRECISION / totalWeight;
        emit FeesShared(toTreasury, rest, index);
    }

    /// @inheritdoc IFeeSplitter
    function setWeight(uint256 operator, uint256 weight) external {
        require(msg.sender == address(registry), "FeeSplitter: caller is not the registry");
        _settle(operator); //~ BENIGN STATE_MOD with the weight until now
        totalWeight = totalWeight - weightOf[operator] + weight;
        weightOf[operator] = weight;
    }

    /**
     * @notice Pays the fees of an operator to its account. Anybody may call.
     * @param operator An operator.
     * @return amount Number of shares.
     */
    function payOperator(uint256 operator) external returns (uint256 amount) {
        _settle(operator);
        amount = settledOf[operator];
        require(amount > 0, "FeeSplitter: no fees");
        settledOf[operator] = 0;
        address account = registry.accountOf(operator);
        require(token.transfer(account, amount), "FeeSplitter: not paid");
        emit OperatorPaid(operator, account, amount);
    }

    /**
     * @notice Pays the fees of the treasury. Anybody may call.
     * @return amount Number of shares.
     */
    function payTreasury() external returns (uint256 amount) {
        amount = treasuryFees;
        require(amount > 0, "FeeSplitter: no fees");
        treasuryFees = 0;
        require(token.transfer(treasury, amount), "FeeSplitter: not paid");
        emit TreasuryPaid(treasury, amount);
    }

    /**
     * @notice Returns the fees that an operator would be paid now.
     * @param operator An operator.
     * @return Number of shares.
     */
    function feesOf(uint256 operator) external view returns (uint256) {
        return settledOf[operator] + _earned(operator);
    }

    /**
     * @dev Credits an operator with what its validators earned.
     * @param operator An operator.
     */
    function _settle(uint256 operator) private {
        settledOf[operator] += _earned(operator);
        indexOf[operator] = index;
    }

    /**
     * @dev Returns what an operator earned since it was settled.
     * @param operator An operator.
     * @return Number of shares.
     */
    function _earned(uint256 operator) private view returns (uint256) {
        return weightOf[operator] * (index - indexOf[operator]) / PRECISION;
    }
}
