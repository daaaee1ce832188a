// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Deployment} from "../script/Deployment.sol";
import {AccountFactory} from "../src/account/AccountFactory.sol";
import {SmartAccount} from "../src/account/SmartAccount.sol";
import {Call, IAccount, Install, Kind} from "../src/interfaces/IAccount.sol";
import {IEntryPoint, Operation} from "../src/interfaces/IEntryPoint.sol";
import {IFeed} from "../src/interfaces/IPaymaster.sol";
import {ISessionValidator} from "../src/interfaces/IModules.sol";
import {Executions, Mode} from "../src/libraries/Executions.sol";
import {Operations} from "../src/libraries/Operations.sol";
import {CouncilValidator} from "../src/modules/CouncilValidator.sol";
import {SpendingHook} from "../src/modules/SpendingHook.sol";
import {Vouchers} from "../src/payments/Vouchers.sol";
import {WalletLens} from "../src/periphery/WalletLens.sol";

interface Vm {
    function warp(uint256 time) external;
    function deal(address who, uint256 wei_) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Usd is ERC20("USD", "USD") {
    address private immutable _maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Publishes every minute what it was told to say.
contract Feed is IFeed {
    address private immutable _maker = msg.sender;
    uint256 public answer = 2_000e8;
    uint256 public lag;

    function tell(uint256 answer_, uint256 lag_) external {
        require(msg.sender == _maker, "maker only");
        (answer, lag) = (answer_, lag_);
    }

    function decimals() external pure returns (uint8) {
        return 8;
    }

    function latest() external view returns (uint256, uint256) {
        return (answer, block.timestamp - (block.timestamp % 60) - lag);
    }
}

/// A shop that counts what was ordered.
contract Shop {
    mapping(address => uint256) public orders;

    function order(uint256 count) external {
        require(count > 0, "nothing");
        orders[msg.sender] += count;
    }
}

/// A contract that speaks for accounts: it agrees to everything that is signed by calling it.
abstract contract Signer {
    function isValidSignature(bytes32, bytes calldata) external view virtual returns (bytes4) {
        return 0x1626ba7e;
    }

    function operation(IEntryPoint point, address account, address validator, bytes memory callData)
        internal
        view
        returns (Operation memory op)
    {
        op.sender = account;
        op.nonce = point.nonceOf(account, uint192(uint160(validator)) << 32);
        op.callData = callData;
    }

    function handle(IEntryPoint point, Operation memory op) internal returns (bool) {
        Operation[] memory ops = new Operation[](1);
        ops[0] = op;
        try point.handle(ops, payable(address(this))) {
            return true;
        } catch {
            return false;
        }
    }

    function sending(address token, address to, uint256 amount) internal pure returns (Call memory) {
        return Call(token, 0, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    receive() external payable {}
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant CEE = address(0xC3C3);
    address internal constant MIA = address(0xD3D3);
    address internal constant BEA = address(0xE4E4);
    address internal constant GOVERNANCE = address(0x6070);
    address internal constant ETHER = address(0);
    uint256 internal constant ANA_KEY = 0xA1;
    uint256 internal constant BO_KEY = 0xB2;
    uint256 internal constant PAL_KEY = 0xC1;
    uint256 internal constant KEY = 0xD1; // of a session
    uint256 internal constant NEW_KEY = 0xE1; // of Ana after a recovery
    uint256 internal constant START = 1_790_208_000;
    uint256 internal constant PRICE = 1e10;
    uint256 internal constant ALL = type(uint256).max;
    uint48 internal constant EVER = type(uint48).max;

    Usd public usd;
    Feed internal feed;
    Shop internal shop;
    address[] internal attesters;
    address[] internal guardians;
    uint256[] internal clubKeys;

    address internal ana; // the account for every day
    address internal savings;
    address internal club;
    address internal bo; // where ether is, and no account yet
    Install[] internal boModules;
    AccountFactory.Plan internal boPlan;

    function setUp() public {
        vm.warp(START);
        for (uint256 i = 1; i <= 3; i++) {
            attesters.push(address(uint160(0x7000 + i)));
            guardians.push(address(uint160(0x9000 + i)));
        }
        usd = new Usd();
        feed = new Feed();
        shop = new Shop();
        deployWallet(GOVERNANCE, attesters);
        deployPayments(GOVERNANCE, usd, 6);
        for (uint256 i = 0; i < 2; i++) {
            approveModules(attesters[i]);
        }
        vm.startPrank(GOVERNANCE);
        desk.setFeed(feed, 1 hours, 500e6, 10_000e6);
        paymaster.setMarkup(0.05e18);
        vm.deal(GOVERNANCE, 50 ether);
        paymaster.stake{value: 2 ether}(3 days);
        entryPoint.depositTo{value: 40 ether}(address(paymaster));
        vm.stopPrank();
        people();
        start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function start() internal virtual;

    function approveModules(address attester) private {
        vm.startPrank(attester);
        registry.attest(address(owners), Kind.Validator);
        registry.attest(address(councils), Kind.Validator);
        registry.attest(address(sessions), Kind.Validator);
        registry.attest(address(spending), Kind.Hook);
        registry.attest(address(recovery), Kind.Executor);
        registry.attest(address(subscriptions), Kind.Executor);
        vm.stopPrank();
    }

    function people() private {
        Call[] memory approvals = new Call[](2);
        approvals[0] = call(address(usd), abi.encodeCall(usd.approve, (address(vouchers), ALL)));
        approvals[1] = call(address(usd), abi.encodeCall(usd.approve, (address(paymaster), ALL)));

        SpendingHook.Initial[] memory limits = new SpendingHook.Initial[](1);
        limits[0] = SpendingHook.Initial(address(usd), 10_000e6);
        Install[] memory modules = new Install[](5);
        modules[0] = Install(address(owners), Kind.Validator, abi.encode(vm.addr(ANA_KEY)));
        modules[1] = Install(address(sessions), Kind.Validator, "");
        modules[2] = Install(address(spending), Kind.Hook, abi.encode(limits));
        modules[3] = Install(address(recovery), Kind.Executor, abi.encode(guardians, 2, uint48(2 days)));
        modules[4] = Install(address(subscriptions), Kind.Executor, "");
        ana = factory.create(factory.planOf(modules, approvals, 0), modules, approvals);

        modules = new Install[](1);
        modules[0] = Install(address(owners), Kind.Validator, abi.encode(vm.addr(ANA_KEY)));
        savings = factory.create(factory.planOf(modules, approvals, 1), modules, approvals);

        modules = new Install[](1);
        modules[0] = Install(address(councils), Kind.Validator, abi.encode(members(), 2));
        club = factory.create(factory.planOf(modules, approvals, 0), modules, approvals);

        boModules.push(Install(address(owners), Kind.Validator, abi.encode(vm.addr(BO_KEY))));
        boPlan = factory.planOf(boModules, new Call[](0), 7);
        bo = factory.addressOf(boPlan);

        usd.mint(ana, 100_000e6);
        usd.mint(savings, 80_000e6);
        usd.mint(club, 50_000e6);
        vm.deal(ana, 5 ether);
        vm.deal(savings, 1 ether);
        vm.deal(club, 5 ether);
        vm.deal(bo, 20 ether);
        vm.deal(CEE, 10 ether);
    }

    /// Three members of the club, in the order of their addresses.
    function members() private returns (address[] memory found) {
        found = new address[](3);
        for (uint256 i = 0; i < 3; i++) {
            clubKeys.push(PAL_KEY + i);
        }
        for (uint256 i = 0; i < 3; i++) {
            for (uint256 j = i + 1; j < 3; j++) {
                if (vm.addr(clubKeys[j]) < vm.addr(clubKeys[i])) {
                    (clubKeys[i], clubKeys[j]) = (clubKeys[j], clubKeys[i]);
                }
            }
            found[i] = vm.addr(clubKeys[i]);
        }
    }

    // --- operations ---

    function call(address target, bytes memory data) internal pure returns (Call memory) {
        return Call(target, 0, data);
    }

    function one(Call memory c) internal pure returns (Call[] memory calls) {
        calls = new Call[](1);
        calls[0] = c;
    }

    function two(Call memory a, Call memory b) internal pure returns (Call[] memory calls) {
        calls = new Call[](2);
        (calls[0], calls[1]) = (a, b);
    }

    function pay(address to, uint256 amount) internal view returns (Call memory) {
        return call(address(usd), abi.encodeCall(usd.transfer, (to, amount)));
    }

    function operation(address account, address validator, Mode mode, Call[] memory calls)
        internal
        view
        returns (Operation memory op)
    {
        op.sender = account;
        op.nonce = entryPoint.nonceOf(account, uint192(uint160(validator)) << 32);
        op.callData = lens.callDataOf(mode, calls);
        op.callUnits = 50_000;
        op.unitPrice = PRICE;
    }

    function sponsored(Operation memory op, uint256 most) internal view {
        op.paymaster = address(paymaster);
        op.paymasterData = abi.encode(most);
    }

    function raw(uint256 key, bytes32 digest) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function signed(Operation memory op, uint256 key) internal {
        op.signature = raw(key, entryPoint.hashOf(op));
    }

    function bySession(Operation memory op, uint256 id, uint256 key) internal {
        op.signature = abi.encode(id, raw(key, Operations.ofSession(entryPoint.hashOf(op), id, address(sessions))));
    }

    function votes(bytes32 digest) internal returns (bytes memory) {
        CouncilValidator.Vote[] memory all = new CouncilValidator.Vote[](2);
        for (uint256 i = 0; i < 2; i++) {
            all[i] = CouncilValidator.Vote(vm.addr(clubKeys[i]), raw(clubKeys[i], digest));
        }
        return abi.encode(all);
    }

    function send(Operation memory op) internal {
        Operation[] memory ops = new Operation[](1);
        ops[0] = op;
        vm.prank(BEA);
        entryPoint.handle(ops, payable(BEA));
    }

    /// An operation of Ana's everyday account.
    function byAna(Call[] memory calls) internal {
        Operation memory op = operation(ana, address(owners), Mode.Strict, calls);
        signed(op, ANA_KEY);
        send(op);
    }

    function terms(address key, uint256 limit, bool open) internal view returns (ISessionValidator.Grant memory t) {
        t.key = key;
        t.from = uint48(block.timestamp);
        t.until = uint48(block.timestamp + 30 days);
        t.token = address(usd);
        t.limit = limit;
        t.fees = 0.1 ether;
        t.open = open;
        t.rules = new ISessionValidator.Rule[](2);
        t.rules[0] = ISessionValidator.Rule(address(usd), IERC20.transfer.selector);
        t.rules[1] = ISessionValidator.Rule(address(shop), Shop.order.selector);
    }

    function granted(ISessionValidator.Grant memory t) internal returns (uint256) {
        byAna(one(call(address(sessions), abi.encodeCall(sessions.grant, (t)))));
        return sessions.countOf(ana);
    }

    function voucher(address payee, uint256 amount, uint256 number) internal view returns (Vouchers.Voucher memory) {
        return Vouchers.Voucher(payee, address(usd), amount, number, START + 365 days);
    }

    /// What Ana signs for one of her accounts.
    function envelope(address account, bytes32 digest) internal returns (bytes memory) {
        bytes memory signature = raw(ANA_KEY, Operations.message(account, digest));
        return abi.encodePacked(address(owners), abi.encode(account, signature));
    }

    // --- honest use ---

    function test_Regular() public {
        creates();
        everyday();
        sponsors();
        keys();
        council();
        cashes();
        subscribes();
        recovers();
        changesModules();
        deposits();
        governed();
    }

    /// Bo's account is created by its first operation, which pays for itself.
    function creates() private {
        require(!lens.account(bo).exists && lens.accountsOf(boPlan, 2)[0] == bo, "known before");
        Operation memory op =
            operation(bo, address(owners), Mode.Strict, two(Call(CEE, 1 ether, ""), call(address(shop), abi.encodeCall(shop.order, (3)))));
        bytes memory creation = abi.encodeCall(factory.create, (boPlan, boModules, new Call[](0)));
        op.initCode = abi.encodePacked(address(factory), creation);
        signed(op, BO_KEY);
        WalletLens.FeeView memory fee = lens.feeOf(op);
        require(fee.most == entryPoint.maxFeeOf(op) && fee.least == fee.most - 50_000 * PRICE, "seen by the lens");
        uint256 before = BEA.balance;
        send(op);
        require(CEE.balance == 11 ether && shop.orders(bo) == 3, "done");
        require(BEA.balance == before + fee.most && bo.balance == 19 ether - fee.most, "paid by the account");
        require(factory.create(boPlan, boModules, new Call[](0)) == bo, "there");
        require(lens.account(bo).exists && entryPoint.depositOf(bo) == 0, "seen by the lens");
    }

    /// Batches whose calls fail or not, two of them in one bundle.
    function everyday() private {
        byAna(two(pay(CEE, 1_000e6), call(address(usd), abi.encodeCall(usd.approve, (MIA, 500e6)))));
        require(usd.balanceOf(CEE) == 1_000e6 && usd.allowance(ana, MIA) == 500e6, "paid and approved");
        require(spending.leftOf(ana, address(usd)) == 8_500e6, "both are spent");
        vm.prank(MIA);
        usd.transferFrom(ana, MIA, 500e6);

        Operation[] memory ops = new Operation[](2);
        Call memory nothing = call(address(shop), abi.encodeCall(shop.order, (0)));
        Call memory some = call(address(shop), abi.encodeCall(shop.order, (2)));
        ops[0] = operation(bo, address(owners), Mode.Tolerant, two(nothing, some));
        signed(ops[0], BO_KEY);
        ops[1] = operation(savings, address(owners), Mode.Strict, two(some, nothing));
        signed(ops[1], ANA_KEY);
        uint256 before = BEA.balance;
        vm.prank(BEA);
        entryPoint.handle(ops, payable(BEA));
        require(shop.orders(bo) == 5 && shop.orders(savings) == 0, "with and without the others");
        uint256 fee = entryPoint.maxFeeOf(ops[0]) + entryPoint.maxFeeOf(ops[1]) - 50_000 * PRICE;
        require(BEA.balance == before + fee && entryPoint.depositOf(savings) == 50_000 * PRICE, "failed calls cost less");
    }

    function sponsors() private {
        Operation memory op = operation(savings, address(owners), Mode.Strict, one(pay(CEE, 100e6)));
        sponsored(op, 10e6);
        signed(op, ANA_KEY);
        uint256 before = usd.balanceOf(savings);
        uint256 deposit = entryPoint.depositOf(address(paymaster));
        uint256 kept = usd.balanceOf(address(paymaster));
        send(op);
        uint256 fee = deposit - entryPoint.depositOf(address(paymaster));
        require(fee == entryPoint.maxFeeOf(op), "paid by the paymaster");
        uint256 paid = before - usd.balanceOf(savings) - 100e6;
        require(paid >= (fee * 2_100e6) / 1e18 && paid <= (fee * 2_100e6) / 1e18 + 1, "in tokens, with the markup");
        require(usd.balanceOf(address(paymaster)) == kept + paid, "kept");

        op = operation(savings, address(owners), Mode.Strict, one(call(address(shop), abi.encodeCall(shop.order, (0)))));
        sponsored(op, 10e6);
        signed(op, ANA_KEY);
        before = usd.balanceOf(savings);
        send(op);
        fee = entryPoint.maxFeeOf(op) - 50_000 * PRICE;
        paid = before - usd.balanceOf(savings);
        require(paid >= (fee * 2_100e6) / 1e18 && paid <= (fee * 2_100e6) / 1e18 + 1, "less if the calls fail");
    }

    /// A session spends and orders within its limits, and is revoked.
    function keys() private {
        address key = vm.addr(KEY);
        uint256 id = granted(terms(key, 2_000e6, false));
        Operation memory op = operation(
            ana, address(sessions), Mode.Strict, two(pay(CEE, 1_500e6), call(address(shop), abi.encodeCall(shop.order, (1))))
        );
        bySession(op, id, KEY);
        send(op);
        WalletLens.SessionView memory v = lens.session(ana, id);
        require(v.live && v.left == 500e6 && v.today == 500e6, "a part is left");
        require(v.fees == 0.1 ether - entryPoint.maxFeeOf(op), "and fees");
        require(usd.balanceOf(CEE) == 2_600e6 && shop.orders(ana) == 1, "paid and ordered");
        byAna(one(call(address(sessions), abi.encodeCall(sessions.revoke, (id)))));
        require(!lens.session(ana, id).live, "revoked");
        byAna(one(call(address(spending), abi.encodeCall(spending.setLimit, (ETHER, 1 ether)))));
        byAna(one(Call(CEE, 0.4 ether, "")));
        require(spending.leftOf(ana, ETHER) == 0.6 ether, "limited at once");

        ISessionValidator.Grant memory t = terms(key, 0.5 ether, true);
        t.token = ETHER;
        id = granted(t);
        op = operation(ana, address(sessions), Mode.Strict, one(Call(CEE, 0.3 ether, "")));
        bySession(op, id, KEY);
        send(op);
        require(lens.session(ana, id).left == 0.2 ether && spending.leftOf(ana, ETHER) == 0.3 ether, "both are counted");
    }

    function council() private {
        Operation memory op = operation(club, address(councils), Mode.Strict, one(pay(CEE, 7e6)));
        op.signature = votes(entryPoint.hashOf(op));
        send(op);
        require(usd.balanceOf(CEE) == 2_607e6, "two of three");
        Vouchers.Voucher memory v = voucher(MIA, 50e6, 1);
        bytes memory signature = votes(Operations.message(club, vouchers.digestOf(v)));
        vm.prank(MIA);
        vouchers.cash(club, v, abi.encodePacked(address(councils), signature));
        address[] memory others = new address[](1);
        others[0] = vm.addr(clubKeys[0]);
        op = operation(
            club, address(councils), Mode.Strict, one(call(address(councils), abi.encodeCall(councils.setCouncil, (others, 1))))
        );
        op.signature = votes(entryPoint.hashOf(op));
        send(op);
        require(councils.membersOf(club).length == 1 && !councils.isMember(club, vm.addr(clubKeys[1])), "one is left");
    }

    function cashes() private {
        uint256 before = usd.balanceOf(MIA);
        Vouchers.Voucher memory v = voucher(MIA, 300e6, 2);
        bytes memory signature = envelope(savings, vouchers.digestOf(v));
        vm.prank(MIA);
        vouchers.cash(savings, v, signature);
        usd.mint(vm.addr(BO_KEY), 10e6);
        vm.startPrank(vm.addr(BO_KEY));
        usd.approve(address(vouchers), 10e6);
        vouchers.cancel(3);
        vm.stopPrank();
        v = voucher(MIA, 4e6, 4);
        signature = raw(BO_KEY, vouchers.digestOf(v));
        vm.prank(MIA);
        vouchers.cash(vm.addr(BO_KEY), v, signature);
        require(usd.balanceOf(MIA) == before + 304e6, "cashed");
        require(vouchers.isUsed(savings, 2) && vouchers.isUsed(vm.addr(BO_KEY), 3), "used");
        require(IAccount(savings).isValidSignature(0, "") == 0xffffffff, "too short");
        require(IAccount(savings).isValidSignature(0, abi.encodePacked(address(councils))) == 0xffffffff, "not installed");
    }

    function subscribes() private {
        vm.startPrank(MIA);
        uint256 plan = subscriptions.makePlan(address(usd), 200e6, 30 days);
        uint256 other = subscriptions.makePlan(address(usd), 1e6, 1 days);
        vm.stopPrank();
        byAna(one(call(address(subscriptions), abi.encodeCall(subscriptions.subscribe, (plan, 200e6)))));
        address[] memory some = new address[](2);
        (some[0], some[1]) = (savings, ana);
        require(lens.due(some, plan).length == 1, "due at once");
        uint256 before = usd.balanceOf(MIA);
        vm.prank(MIA);
        subscriptions.charge(ana, plan);
        require(!subscriptions.isDue(ana, plan), "not twice");
        vm.warp(block.timestamp + 30 days);
        vm.prank(MIA);
        subscriptions.charge(ana, plan);
        require(usd.balanceOf(MIA) == before + 400e6 && subscriptions.paymentOf(ana, plan).paid == 400e6, "two periods");
        byAna(one(call(address(subscriptions), abi.encodeCall(subscriptions.unsubscribe, (plan)))));
        vm.prank(MIA);
        subscriptions.closePlan(other);
        require(subscriptions.planOf(other).closed && !subscriptions.isDue(ana, other), "closed");
    }

    /// Ana loses her key, and two guardians give the account another owner.
    function recovers() private {
        address owner = vm.addr(NEW_KEY);
        vm.prank(guardians[0]);
        recovery.approve(ana, CEE);
        byAna(one(call(address(recovery), abi.encodeCall(recovery.cancel, ()))));
        uint256 epoch = IAccount(ana).epoch();
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(guardians[i]);
            recovery.approve(ana, owner);
        }
        require(recovery.settingOf(ana).next == owner, "agreed");
        vm.warp(block.timestamp + 2 days);
        recovery.finish(ana);
        require(owners.ownerOf(ana) == owner && IAccount(ana).epoch() == epoch + 1, "recovered");
        Operation memory op = operation(ana, address(owners), Mode.Strict, one(pay(CEE, 1e6)));
        signed(op, NEW_KEY);
        send(op);
        address[] memory fewer = new address[](1);
        fewer[0] = guardians[2];
        op = operation(
            ana,
            address(owners),
            Mode.Strict,
            two(
                call(address(recovery), abi.encodeCall(recovery.setGuardians, (fewer, 1, 3 days))),
                call(address(owners), abi.encodeCall(owners.setOwner, (vm.addr(ANA_KEY))))
            )
        );
        signed(op, NEW_KEY);
        send(op);
        require(recovery.isGuardian(ana, guardians[2]) && !recovery.isGuardian(ana, guardians[0]), "fewer guardians");
    }

    function changesModules() private {
        byAna(one(call(address(spending), abi.encodeCall(spending.setLimit, (address(usd), 5_000e6)))));
        require(spending.leftOf(ana, address(usd)) <= 5_000e6, "less at once");
        byAna(one(call(address(spending), abi.encodeCall(spending.setLimit, (address(usd), 20_000e6)))));
        vm.warp(block.timestamp + 2 days);
        require(spending.leftOf(ana, address(usd)) == 20_000e6, "more after some time");
        byAna(
            two(
                call(ana, abi.encodeCall(IAccount.announceRemoval, (address(spending)))),
                call(ana, abi.encodeCall(IAccount.uninstall, (address(sessions), "")))
            )
        );
        byAna(one(call(ana, abi.encodeCall(IAccount.uninstall, (address(recovery), "")))));
        byAna(one(call(ana, abi.encodeCall(IAccount.uninstall, (address(subscriptions), "")))));
        vm.warp(block.timestamp + 2 days);
        byAna(one(call(ana, abi.encodeCall(IAccount.uninstall, (address(spending), "")))));
        require(IAccount(ana).hooks().length == 0 && spending.leftOf(ana, address(usd)) == ALL, "no hook");
        bytes memory data = abi.encode(terms(vm.addr(KEY), 1e6, false));
        uint256 count = sessions.countOf(ana);
        byAna(
            two(
                call(ana, abi.encodeCall(IAccount.install, (address(sessions), Kind.Validator, data))),
                call(ana, abi.encodeCall(IAccount.renewKeys, ()))
            )
        );
        require(SmartAccount(payable(ana)).validators() == 2 && sessions.countOf(ana) == count + 1, "installed");
        Operation memory op = operation(
            bo,
            address(owners),
            Mode.Strict,
            two(
                call(bo, abi.encodeCall(IAccount.install, (address(councils), Kind.Validator, abi.encode(guardians, 3)))),
                call(bo, abi.encodeCall(IAccount.uninstall, (address(owners), "")))
            )
        );
        signed(op, BO_KEY);
        send(op);
        require(owners.ownerOf(bo) == address(0) && councils.thresholdOf(bo) == 3, "another validator");
        op = operation(
            club,
            address(councils),
            Mode.Strict,
            two(
                call(
                    club, abi.encodeCall(IAccount.install, (address(owners), Kind.Validator, abi.encode(vm.addr(clubKeys[0]))))
                ),
                call(club, abi.encodeCall(IAccount.uninstall, (address(councils), "")))
            )
        );
        op.signature = votes(entryPoint.hashOf(op));
        send(op);
        require(owners.ownerOf(club) == vm.addr(clubKeys[0]) && councils.thresholdOf(club) == 0, "one owner");
    }

    function deposits() private {
        vm.startPrank(CEE);
        (bool sent, ) = address(entryPoint).call{value: 2 ether}("");
        entryPoint.depositTo{value: 1 ether}(ana);
        entryPoint.withdrawTo(payable(MIA), 0.5 ether);
        require(sent && entryPoint.depositOf(CEE) == 1.5 ether && MIA.balance == 0.5 ether, "deposited");
        entryPoint.addStake{value: 1 ether}(2 days);
        entryPoint.unlockStake();
        require(!entryPoint.isStaked(CEE), "unlocked");
        entryPoint.addStake(3 days);
        require(entryPoint.isStaked(CEE) && entryPoint.stakeOf(CEE).delay == 3 days, "locked again");
        entryPoint.unlockStake();
        vm.warp(block.timestamp + 3 days);
        entryPoint.withdrawStake(payable(MIA));
        require(MIA.balance == 1.5 ether, "withdrawn");
        entryPoint.skipNonce(5);
        require(entryPoint.nonceOf(CEE, 5) == (uint256(5) << 64) + 1, "skipped");
        vm.stopPrank();
    }

    function governed() private {
        address newcomer = address(0x7004);
        vm.startPrank(GOVERNANCE);
        registry.schedule(newcomer);
        vm.warp(block.timestamp + 3 days);
        registry.add(newcomer);
        registry.remove(attesters[0]);
        registry.setThreshold(1);
        require(registry.attesters().length == 3 && registry.isApproved(address(spending), Kind.Hook), "one is enough");
        vm.stopPrank();
        vm.startPrank(newcomer);
        registry.attest(address(shop), Kind.Hook);
        require(registry.isApproved(address(shop), Kind.Hook), "attested");
        registry.withdraw(address(shop), Kind.Hook);
        registry.stop(address(spending));
        require(!registry.isApproved(address(shop), Kind.Hook), "not any more");
        require(!registry.isApproved(address(spending), Kind.Hook), "stopped");
        vm.stopPrank();
        vm.startPrank(GOVERNANCE);
        registry.release(address(spending));
        uint256 held = usd.balanceOf(address(paymaster));
        paymaster.collect(GOVERNANCE, held);
        paymaster.withdraw(payable(GOVERNANCE), 1 ether);
        paymaster.setMarkup(0.1e18);
        paymaster.unlock();
        vm.warp(block.timestamp + 3 days);
        uint256 before = GOVERNANCE.balance;
        paymaster.unstake(payable(GOVERNANCE));
        require(GOVERNANCE.balance == before + 2 ether && usd.balanceOf(GOVERNANCE) == held, "closed");
        desk.setFeed(feed, 30 minutes, 1e6, 10_000e6);
        (uint256 price, uint48 from, uint48 until) = desk.quote();
        require(price == 2_000e6 && until == from + 30 minutes, "another age");
        paymaster.transferOwnership(CEE);
        vm.stopPrank();
        vm.prank(CEE);
        paymaster.acceptOwnership();
    }

    function target() public view virtual returns (address) {
        return address(entryPoint);
    }
}
