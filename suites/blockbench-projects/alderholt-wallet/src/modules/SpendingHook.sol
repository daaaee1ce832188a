// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Call} from "../interfaces/IAccount.sol";
import {ISpendingHook} from "../interfaces/IModules.sol";
import {Executions} from "../libraries/Executions.sol";

/**
 * @title SpendingHook
 * @notice Daily limits of accounts, for ether (the token zero) and for tokens.
 */
contract SpendingHook is ISpendingHook {
    struct Limit {
        bool limited;
        uint48 day;
        uint48 raisedAt;
        uint256 spent;
        uint256 amount;
        uint256 next;
    }

    struct Initial {
        address token;
        uint256 amount;
    }

    error DailyLimit(address token, uint256 spent, uint256 limit);

    event LimitSet(address indexed account, address indexed token, uint256 amount, uint256 from);
    event LimitsDropped(address indexed account);

    uint256 public constant WAIT = 2 days;

    mapping(address account => uint256) public roundOf;
    mapping(address account => mapping(uint256 round => mapping(address token => Limit))) private _limits;

    function onInstall(bytes calldata data) external {
        Initial[] memory initial = abi.decode(data, (Initial[]));
        uint256 round = ++roundOf[msg.sender];
        for (uint256 i; i < initial.length; ++i) {
            Limit storage l = _limits[msg.sender][round][initial[i].token];
            (l.limited, l.amount, l.next) = (true, initial[i].amount, initial[i].amount);
            emit LimitSet(msg.sender, initial[i].token, initial[i].amount, block.timestamp);
        }
    }

    function onUninstall(bytes calldata) external {
        ++roundOf[msg.sender];
        emit LimitsDropped(msg.sender);
    }

    /// @notice Choose a limit. A larger one begins after some time, a smaller or a first one at once.
    function setLimit(address token, uint256 amount) external {
        Limit storage l = _limits[msg.sender][roundOf[msg.sender]][token];
        uint256 present = _present(l);
        if (!l.limited || amount <= present) {
            (l.limited, l.amount, l.next, l.raisedAt) = (true, amount, amount, 0);
            emit LimitSet(msg.sender, token, amount, block.timestamp);
        } else {
            (l.amount, l.next, l.raisedAt) = (present, amount, uint48(block.timestamp + WAIT));
            emit LimitSet(msg.sender, token, amount, l.raisedAt);
        }
    }

    function beforeCalls(Call[] calldata calls) external {
        uint256 round = roundOf[msg.sender];
        for (uint256 i; i < calls.length; ++i) {
            if (calls[i].value > 0) _count(round, address(0), calls[i].value);
            (bool spends, uint256 amount) = Executions.spendingOf(calls[i]);
            if (spends) _count(round, calls[i].target, amount);
        }
    }

    /// @notice What an account may spend of a token today
    function leftOf(address account, address token) external view returns (uint256) {
        Limit storage l = _limits[account][roundOf[account]][token];
        if (!l.limited) return type(uint256).max;
        uint256 present = _present(l);
        uint256 spent = l.day == _today() ? l.spent : 0;
        return present > spent ? present - spent : 0;
    }

    function _count(uint256 round, address token, uint256 amount) private {
        Limit storage l = _limits[msg.sender][round][token];
        if (!l.limited) return;
        if (l.day != _today()) (l.day, l.spent) = (_today(), 0);
        l.spent += amount;
        uint256 present = _present(l);
        if (l.spent > present) revert DailyLimit(token, l.spent, present);
    }

    function _present(Limit storage l) private view returns (uint256) {
        return l.raisedAt != 0 && block.timestamp >= l.raisedAt ? l.next : l.amount;
    }

    function _today() private view returns (uint48) {
        return uint48(block.timestamp / 1 days);
    }
}
