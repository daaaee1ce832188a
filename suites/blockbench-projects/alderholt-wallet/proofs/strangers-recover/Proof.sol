// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";
import {IDeposits, Window} from "../../src/interfaces/IEntryPoint.sol";
import {IModule, IOwnerValidator, IValidator} from "../../src/interfaces/IModules.sol";
import {GuardianRecovery} from "../../src/modules/GuardianRecovery.sol";
import {PriceDesk} from "../../src/payments/PriceDesk.sol";
import {ModuleRegistry} from "../../src/registry/ModuleRegistry.sol";

/// Says when it will have been asked.
contract Early is IFeed {
    function decimals() external pure returns (uint8) {
        return 8;
    }

    function latest() external view returns (uint256, uint256) {
        return (2_000e8, block.timestamp + 1);
    }
}

/// Answers everything with a long failure: a module, a paymaster, and a target of calls.
contract Long {
    function sponsor(Operation calldata, bytes32, uint256) external pure returns (bytes memory, Window memory) {
        return ("", Operations.always());
    }

    function onInstall(bytes calldata) external {}

    function stake(IEntryPoint point) external payable {
        point.addStake{value: 1 ether}(1 days);
        point.depositTo{value: 1 ether}(address(this));
    }

    fallback() external {
        assembly {
            revert(0, 1048576)
        }
    }
}

interface IRecovery {
    function approve(address account, address newOwner) external;
    function finish(address account) external;
}

contract Second {
    function agree(IRecovery recovery, address account, address newOwner) external {
        try recovery.approve(account, newOwner) {} catch {}
    }
}

contract Attacker is Signer {
    function begin(IRecovery recovery, address account) external {
        try recovery.approve(account, address(this)) {} catch {}
        new Second().agree(recovery, account, address(this));
    }

    function end(IRecovery recovery, address account) external {
        try recovery.finish(account) {} catch {}
    }

    function take(IEntryPoint point, address account, address validator, address token) external {
        Call[] memory calls = new Call[](1);
        calls[0] = sending(token, address(this), 10_000e6);
        handle(point, operation(point, account, validator, Executions.encode(Mode.Strict, calls)));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // --- refusals ---

    function test_RefusesOperations() public {
        Operation memory op = operation(savings, address(owners), Mode.Strict, one(pay(CEE, 1e6)));
        unhandled(op, address(0), IEntryPoint.NoBeneficiary.selector);
        signed(op, BO_KEY);
        unhandled(op, BEA, IValidator.BadSignature.selector);
        signed(op, ANA_KEY);
        send(op);
        unhandled(op, BEA, IEntryPoint.NonceUsed.selector);
        op = operation(savings, address(councils), Mode.Strict, one(pay(CEE, 1e6)));
        unhandled(op, BEA, IAccount.NotValidator.selector);
        op = operation(bo, address(owners), Mode.Strict, new Call[](0));
        unhandled(op, BEA, IEntryPoint.NoAccount.selector);
        boPlan.index = 8;
        op.initCode = abi.encodePacked(address(factory), abi.encodeCall(factory.create, (boPlan, boModules, new Call[](0))));
        unhandled(op, BEA, IEntryPoint.OtherAccount.selector);
        op = operation(savings, address(owners), Mode.Strict, new Call[](0));
        op.paymaster = CEE;
        vm.prank(CEE);
        entryPoint.depositTo{value: 1 ether}(CEE);
        signed(op, ANA_KEY);
        unhandled(op, BEA, IEntryPoint.NotStaked.selector);
        op.callUnits = 1e10;
        sponsored(op, ALL);
        signed(op, ANA_KEY);
        unhandled(op, BEA, IDeposits.DepositTooSmall.selector);
        op = operation(club, address(councils), Mode.Strict, one(pay(CEE, 1e6)));
        op.signature = abi.encode(new CouncilValidator.Vote[](0));
        unhandled(op, BEA, IValidator.BadSignature.selector);
    }

    /// The calls of an operation hand another batch to the entry point.
    function test_RefusesNested() public {
        bytes memory inner = abi.encodeCall(entryPoint.handle, (new Operation[](0), payable(CEE)));
        Operation memory op = operation(savings, address(owners), Mode.Strict, one(call(address(entryPoint), inner)));
        signed(op, ANA_KEY);
        send(op);
        require(entryPoint.depositOf(savings) == 50_000 * PRICE, "the calls succeeded");
    }

    function test_RefusesDeposits() public {
        address at = address(entryPoint);
        refused(CEE, at, abi.encodeCall(entryPoint.withdrawTo, (payable(CEE), 1)), IDeposits.DepositTooSmall.selector);
        refused(CEE, at, abi.encodeCall(entryPoint.addStake, (1 days - 1)), IDeposits.DelayTooShort.selector);
        refused(CEE, at, abi.encodeCall(entryPoint.addStake, (1 days)), IDeposits.NothingStaked.selector);
        refused(CEE, at, abi.encodeCall(entryPoint.unlockStake, ()), IDeposits.NothingStaked.selector);
        vm.startPrank(CEE);
        entryPoint.addStake{value: 1 ether}(5 days);
        vm.stopPrank();
        refused(CEE, at, abi.encodeCall(entryPoint.addStake, (4 days)), IDeposits.DelayTooShort.selector);
        refused(CEE, at, abi.encodeCall(entryPoint.withdrawStake, (payable(CEE))), IDeposits.StakeLocked.selector);
        vm.prank(CEE);
        entryPoint.unlockStake();
        refused(CEE, at, abi.encodeCall(entryPoint.unlockStake, ()), IDeposits.StakeLocked.selector);
        refused(CEE, at, abi.encodeCall(entryPoint.withdrawStake, (payable(CEE))), IDeposits.StakeLocked.selector);
    }

    function test_RefusesAccounts() public {
        refused(CEE, ana, abi.encodeCall(IAccount.install, (address(councils), Kind.Validator, "")), IAccount.NotSelf.selector);
        refused(CEE, ana, abi.encodeCall(IAccount.uninstall, (address(recovery), "")), IAccount.NotSelf.selector);
        refused(CEE, ana, abi.encodeCall(IAccount.announceRemoval, (address(spending))), IAccount.NotSelf.selector);
        refused(CEE, ana, abi.encodeCall(IAccount.renewKeys, ()), IAccount.NotSelf.selector);
        refused(CEE, ana, abi.encodeCall(IAccount.executeFromModule, (new Call[](0))), IAccount.NotExecutor.selector);
        bytes memory data = Executions.encode(Mode.Strict, new Call[](0));
        refused(CEE, ana, abi.encodeCall(IAccount.executeOp, (data)), IAccount.NotEntryPoint.selector);
        Operation memory op = operation(ana, address(owners), Mode.Strict, new Call[](0));
        signed(op, ANA_KEY);
        bytes32 hash = entryPoint.hashOf(op);
        refused(CEE, ana, abi.encodeCall(IAccount.validateOp, (op, hash, 0)), IAccount.NotEntryPoint.selector);
        refused(
            CEE,
            ana,
            abi.encodeCall(IAccount.initialize, (boModules, new Call[](0))),
            bytes4(keccak256("InvalidInitialization()"))
        );
        vm.prank(attesters[2]);
        registry.stop(address(recovery));
        refused(
            address(recovery), ana, abi.encodeCall(IAccount.executeFromModule, (new Call[](0))), IAccount.NotApproved.selector
        );
    }

    function test_RefusesModules() public {
        refused(ana, ana, install(address(owners), Kind.Validator), IAccount.AlreadyInstalled.selector);
        refused(ana, ana, install(address(shop), Kind.Executor), IAccount.NotApproved.selector);
        refused(ana, ana, abi.encodeCall(IAccount.uninstall, (address(councils), "")), IAccount.NotInstalled.selector);
        refused(savings, savings, abi.encodeCall(IAccount.uninstall, (address(owners), "")), IAccount.LastValidator.selector);
        refused(ana, ana, abi.encodeCall(IAccount.announceRemoval, (address(owners))), IAccount.NotAHook.selector);
        bytes memory removal = abi.encodeCall(IAccount.uninstall, (address(spending), ""));
        refused(ana, ana, removal, IAccount.NoticeRunning.selector);
        vm.prank(ana);
        IAccount(ana).announceRemoval(address(spending));
        refused(ana, ana, removal, IAccount.NoticeRunning.selector);
        for (uint256 i = 0; i < 5; i++) {
            address hook = address(new SpendingHook());
            for (uint256 j = 0; j < 2; j++) {
                vm.prank(attesters[j]);
                registry.attest(hook, Kind.Hook);
            }
            bytes memory data =
                abi.encodeCall(IAccount.install, (hook, Kind.Hook, abi.encode(new SpendingHook.Initial[](0))));
            if (i < 4) {
                vm.prank(savings);
                (bool done, ) = savings.call(data);
                require(done, "not installed");
            } else {
                refused(savings, savings, data, IAccount.TooManyHooks.selector);
            }
        }
    }

    /// An account tells a module that it is installed or removed, but no call of a batch does.
    function test_RefusesNotices() public {
        bytes memory removal = abi.encodeCall(IModule.onUninstall, (""));
        byAna(one(call(address(spending), removal)));
        byAna(one(pay(CEE, 10_001e6)));
        require(usd.balanceOf(CEE) == 0 && spending.leftOf(ana, address(usd)) == 10_000e6, "limited as before");
        uncalled(ana, address(spending), removal);
        uncalled(ana, address(spending), abi.encodeCall(IModule.onInstall, (abi.encode(new SpendingHook.Initial[](0)))));
        uncalled(ana, address(owners), removal);
        uncalled(ana, address(recovery), removal);
        uncalled(ana, address(subscriptions), removal);
        uncalled(club, address(councils), removal);
        Install[] memory modules = new Install[](2);
        modules[0] = boModules[0];
        modules[1] = Install(address(spending), Kind.Hook, abi.encode(new SpendingHook.Initial[](0)));
        Call[] memory calls = one(call(address(spending), removal));
        AccountFactory.Plan memory plan = factory.planOf(modules, calls, 9);
        bytes memory creation = abi.encodeCall(factory.create, (plan, modules, calls));
        refused(CEE, address(factory), creation, IAccount.NotByCalls.selector);
        bytes memory installation = abi.encodeCall(IAccount.install, (address(spending), Kind.Hook, modules[1].data));
        calls = two(call(savings, installation), call(address(spending), removal));
        bytes memory batch = abi.encodeCall(IAccount.executeOp, (Executions.encode(Mode.Tolerant, calls)));
        refused(address(entryPoint), savings, batch, IAccount.NotByCalls.selector);
        batch = abi.encodeCall(IAccount.executeOp, (Executions.encode(Mode.Strict, one(calls[1]))));
        uint256 round = spending.roundOf(savings);
        vm.prank(address(entryPoint));
        (bool done, ) = savings.call(batch);
        require(done && spending.roundOf(savings) == round + 1, "who is no module is called");
    }

    /// What a module, a paymaster, or calls answer when they fail costs nothing to read.
    function test_RefusesLongAnswers() public {
        Long long = new Long();
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(attesters[i]);
            registry.attest(address(long), Kind.Executor);
        }
        vm.startPrank(savings);
        IAccount(savings).install(address(long), Kind.Executor, "");
        IAccount(savings).uninstall{gas: 3_000_000}(address(long), "");
        vm.stopPrank();
        require(IAccount(savings).kindOf(address(long)) == Kind.None, "removed");

        vm.deal(address(this), 2 ether);
        long.stake{value: 2 ether}(entryPoint);
        Operation[] memory ops = new Operation[](1);
        ops[0] = operation(savings, address(owners), Mode.Strict, one(pay(CEE, 1e6)));
        ops[0].paymaster = address(long);
        signed(ops[0], ANA_KEY);
        vm.prank(BEA);
        entryPoint.handle{gas: 3_500_000}(ops, payable(BEA));
        require(usd.balanceOf(CEE) == 1e6 && BEA.balance == entryPoint.maxFeeOf(ops[0]), "paid without a settlement");

        ops[0] = operation(savings, address(owners), Mode.Strict, one(call(address(long), "")));
        signed(ops[0], ANA_KEY);
        vm.prank(BEA);
        entryPoint.handle{gas: 11_000_000}(ops, payable(BEA));
        require(entryPoint.depositOf(savings) == 50_000 * PRICE, "paid for calls that fail");
    }

    function test_RefusesPlans() public {
        address at = address(factory);
        Call[] memory calls = one(Call(CEE, 1 ether, ""));
        AccountFactory.Plan memory plan = factory.planOf(boModules, calls, 9);
        bytes4 reason = AccountFactory.OtherCalls.selector;
        calls[0].value = 2 ether;
        refused(CEE, at, abi.encodeCall(factory.create, (plan, boModules, calls)), reason);
        reason = AccountFactory.OtherModules.selector;
        refused(CEE, at, abi.encodeCall(factory.create, (plan, new Install[](0), calls)), reason);
        plan = factory.planOf(new Install[](0), new Call[](0), 9);
        reason = IAccount.LastValidator.selector;
        refused(CEE, at, abi.encodeCall(factory.create, (plan, new Install[](0), new Call[](0))), reason);
    }

    function test_RefusesOwners() public {
        refused(CEE, address(owners), abi.encodeCall(owners.setOwner, (CEE)), IOwnerValidator.NoOwner.selector);
        refused(savings, address(owners), abi.encodeCall(owners.setOwner, (address(0))), IOwnerValidator.NoOwner.selector);
        address at = address(councils);
        bytes4 bad = CouncilValidator.BadCouncil.selector;
        address[] memory some = new address[](2);
        (some[0], some[1]) = (CEE, MIA);
        refused(savings, at, abi.encodeCall(councils.setCouncil, (some, 1)), bad);
        refused(club, at, abi.encodeCall(councils.setCouncil, (some, 0)), bad);
        refused(club, at, abi.encodeCall(councils.setCouncil, (some, 3)), bad);
        some[1] = CEE;
        refused(club, at, abi.encodeCall(councils.setCouncil, (some, 1)), bad);
        some[1] = address(0);
        refused(club, at, abi.encodeCall(councils.setCouncil, (some, 1)), bad);
        some = new address[](17);
        for (uint256 i = 0; i < 17; i++) {
            some[i] = address(uint160(0x100 + i));
        }
        refused(club, at, abi.encodeCall(councils.setCouncil, (some, 1)), bad);
    }

    function test_RefusesGrants() public {
        ISessionValidator.Grant memory t = terms(address(0), 1e6, false);
        refused(ana, address(sessions), abi.encodeCall(sessions.grant, (t)), ISessionValidator.BadGrant.selector);
        t = terms(CEE, 1e6, false);
        t.from = t.until + 1;
        refused(ana, address(sessions), abi.encodeCall(sessions.grant, (t)), ISessionValidator.BadGrant.selector);
        refused(ana, address(sessions), abi.encodeCall(sessions.revoke, (99)), ISessionValidator.NoSession.selector);
    }

    function test_RefusesSessions() public {
        ISessionValidator.Grant memory t = terms(vm.addr(KEY), 1_000e6, false);
        t.fees = 0.001 ether;
        uint256 id = granted(t);
        bySession(id, Mode.Strict, pay(CEE, 1_001e6), ISessionValidator.LimitReached.selector);
        bySession(id, Mode.Strict, call(address(shop), ""), ISessionValidator.NoRule.selector);
        bySession(id, Mode.Strict, call(address(shop), hex"010203"), Executions.ShortData.selector);
        bySession(id, Mode.Strict, call(address(usd), abi.encodeWithSelector(0xa9059cbb, CEE)), Executions.ShortData.selector);
        bySession(id + 1, Mode.Strict, pay(CEE, 1e6), ISessionValidator.NoSession.selector);
        Operation memory op = operation(ana, address(sessions), Mode.Strict, one(pay(CEE, 1e6)));
        op.callUnits = 1e6;
        bySession(op, id, KEY);
        unhandled(op, BEA, ISessionValidator.FeesReached.selector);
        bySession(op, id, BO_KEY);
        unhandled(op, BEA, IValidator.BadSignature.selector);
        t.open = true;
        id = granted(t);
        bySession(id, Mode.Strict, call(ana, abi.encodeCall(IAccount.renewKeys, ())), ISessionValidator.Forbidden.selector);
        bytes memory data = abi.encodeCall(entryPoint.withdrawTo, (payable(CEE), 0));
        bySession(id, Mode.Strict, call(address(entryPoint), data), ISessionValidator.Forbidden.selector);
        data = abi.encodeCall(subscriptions.subscribe, (0, 0));
        bySession(id, Mode.Strict, call(address(subscriptions), data), ISessionValidator.Forbidden.selector);
        vm.prank(attesters[0]);
        registry.stop(address(subscriptions));
        bySession(id, Mode.Strict, call(address(subscriptions), data), ISessionValidator.Forbidden.selector);
        bySession(id, Mode.Strict, Call(CEE, 1, ""), ISessionValidator.OtherToken.selector);
        bySession(id, Mode.Strict, call(CEE, abi.encodeCall(usd.approve, (CEE, 1))), ISessionValidator.OtherToken.selector);
        vm.warp(block.timestamp + 31 days);
        bySession(id, Mode.Strict, pay(CEE, 1e6), IEntryPoint.OutsideWindow.selector);
    }

    /// A session does not call what an operation before it in the batch installs.
    function test_RefusesApprovedModules() public {
        uint256 id = granted(terms(vm.addr(KEY), 0, true));
        address[] memory some = new address[](1);
        some[0] = vm.addr(KEY);
        bytes memory data = abi.encode(guardians, 2);
        data = abi.encodeCall(IAccount.install, (address(councils), Kind.Validator, data));
        Operation[] memory ops = new Operation[](2);
        ops[0] = operation(ana, address(owners), Mode.Strict, one(call(ana, data)));
        signed(ops[0], ANA_KEY);
        data = abi.encodeCall(councils.setCouncil, (some, 1));
        ops[1] = operation(ana, address(sessions), Mode.Strict, one(call(address(councils), data)));
        bySession(ops[1], id, KEY);
        data = abi.encodeCall(entryPoint.handle, (ops, payable(BEA)));
        refused(BEA, address(entryPoint), data, ISessionValidator.Forbidden.selector);
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(attesters[i]);
            registry.attest(address(shop), Kind.Hook);
        }
        data = abi.encodeCall(shop.order, (1));
        bySession(id, Mode.Strict, call(address(shop), data), ISessionValidator.Forbidden.selector);
    }

    /// Whoever brings an operation does not choose the session that it is counted for.
    function test_RefusesOtherSessions() public {
        uint256 id = granted(terms(vm.addr(KEY), 1_000e6, false));
        granted(terms(vm.addr(KEY), 1_000e6, false));
        Operation memory op = operation(ana, address(sessions), Mode.Strict, one(pay(CEE, 1e6)));
        bySession(op, id, KEY);
        (, bytes memory signature) = abi.decode(op.signature, (uint256, bytes));
        op.signature = abi.encode(id + 1, signature);
        unhandled(op, BEA, IValidator.BadSignature.selector);
    }

    function test_RefusesSpending() public {
        Call[] memory calls = two(pay(CEE, 9_000e6), pay(CEE, 1_001e6));
        bytes memory data = abi.encodeCall(spending.beforeCalls, (calls));
        refused(ana, address(spending), data, SpendingHook.DailyLimit.selector);
    }

    function test_RefusesRecoveries() public {
        address at = address(recovery);
        refused(CEE, at, abi.encodeCall(recovery.finish, (ana)), GuardianRecovery.NothingPending.selector);
        bytes4 again = GuardianRecovery.AlreadyApproved.selector;
        refused(guardians[0], at, abi.encodeCall(recovery.approve, (ana, address(0))), again);
        vm.prank(guardians[0]);
        recovery.approve(ana, CEE);
        refused(guardians[0], at, abi.encodeCall(recovery.approve, (ana, CEE)), again);
        vm.prank(guardians[1]);
        recovery.approve(ana, CEE);
        refused(guardians[2], at, abi.encodeCall(recovery.approve, (ana, MIA)), GuardianRecovery.RecoveryPending.selector);
        refused(CEE, at, abi.encodeCall(recovery.finish, (ana)), GuardianRecovery.TooEarly.selector);
        bytes4 bad = GuardianRecovery.BadGuardians.selector;
        refused(ana, at, abi.encodeCall(recovery.setGuardians, (guardians, 0, 2 days)), bad);
        refused(ana, at, abi.encodeCall(recovery.setGuardians, (guardians, 4, 2 days)), bad);
        refused(ana, at, abi.encodeCall(recovery.setGuardians, (guardians, 2, 1 days - 1)), bad);
        refused(ana, at, abi.encodeCall(recovery.setGuardians, (guardians, 2, 30 days + 1)), bad);
        address[] memory some = new address[](2);
        (some[0], some[1]) = (CEE, CEE);
        refused(ana, at, abi.encodeCall(recovery.setGuardians, (some, 1, 2 days)), bad);
        some[1] = ana;
        refused(ana, at, abi.encodeCall(recovery.setGuardians, (some, 1, 2 days)), bad);
        some = new address[](13);
        for (uint256 i = 0; i < 13; i++) {
            some[i] = address(uint160(0x100 + i));
        }
        refused(ana, at, abi.encodeCall(recovery.setGuardians, (some, 1, 2 days)), bad);
    }

    function test_RefusesSubscriptions() public {
        address at = address(subscriptions);
        says(MIA, at, abi.encodeCall(subscriptions.makePlan, (address(usd), 0, 1 days)), "bad plan");
        says(MIA, at, abi.encodeCall(subscriptions.makePlan, (address(usd), 1, 1 days - 1)), "bad plan");
        vm.prank(MIA);
        uint256 plan = subscriptions.makePlan(address(usd), 10e6, 1 days);
        says(CEE, at, abi.encodeCall(subscriptions.closePlan, (plan)), "not the merchant");
        says(ana, at, abi.encodeCall(subscriptions.subscribe, (plan, 9e6)), "no such plan");
        says(ana, at, abi.encodeCall(subscriptions.unsubscribe, (plan)), "not subscribed");
        says(MIA, at, abi.encodeCall(subscriptions.charge, (ana, plan)), "not subscribed");
        vm.prank(ana);
        subscriptions.subscribe(plan, 10e6);
        says(ana, at, abi.encodeCall(subscriptions.subscribe, (plan, 10e6)), "subscribed");
        subscriptions.charge(ana, plan);
        says(MIA, at, abi.encodeCall(subscriptions.charge, (ana, plan)), "not due");
        vm.startPrank(ana);
        subscriptions.unsubscribe(plan);
        subscriptions.subscribe(plan, 10e6);
        vm.stopPrank();
        says(MIA, at, abi.encodeCall(subscriptions.charge, (ana, plan)), "not due");
        vm.startPrank(ana);
        IAccount(ana).uninstall(at, "");
        IAccount(ana).install(at, Kind.Executor, "");
        vm.stopPrank();
        says(MIA, at, abi.encodeCall(subscriptions.charge, (ana, plan)), "not subscribed");
        vm.prank(ana);
        subscriptions.subscribe(plan, 10e6);
        says(MIA, at, abi.encodeCall(subscriptions.charge, (ana, plan)), "not due");
        vm.warp(block.timestamp + 1 days);
        vm.prank(MIA);
        subscriptions.closePlan(plan);
        says(MIA, at, abi.encodeCall(subscriptions.charge, (ana, plan)), "closed");
        says(savings, at, abi.encodeCall(subscriptions.subscribe, (plan, 10e6)), "no such plan");
    }

    function test_RefusesVouchers() public {
        address at = address(vouchers);
        Vouchers.Voucher memory v = voucher(MIA, 5e6, 1);
        bytes memory signature = envelope(ana, vouchers.digestOf(v));
        says(CEE, at, abi.encodeCall(vouchers.cash, (ana, v, signature)), "not the payee");
        says(MIA, at, abi.encodeCall(vouchers.cash, (club, v, signature)), "not signed");
        vm.prank(MIA);
        vouchers.cash(ana, v, signature);
        says(MIA, at, abi.encodeCall(vouchers.cash, (ana, v, signature)), "used");
        v.deadline = block.timestamp - 1;
        signature = envelope(ana, vouchers.digestOf(v));
        says(MIA, at, abi.encodeCall(vouchers.cash, (ana, v, signature)), "too late");
    }

    function test_RefusesPrices() public {
        address at = address(desk);
        PriceDesk empty = new PriceDesk(GOVERNANCE, 6);
        says(CEE, address(empty), abi.encodeCall(desk.quote, ()), "PriceDesk: no feed");
        owned(at, abi.encodeCall(desk.setFeed, (feed, 1, 1, 1)));
        says(GOVERNANCE, at, abi.encodeCall(desk.setFeed, (IFeed(address(0)), 1, 1, 1)), "PriceDesk: bad feed");
        says(GOVERNANCE, at, abi.encodeCall(desk.setFeed, (feed, 0, 1, 1)), "PriceDesk: bad age");
        says(GOVERNANCE, at, abi.encodeCall(desk.setFeed, (feed, 1 days + 1, 1, 1)), "PriceDesk: bad age");
        says(GOVERNANCE, at, abi.encodeCall(desk.setFeed, (feed, 1, 0, 1)), "PriceDesk: bad bounds");
        says(GOVERNANCE, at, abi.encodeCall(desk.setFeed, (feed, 1, 2, 1)), "PriceDesk: bad bounds");
        feed.tell(2_000e8 + 1, 0);
        (uint256 price, , ) = desk.quote();
        require(price == 2_000e6 + 1, "rounded up");
        feed.tell(499e8, 0);
        says(CEE, at, abi.encodeCall(desk.quote, ()), "PriceDesk: out of bounds");
        feed.tell(10_001e8, 0);
        says(CEE, at, abi.encodeCall(desk.quote, ()), "PriceDesk: out of bounds");
        vm.warp(block.timestamp + 60 - (block.timestamp % 60));
        feed.tell(2_000e8, 1 hours + 1);
        says(CEE, at, abi.encodeCall(desk.quote, ()), "PriceDesk: old answer");
        Early early = new Early();
        vm.prank(GOVERNANCE);
        desk.setFeed(early, 1 hours, 500e6, 10_000e6);
        says(CEE, at, abi.encodeCall(desk.quote, ()), "PriceDesk: old answer");
    }

    function test_RefusesPaymaster() public {
        address at = address(paymaster);
        Operation memory op = operation(savings, address(owners), Mode.Strict, new Call[](0));
        sponsored(op, 1);
        bytes memory data = abi.encodeCall(paymaster.sponsor, (op, 0, 1 ether));
        says(CEE, at, data, "TokenPaymaster: not the entry point");
        says(address(entryPoint), at, data, "TokenPaymaster: too expensive");
        data = abi.encodeCall(paymaster.settle, (abi.encode(CEE, 0, 0), 0));
        says(CEE, at, data, "TokenPaymaster: not the entry point");
        owned(at, abi.encodeCall(paymaster.setMarkup, (0)));
        owned(at, abi.encodeCall(paymaster.stake, (5 days)));
        owned(at, abi.encodeCall(paymaster.unlock, ()));
        owned(at, abi.encodeCall(paymaster.withdraw, (payable(CEE), 1 ether)));
        owned(at, abi.encodeCall(paymaster.collect, (CEE, 0)));
        says(GOVERNANCE, at, abi.encodeCall(paymaster.setMarkup, (0.2e18 + 1)), "TokenPaymaster: too much");
        vm.prank(GOVERNANCE);
        paymaster.unlock();
        vm.warp(block.timestamp + 3 days);
        owned(at, abi.encodeCall(paymaster.unstake, (payable(CEE))));
    }

    function test_RefusesAttesters() public {
        address at = address(registry);
        owned(at, abi.encodeCall(registry.schedule, (CEE)));
        owned(at, abi.encodeCall(registry.remove, (attesters[0])));
        owned(at, abi.encodeCall(registry.setThreshold, (1)));
        says(CEE, at, abi.encodeCall(registry.attest, (address(shop), Kind.Hook)), "ModuleRegistry: not an attester");
        says(CEE, at, abi.encodeCall(registry.stop, (address(owners))), "ModuleRegistry: not an attester");
        says(attesters[0], at, abi.encodeCall(registry.attest, (address(shop), Kind.None)), "ModuleRegistry: not a module");
        says(attesters[0], at, abi.encodeCall(registry.attest, (CEE, Kind.Hook)), "ModuleRegistry: not a module");
        says(GOVERNANCE, at, abi.encodeCall(registry.schedule, (attesters[0])), "ModuleRegistry: an attester");
        says(GOVERNANCE, at, abi.encodeCall(registry.add, (CEE)), "ModuleRegistry: not scheduled");
        says(GOVERNANCE, at, abi.encodeCall(registry.remove, (CEE)), "ModuleRegistry: not an attester");
        says(GOVERNANCE, at, abi.encodeCall(registry.setThreshold, (0)), "ModuleRegistry: bad threshold");
        says(GOVERNANCE, at, abi.encodeCall(registry.setThreshold, (4)), "ModuleRegistry: bad threshold");
        says(GOVERNANCE, at, abi.encodeCall(registry.release, (address(owners))), "ModuleRegistry: not stopped");
        vm.startPrank(GOVERNANCE);
        registry.schedule(CEE);
        registry.schedule(address(0));
        vm.stopPrank();
        says(GOVERNANCE, at, abi.encodeCall(registry.add, (CEE)), "ModuleRegistry: too early");
        vm.warp(block.timestamp + 3 days);
        owned(at, abi.encodeCall(registry.add, (CEE)));
        says(GOVERNANCE, at, abi.encodeCall(registry.add, (address(0))), "ModuleRegistry: bad attester");
        vm.prank(attesters[0]);
        registry.stop(address(owners));
        owned(at, abi.encodeCall(registry.release, (address(owners))));
        vm.prank(GOVERNANCE);
        registry.remove(attesters[0]);
        says(GOVERNANCE, at, abi.encodeCall(registry.remove, (attesters[1])), "ModuleRegistry: too few");
    }

    function test_RefusesRegistries() public {
        address[] memory some = new address[](2);
        (some[0], some[1]) = (CEE, CEE);
        try this.registryOf(some) {
            revert("twice the same");
        } catch Error(string memory why) {
            require(same(why, "ModuleRegistry: bad attester"), "another reason");
        }
        some = new address[](9);
        for (uint256 i = 0; i < 9; i++) {
            some[i] = address(uint160(0x100 + i));
        }
        try this.registryOf(some) {
            revert("nine attesters");
        } catch Error(string memory why) {
            require(same(why, "ModuleRegistry: too many"), "another reason");
        }
    }

    function registryOf(address[] calldata some) external returns (ModuleRegistry) {
        return new ModuleRegistry(GOVERNANCE, some, 1);
    }

    function same(string memory a, string memory b) private pure returns (bool) {
        return keccak256(bytes(a)) == keccak256(bytes(b));
    }

    function install(address module, Kind kind) private pure returns (bytes memory) {
        return abi.encodeCall(IAccount.install, (module, kind, ""));
    }

    /// Requires that a call is refused for this reason.
    function refused(address who, address where, bytes memory data, bytes4 reason) private {
        vm.prank(who);
        (bool done, bytes memory why) = where.call(data);
        require(!done && bytes4(why) == reason, "not refused, or for another reason");
    }

    /// Requires that batches of an account with this call are refused, whatever the mode is.
    function uncalled(address account, address where, bytes memory data) private {
        Call[] memory calls = one(call(where, data));
        bytes4 reason = IAccount.NotByCalls.selector;
        bytes memory batch = abi.encodeCall(IAccount.executeOp, (Executions.encode(Mode.Strict, calls)));
        refused(address(entryPoint), account, batch, reason);
        batch = abi.encodeCall(IAccount.executeOp, (Executions.encode(Mode.Tolerant, calls)));
        refused(address(entryPoint), account, batch, reason);
        if (account == ana) refused(address(recovery), ana, abi.encodeCall(IAccount.executeFromModule, (calls)), reason);
    }

    function says(address who, address where, bytes memory data, string memory reason) private {
        vm.prank(who);
        (bool done, bytes memory why) = where.call(data);
        bytes memory expected = abi.encodeWithSignature("Error(string)", reason);
        require(!done && keccak256(why) == keccak256(expected), "not refused, or for another reason");
    }

    function owned(address where, bytes memory data) private {
        refused(CEE, where, data, bytes4(keccak256("OwnableUnauthorizedAccount(address)")));
    }

    function unhandled(Operation memory op, address beneficiary, bytes4 reason) private {
        Operation[] memory ops = new Operation[](1);
        ops[0] = op;
        refused(BEA, address(entryPoint), abi.encodeCall(entryPoint.handle, (ops, payable(beneficiary))), reason);
    }

    function bySession(uint256 id, Mode mode, Call memory c, bytes4 reason) private {
        Operation memory op = operation(ana, address(sessions), mode, one(c));
        (op.callUnits, op.unitPrice) = (1, 1);
        bySession(op, id, KEY);
        unhandled(op, BEA, reason);
    }

    function exploit() public {
        other.begin(IRecovery(address(recovery)), ana);
        vm.warp(block.timestamp + 2 days);
        other.end(IRecovery(address(recovery)), ana);
        other.take(entryPoint, ana, address(owners), address(usd));
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 9_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(recovery);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
