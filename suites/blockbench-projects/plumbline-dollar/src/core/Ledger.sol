// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IDollar} from "../interfaces/IDollars.sol";
import {ILedger} from "../interfaces/ILedger.sol";
import {Wad} from "../libraries/Wad.sol";
import {Wards} from "./Wards.sol";

/// @title Ledger
/// @notice Positions of all accounts: collateral that they locked, and dollars that they owe for it.
/// @dev An account has one position for each kind of collateral, and free collateral beside it. Debts are kept in shares,
/// and a share is worth what the index of its kind says. Tokens never come here: gates credit and debit them.
contract Ledger is ILedger, Wards {
    using Wad for uint256;

    /// @notice Largest fee: 50 % in a year.
    uint256 public constant MAX_FEE_RATE = 0.5e18 / uint256(365 days);

    IDollar public immutable dollar;

    /// @notice Where fees go.
    address public immutable buffer;

    /// @notice Debt that no position owes any more, and that nothing has paid for yet.
    uint256 public deficit;

    mapping(bytes32 kind => Kind) private kinds;
    mapping(bytes32 kind => mapping(address owner => Position)) private positions;
    mapping(bytes32 kind => mapping(address account => uint256)) private free;
    mapping(address owner => mapping(address manager => bool)) private managers;

    constructor(IDollar dollar_, address buffer_) {
        dollar = dollar_;
        buffer = buffer_;
    }

    // --- settings ---

    /// @notice Begin to accept a kind of collateral. It has no price yet.
    function add_kind(bytes32 kind, uint256 fee_rate, uint256 ceiling, uint256 min_debt) external only_ward {
        require(kinds[kind].index == 0, KnownKind());
        kinds[kind].index = Wad.ONE;
        kinds[kind].accrued_at = block.timestamp;
        terms(kind, fee_rate, ceiling, min_debt);
    }

    /// @notice Change the terms of a kind. The old fee counts up to now.
    function set_kind(bytes32 kind, uint256 fee_rate, uint256 ceiling, uint256 min_debt) external only_ward {
        accrue(kind);
        terms(kind, fee_rate, ceiling, min_debt);
    }

    /// @inheritdoc ILedger
    function set_price(bytes32 kind, uint256 price) external only_ward {
        kinds[kind].price = price;
        emit PriceSet(kind, price);
    }

    function terms(bytes32 kind, uint256 fee_rate, uint256 ceiling, uint256 min_debt) private {
        require(fee_rate <= MAX_FEE_RATE, FeeTooHigh());
        kinds[kind].fee_rate = fee_rate;
        kinds[kind].ceiling = ceiling;
        kinds[kind].min_debt = min_debt;
        emit KindSet(kind, fee_rate, ceiling, min_debt);
    }

    // --- free collateral ---

    /// @inheritdoc ILedger
    function credit(bytes32 kind, address account, uint256 amount) external only_ward {
        free[kind][account] += amount;
        emit Credited(kind, account, amount);
    }

    /// @inheritdoc ILedger
    function debit(bytes32 kind, address account, uint256 amount) external only_ward {
        free[kind][account] -= amount;
        emit Debited(kind, account, amount);
    }

    /// @inheritdoc ILedger
    function move(bytes32 kind, address to, uint256 amount) external {
        free[kind][msg.sender] -= amount;
        free[kind][to] += amount;
        emit Moved(kind, msg.sender, to, amount);
    }

    // --- positions ---

    /// @inheritdoc ILedger
    function manage(address manager, bool allowed) external {
        managers[msg.sender][manager] = allowed;
        emit Managed(msg.sender, manager, allowed);
    }

    /// @inheritdoc ILedger
    function lock(bytes32 kind, address owner, uint256 amount) external {
        require(kinds[kind].index != 0, UnknownKind());
        free[kind][msg.sender] -= amount;
        positions[kind][owner].collateral += amount;
        emit Locked(kind, owner, amount);
    }

    /// @inheritdoc ILedger
    function unlock(bytes32 kind, address owner, uint256 amount, address to) external {
        check_manager(owner); //~ DECOY ACCESS_CTRL owner and receiver are arguments, and the owner is asked
        accrue(kind);
        positions[kind][owner].collateral -= amount;
        free[kind][to] += amount;
        check_safe(kind, owner);
        emit Unlocked(kind, owner, to, amount);
    }

    /// @inheritdoc ILedger
    function draw(bytes32 kind, address owner, uint256 amount, address to) external {
        check_manager(owner);
        accrue(kind);
        Kind storage k = kinds[kind];
        uint256 shares = amount.div_up(k.index);
        positions[kind][owner].shares += shares;
        k.total_shares += shares;
        require(k.total_shares.mul_up(k.index) <= k.ceiling, CeilingReached());
        check_safe(kind, owner);
        check_size(kind, owner);
        dollar.mint(to, amount);
        emit Drawn(kind, owner, to, amount, shares);
    }

    /// @inheritdoc ILedger
    function repay(bytes32 kind, address owner, uint256 amount) external returns (uint256 paid) {
        accrue(kind);
        Kind storage k = kinds[kind];
        Position storage p = positions[kind][owner];
        uint256 shares = amount.div(k.index).min(p.shares);
        paid = shares.mul_up(k.index);
        p.shares -= shares;
        k.total_shares -= shares;
        check_size(kind, owner);
        dollar.burn(msg.sender, paid);
        emit Repaid(kind, owner, paid, shares);
    }

    /// @inheritdoc ILedger
    function give(bytes32 kind, address from, address to, uint256 collateral, uint256 shares) external {
        check_manager(from);
        check_manager(to);
        accrue(kind);
        Position storage giver = positions[kind][from];
        Position storage taker = positions[kind][to];
        giver.collateral -= collateral;
        giver.shares -= shares;
        check_safe(kind, from); //~ BENIGN INPUT_VAL what remains is safe
        check_size(kind, from);
        taker.collateral += collateral;
        taker.shares += shares;
        check_safe(kind, to);
        check_size(kind, to);
        emit Given(kind, from, to, collateral, shares);
    }

    // --- debts ---

    /// @inheritdoc ILedger
    function accrue(bytes32 kind) public {
        Kind storage k = kinds[kind];
        require(k.index != 0, UnknownKind());
        uint256 elapsed = block.timestamp - k.accrued_at;
        if (elapsed == 0) return;
        uint256 growth = k.index.mul(k.fee_rate * elapsed);
        uint256 fee = k.total_shares.mul(growth);
        k.index += growth;
        k.accrued_at = block.timestamp;
        dollar.mint(buffer, fee);
        emit Accrued(kind, k.index, fee);
    }

    /// @inheritdoc ILedger
    function seize(bytes32 kind, address owner, address to)
        external
        only_ward
        returns (uint256 collateral, uint256 debt)
    {
        accrue(kind);
        Position memory p = positions[kind][owner];
        collateral = p.collateral;
        debt = debt_of(kind, owner);
        kinds[kind].total_shares -= p.shares;
        delete positions[kind][owner];
        free[kind][to] += collateral;
        deficit += debt;
        emit Seized(kind, owner, collateral, debt);
    }

    /// @inheritdoc ILedger
    function cover(uint256 amount) external {
        deficit -= amount;
        dollar.burn(msg.sender, amount);
        emit Covered(msg.sender, amount);
    }

    // --- views ---

    /// @inheritdoc ILedger
    function kind_of(bytes32 kind) external view returns (Kind memory) {
        return kinds[kind];
    }

    /// @inheritdoc ILedger
    function position_of(bytes32 kind, address owner) external view returns (Position memory) {
        return positions[kind][owner];
    }

    /// @inheritdoc ILedger
    function free_of(bytes32 kind, address account) external view returns (uint256) {
        return free[kind][account];
    }

    /// @inheritdoc ILedger
    /// @dev As of the last accrual.
    function debt_of(bytes32 kind, address owner) public view returns (uint256) {
        return positions[kind][owner].shares.mul_up(kinds[kind].index);
    }

    /// @inheritdoc ILedger
    function is_safe(bytes32 kind, address owner) public view returns (bool) {
        return debt_of(kind, owner) <= positions[kind][owner].collateral.mul(kinds[kind].price);
    }

    /// @inheritdoc ILedger
    function can_manage(address owner, address account) public view returns (bool) {
        return owner == account || managers[owner][account];
    }

    // --- checks ---

    function check_manager(address owner) private view {
        require(can_manage(owner, msg.sender), NotManager());
    }

    function check_safe(bytes32 kind, address owner) private view {
        require(is_safe(kind, owner), NotSafe());
    }

    function check_size(bytes32 kind, address owner) private view {
        uint256 debt = debt_of(kind, owner);
        require(debt == 0 || debt >= kinds[kind].min_debt, DebtTooSmall());
    }
}
