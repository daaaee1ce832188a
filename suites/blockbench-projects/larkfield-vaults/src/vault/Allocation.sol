// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

import {IAuthority, Role} from "../interfaces/IAuthority.sol";
import {IStrategy} from "../interfaces/IStrategy.sol";
import {IAllocation, IMandate, IVault} from "../interfaces/IVault.sol";

/// @title Allocation
/// @notice Half of a vault: what strategies owe, and how assets move to and from them.
/// @dev `idle` and the debts are all that a vault has. Only `_setDebt` writes a debt, so the total is their sum.
abstract contract Allocation is IAllocation, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice Keeper of the roles.
    IAuthority public immutable authority;

    /// @notice Says what the vault may do.
    IMandate public immutable mandate;

    /// @inheritdoc IAllocation
    uint256 public idle;

    /// @inheritdoc IAllocation
    uint256 public totalDebt;

    /// @inheritdoc IAllocation
    mapping(IStrategy strategy => uint256) public debtOf;

    IERC20 internal _token;

    modifier onlyAllocator() {
        _checkAllocator();
        _;
    }

    modifier onlyMandate() {
        _checkMandate();
        _;
    }

    constructor(IAuthority authority_, IMandate mandate_) {
        authority = authority_;
        mandate = mandate_;
    }

    /// @inheritdoc IAllocation
    /// @dev Losses are booked first, so that the room is that of the present debts.
    function allocate(IStrategy strategy, uint256 assets) external nonReentrant onlyAllocator {
        _settle();
        uint256 room = _room(strategy);
        if (assets == 0 || assets > room) revert NoRoom(strategy, room);
        if (assets > idle) revert NotIdle(idle);
        _supply(strategy, assets);
    }

    /// @inheritdoc IAllocation
    function deallocate(IStrategy strategy, uint256 assets, uint256 least)
        external
        nonReentrant
        onlyAllocator
        returns (uint256 received)
    {
        _settle();
        uint256 debt = debtOf[strategy];
        if (assets == 0 || assets > debt) revert OwesLess(strategy, debt);
        uint256 before = _balance();
        strategy.withdraw(assets);
        received = _balance() - before;
        if (received < least) revert TooLittleReceived(received);
        _repaid(strategy, assets, received);
    }

    /// @inheritdoc IAllocation
    function writeOff(IStrategy strategy) external nonReentrant onlyMandate {
        _settle();
        uint256 debt = debtOf[strategy];
        uint256 held = idle + totalDebt;
        _setDebt(strategy, 0);
        if (debt > 0) _bookLoss(debt, held);
        emit WrittenOff(strategy, debt);
    }

    /// @inheritdoc IAllocation
    function salvage(IStrategy strategy) external nonReentrant onlyMandate {
        _settle();
        uint256 before = _balance();
        strategy.withdraw(strategy.maxWithdraw());
        uint256 received = _balance() - before;
        _bookProfit(received);
        idle += received;
        emit Salvaged(strategy, received);
    }

    /// @inheritdoc IAllocation
    /// @dev A strategy that reverts pays nothing.
    function liquidity() public view returns (uint256 assets) {
        IStrategy[] memory queue = _queue();
        assets = idle;
        for (uint256 i = 0; i < queue.length; i++) {
            (uint256 value,) = _valueOf(queue[i]);
            assets += Math.min(value, _payable(queue[i]));
        }
    }

    /// @dev Fills strategies in order with what is idle beyond the buffer.
    function _spread() internal {
        IStrategy[] memory queue = _queue();
        uint256 buffer = _terms().buffer;
        for (uint256 i = 0; i < queue.length && idle > buffer; i++) {
            uint256 assets = Math.min(idle - buffer, _room(queue[i]));
            if (assets > 0) _supply(queue[i], assets);
        }
    }

    /// @dev Makes assets idle, from the last strategy to the first. One that reverts is passed over.
    function _gather(uint256 assets) internal {
        IStrategy[] memory queue = _queue();
        for (uint256 i = queue.length; i > 0 && idle < assets; i--) {
            IStrategy strategy = queue[i - 1];
            uint256 wanted = Math.min(assets - idle, Math.min(debtOf[strategy], _payable(strategy)));
            if (wanted == 0) continue;
            uint256 before = _balance();
            try strategy.withdraw(wanted) {
                _repaid(strategy, wanted, _balance() - before);
            } catch {
                emit RecallFailed(strategy, wanted);
            }
        }
        if (idle < assets) revert NotEnoughLiquidity(assets, idle);
    }

    /// @dev What strategies have lost since it was last booked, and whether all of them can be valued.
    function _unbooked() internal view returns (uint256 loss, bool isKnown) {
        IStrategy[] memory list = _strategies();
        isKnown = true;
        for (uint256 i = 0; i < list.length; i++) {
            (uint256 value, bool isValued) = _valueOf(list[i]);
            loss += debtOf[list[i]] - value;
            isKnown = isKnown && isValued;
        }
    }

    /// @dev Takes what strategies have lost off their debts.
    function _lowerDebts() internal {
        IStrategy[] memory list = _strategies();
        for (uint256 i = 0; i < list.length; i++) {
            (uint256 value,) = _valueOf(list[i]);
            _setDebt(list[i], value);
        }
    }

    function _setDebt(IStrategy strategy, uint256 debt) internal {
        totalDebt = totalDebt - debtOf[strategy] + debt;
        debtOf[strategy] = debt;
    }

    function _self() internal view returns (IVault) {
        return IVault(address(this));
    }

    function _terms() internal view returns (IMandate.Terms memory) {
        return mandate.termsOf(_self());
    }

    function _isRole(Role role) internal view returns (bool) {
        return authority.hasRole(role, msg.sender);
    }

    function _checkAllocator() private view {
        if (!_isRole(Role.Allocator)) revert NotAllocator(msg.sender);
    }

    function _checkMandate() private view {
        if (msg.sender != address(mandate)) revert OnlyMandate(msg.sender);
    }

    function _strategies() private view returns (IStrategy[] memory) {
        return mandate.strategies(_self());
    }

    function _queue() private view returns (IStrategy[] memory) {
        return mandate.queue(_self());
    }

    function _room(IStrategy strategy) private view returns (uint256) {
        return mandate.roomOf(_self(), strategy);
    }

    function _balance() private view returns (uint256) {
        return _token.balanceOf(address(this));
    }

    function _supply(IStrategy strategy, uint256 assets) private {
        idle -= assets;
        _setDebt(strategy, debtOf[strategy] + assets);
        _token.safeTransfer(address(strategy), assets);
        strategy.deposit(assets);
        emit Supplied(strategy, assets);
    }

    /// @dev What comes beyond the debt is profit.
    function _repaid(IStrategy strategy, uint256 wanted, uint256 received) private {
        uint256 debt = debtOf[strategy];
        if (received > debt) _bookProfit(received - debt);
        _setDebt(strategy, Math.saturatingSub(debt, received));
        idle += received;
        emit Recalled(strategy, wanted, received);
    }

    /// @dev What a strategy is worth, as far as it is in the books. One that cannot be valued counts as it was last booked.
    function _valueOf(IStrategy strategy) private view returns (uint256 value, bool isValued) {
        uint256 debt = debtOf[strategy];
        try strategy.totalAssets() returns (uint256 assets) {
            return (Math.min(assets, debt), true);
        } catch {
            return (debt, false);
        }
    }

    function _payable(IStrategy strategy) private view returns (uint256) {
        try strategy.maxWithdraw() returns (uint256 assets) {
            return assets;
        } catch {
            return 0;
        }
    }

    // --- the other half ---

    function _settle() internal virtual returns (uint256 room);

    function _bookProfit(uint256 gain) internal virtual;

    function _bookLoss(uint256 loss, uint256 held) internal virtual;
}
