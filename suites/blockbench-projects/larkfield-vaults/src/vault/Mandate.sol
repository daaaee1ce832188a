// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Timelocked} from "../access/Timelocked.sol";
import {IAuthority, Role} from "../interfaces/IAuthority.sol";
import {IStrategy} from "../interfaces/IStrategy.sol";
import {IMandate, IVault} from "../interfaces/IVault.sol";

/// @title Mandate
/// @notice What each vault may do. Whatever gives a vault more risk waits; whatever takes risk away works at once.
/// @dev The mandate has limits only. Assets and debts are in the books of the vaults, which ask here.
contract Mandate is IMandate, Timelocked {
    /// @notice Most strategies of a vault. All of them are read in every deposit and withdrawal.
    uint256 public constant MAX_STRATEGIES = 8;

    /// @notice Highest performance fee: 30 %.
    uint256 public constant MAX_PERFORMANCE_RATE = 3_000;

    /// @notice Highest management fee: 5 % in a year.
    uint256 public constant MAX_MANAGEMENT_RATE = 500;

    uint256 private constant BASIS = 10_000;

    /// @inheritdoc IMandate
    mapping(IVault vault => mapping(bytes32 group => uint256)) public groupCap;

    mapping(IVault vault => Terms) private _terms;
    mapping(IVault vault => mapping(IStrategy strategy => Line)) private _lines;
    mapping(IVault vault => IStrategy[]) private _strategies;
    mapping(IVault vault => IStrategy[]) private _queues;

    constructor(IAuthority authority_) Timelocked(authority_) {}

    /// @inheritdoc IMandate
    /// @dev Losses end no deposits until a limit is set.
    function open(address feeRecipient, uint256 depositLimit) external {
        IVault vault = IVault(msg.sender);
        if (feeRecipient == address(0)) revert ZeroAccount();
        if (_terms[vault].feeRecipient != address(0)) revert AlreadyOpen(vault);
        _terms[vault] = Terms(0, 0, feeRecipient, depositLimit, BASIS, 0);
        emit Opened(vault, feeRecipient, depositLimit);
    }

    // --- strategies ---

    /// @inheritdoc IMandate
    function addStrategy(IVault vault, IStrategy strategy, bytes32 group) external timelocked {
        if (_lines[vault][strategy].listed) revert AlreadyListed(strategy);
        if (strategy.vault() != address(vault)) revert OtherVault(strategy);
        if (address(strategy.asset()) != vault.asset()) revert OtherAsset(strategy);
        if (_strategies[vault].length == MAX_STRATEGIES) revert TooManyStrategies();
        bool liquid = strategy.isLiquid();
        _lines[vault][strategy] = Line(0, group, true, liquid);
        _strategies[vault].push(strategy);
        if (liquid) _queues[vault].push(strategy);
        emit StrategyAdded(vault, strategy, group, liquid);
    }

    /// @inheritdoc IMandate
    function removeStrategy(IVault vault, IStrategy strategy) external onlyRole(Role.Curator) {
        if (_listed(vault, strategy).cap != 0 || vault.debtOf(strategy) != 0) revert StillInUse(strategy);
        _unlist(vault, strategy);
    }

    /// @inheritdoc IMandate
    /// @dev Off the list first, so that the vault does not ask it any more.
    function writeOff(IVault vault, IStrategy strategy) external timelocked {
        _listed(vault, strategy);
        _unlist(vault, strategy);
        vault.writeOff(strategy);
    }

    /// @inheritdoc IMandate
    function salvage(IVault vault, IStrategy strategy) external onlyRole(Role.Curator) {
        if (_lines[vault][strategy].listed) revert StillListed(strategy);
        if (strategy.vault() != address(vault)) revert OtherVault(strategy);
        vault.salvage(strategy);
    }

    // --- caps ---

    /// @inheritdoc IMandate
    function raiseCap(IVault vault, IStrategy strategy, uint256 cap) external timelocked {
        if (cap <= _listed(vault, strategy).cap) revert CapNotRaised(cap);
        _lines[vault][strategy].cap = cap;
        emit CapSet(vault, strategy, cap);
    }

    /// @inheritdoc IMandate
    function lowerCap(IVault vault, IStrategy strategy, uint256 cap) external onlyTightening {
        if (cap >= _listed(vault, strategy).cap) revert CapNotLowered(cap);
        _lines[vault][strategy].cap = cap;
        emit CapSet(vault, strategy, cap);
    }

    /// @inheritdoc IMandate
    function raiseGroupCap(IVault vault, bytes32 group, uint256 cap) external timelocked {
        if (cap <= groupCap[vault][group]) revert CapNotRaised(cap);
        groupCap[vault][group] = cap;
        emit GroupCapSet(vault, group, cap);
    }

    /// @inheritdoc IMandate
    function lowerGroupCap(IVault vault, bytes32 group, uint256 cap) external onlyTightening {
        if (cap >= groupCap[vault][group]) revert CapNotLowered(cap);
        groupCap[vault][group] = cap;
        emit GroupCapSet(vault, group, cap);
    }

    /// @inheritdoc IMandate
    /// @dev The order has each liquid strategy once, so that none of them is out of reach of withdrawals.
    function setOrder(IVault vault, IStrategy[] calldata order) external onlyRole(Role.Allocator) {
        if (order.length != _queues[vault].length) revert BadOrder();
        for (uint256 i = 0; i < order.length; i++) {
            if (!_listed(vault, order[i]).liquid) revert BadOrder();
            for (uint256 j = 0; j < i; j++) {
                if (order[j] == order[i]) revert BadOrder();
            }
        }
        _queues[vault] = order;
        emit OrderSet(vault, order);
    }

    // --- terms ---

    /// @inheritdoc IMandate
    function setBuffer(IVault vault, uint256 buffer) external onlyRole(Role.Allocator) {
        _terms[vault].buffer = buffer;
        emit BufferSet(vault, buffer);
    }

    /// @inheritdoc IMandate
    /// @dev The time up to now has the old rate.
    function setFees(IVault vault, uint256 performanceRate, uint256 managementRate) external timelocked {
        if (performanceRate > MAX_PERFORMANCE_RATE) revert RateTooHigh(performanceRate);
        if (managementRate > MAX_MANAGEMENT_RATE) revert RateTooHigh(managementRate);
        vault.settle();
        _terms[vault].performanceRate = performanceRate;
        _terms[vault].managementRate = managementRate;
        emit FeesSet(vault, performanceRate, managementRate);
    }

    /// @inheritdoc IMandate
    /// @dev The fee of the time up to now is the former recipient's.
    function setFeeRecipient(IVault vault, address recipient) external onlyRole(Role.Curator) {
        if (recipient == address(0)) revert ZeroAccount();
        vault.settle();
        _terms[vault].feeRecipient = recipient;
        emit FeeRecipientSet(vault, recipient);
    }

    /// @inheritdoc IMandate
    function setDepositLimit(IVault vault, uint256 limit) external onlyRole(Role.Curator) {
        _terms[vault].depositLimit = limit;
        emit DepositLimitSet(vault, limit);
    }

    /// @inheritdoc IMandate
    function setLossLimit(IVault vault, uint256 limit) external timelocked {
        if (limit > BASIS) revert RateTooHigh(limit);
        _terms[vault].lossLimit = limit;
        emit LossLimitSet(vault, limit);
    }

    // --- views ---

    /// @inheritdoc IMandate
    function termsOf(IVault vault) external view returns (Terms memory) {
        return _terms[vault];
    }

    /// @inheritdoc IMandate
    function lineOf(IVault vault, IStrategy strategy) external view returns (Line memory) {
        return _lines[vault][strategy];
    }

    /// @inheritdoc IMandate
    function strategies(IVault vault) external view returns (IStrategy[] memory) {
        return _strategies[vault];
    }

    /// @inheritdoc IMandate
    function queue(IVault vault) external view returns (IStrategy[] memory) {
        return _queues[vault];
    }

    /// @inheritdoc IMandate
    /// @dev A strategy that reverts takes nothing.
    function roomOf(IVault vault, IStrategy strategy) external view returns (uint256) {
        Line memory line = _lines[vault][strategy];
        if (!line.listed) return 0;
        uint256 own = Math.saturatingSub(line.cap, vault.debtOf(strategy));
        uint256 shared = Math.saturatingSub(groupCap[vault][line.group], groupDebt(vault, line.group)); //~ BENIGN COMPUTATION of the whole group
        uint256 room = Math.min(own, shared);
        if (room == 0) return 0;
        try strategy.maxDeposit() returns (uint256 most) {
            return Math.min(room, most);
        } catch {
            return 0;
        }
    }

    /// @inheritdoc IMandate
    function groupDebt(IVault vault, bytes32 group) public view returns (uint256 debt) {
        IStrategy[] storage list = _strategies[vault];
        for (uint256 i = 0; i < list.length; i++) {
            if (_lines[vault][list[i]].group == group) debt += vault.debtOf(list[i]);
        }
    }

    // --- internal ---

    function _listed(IVault vault, IStrategy strategy) private view returns (Line memory line) {
        line = _lines[vault][strategy];
        if (!line.listed) revert NotListed(strategy);
    }

    /// @dev The order of the others stays.
    function _unlist(IVault vault, IStrategy strategy) private {
        bool liquid = _lines[vault][strategy].liquid;
        delete _lines[vault][strategy];
        _drop(_strategies[vault], strategy);
        if (liquid) _drop(_queues[vault], strategy);
        emit StrategyRemoved(vault, strategy);
    }

    function _drop(IStrategy[] storage list, IStrategy strategy) private {
        uint256 found = 0;
        while (list[found] != strategy) found++;
        for (uint256 i = found + 1; i < list.length; i++) {
            list[i - 1] = list[i];
        }
        list.pop();
    }
}
