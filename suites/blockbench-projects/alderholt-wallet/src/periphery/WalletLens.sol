// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccountFactory} from "../account/AccountFactory.sol";
import {Call, IAccount, Kind} from "../interfaces/IAccount.sol";
import {IEntryPoint, Operation} from "../interfaces/IEntryPoint.sol";
import {ISessionValidator, ISpendingHook} from "../interfaces/IModules.sol";
import {IPriceDesk} from "../interfaces/IPaymaster.sol";
import {Executions, Mode} from "../libraries/Executions.sol";
import {Operations} from "../libraries/Operations.sol";
import {Subscriptions} from "../payments/Subscriptions.sol";

/// @title WalletLens
/// @notice Reads for interfaces. Nothing depends on it.
contract WalletLens {
    using Operations for Operation;

    struct AccountView {
        bool exists;
        uint256 balance;
        uint256 deposit;
        uint256 epoch;
        uint256 hooks;
    }

    struct FeeView {
        bytes32 hash;
        uint256 most;
        uint256 least;
        uint256 tokens; // of the most, without a markup
    }

    struct SessionView {
        bool live;
        uint256 left;
        uint256 fees;
        uint256 today; // what the hook leaves of it
    }

    IEntryPoint public immutable entryPoint;
    AccountFactory public immutable factory;
    IPriceDesk public immutable desk;
    ISessionValidator public immutable sessions;
    ISpendingHook public immutable spending;
    Subscriptions public immutable subscriptions;

    constructor(
        IEntryPoint entryPoint_,
        AccountFactory factory_,
        IPriceDesk desk_,
        ISessionValidator sessions_,
        ISpendingHook spending_,
        Subscriptions subscriptions_
    ) {
        entryPoint = entryPoint_;
        factory = factory_;
        desk = desk_;
        sessions = sessions_;
        spending = spending_;
        subscriptions = subscriptions_;
    }

    function account(address who) external view returns (AccountView memory v) {
        v.exists = who.code.length > 0;
        v.balance = who.balance;
        v.deposit = entryPoint.depositOf(who);
        if (!v.exists) return v;
        v.epoch = IAccount(who).epoch();
        v.hooks = IAccount(who).hooks().length;
    }

    /// @notice Where the accounts of a kind are, beginning with the number of a plan
    function accountsOf(AccountFactory.Plan memory plan, uint256 count) external view returns (address[] memory found) {
        found = new address[](count);
        for (uint256 i = 0; i < count; i++) {
            found[i] = factory.addressOf(plan);
            plan.index++;
        }
    }

    /// @notice What an operation says to make these calls
    function callDataOf(Mode mode, Call[] calldata calls) external pure returns (bytes memory) {
        return Executions.encode(mode, calls);
    }

    function feeOf(Operation calldata op) external view returns (FeeView memory v) {
        v.hash = entryPoint.hashOf(op);
        v.most = op.feeOf(true);
        v.least = op.feeOf(false);
        (uint256 price, , ) = desk.quote();
        v.tokens = (v.most * price) / 1e18;
    }

    function session(address who, uint256 id) external view returns (SessionView memory v) {
        ISessionValidator.Session memory s = sessions.sessionOf(who, id);
        bool installed = IAccount(who).kindOf(address(sessions)) == Kind.Validator;
        v.live = installed && s.key != address(0) && s.epoch == IAccount(who).epoch();
        v.live = v.live && s.from <= block.timestamp && block.timestamp <= s.until;
        if (!v.live) return v;
        v.left = s.limit - s.used;
        v.fees = s.fees;
        bool hooked = IAccount(who).kindOf(address(spending)) == Kind.Hook;
        uint256 today = hooked ? spending.leftOf(who, s.token) : type(uint256).max;
        v.today = today < v.left ? today : v.left;
    }

    /// @notice Those of some accounts that a plan can charge
    function due(address[] calldata accounts, uint256 plan) external view returns (address[] memory found) {
        uint256 count;
        found = new address[](accounts.length);
        for (uint256 i = 0; i < accounts.length; i++) {
            if (subscriptions.isDue(accounts[i], plan)) found[count++] = accounts[i];
        }
        assembly ("memory-safe") {
            mstore(found, count)
        }
    }
}
